"""Define what an analysis says. Steps are counted as records do, the first one is 1."""

from msgspec import Struct

FORMAT = 1


class NoAnalysis(ValueError):
    """There is no analysis of that; the message says why in English, `code` for programs."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Said(Struct, frozen=True):
    """Say why: a code of the game's catalogue, and what fills its blanks."""

    code: str
    params: dict[str, str | int] = {}


class Point(Struct, frozen=True):
    """Say each seat's chance to win after so many steps."""

    step: int
    chances: tuple[float, ...]
    margins: tuple[float, ...]  # 95 of 100 such estimates are no farther off


class Turning(Struct, frozen=True):
    """Say where the seat's chance to win rose or fell most."""

    step: int  # that turned it
    before: float
    after: float
    margin: float  # of the difference


class Costly(Struct, frozen=True):
    """Say what a decision of the seat cost."""

    step: int  # that was decided
    done: str
    better: str
    chance: float  # to win, after what was done
    best: float  # after what would have been better
    margin: float  # of the difference
    reason: Said | None  # for the better one; None if it just won more often, as where everything is open


class Lapse(Struct, frozen=True):
    """Say where the seat lost track: all that it had been shown spoke against what it did."""

    step: int
    done: str
    reason: Said


class Analysis(Struct, frozen=True):
    """Hold how a game went, as one seat could know it."""

    format: int
    game: str
    seat: int
    open: bool  # everything was open: else only what the seat knew at each moment
    level: str  # as which everybody is taken to play on
    worlds: int  # that each estimate looks into; 0: all is open, so there is one
    playouts: int  # behind each point of the curve
    points: tuple[Point, ...]
    turnings: tuple[Turning, ...]
    decisions: int  # of the seat, with more than one thing to do
    costly: tuple[Costly, ...]  # the costliest first
    tracks: bool  # whether players have to remember in this game
    lapses: tuple[Lapse, ...]
