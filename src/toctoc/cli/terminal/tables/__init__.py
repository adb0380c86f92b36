"""Draw the table of each game, from what it shows one viewer and from nothing else."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from toctoc.cli.terminal.paint import Signs
from toctoc.cli.terminal.speech import Speaker
from toctoc.games.game import Event
from toctoc.games.registry import GAMES

WIDEST = 80  # columns of a table


@dataclass(frozen=True, slots=True)
class Look:
    """How a table is drawn, and for whom."""

    speaker: Speaker
    signs: Signs
    width: int
    aid: Any = None  # what the memory aid marks (`Knowledge.aid`); None without it
    shown: tuple[Event, ...] = field(default=())  # what was shown just now, and will not be shown again


@dataclass(frozen=True, slots=True)
class Drawing:
    """What a module of this folder has."""

    draw: Callable[[Any, Look], RenderableType]  # the view, and how
    question: Callable[[Any, Speaker], str]  # what the viewer is asked now


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
