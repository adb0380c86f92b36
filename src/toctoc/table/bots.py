"""The bots and stand-ins at a table, who think elsewhere."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from toctoc.games.game import Action, Event, Game, View
from toctoc.games.match import Match

STAND_IN = "chasseur"


class Decision(Protocol):
    @property
    def action(self) -> Action: ...
    @property
    def after_ms(self) -> int | None:
        """In a race: how long the hand takes."""


class Player(Protocol):
    """A bot, as the table knows one: it is told what its seat is shown, and asked what its seat does."""

    def hear(self, event: Event) -> None: ...
    def decide(self, view: View, legal: Sequence[Action]) -> Decision: ...


# Bot's name, game, players, options, seat, seed.
MakePlayer = Callable[[str, Game, int, Mapping[str, Any], int, int], Player]


@dataclass(frozen=True, slots=True)
class PendingDecision:
    """A decision to be made, anywhere and at leisure: `think` touches nothing of the table."""

    seat: int
    moment: int  # of the game when it was asked for
    asked: int
    player: Player
    news: Sequence[Event]
    view: View
    legal: Sequence[Action]

    def think(self) -> Decision:
        for event in self.news:
            self.player.hear(event)
        return self.player.decide(self.view, self.legal)


@dataclass(slots=True)
class _BotSeat:
    name: str
    player: Player
    news: list[Event]
    thinking: bool = False
    plan: tuple[int, Action, int] | None = None  # at which moment of the game, what, and when
    moved: int = 0  # when it last did
    reaction: tuple[int, int] | None = None  # since when it could throw, and when its hand is there


@dataclass(slots=True)
class Bots:
    """The bots and stand-ins of the game that is being played."""

    seats: dict[int, _BotSeat] = field(default_factory=dict)

    def clear(self) -> None:
        self.seats.clear()

    def hear(self, seat: int, events: Sequence[Event]) -> None:
        if chair := self.seats.get(seat):
            chair.news += events

    def dismiss(self, seat: int) -> None:
        self.seats.pop(seat, None)

    def thought(
        self, match: Match, moment: int, seat: int, name: str, seed: int, at: int, make: MakePlayer
    ) -> PendingDecision | None:
        """What that seat's player has to think about now; nothing if it does already, or has decided."""
        chair = self.seats.get(seat)
        if chair is None or chair.name != name:
            player = make(name, match.game, match.players, match.options, seat, seed)
            chair = self.seats[seat] = _BotSeat(name, player, match.history(seat))
        if chair.thinking or (chair.plan and chair.plan[0] == moment):
            return None
        chair.thinking, chair.plan = True, None
        news, chair.news = chair.news, []
        return PendingDecision(seat, moment, at, chair.player, news, match.view(seat), match.legal(seat))

    def decided(
        self, thought: PendingDecision, decision: Decision, at: int, pause: int, window_since: int | None
    ) -> None:
        """The seat moves after its pause; in a race, when its hand is there."""
        chair = self.seats.get(thought.seat)
        if chair is None or chair.player is not thought.player:
            return
        chair.thinking = False
        if decision.after_ms is None or window_since is None:
            due = thought.asked + pause
        else:
            since = max(window_since, chair.moved)  # a second throw takes its time again
            if chair.reaction is None or chair.reaction[0] != since:
                chair.reaction = (since, since + decision.after_ms)
            due = chair.reaction[1]
        chair.plan = (thought.moment, decision.action, max(due, at))

    def moves(self, seat: int, at: int) -> None:
        chair = self.seats[seat]
        chair.plan, chair.moved = None, at

    def due(self, moment: int) -> list[tuple[int, int, Action]]:
        """When which seat does what; earliest first."""
        plans = [(c.plan[2], seat, c.plan[1]) for seat, c in self.seats.items() if c.plan and c.plan[0] == moment]
        return sorted(plans, key=lambda plan: plan[:2])
