"""The bots and stand-ins of a game: what they have to decide, and when they move. They think elsewhere."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from toctoc.games.game import Action, Event, Game, View
from toctoc.games.match import Match


class BotDecision(Protocol):
    """What a bot has decided."""

    @property
    def action(self) -> Action: ...
    @property
    def after_ms(self) -> int | None:
        """Return how long the hand takes in a race; None for a decision that is none of a race."""


class Player(Protocol):
    """A bot, as the table knows one."""

    @property
    def searches(self) -> bool:
        """Tell whether it takes its time to decide."""

    def observe(self, event: Event) -> None:
        """Learn of an event that its seat is shown."""

    def decide(self, view: View, legal: Sequence[Action], at_once: bool = False) -> BotDecision:
        """Choose one of the legal actions; `at_once` without a search."""


# Bot's name, game, players, options, seat, seed.
MakePlayer = Callable[[str, Game, int, Mapping[str, Any], int, int], Player]


@dataclass(frozen=True, slots=True)
class PendingDecision:
    """A decision that a bot has to make, anywhere and at leisure: `think` touches nothing of the table."""

    seat: int
    moment: int  # of the game when it was asked for
    asked_at: int
    player: Player
    past: Match | None  # a copy, which a bot that has just sat down replays: that takes milliseconds
    news: Sequence[Event]
    view: View
    legal: Sequence[Action]

    def think(self, at_once: bool = False) -> BotDecision:
        """Let the bot observe the new events, and decide; `at_once` without a search."""
        for event in self.past.history(self.seat) if self.past else self.news:
            self.player.observe(event)
        return self.player.decide(self.view, self.legal, at_once)


@dataclass(slots=True)
class _BotSeat:
    """A seat that a bot plays: what it has not heard yet, and what it will do."""

    name: str
    player: Player
    news: list[Event]
    is_thinking: bool = False
    plan: tuple[int, Action, int] | None = None  # at which moment of the game, what, and when
    moved_at: int = 0
    reaction: tuple[int, int] | None = None  # since when it could throw, and when its hand is there


@dataclass(slots=True)
class Bots:
    """The bots and stand-ins of the game that is being played, by seat."""

    seats: dict[int, _BotSeat] = field(default_factory=dict)

    @property
    def are_thinking(self) -> bool:
        """Tell whether a bot is asked for a decision that it has not made yet."""
        return any(bot.is_thinking for bot in self.seats.values())

    def clear(self) -> None:
        """Dismiss all."""
        self.seats.clear()

    def observe(self, seat: int, events: Sequence[Event]) -> None:
        """Keep what a seat was shown until its bot thinks again."""
        if bot := self.seats.get(seat):
            bot.news += events

    def dismiss(self, seat: int) -> None:
        """Let a seat's bot go."""
        self.seats.pop(seat, None)

    def pending(
        self, match: Match, moment: int, seat: int, name: str, seed: int, at: int, make: MakePlayer
    ) -> PendingDecision | None:
        """Return the decision that a seat's bot has to make now; None if it is at it, or has decided."""
        bot, past = self.seats.get(seat), None
        if bot is None or bot.name != name:
            player = make(name, match.game, match.players, match.options, seat, seed)
            bot, past = _BotSeat(name, player, []), match.copy()
            self.seats[seat] = bot
        if bot.is_thinking or (bot.plan and bot.plan[0] == moment):
            return None
        bot.is_thinking, bot.plan = True, None
        news, bot.news = bot.news, []
        return PendingDecision(seat, moment, at, bot.player, past, news, match.view(seat), match.legal(seat))

    def decided(
        self, pending: PendingDecision, decision: BotDecision, at: int, pause: int, window_since: int | None
    ) -> None:
        """Plan the move that a bot decided on: after a `pause`; in a race, when its hand is there."""
        bot = self.seats.get(pending.seat)
        if bot is None or bot.player is not pending.player:
            return
        bot.is_thinking = False
        if decision.after_ms is None or window_since is None:
            due = pending.asked_at + pause
        else:
            since = max(window_since, bot.moved_at)  # a second throw takes its time again
            if bot.reaction is None or bot.reaction[0] != since:
                bot.reaction = (since, since + decision.after_ms)
            due = bot.reaction[1]
        bot.plan = (pending.moment, decision.action, max(due, at))

    def moved(self, seat: int, at: int) -> None:
        """Note that a seat's bot does now what it had planned."""
        bot = self.seats[seat]
        bot.plan, bot.moved_at = None, at

    def due(self, moment: int) -> list[tuple[int, int, Action]]:
        """Return when which seat does what, earliest first."""
        plans = [(b.plan[2], seat, b.plan[1]) for seat, b in self.seats.items() if b.plan and b.plan[0] == moment]
        return sorted(plans, key=lambda plan: plan[:2])
