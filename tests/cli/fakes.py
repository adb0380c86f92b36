"""A display without a terminal: it keeps what it is given to show, and answers from a script or at random."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from random import Random

from rich.console import Console, RenderableType
from rich.text import Text

from tests.games.conformance import conformance
from toctoc import Match, lang
from toctoc.bots import SeatInfo, make
from toctoc.cli.terminal.menus import Menu
from toctoc.cli.terminal.session import PlayerLeft, Session
from toctoc.cli.terminal.speech import Speaker
from toctoc.core.game import Action, Event, View

NAMES = ("You", "Berta", "Carl", "Dora", "Emil")


class Paper:
    """Everything that was shown, as plain text, in order."""

    def __init__(self, answers: Callable[[], str]) -> None:
        self.console = Console(width=100, color_system=None, highlight=False, markup=False)
        self.answers = answers
        self.shown: list[str] = []
        self.notices: list[str] = []  # what was said about answers that were none
        self.hidden: list[str] = []  # what was shown for a moment only
        self.blind = False  # for speed, where it does not matter what is shown

    def rendered(self, *parts: RenderableType) -> str:
        if self.blind:
            return ""
        with self.console.capture() as captured:
            for part in parts:
                self.console.print(part)
        return captured.get()

    def welcome(self, lines: Sequence[Text]) -> None:
        self.shown.append(self.rendered(*lines))

    def happened(self, table: RenderableType, news: Sequence[Text]) -> None:
        self.shown.append(self.rendered(*news, table))

    def wait(self) -> None:
        """Nobody reads along."""

    def ask(self, table: RenderableType, question: RenderableType, notice: str = "") -> str:
        self.shown.append(self.rendered(table, notice, question))
        self.notices += [notice] if notice else []
        answer = self.answers()
        self.shown.append(f"> {answer}\n")
        return answer

    def peek(self, table: RenderableType, news: Sequence[Text]) -> None:
        self.hidden.append(self.rendered(table, *news))

    def stop(self, news: Sequence[Text]) -> None:
        self.shown.append(self.rendered(*news))

    def read(self, text: RenderableType) -> None:
        self.shown.append(self.rendered(text))

    def unseen(self) -> Sequence[Text]:
        return ()

    def forget(self) -> None:
        """Everything is kept."""

    @property
    def text(self) -> str:
        return "".join(self.shown)

    @property
    def last(self) -> str:
        """What was shown before the last answer."""
        return self.shown[-2]


def session(
    game: str,
    answers: Callable[[Session], str],
    players: int = 3,
    seat: int = 0,
    seed: int = 1,
    language: str = "en",
    in_words: bool = False,
    **chosen: object,
) -> tuple[Session, Paper]:
    """A table with random bots, and the paper on which it is shown."""
    match = Match(game, players, {"creator": seat, **chosen}, chance=Random(f"lots {seed}").randrange)
    speaker = Speaker(lang.load(language), game, NAMES[:players], seat)
    seat_infos = (
        SeatInfo(match.game, players, match.options, other, seed) for other in range(players) if other != seat
    )
    bots = {seat_info.seat: make("random", seat_info) for seat_info in seat_infos}
    paper = Paper(lambda: answers(table))
    table = Session(match, seat, bots, speaker, paper, in_words)
    return table, paper


def scripted(*lines: str) -> Callable[[Session], str]:
    """Those answers one after the other, then leave."""
    rest: Iterator[str] = iter(lines)
    return lambda _: next(rest, "quit")


def at_random(seed: int, moves: int = 100_000) -> Callable[[Session], str]:
    """Any legal action, in notation; after so many moves, leave."""
    rng = Random(seed)
    left = iter(range(moves))
    return lambda table: "quit" if next(left, None) is None else str(rng.choice(table.match.legal(table.seat)))


def lively(match: Match, seat: int, rng: Random) -> Action:
    """Act as the last of the game's random players does, who looks at cards so that something happens."""
    known = conformance(match.game.name)
    code = (*known.policies, *known.peeking)[-1](match.game.rules, match.state, seat, rng)
    return match.game.action(match.state, code)


class Lively:
    """A bot for tests: it sees everything."""

    def __init__(self, match: Match, seat: int, rng: Random) -> None:
        self.match, self.seat, self.rng = match, seat, rng

    def observe(self, event: Event) -> None:
        """It remembers nothing."""

    def act(self, view: View, legal: Sequence[Action]) -> Action:
        return lively(self.match, self.seat, self.rng)


def all_answers(here: Menu, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Action]]:
    """Every way to answer a question and those that follow it."""
    for item in here.items:
        if isinstance(item.then, Menu):
            yield from all_answers(item.then, (*path, item.key))
        else:
            yield (*path, item.key), item.then


def play_blind(table: Session, paper: Paper) -> None:
    """To the end, without drawing anything."""
    paper.blind = True
    table.play()


def play(table: Session) -> None:
    """Until the end, or until the script is done."""
    with suppress(PlayerLeft):
        table.play()


def actions(table: Session) -> list[Action]:
    """What the player has done."""
    return [step.action for step in table.match.steps if getattr(step, "seat", None) == table.seat]  # type: ignore[union-attr]  # a move
