"""Derive a game's secrets from its state's table of fields, which says which seats may see each field.

A field that is not public holds a kind of card in each of its cells, a negative number for none. The fields that
`heaps` names count the cards of each kind instead.
"""

from collections.abc import Iterator
from dataclasses import fields as parts_of
from dataclasses import replace
from itertools import islice, product
from typing import Any

from toctoc.core import fields, notation
from toctoc.core.belief import Belief
from toctoc.core.game import Chance, Game, Step

from .steps import Draw, Parallel, Place, make

TRIES_PER_ACTION = 6


class ByFields:
    """Answer for a `Conformance` that leaves `hidden`, `put`, `shows`, `draws` or `tries` out."""

    def __init__(self, game: Game, heaps: frozenset[str]) -> None:
        self.game, self.heaps = game, heaps
        self.secret = [field for field in fields.fields(game.rules.State) if field.seen_by != fields.PUBLIC]

    def hidden(self, s: Any, known: Any, viewer: int | None) -> Iterator[tuple[Place, int]]:
        """Yield the places that the viewer may not see, each with its card.

        A card of which the viewer's belief is certain is not hidden, wherever it lies.
        """
        worlds = [world for world, _ in known.worlds().values()] if isinstance(known, Belief) else []
        for field in self.secret:
            for index in product(*map(range, field.shape)):
                value = _cell(s, field.name, index)
                in_heap = field.name in self.heaps
                is_own = viewer is not None and viewer == (index[0] if field.seen_by == fields.OWNER else None)
                is_active = field.seen_by == fields.ACTIVE and s.active == viewer
                card = index[-1] if in_heap else value
                if is_own or is_active or card < 0 or (in_heap and not value):
                    continue
                if in_heap or not worlds or any(_cell(world, field.name, index) != value for world in worlds):
                    yield (field.name, *index), card

    def put(self, s: Any, place: Place, old: int, new: int) -> None:
        """Let the card `new` lie at `place` instead of `old`."""
        name, *index = place
        if name in self.heaps:
            for kind, change in ((old, -1), (new, 1)):
                at = [*index[:-1], kind]
                assert kind < self._kinds(name), (
                    f"a field that is not public holds {kind}, but {name} counts kinds of cards below "
                    f"{self._kinds(name)}: such a field must hold a kind of card, or stand in `heaps`"
                )
                _set(s, name, at, _cell(s, name, at) + change)
        elif index:
            _set(s, name, index, new)
        else:
            setattr(s, name, new)

    def shows(self, both: Parallel, viewer: int | None) -> bool:
        """Tell whether the worlds differ, after a step, in a field that the viewer may see."""
        first, second = both.after
        return visible(first, viewer) != visible(second, viewer)

    def draws(self, s: Any, step: Step, code: int) -> Draw | None:
        """Find the heap from which a step takes the card that its words name, and the heap to which it goes."""
        phrase = step.outcome if isinstance(step, Chance) else step.action
        owner = type(phrase).__name__
        named = [part.name for part in parts_of(phrase) if self.game.kind(owner, part.name) == "card"]
        if len(named) != 1:
            return None
        words = notation.blanks(type(phrase))[named[0]][0]
        assert isinstance(words, tuple)
        kind = words.index(getattr(phrase, named[0]))
        make(self.game.rules, after := fields.clone(s), (-1 if isinstance(step, Chance) else step.seat, code))
        heaps = {place: (_cell(s, *_split(place)), _cell(after, *_split(place))) for place in self._heaps(kind)}
        source = [place for place, (before, now) in heaps.items() if now == before - 1]
        target = [place for place, (before, now) in heaps.items() if now == before + 1]
        if len(source) != 1:
            return None

        def same_with(other: int) -> int:
            changed: Any = replace(phrase, **{named[0]: words[other]})
            if isinstance(step, Chance):
                found = self.game.outcome_code(s, changed)
                assert found is not None
                return found
            return self.game.action_code(changed)

        to = target[0][:-1] if target else ("table",)
        return Draw(source[0][:-1], kind, heaps[source[0]][0], to, same_with)

    def tries(self) -> tuple[str, ...]:
        """Return actions with all kinds of parts, each without its last word too, and nonsense."""
        found: list[str] = ["", "nonsense"]
        for action in self.game.actions:
            blanks: dict[str, Any] = notation.blanks(action)
            values = [words[0] if len(words) == 1 else range(words[1], words[2] + 1) for words in blanks.values()]
            some = islice(product(*values), TRIES_PER_ACTION)
            found += [str(action(**dict(zip(blanks, chosen, strict=True)))) for chosen in some]
            found.append(f"{action.form.split()[0]} nonsense")
        return tuple(found)

    def _kinds(self, heap: str) -> int:
        return next(field.shape[-1] for field in self.secret if field.name == heap)

    def _heaps(self, kind: int) -> Iterator[Place]:
        for field in self.secret:
            if field.name in self.heaps and kind < field.shape[-1]:
                yield from ((field.name, *index, kind) for index in product(*map(range, field.shape[:-1])))


def visible(s: Any, viewer: int | None) -> list[object]:
    """Return the numbers of a state that the table of fields lets a viewer see."""
    seen: list[object] = []
    for field in fields.fields(type(s)):
        value = getattr(s, field.name)
        if field.seen_by == fields.PUBLIC or (field.seen_by == fields.ACTIVE and s.active == viewer):
            seen.append(value)
        elif field.seen_by == fields.OWNER and viewer is not None:
            seen.append(value[viewer])
    return seen


def _split(place: Place) -> tuple[str, tuple[int, ...]]:
    return place[0], place[1:]


def _cell(s: Any, name: str, index: Any) -> int:
    value = getattr(s, name)
    for n in index:
        value = value[n]
    return int(value)


def _set(s: Any, name: str, index: list[int], value: int) -> None:
    row = getattr(s, name)
    for n in index[:-1]:
        row = row[n]
    row[index[-1]] = value
