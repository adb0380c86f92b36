"""Define the interface of a bot: the information about its seat, the events that it observes, its decisions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from toctoc.core.game import Action, Event, Game, View
from toctoc.core.options import Options

Traits = Sequence[Sequence[float]]  # a row for each seat, in the order of its game's `policy.TRAITS`
TEMPERATURE = 0  # every game's first trait: the softmax temperature of the policy


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """Hold everything that a bot receives before a game.

    Args:
        game: The `Game` of the match.
        players: The number of players.
        options: All options of the match.
        seat: The seat of the bot.
        seed: The same seed and the same events give the same decisions.

    Example:
        >>> from random import Random
        >>> from toctoc import Match
        >>> from toctoc.bots import SeatInfo
        >>> match = Match("toctoctoc", 3, chance=Random(7).randrange)
        >>> SeatInfo(match.game, match.players, match.options, seat=0, seed=1).game.title
        'Toc Toc Toc!'
    """

    game: Game
    players: int
    options: Options
    seat: int
    seed: int


@dataclass(frozen=True, slots=True)
class Reason:
    """Hold the reason of a decision, for translation.

    Args:
        code: The end of a key of the language catalogues, `<game>.reason.<code>`.
        params: The values of its sentence.

    Example:
        >>> from toctoc.bots import Reason
        >>> Reason(code="offer-open", params={"to": 2, "percent": 56}).params["to"]
        2
    """

    code: str
    params: Mapping[str, str | int]


@dataclass(frozen=True, slots=True)
class Decision:
    """Hold an action with its reason.

    Args:
        action: One of the legal actions.
        reason: The reason.
        after_ms: In a snap window, the reaction time in milliseconds; else None.
        chances: In a hint of a net, the likeliest actions, best first, each with the win probability after it.

    Example:
        >>> from toctoc.bots import Decision, Reason
        >>> Decision("pass", Reason("random", {}), after_ms=None).chances
        ()
    """

    action: Action
    reason: Reason
    after_ms: int | None
    chances: tuple[tuple[Action, float], ...] = ()


class Bot(Protocol):
    """Play one seat, as a protocol: any class with these two methods is a bot. A bot never reads a state.

    Its constructor receives a `SeatInfo`.

    Example:
        >>> from random import Random
        >>> from toctoc import Match
        >>> from toctoc.bots import Bot, SeatInfo, make
        >>> match = Match("toctoctoc", 3, chance=Random(7).randrange)
        >>> seats = [SeatInfo(match.game, match.players, match.options, seat, seed=1) for seat in range(3)]
        >>> players: list[Bot] = [make("apprenti", each) for each in seats]
        >>> for seat, bot in enumerate(players):
        ...     match.follow(seat, bot.observe)
        >>> while (seat := match.asked) is not None:
        ...     _ = match.play(seat, players[seat].act(match.view(seat), match.legal(seat)))
        >>> match.winners
        (0,)
    """

    def observe(self, event: Event) -> None:
        """Receive `event`, as the seat is shown it."""

    def act(self, view: View, legal: Sequence[Action]) -> Action:
        """Return one of the actions in `legal`, given the `view` of the seat. `legal` is never empty."""
