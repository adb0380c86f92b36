"""A bot of some level at a table of any of the games."""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from math import exp
from random import Random

from toctoc.bots.bot import Chair, Reason
from toctoc.bots.engine import Engine, best_engine, engine
from toctoc.bots.level import LEVELS, Level, level
from toctoc.bots.memory import Memory
from toctoc.bots.opponents import Opponents
from toctoc.bots.search import Search
from toctoc.bots.traits import WHIM
from toctoc.games.game import Action, Event, View


@dataclass(frozen=True, slots=True)
class Decision:
    """What a bot does, why, and, in a snap window, how long its hand takes."""

    action: Action
    reason: Reason
    after_ms: int | None


def usual_rivals() -> list[Level]:
    """Those who play without thinking ahead."""
    return [level(name) for name in LEVELS[:-1]]


class LevelBot:
    """`rivals` are the kinds of player that a bot that thinks ahead reckons with; `plain` does without Numba."""

    def __init__(
        self, chair: Chair, own: Level, rivals: Sequence[Level] | None = None, plain: bool = False
    ) -> None:
        self.chair = chair
        self.level = own
        self.key = f"{chair.game.name} {chair.seat} {chair.seed} {own.name}"
        self.ear = Random(f"{self.key} ear")  # what it forgets; asking it to act changes nothing
        self.heard = 0
        thinks = own.search[chair.game.name].worlds > 0
        styles = (rivals or usual_rivals()) if thinks else [own]  # who does not think takes others for itself
        self.memory: Memory = import_module(f"toctoc.bots.{chair.game.name}.memory").Memory(chair, own, styles)
        self.traits = [own.traits[chair.game.name]] * chair.game.rules.SEATS
        self.engine: Engine = engine(chair.game, wants_compiled=False)
        self.search: Search | None = None
        if thinks:
            ahead = engine(chair.game, wants_compiled=False) if plain else best_engine(chair.game)
            self.search = Search(chair, own, ahead, Opponents(chair, ahead, styles))

    def hear(self, event: Event) -> None:
        self.heard += 1
        if self.search:
            self.search.opponents.judge(self.memory.decided(event, self.ear))
        self.memory.hear(event, self.ear)

    def act(self, view: View, legal: Sequence[Action]) -> Action:  # noqa: ARG002  # what it heard says all of it
        return self._choose(legal, self._dice())

    def decide(self, view: View, legal: Sequence[Action]) -> Decision:
        """The same action, with its reason."""
        action = self._choose(legal, self._dice())
        reason = self._reason(action, self._dice())  # what came to mind then, comes to mind again
        return Decision(action, reason, self._reaction(view))

    def _dice(self) -> Random:
        """What was heard and the seed decide, so a bot that is asked again, or built anew, says the same."""
        return Random(f"{self.key} {self.heard}")

    def _choose(self, legal: Sequence[Action], rng: Random) -> Action:
        if len(legal) == 1:
            return legal[0]
        if self.search:
            return self.search.best(self.memory, legal, rng)
        game, seat = self.chair.game, self.chair.seat
        world, mind = self.memory.believed(rng)
        whim, lots = self.traits[seat][WHIM], [rng.getrandbits(60)]
        code = self.engine.thinking.choose(world, mind, self.traits, seat, whim, lots)
        return game.action(world, code)

    def _reason(self, action: Action, rng: Random) -> Reason:
        game = self.chair.game
        world, mind = self.memory.believed(rng)
        reasons = import_module(f"toctoc.bots.{game.name}.reasons")
        reason: Reason = reasons.explain(world, mind, self.traits, self.chair.seat, game.action_code(action))
        return reason

    def _reaction(self, view: View) -> int | None:
        """C9: how long a throw takes; it has dice of its own, so that it tells nothing about the cards."""
        if getattr(view, "phase", None) != "window":
            return None
        hand, reaction = Random(f"{self.key} hand {self.heard}"), self.level.reaction
        return round(reaction.median_ms * exp(hand.gauss(0.0, reaction.spread)))
