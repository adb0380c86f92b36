"""Take the picture of the guide to the terminal: `python -m tests.cli.screenshot` writes docs/images/play.svg."""

import io
import re
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console, Group, RenderableType
from rich.text import Text

from tests.cli.fakes import Paper, play, session
from toctoc.cli.terminal.session import PlayerLeft, Session

FILE = Path(__file__).parents[2] / "docs" / "images" / "play.svg"
SEED, QUESTION_NUMBER = 21, 9  # a game, and how far into it the picture is taken


class Camera(Paper):
    """Keeps what the last question looks like, with what happened before it."""

    def __init__(self) -> None:
        super().__init__(str)
        self.recent: list[Text] = []
        self.picture: RenderableType = ""
        self.questions = 0

    def happened(self, table: RenderableType, news: Sequence[Text]) -> None:  # drawn with the question
        self.recent += news

    def ask(self, table: RenderableType, question: RenderableType, notice: str = "") -> str:  # there is none
        self.questions += 1
        if self.questions == QUESTION_NUMBER:
            self.picture = Group(table, "", *self.recent, "", question, "> ")
            raise PlayerLeft
        return self.answers()

    def forget(self) -> None:
        self.recent.clear()


def taken() -> str:
    """The picture as SVG, without anything that a reader's machine would have to fetch."""
    camera = Camera()
    camera.console = Console(width=80, highlight=False, markup=False, file=io.StringIO(), force_terminal=True)

    def first_choice(table: Session) -> str:
        return str(table.match.legal(table.seat)[0])

    table, _ = session("toctoctoc", first_choice, players=4, seed=SEED)
    camera.answers = lambda: first_choice(table)
    table.display = camera
    play(table)
    film = Console(width=80, record=True, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    film.print(camera.picture)
    svg = film.export_svg(title="toctoc play toctoctoc", unique_id="toctoc")
    svg = re.sub(r"\s*@font-face {.*?}", "", svg, flags=re.DOTALL)
    return re.sub(r"\s*<!-- .*? -->", "", svg)


if __name__ == "__main__":
    FILE.write_text(taken(), encoding="utf-8", newline="\n")
