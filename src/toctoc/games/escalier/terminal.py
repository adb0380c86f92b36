"""Draw the table of L'Escalier hanté: a disc with five places and four ghosts."""

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from toctoc.cli.terminal.paint import QUIET, player
from toctoc.cli.terminal.speech import Speaker, capital
from toctoc.cli.terminal.tables import Look, framed
from toctoc.games.escalier.events import Guessed, Turned
from toctoc.games.escalier.view import TableView
from toctoc.games.escalier.words import COLOURS

# Line and column of the upper left corner of each place; clockwise, as on the disc.
CORNERS = {"white": (0, 13), "red": (3, 24), "green": (7, 20), "blue": (7, 6), "yellow": (3, 2)}
CELL, LINES, COLUMNS = 9, 11, 36
STYLES = {"red": "red", "green": "green", "blue": "bright_blue", "yellow": "yellow", "white": "bright_white"}
GHOST = (" .-. ", "(o o)", "'~~~'")
ASKED_ABOUT = (" .-. ", "(? ?)", "'~~~'")
TRIED = (" .-. ", "(x x)", "'~~~'")
CHILD = (" ,,, ", "(^_^)", "/{:|^3}\\")
FREE = ("     ", " . . ", "     ")


def draw(view: TableView, look: Look) -> RenderableType:
    table = Table.grid(padding=(0, 1))
    table.add_column(min_width=COLUMNS, no_wrap=True)
    table.add_row(_disc(view, look), _scores(view, look))
    return framed(look, _piles(view, look), table)


def question(view: TableView, speaker: Speaker) -> str:
    if view.question:
        return speaker.text("ask.answer", seat=view.active, place=view.question.place)
    return speaker.text(f"ask.{view.phase}", colour=view.sought, place=view.free)


def _piles(view: TableView, look: Look) -> Text:
    say = look.speaker.say
    parts = [say("escalier.table.pile", n=view.pile), say("escalier.table.discard", n=view.discard)]
    if view.sought:
        parts.append(look.speaker.text("table.sought", colour=view.sought))
    elif view.last:
        parts.append(say("escalier.table.last", card=look.speaker.word("card", view.last)))
    return Text(f" {look.signs.dot} ".join(parts), "bold")


def _scores(view: TableView, look: Look) -> Table:
    table = Table.grid(padding=(0, 1))
    table.add_column(min_width=1)
    table.add_column(min_width=8, max_width=14)
    table.add_column(min_width=8, no_wrap=True)
    for _ in range(3):
        table.add_row("")
    for seat, won in enumerate(view.scores):
        mark = look.signs.turn if view.to_act == (seat,) else " "
        table.add_row(
            Text(mark, "bold"), player(seat, look.speaker), look.speaker.say("escalier.table.won", n=won)
        )
    return table


def _disc(view: TableView, look: Look) -> Text:
    """Draw the five places on a grid of characters."""
    sheet = [[(" ", "")] * COLUMNS for _ in range(LINES)]
    for place, (line, column) in CORNERS.items():
        picture, style = _picture(place, view, look)
        label = _label(place, view, look)
        for n, row in enumerate(picture):
            _write(sheet, line + n, column + (CELL - len(row)) // 2, row, style)
        _write(sheet, line + 3, column + (CELL - len(label)) // 2, label, f"bold {STYLES[place]}")
    lines = [Text.assemble(*row) for row in sheet]
    return Text("\n").join(lines)


def _write(sheet: list[list[tuple[str, str]]], line: int, column: int, text: str, style: str) -> None:
    for n, sign in enumerate(text):
        sheet[line][column + n] = (sign, style)


def _picture(place: str, view: TableView, look: Look) -> tuple[tuple[str, ...], str]:
    child = _shown(place, look)
    if child:
        return tuple(row.format(_initial(child, look)) for row in CHILD), f"bold {STYLES[child]}"
    if place == view.free:
        return FREE, QUIET
    if look.aid and place in look.aid:
        initial = _initial(look.aid[place], look)
        return (*GHOST[:2], f"'{initial:~^3}'"), ""
    if view.question and view.question.place == place:
        return ASKED_ABOUT, ""
    if place in view.tried:
        return TRIED, QUIET
    return GHOST, ""


def _shown(place: str, look: Look) -> str | None:
    """Return the child just shown at `place` (E5, E9, E10); None if none was."""
    for event in look.shown:
        if isinstance(event, Turned | Guessed) and event.place == place:
            return event.child
    return None


def _label(place: str, view: TableView, look: Look) -> str:
    label = look.speaker.word("label", place)
    if place == view.free:
        return f"{label} ({look.speaker.say('escalier.table.free')})"
    return label


def _initial(colour: str, look: Look) -> str:
    """Return the shortest unique prefix of a colour's name: `B`, but `Gr` and `Ge` if two names share a letter."""
    names = {each: capital(look.speaker.word("colour", each)) for each in COLOURS}
    name = names[colour]
    starts = [name[:length] for length in range(1, len(name) + 1)]
    return next(start for start in starts if sum(other.startswith(start) for other in names.values()) == 1)
