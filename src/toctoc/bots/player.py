"""Seat bots at a table of any game: one of a level, and one that plays at random."""

from collections.abc import Sequence
from math import exp
from random import Random

from toctoc.bots import bot_modules
from toctoc.bots.bot import TEMPERATURE, Decision, Reason, SeatInfo
from toctoc.bots.engine import Engine, best_engine, engine
from toctoc.bots.learned import Learned
from toctoc.bots.level import LEVELS, BadLevel, Level, level
from toctoc.bots.memory import Memory
from toctoc.bots.net import decides_alone, plays_by_net
from toctoc.bots.opponents import Opponents
from toctoc.bots.search import Search
from toctoc.core.game import Action, Event, View


def usual_rivals(game: str) -> list[Level]:
    """Return the levels that play `game` without searching."""
    return [found for name in LEVELS[:-1] if (found := level(name)).plays(game)]


class LevelBot:
    """Play as a `Level` describes: by its policy, a search, or a net.

    Args:
        seat_info: The seat of the bot.
        own: Its level.
        rivals: The levels that a search assumes for the other players; the four lower levels by default. A bot
            with `rivals` always searches and uses no net.
        plain: Whether to do without Numba; the bot then does not search beside a net.

    Raises:
        BadLevel: If the level does not play the game.

    Example:
        >>> from random import Random
        >>> from toctoc import Match
        >>> from toctoc.bots import LevelBot, SeatInfo, level
        >>> match = Match("toctoctoc", 3, chance=Random(7).randrange)
        >>> seat_info = SeatInfo(match.game, 3, match.options, 0, seed=1)
        >>> bot = LevelBot(seat_info, level("voyante"))
        >>> match.follow(0, bot.observe)
        >>> decision = bot.decide(match.view(0), match.legal(0))
        >>> str(decision.action), decision.reason
        ('offer vamp-vampire to 1', Reason(code='offer-open', params={'to': 1, 'percent': 54}))
    """

    def __init__(
        self, seat_info: SeatInfo, own: Level, rivals: Sequence[Level] | None = None, plain: bool = False
    ) -> None:
        game = seat_info.game
        if not own.plays(game.name):
            raise BadLevel(f"{own.name} does not play {game.title}")
        self.seat_info = seat_info
        self.level = own  # without the temper of the seat: a bot built again from it is the same
        own = own.at(seat_info.seat)
        self.key = f"{game.name} {seat_info.seat} {seat_info.seed} {own.name}"
        self.ear = Random(f"{self.key} ear")  # decides about forgetting; asking it to act changes nothing
        self.heard = 0
        self.learned = Learned(seat_info) if not rivals and plays_by_net(own, game.name) else None
        by_net = self.learned is not None and decides_alone(own, game.name, plain)
        self.searches = own.search[game.name].worlds > 0 and not by_net
        self.is_quick = not self.searches
        # A bot that does not search takes the others to be like itself.
        styles = (rivals or usual_rivals(game.name) or [own]) if self.searches else [own]
        self.memory: Memory = bot_modules.part(game, "memory").Memory(seat_info, own, styles)
        self.traits = [own.traits[game.name]] * game.rules.SEATS
        self.engine: Engine = engine(game, wants_compiled=False)
        self.search: Search | None = None
        if self.searches:
            ahead = engine(game, wants_compiled=False) if plain else best_engine(game)
            self.search = Search(seat_info, own, ahead, Opponents(seat_info, ahead, styles), self.learned)

    def observe(self, event: Event) -> None:
        """Remember `event`, and update the beliefs about the other players."""
        self.heard += 1
        if self.learned:
            self.learned.observe(event)
        if self.search:
            self.search.opponents.learn(self.memory.decided(event, self.ear))
        self.memory.observe(event, self.ear)

    def act(self, view: View, legal: Sequence[Action]) -> Action:  # noqa: ARG002  # the observed events say all of it
        """Return one of the actions in `legal`. `view` is not used: the observed events imply it."""
        return self._choose(legal, self._dice())

    def decide(self, view: View, legal: Sequence[Action], at_once: bool = False) -> Decision:  # noqa: ARG002  # as in `act`
        """Return the action of `act` with its reason and its reaction time.

        Args:
            view: The view of the seat.
            legal: The legal actions of the seat.
            at_once: Whether to leave out the search.
        """
        action = self._choose(legal, self._dice(), at_once)
        reason = self._reason(action, self._dice())  # the same memories are recalled again
        return Decision(action, reason, self._reaction(legal))

    def advise(self, view: View, legal: Sequence[Action]) -> Decision:
        """Return the action in `legal` with the best win probability, with a net; else `decide(view, legal)`."""
        prospects = self.learned.prospects(legal, self.memory.made, self._dice()) if self.learned else []
        if not prospects:
            return self.decide(view, legal)
        best, _ = prospects[0]
        return Decision(best, self._reason(best, self._dice()), self._reaction(legal), tuple(prospects))

    def win_probabilities(self) -> list[float] | None:
        """Return the win probability of each seat, from the knowledge of the bot's seat; None without a net."""
        return self.learned.win_probabilities(Random(f"{self.key} outlook {self.heard}")) if self.learned else None

    def _dice(self) -> Random:
        """Seed by the observed events, so that a bot built anew chooses the same."""
        return Random(f"{self.key} {self.heard}")

    def _choose(self, legal: Sequence[Action], rng: Random, at_once: bool = False) -> Action:
        if len(legal) == 1:
            return legal[0]
        if self.search and not at_once:
            return self.search.choose(self.memory, legal, rng)
        if self.learned and (chosen := self.learned.choose(legal, rng)):
            return chosen
        game, seat = self.seat_info.game, self.seat_info.seat
        world, mind = self.memory.believed(rng)
        temperature, lots = self.traits[seat][TEMPERATURE], [rng.getrandbits(60)]
        code = self.engine.rollouts.sample(world, mind, self.traits, seat, temperature, lots)
        return game.action(world, code)

    def _reason(self, action: Action, rng: Random) -> Reason:
        game = self.seat_info.game
        world, mind = self.memory.believed(rng)
        explain = bot_modules.part(game, "reasons").explain
        reason: Reason = explain(world, mind, self.traits, self.seat_info.seat, game.action_code(action))
        return reason

    def _reaction(self, legal: Sequence[Action]) -> int | None:
        """Draw how long a throw takes, from dice of its own: it tells nothing about the cards."""
        if not any(action.is_throw for action in legal):
            return None
        hand, reaction = Random(f"{self.key} hand {self.heard}"), self.level.reaction
        return round(reaction.median_ms * exp(hand.gauss(0.0, reaction.spread)))


class RandomBot:
    """Play a uniformly random legal action.

    Args:
        seat_info: The seat of the bot.

    Example:
        >>> from random import Random
        >>> from toctoc import Match
        >>> from toctoc.bots import RandomBot, SeatInfo
        >>> match = Match("escalier", 3, chance=Random(7).randrange)
        >>> bot = RandomBot(SeatInfo(match.game, 3, match.options, 0, seed=1))
        >>> bot.act(match.view(0), match.legal(0)) in match.legal(0)
        True
    """

    searches = False
    is_quick = True

    def __init__(self, seat_info: SeatInfo) -> None:
        self.rng = Random(f"{seat_info.game.name} {seat_info.seat} {seat_info.seed}")

    def observe(self, event: Event) -> None:
        """Ignore `event`."""

    def act(self, view: View, legal: Sequence[Action]) -> Action:  # noqa: ARG002  # it does not look either
        """Return a random action of `legal`; `view` is not used."""
        return self.rng.choice(legal)

    def decide(self, view: View, legal: Sequence[Action], at_once: bool = False) -> Decision:  # noqa: ARG002  # it always does
        """Return the action of `act(view, legal)` with the reason `random`; `at_once` changes nothing."""
        return Decision(self.act(view, legal), Reason("random", {}), None)
