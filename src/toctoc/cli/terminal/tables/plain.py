"""Draw the table of any game from data alone: the fields of its view, in words."""

from collections.abc import Iterator, Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from toctoc.cli.terminal.paint import painted
from toctoc.cli.terminal.speech import Speaker
from toctoc.cli.terminal.tables import Look
from toctoc.core import view_fields
from toctoc.core.registry import GAMES
from toctoc.lang import Catalogue
from toctoc.lang.needed import aid_kinds


def draw(view: Any, look: Look) -> RenderableType:
    """Draw the public fields, line by line, then those of the viewer and the memory aid; without a frame."""
    game, speaker = GAMES[look.speaker.game], look.speaker
    public = [*_common(view, speaker), *field_lines(view_fields.public(game), view, speaker)]
    own = field_lines(view_fields.own(game), view, speaker) if hasattr(view, "seat") else []
    lines = [painted(line, speaker) for line in [*public, *own, *_seen(look)]]
    return Group(Text(speaker.say.title(game), "bold"), *lines)


def question(view: Any, speaker: Speaker) -> str:
    """Return the question of the phase."""
    return speaker.text(f"phase.{view.phase}")


def _common(view: Any, speaker: Speaker) -> Iterator[str]:
    """Say the fields of every view: the players to act, and the points."""
    say = speaker.say
    if view.to_act:
        players = say("list.comma").join(map(speaker.player, view.to_act))
        phase = say(f"{speaker.game}.phase.{view.phase}")
        yield _labelled(say("field.to_act"), f"{players} ({phase})", say)
    yield _labelled(say("field.scores"), speaker.shown(view_fields.ViewField("number", "seats"), view.scores), say)


def field_lines(fields: Mapping[str, view_fields.ViewField], view: Any, speaker: Speaker) -> Iterator[str]:
    """Say each field that shows something; of those with a sentence for each seat, one line a seat."""
    for name, field in fields.items():
        value = getattr(view, name)
        label = speaker.text(f"field.{name}")
        if field.kind == "flag" and not any(value if isinstance(value, tuple) else [value]):
            continue
        if field.kind == "flag" and field.many == "one":
            yield label
        elif field.many == "seats" and field.parts and value:
            one = view_fields.ViewField(field.kind, parts=field.parts)
            yield _labelled(label, "", speaker.say)
            yield from (f"  {speaker.shown(one, part)}" for part in value)
        elif value is not None and value != ():
            yield _labelled(label, speaker.shown(field, value), speaker.say)


def _labelled(label: str, value: str, say: Catalogue) -> str:
    """Write a label before a value, as the language does; or before the lines that follow."""
    return say("field.of-seat", player=label, value=value).rstrip()


def _seen(look: Look) -> Iterator[str]:
    """Say the marks of the memory aid: a line for every seat or place with one."""
    speaker, say = look.speaker, look.speaker.say
    if not look.aid:
        return
    where_kind, what_kind = aid_kinds(GAMES[speaker.game])
    if isinstance(look.aid, tuple) and not any(isinstance(part, tuple) for part in look.aid):
        yield _labelled(say("field.aid"), speaker.cards(look.aid), say)  # cards of no seat and no place
        return
    rows = look.aid.items() if isinstance(look.aid, Mapping) else enumerate(look.aid)
    lines = []
    for where, what in rows:
        parts = what if isinstance(what, tuple) else (what,)
        if any(part is not None for part in parts):
            known = [say("field.unknown") if part is None else speaker.word(what_kind, part) for part in parts]
            at = speaker.player(where) if isinstance(where, int) else speaker.word(where_kind, where)
            lines.append("  " + _labelled(at, say("list.comma").join(known), say))
    if lines:
        yield _labelled(say("field.aid"), "", say)
        yield from lines
