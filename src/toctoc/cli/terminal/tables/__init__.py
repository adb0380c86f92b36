"""Draw the table of each game, from the view of one viewer alone."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from toctoc.cli.terminal.paint import Signs
from toctoc.cli.terminal.speech import Speaker
from toctoc.core.game import Event
from toctoc.core.registry import GAMES

WIDEST = 80  # columns of a table


@dataclass(frozen=True, slots=True)
class Look:
    """The parameters of a drawing."""

    speaker: Speaker
    signs: Signs
    width: int
    aid: Any = None  # marks of the memory aid (`Knowledge.aid`); None without it
    shown: tuple[Event, ...] = field(default=())  # events that are visible in this drawing only


@dataclass(frozen=True, slots=True)
class Drawing:
    """The functions of a module of this folder."""

    draw: Callable[[Any, Look], RenderableType]  # the view, and how
    question: Callable[[Any, Speaker], str]  # the question to the viewer
    help_signs: Callable[[Signs], Mapping[str, str]] = lambda _: {}  # by blank of `GAME.help`


def framed(look: Look, *body: RenderableType, legend: str = "") -> Panel:
    """Draw a table top: the game's title above, the legend below."""
    title = look.speaker.say.title(GAMES[look.speaker.game])
    return Panel(
        Group(*body),
        title=Text(title, "bold not dim"),
        subtitle=Text(legend, "not dim") if legend else None,
        width=min(look.width, WIDEST),
        border_style="dim",
    )
