"""Plan a simulation: which games to play, and which bots sit where."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from toctoc.arena.summary import Tally
from toctoc.bots import SeatInfo, make
from toctoc.games.compile.playout import SEED_LIMIT
from toctoc.games.match import Match
from toctoc.games.options import Value

Batch = tuple[int, int]  # the first game, and how many
Batched = tuple[Tally, list[str]]  # what was counted, and the records if they are wanted


@dataclass(frozen=True, slots=True)
class Simulation:
    """Describe which games to play; without bots, every choice in them is uniformly random."""

    game: str
    players: int
    games: int
    seed: int
    options: Mapping[str, Value]
    lineup: tuple[str, ...] = ()  # the bots of game 0, by seat; none where all play at random

    @staticmethod
    def of(
        game: str, players: int, games: int, seed: int, chosen: Mapping[str, object], bots: Sequence[str] = ()
    ) -> "Simulation":
        """Make a simulation; raise `ValueError` if a number, an option or a bot is wrong.

        Fewer `bots` than seats are repeated in their order until all seats are taken.
        """
        if games < 1:
            raise ValueError(f"the number of games is at least 1, not {games}")
        if not 0 <= seed < SEED_LIMIT:
            raise ValueError(f"the seed is a number from 0 to {SEED_LIMIT - 1}, not {seed}")
        match = Match(game, players, chosen)
        if len(bots) > players:
            raise ValueError(f"{players} players have room for as many bots, not {len(bots)}")
        for name in dict.fromkeys(bots):
            make(name, SeatInfo(match.game, players, match.options, 0, seed))
        lineup = tuple(bots[seat % len(bots)] for seat in range(players)) if bots else ()
        return Simulation(game, players, games, seed, match.options, lineup)

    def seats(self, game: int) -> tuple[str, ...]:
        """Return the bots of a game, by seat: from game to game every bot moves on by one seat."""
        return tuple(self.lineup[(seat + game) % self.players] for seat in range(self.players))
