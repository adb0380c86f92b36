"""Draw the table of Toc Toc Toc! in a terminal: a line for each party, a column for each creature (T23)."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from toctoc.cli.terminal.paint import QUIET, Signs, painted, player
from toctoc.cli.terminal.speech import Speaker, capital
from toctoc.cli.terminal.tables import Look, framed
from toctoc.games.toctoctoc.view import Column, House, SeatView, TableView

WIDE = 76  # terminal columns; in narrower ones headings are shortened
CREATURE_STYLES = {"monster": "green", "ghost": "bright_white", "vampire": "magenta"}


def draw(view: TableView, look: Look) -> RenderableType:
    say, speaker = look.speaker.say, look.speaker
    pile = say("toctoctoc.table.pile", n=view.pile)
    if view.top:
        pile += f" {look.signs.dot} " + say("toctoctoc.table.top", card=speaker.word("card", view.top))
    top = framed(look, Text(pile, "bold"), _parties(view, look), legend=_legend(look))
    return Group(top, *(painted(line, speaker) for line in _remarks(view, look)))


def question(view: TableView, speaker: Speaker) -> str:
    if view.door and view.phase == "answer":
        return speaker.text("ask.answer", seat=view.door.seat)
    if view.revealed:
        return speaker.text(f"ask.{view.phase}", card=view.revealed.card, revealer=view.revealed.revealer)
    return speaker.text("ask.offer")


def help_signs(signs: Signs) -> dict[str, str]:
    """Return the sign of each kind of guest."""
    either = signs.either
    return {"plain": either("●", "o"), "brute": either("■", "B"), "musician": either("♪", "M")}


def _parties(view: TableView, look: Look) -> Table:
    speaker = look.speaker
    table = Table(box=None, padding=(0, 1), pad_edge=False, header_style="bold underline")
    table.add_column()
    table.add_column(min_width=8, max_width=18)
    for column in view.houses[0].party:
        table.add_column(_heading(speaker.word("creature", column.creature), look), min_width=5)
    for name in ("scarecrows", "points", "hand"):
        table.add_column(_heading(speaker.say(f"toctoctoc.table.{name}"), look), justify="center")
    for house in view.houses:
        table.add_row(*_party(view, house, look))
    return table


def _party(view: TableView, house: House, look: Look) -> list[RenderableType]:
    guests = [_guests(column, look.signs) for column in house.party]
    return [
        _mark(view, house.seat, look.signs),
        player(house.seat, look.speaker),
        *guests,
        Text(str(house.scarecrows or look.signs.dot), "" if house.scarecrows else QUIET),
        Text(str(house.score), "bold"),
        Text(look.signs.card * house.cards_in_hand or "0", "" if house.cards_in_hand else QUIET),
    ]


def _guests(column: Column, signs: Signs) -> Text:
    style = CREATURE_STYLES[column.creature]
    sign = help_signs(signs)
    marks = sign["plain"] * column.plain + sign["brute"] * column.brutes + sign["musician"] * column.musicians
    return Text(marks, style) if marks else Text(signs.dot, QUIET)


def _mark(view: TableView, seat: int, signs: Signs) -> Text:
    """Return the mark of a seat: a card at its door, its turn, or a space."""
    if view.door and view.door.to == seat:
        return Text(signs.either("◆", "*"), "bold")
    return Text(signs.turn if view.active == seat and view.phase != "over" else " ", "bold")


def _legend(look: Look) -> str:
    return look.speaker.say("toctoctoc.table.legend", **help_signs(look.signs))


def _remarks(view: TableView, look: Look) -> list[str]:
    speaker = look.speaker
    lines = []
    if view.out:
        lines.append(speaker.say("toctoctoc.table.out", cards=speaker.cards(view.out)))
    for seat, seen in (look.aid or {}).items():
        if seen:
            lines.append(speaker.text("table.seen", seat=seat, cards=speaker.cards(seen)))
    if isinstance(view, SeatView):
        lines += _own(view, speaker)
    elif view.door:
        lines.append(speaker.text("table.door", seat=view.door.seat, to=view.door.to))
    return lines


def _own(view: SeatView, speaker: Speaker) -> list[str]:
    lines = []
    if view.door and view.offered:
        lines.append(speaker.text("table.offered", to=view.door.to, card=view.offered))
    elif view.door and view.door.to != view.seat:
        lines.append(speaker.text("table.door", seat=view.door.seat, to=view.door.to))
    if view.hand:
        lines.append(speaker.say("toctoctoc.table.your-hand", cards=speaker.cards(view.hand)))
    elif view.phase != "over":
        lines.append(speaker.text("table.no-hand"))
    return lines


def _heading(word: str, look: Look) -> str:
    return capital(word if look.width >= WIDE else word[:4])
