"""The bots and stand-ins of a game: the decisions that they have to make, and the times of their moves."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from toctoc.core.game import Action, Event, Game, View
from toctoc.core.match import Match

from .game import LiveGame


class BotDecision(Protocol):
    """The action that a bot has chosen."""

    @property
    def action(self) -> Action: ...
    @property
    def after_ms(self) -> int | None:
        """Return the reaction time in a snap window; None for any other decision."""


class BotPlayer(Protocol):
    """A bot at one seat."""

    @property
    def searches(self) -> bool:
        """Tell whether its decisions take a search."""

    @property
    def is_quick(self) -> bool:
        """Tell whether it decides within milliseconds: it does not search, and is no program of others."""

    def observe(self, event: Event) -> None:
        """Observe an event of its seat."""

    def decide(self, view: View, legal: Sequence[Action], at_once: bool = False) -> BotDecision:
        """Choose one of the legal actions; `at_once` without a search."""


# Bot's name, game, players, options, seat, seed.
MakePlayer = Callable[[str, Game, int, Mapping[str, Any], int, int], BotPlayer]


@dataclass(frozen=True, slots=True)
class DecisionRequest:
    """A decision that a bot has to make. `think` may run in any thread: it uses nothing of the table."""

    seat: int
    moment: int  # of the game at the request
    requested_at: int
    player: BotPlayer
    past: Match | None  # a copy: a new bot observes its history first, which takes milliseconds
    events: Sequence[Event]  # since the last decision
    view: View
    legal: Sequence[Action]

    def think(self, at_once: bool = False) -> BotDecision:
        """Pass the new events to the bot and return its decision; `at_once` without a search."""
        for event in self.past.history(self.seat) if self.past else self.events:
            self.player.observe(event)
        return self.player.decide(self.view, self.legal, at_once)


@dataclass(slots=True)
class _BotSeat:
    """A seat that a bot plays: events that it has not observed yet, and its planned move."""

    name: str
    player: BotPlayer
    events: list[Event]
    is_thinking: bool = False
    plan: tuple[int, Action, int] | None = None  # (moment of the game, action, time)
    moved_at: int = 0
    reaction: tuple[int, int] | None = None  # (start of the window, time of the throw)


@dataclass(slots=True)
class Bots:
    """The bots and stand-ins of the game that is being played, by seat."""

    seats: dict[int, _BotSeat] = field(default_factory=dict)

    @property
    def are_thinking(self) -> bool:
        """Tell whether a decision was requested and not made yet."""
        return any(bot.is_thinking for bot in self.seats.values())

    def clear(self) -> None:
        """Remove all bots."""
        self.seats.clear()

    def add_events(self, seat: int, events: Sequence[Event]) -> None:
        """Keep the events of `seat` for the next decision of its bot."""
        if bot := self.seats.get(seat):
            bot.events += events

    def dismiss(self, seat: int) -> None:
        """Remove the bot of `seat`."""
        self.seats.pop(seat, None)

    def request_decision(
        self, game: LiveGame, seat: int, name: str, seed: int, at: int, make: MakePlayer
    ) -> DecisionRequest | None:
        """Return the decision that the bot `name` has to make; None if it is requested or made already."""
        match, moment = game.match, game.moment
        bot, past = self.seats.get(seat), None
        if bot is None or bot.name != name:
            player = make(name, match.game, match.players, match.options, seat, seed)
            bot, past = _BotSeat(name, player, []), match.copy()
            self.seats[seat] = bot
        if bot.is_thinking or (bot.plan and bot.plan[0] == moment):
            return None
        bot.is_thinking, bot.plan = True, None
        events, bot.events = bot.events, []
        return DecisionRequest(seat, moment, at, bot.player, past, events, match.view(seat), match.legal(seat))

    def decided(
        self, request: DecisionRequest, decision: BotDecision, at: int, pause: int, window_since: int | None
    ) -> None:
        """Plan the chosen move: `pause` after the request; in a snap window, after the bot's reaction time."""
        bot = self.seats.get(request.seat)
        if bot is None or bot.player is not request.player:
            return
        bot.is_thinking = False
        if decision.after_ms is None or window_since is None:
            due = request.requested_at + pause
        else:
            since = max(window_since, bot.moved_at)  # a second throw takes another reaction time
            if bot.reaction is None or bot.reaction[0] != since:
                bot.reaction = (since, since + decision.after_ms)
            due = bot.reaction[1]
        bot.plan = (request.moment, decision.action, max(due, at))

    def moved(self, seat: int, at: int) -> None:
        """Clear the plan of the bot at `seat`, which moves now."""
        bot = self.seats[seat]
        bot.plan, bot.moved_at = None, at

    def due(self, moment: int) -> list[tuple[int, int, Action]]:
        """Return the planned moves as (time, seat, action), earliest first."""
        plans = [(b.plan[2], seat, b.plan[1]) for seat, b in self.seats.items() if b.plan and b.plan[0] == moment]
        return sorted(plans, key=lambda plan: plan[:2])
