"""List the texts that a game needs, derived from the game itself: for plugins, and for the tests of all games."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from toctoc.core import view_fields
from toctoc.core.game import Event, Game

Text = str | Mapping[str, str]
BLANK = re.compile(r"{(\w+)}")


def missing(game: Game, texts: Mapping[str, Text]) -> list[str]:
    """Return the keys of texts that a game needs and `texts` has not; of several that would do, the first."""
    return [keys[0] for keys in needed(game) if not any(key in texts for key in keys)]


def unfit(game: Game, texts: Mapping[str, Text], plural: Callable[[int], str]) -> dict[str, str]:
    """Return the texts that cannot be said, each key with the reason: a missing form, or a blank too many."""
    forms = {plural(n) for n in range(200)}
    found = {
        key: f"no form for {', '.join(sorted(forms - set(text)))}"
        for key, text in texts.items()
        if not isinstance(text, str) and not forms <= set(text)
    }
    for event in game.events:
        names = [field.name for field in fields(event)]
        filled = {*names, *with_articles(names), "n"}
        for key in event_keys(game, event):
            if extra := blanks(texts.get(key, "")) - filled:
                known = ", ".join(f"{{{name}}}" for name in names)
                unknown = ", ".join(f"{{{name}}}" for name in sorted(extra))
                found[key] = f"{unknown}, but {event.__name__} fills {known}, also with a_ or the_ before the name"
    return found


def with_articles(names: Iterable[str]) -> set[str]:
    """Return the blanks that are filled besides these: `a ghost`, `the red child`."""
    return {f"{article}_{name}" for name in names for article in ("a", "the")}


def blanks(text: Text) -> set[str]:
    """Return the names in braces of a text."""
    return {
        blank for form in ([text] if isinstance(text, str) else text.values()) for blank in BLANK.findall(form)
    }


def needed(game: Game) -> Iterator[tuple[str, ...]]:
    """Yield, for each text that a game needs, the keys of which one is enough. The `Game` has its title."""
    name = game.name
    yield (f"game.{name}",)
    for kind, values in word_lists(game).items():
        yield from ((f"{name}.{kind}.{value}",) for value in values)
        if kind == "card":
            yield from ((f"{name}.a-card.{value}",) for value in values)
    for event in game.events:
        yield from ((key,) for key in event_keys(game, event))
    yield from ((f"{name}.act.{action.__name__}",) for action in game.actions)
    yield from ((f"{name}.phase.{phase}",) for phase in game.asked if ":" not in phase)
    shown = view_fields.public(game) | view_fields.own(game)
    yield from ((f"{name}.field.{field}",) for field in shown)
    yield from ((f"{name}.part.{part}",) for part in dict.fromkeys(_parts(shown)))
    yield from (
        (f"{name}.option.{option.name}",)
        for option in game.options
        if option.name not in ("start", "creator", "memory_aid")  # the same at every table
    )
    yield from ((f"refusal.{code}",) for code in game.remedies)


def event_keys(game: Game, event: type[Event]) -> list[str]:
    """Return the keys of an event's sentences: one, or one for yes and one for no."""
    key = f"{game.name}.event.{event.__name__}"
    return [f"{key}.yes", f"{key}.no"] if bool in get_type_hints(event).values() else [key]


def word_lists(game: Game) -> dict[str, tuple[str, ...]]:
    """Return the lists of words that may stand in a game's actions, events and views, by the fields' kind."""
    found: dict[str, tuple[str, ...]] = {}
    types: list[Any] = [*game.actions, *game.outcomes, *game.events, *filter(None, game.views)]
    while types:
        owner = types.pop(0)
        hints = get_type_hints(owner, include_extras=True)
        for field in fields(owner):
            kind = game.kind(owner.__name__, field.name)
            for hint in _inside(hints[field.name]):
                if isinstance(hint, tuple) and kind:
                    kind = "card" if kind == "cards" else kind
                    found[kind] = max(found.get(kind, ()), hint, key=len)
                elif isinstance(hint, type) and hint not in types:
                    types.append(hint)
    return found


def aid_kinds(game: Game) -> tuple[str, str]:
    """Return the kinds of the words in a game's memory aid: those of places, and those of the cards there."""
    kind: Any = game.knowledge  # the checker takes it for a function
    hint = get_type_hints(kind.aid, include_extras=True)["return"]
    lists = [words for words in _inside(hint) if isinstance(words, tuple)]
    found = [kind for words in lists for kind, listed in word_lists(game).items() if listed == words]
    return found[0] if len(found) > 1 else "player", found[-1] if found else "card"


def _inside(hint: Any) -> Iterator[Any]:
    """Yield the lists of words and the dataclasses in a type."""
    if hasattr(hint, "__dataclass_fields__"):
        yield hint
    elif get_origin(hint) is Annotated and isinstance(get_args(hint)[1], tuple):
        yield get_args(hint)[1]
    else:
        for part in get_args(hint):
            yield from _inside(part)


def _parts(shown: dict[str, view_fields.ViewField]) -> Iterator[str]:
    for field in shown.values():
        if field.parts:
            yield field.kind
            yield from _parts(field.parts)
