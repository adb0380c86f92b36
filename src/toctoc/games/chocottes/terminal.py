"""Draw the table of Toc Chocottes in a terminal: rows of face-down cards (C27)."""

from collections.abc import Mapping, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from toctoc.cli.terminal.paint import QUIET, Signs, painted, player
from toctoc.cli.terminal.speech import Speaker
from toctoc.cli.terminal.tables import Look, framed
from toctoc.games.chocottes.events import YouExchanged, YouLookedAt
from toctoc.games.chocottes.view import SeatView, TableView

BOX = 5  # columns of a card


def draw(view: TableView, look: Look) -> RenderableType:
    parts: list[RenderableType] = [framed(look, _piles(view, look), _others(view, look))]
    if isinstance(view, SeatView) and view.row_sizes[view.seat]:
        parts += _own(view, look)
    if view.effects:
        parts.append(painted(_effects(view, look.speaker), look.speaker))
    return Group(*parts)


def question(view: TableView, speaker: Speaker) -> str:
    if view.phase == "effect":
        return speaker.text(f"ask.effect.{view.effects[0].value}", seat=view.active)
    if view.window:
        return speaker.say("chocottes.ask.window", value=view.window.value)
    drawn = view.drawn if isinstance(view, SeatView) else None
    return speaker.text(f"ask.{view.phase}", card=drawn)


def short(card: str, signs: Signs) -> str:
    """Return a card in at most three characters; a sign before its value marks a dream."""
    return card.replace("dream-", signs.either("☾", "d"))


def _piles(view: TableView, look: Look) -> Text:
    say, dot = look.speaker.say, f" {look.signs.dot} "
    parts = [
        say("chocottes.table.round", round=view.round),
        say("chocottes.table.pile", n=view.pile),
        say("chocottes.table.discard", n=view.discard),
    ]
    if view.top:
        parts.append(say("chocottes.table.top", card=look.speaker.word("card", view.top)))
    if view.window:
        parts.append(say("chocottes.table.window", value=view.window.value))
    return Text(dot.join(parts), "bold")


def _others(view: TableView, look: Look) -> Table:
    """Draw each row in one line; `_own` draws the viewer's row larger."""
    table = Table.grid(padding=(0, 1))
    table.add_column()
    table.add_column(min_width=8, max_width=18)
    table.add_column(overflow="fold")
    table.add_column(justify="right", no_wrap=True)
    table.add_column(no_wrap=True)
    for seat, size in enumerate(view.row_sizes):
        mark = look.signs.turn if view.active == seat and view.phase != "over" else " "
        passed = view.window is not None and seat in view.window.passed
        known = view.rows or look.aid
        faces = known[seat] if known else [None] * size
        table.add_row(
            Text(mark, "bold"),
            player(seat, look.speaker),
            _small(faces, look.signs),
            look.speaker.say("chocottes.table.total", n=view.scores[seat]),
            Text(look.speaker.say("chocottes.table.passed") if passed else "", QUIET),
        )
    return table


def _small(faces: Sequence[str | None], signs: Signs) -> Text:
    """Write each card as its place, `[1]`; a card face up or known by the memory aid as `[1:7]`."""
    text = Text()
    for place, face in enumerate(faces, 1):
        text.append(f"[{place}{':' + short(face, signs) if face else ''}]", "bold" if face else "")
        text.append(" " if place < len(faces) else "")
    return text


def _own(view: SeatView, look: Look) -> list[RenderableType]:
    faces: dict[int, str] = {}
    known = view.rows or look.aid
    if known:
        faces = {place: card for place, card in enumerate(known[view.seat], 1) if card}
    for event in look.shown:
        if isinstance(event, YouLookedAt | YouExchanged):
            faces[event.place] = event.card
    rows = _boxes(view.row_sizes[view.seat], faces, look)
    if view.drawn:
        rows.append(
            Text(look.speaker.say("chocottes.table.drawn", card=look.speaker.word("card", view.drawn)), "bold")
        )
    return rows


def _boxes(size: int, faces: Mapping[int, str], look: Look) -> list[RenderableType]:
    """Draw the viewer's row, as many cards on a line as fit."""
    nw, ne, sw, se, flat, upright = tuple(look.signs.corners)
    each = max(1, (look.width - 1) // (BOX + 1))
    lines: list[RenderableType] = []
    for start in range(1, size + 1, each):
        top, middle, bottom = Text(), Text(), Text()
        for place in range(start, min(start + each, size + 1)):
            face = short(faces[place], look.signs) if place in faces else ""
            top.append(f"{nw}{flat * 3}{ne} ")
            middle.append(upright).append(f"{face:^3}" if face else look.signs.back * 3, "bold" if face else QUIET)
            middle.append(f"{upright} ")
            bottom.append(f"{sw}{place:{flat}^3}{se} ")
        lines += [top, middle, bottom]
    return lines


def _effects(view: TableView, speaker: Speaker) -> str:
    waiting = [speaker.text("table.effect", value=effect.value, seat=effect.seat) for effect in view.effects]
    return speaker.say("chocottes.table.effects", effects=speaker.say("list.comma").join(waiting))
