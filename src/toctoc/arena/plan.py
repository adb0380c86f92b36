"""Plan simulations and tournaments: the games, and the bots at each seat.

The games of a tournament come in blocks of as many games as there are players. The games of a block have the same
line-up and the same luck, and every bot moves on by one seat from game to game, so that neither seats nor cards
favour a bot. A block depends on the seed and its own number alone: a longer tournament begins with the blocks of
the shorter one.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random

from toctoc.bots import SeatInfo, bots_for, make, plays
from toctoc.bots.registry import NEMESIS, RANDOM, SEARCHER, is_own_class
from toctoc.core.compile.playout import SEED_LIMIT
from toctoc.core.match import Match
from toctoc.core.options import Value

Batch = tuple[int, int]  # the first game, and how many


@dataclass(frozen=True, slots=True)
class Simulation:
    """Describe the games of a simulation; `Simulation.of` checks it.

    Without bots, every choice is uniformly random.

    Args:
        game: The name of the game.
        players: The number of players.
        games: The number of games.
        seed: The same seed gives the same games, on any number of cores.
        options: All options of the game.
        lineup: The bots of game 0 by seat; empty if all choices are random.
    """

    game: str
    players: int
    games: int
    seed: int
    options: Mapping[str, Value]
    lineup: tuple[str, ...] = ()

    @staticmethod
    def of(
        game: str, players: int, games: int, seed: int, chosen: Mapping[str, object], bots: Sequence[str] = ()
    ) -> "Simulation":
        """Return a checked simulation.

        Args:
            game: The name of the game.
            players: The number of players.
            games: The number of games.
            seed: The seed.
            chosen: Options by name; others keep their defaults.
            bots: The bots of game 0 by seat. Fewer bots than seats are repeated in their order.

        Raises:
            ValueError: If a number, an option or a bot is wrong.
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
        """Return the bots of game number `game` by seat: every bot moves on by one seat from game to game."""
        return tuple(self.lineup[(seat + game) % self.players] for seat in range(self.players))


@dataclass(frozen=True, slots=True)
class Tournament:
    """Describe a tournament; `Tournament.of` checks it.

    Args:
        game: The name of the game.
        players: The number of players.
        field: The bots, strongest first if there is a ladder.
        blocks: The number of blocks. A block has as many games as there are players, with the same luck.
        seed: The same seed gives the same games.
        options: All options of the game.
        challenge: Whether the first bot of `field` plays alone against the second at all other seats.
    """

    game: str
    players: int
    field: tuple[str, ...]
    blocks: int
    seed: int
    options: Mapping[str, Value]
    challenge: bool = False

    @staticmethod
    def of(
        game: str, players: int, field: Sequence[str], games: int, seed: int, chosen: Mapping[str, object]
    ) -> "Tournament":
        """Return a checked tournament.

        Args:
            game: The name of the game.
            players: The number of players.
            field: The bots, at least two, each once.
            games: The least number of games; rounded up to whole blocks.
            seed: The seed.
            chosen: Options by name; others keep their defaults.

        Raises:
            ValueError: If a number, an option or a bot is wrong.
        """
        if games < 1:
            raise ValueError(f"the number of games is at least 1, not {games}")
        if not 0 <= seed < SEED_LIMIT:
            raise ValueError(f"the seed is a number from 0 to {SEED_LIMIT - 1}, not {seed}")
        if len(field) < 2:
            raise ValueError(f"a field has at least 2 bots, not {len(field)}")
        if twice := [name for name in dict.fromkeys(field) if field.count(name) > 1]:
            raise ValueError(f"{twice[0]} is in the field more than once")
        match = Match(game, players, chosen)
        for name in field:
            make(name, SeatInfo(match.game, players, match.options, 0, seed))
        return Tournament(game, players, tuple(field), -(-games // players), seed, match.options)

    @property
    def games(self) -> int:
        """Return the number of games."""
        return self.blocks * self.players

    def programme(self, ladder: bool = True, nemeses: bool = True) -> list["Tournament"]:
        """Return the contests: this tournament, its `ladder` and its `nemeses`. Unwanted ones have no blocks."""
        parts = [(True, [self]), (ladder, self.ladder()), (nemeses, self.nemeses())]
        return [step if wanted else replace(step, blocks=0) for wanted, steps in parts for step in steps]

    def ladder(self) -> list["Tournament"]:
        """Return a challenge of each bot, alone against a table of the next one in the field."""
        return self._challenges(pairwise(self.field))

    def nemeses(self) -> list["Tournament"]:
        """Return a challenge of each bot by its nemesis, a search that knows its policy."""
        return self._challenges((NEMESIS + name, name) for name in self.field if has_nemesis(name, self.game))

    def _challenges(self, pairs: Iterable[tuple[str, str]]) -> list["Tournament"]:
        return [replace(self, field=pair, challenge=True) for pair in pairs]

    def lineup(self, block: int) -> list[str]:
        """Return the bots of a `block` by seat in its first game. A small field is repeated evenly."""
        if self.challenge:
            one, other = self.field
            return [one] + [other] * (self.players - 1)
        rng = Random(f"line-up {self.seed} {block}")
        times, rest = divmod(self.players, len(self.field))
        drawn = [*self.field * times, *rng.sample(self.field, rest)]
        rng.shuffle(drawn)
        return drawn

    def seats(self, block: int, game: int) -> tuple[str, ...]:
        """Return the bots of game number `game` of a `block`, by seat."""
        lineup = self.lineup(block)
        return tuple(lineup[(seat + game) % self.players] for seat in range(self.players))


def has_nemesis(name: str, game: str) -> bool:
    """Return whether a search can know the policy of the bot `name`: not of `random`, nor of a Python class."""
    is_known = name != RANDOM and not name.startswith(NEMESIS) and not is_own_class(name)
    return is_known and plays(SEARCHER, game)


def usual_field(game: str) -> tuple[str, ...]:
    """Return the `LEVELS` that play a game, strongest first; `random` only if there is no other.

    Args:
        game: The name of the game.

    Example:
        >>> from toctoc.arena import usual_field
        >>> usual_field("escalier")[0]
        'comte'
    """
    return bots_for(game)[-2::-1] or (RANDOM,)
