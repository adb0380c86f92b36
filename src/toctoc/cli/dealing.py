"""A match that can be listened to from its first card on, its chance drawn from a seed."""

from collections.abc import Mapping
from random import Random

from toctoc.games.game import Action, Chance
from toctoc.games.match import Match


class DealtMatch:
    """The match on the table waits for every outcome; a second one, out of sight, draws them from the seed."""

    def __init__(self, game: str, players: int, chosen: Mapping[str, object], seed: int) -> None:
        self.match = Match(game, players, chosen)
        self._lots = Match(game, players, chosen, chance=Random(f"lots {seed}").randrange)

    def deal(self) -> None:
        """Let chance do what it has to before the first move; listen before."""
        self._follow()

    def play(self, seat: int, action: Action | str) -> Action:
        """A seat acts, then chance; what was understood. `Refused` changes nothing."""
        self.match.play(seat, action)
        done = self.match.steps[-1]
        assert not isinstance(done, Chance)
        self._lots.play(seat, done.action)
        self._follow()
        return done.action

    def _follow(self) -> None:
        for step in self._lots.steps[len(self.match.steps) :]:
            assert isinstance(step, Chance)
            self.match.take_chance(step.outcome)
