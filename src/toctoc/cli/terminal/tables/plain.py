"""A table of any game, drawn from data alone: what is seen, field by field, in words."""

from typing import Any

from rich.console import Group, RenderableType

from toctoc.cli.terminal.paint import painted
from toctoc.cli.terminal.speech import Speaker
from toctoc.cli.terminal.tables import Look, framed
from toctoc.games import seen
from toctoc.games.registry import GAMES


def draw(view: Any, look: Look) -> RenderableType:
    """Draw what everybody sees on the table, and what only the viewer sees below it."""
    game, speaker = GAMES[look.speaker.game], look.speaker
    scores = speaker.shown(seen.Field("number", "seats"), view.scores)
    public = [f"{speaker.say('field.scores')}: {scores}", *_lines(seen.public(game), view, speaker)]
    own = _lines(seen.own(game), view, speaker) if hasattr(view, "seat") else []
    table = framed(look, *(painted(line, speaker) for line in public))
    return Group(table, *(painted(line, speaker) for line in own))


def question(view: Any, speaker: Speaker) -> str:
    """Say what is asked in this phase."""
    key = f"ask.{view.phase}"
    return speaker.text(key if f"{speaker.game}.{key}" in speaker.say else f"phase.{view.phase}")


def _lines(fields: dict[str, seen.Field], view: Any, speaker: Speaker) -> list[str]:
    """Say each field that shows something; of those with a sentence for each seat, one line a seat."""
    lines = []
    for name, field in fields.items():
        value = getattr(view, name)
        label = speaker.text(f"field.{name}")
        if field.kind == "flag":
            lines += [label] if value else []
        elif field.many == "seats" and field.parts:
            one = seen.Field(field.kind, parts=field.parts)
            lines += [f"{label}:", *(f"  {speaker.shown(one, part)}" for part in value)]
        elif value is not None and value != ():
            lines.append(f"{label}: {speaker.shown(field, value)}")
    return lines
