"""Plan a tournament of bots: who sits where in which game.

Games come in blocks of as many games as there are players. The games of a block have the same line-up and the
same luck, and every bot moves on by one seat from game to game, so that neither seats nor cards favour anybody.
A block depends on the seed and its own number alone: a longer tournament begins with the shorter one's blocks.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random

from toctoc.bots import SeatInfo, bots_for, make, plays
from toctoc.bots.registry import NEMESIS, RANDOM, SEARCHER, is_own_class
from toctoc.games.compile.playout import SEED_LIMIT
from toctoc.games.match import Match
from toctoc.games.options import Value


@dataclass(frozen=True, slots=True)
class Tournament:
    """Describe a tournament, checked by `of`."""

    game: str
    players: int
    field: tuple[str, ...]  # the bots, strongest first where that matters
    blocks: int
    seed: int
    options: Mapping[str, Value]
    challenge: bool = False  # the first of the field alone, against the second at all other seats

    @staticmethod
    def of(
        game: str, players: int, field: Sequence[str], games: int, seed: int, chosen: Mapping[str, object]
    ) -> "Tournament":
        """Make a tournament of at least `games` games, in whole blocks; raise `ValueError` if that cannot be."""
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
        """Return mixed field, ladder and nemeses, numbered alike whatever is wanted; the rest has no blocks."""
        parts = [(True, [self]), (ladder, self.ladder()), (nemeses, self.nemeses())]
        return [step if wanted else replace(step, blocks=0) for wanted, steps in parts for step in steps]

    def ladder(self) -> list["Tournament"]:
        """Return a challenge of each bot, alone against a table of the next one in the field."""
        return self._challenges(pairwise(self.field))

    def nemeses(self) -> list["Tournament"]:
        """Return a challenge of each bot's nemesis, a search that knows how it plays, against a table of it."""
        return self._challenges((NEMESIS + name, name) for name in self.field if has_nemesis(name, self.game))

    def _challenges(self, pairs: Iterable[tuple[str, str]]) -> list["Tournament"]:
        return [replace(self, field=pair, challenge=True) for pair in pairs]

    def lineup(self, block: int) -> list[str]:
        """Draw the bots of a block, by seat in its first game; a small field is repeated evenly."""
        if self.challenge:
            one, other = self.field
            return [one] + [other] * (self.players - 1)
        rng = Random(f"line-up {self.seed} {block}")
        times, rest = divmod(self.players, len(self.field))
        drawn = [*self.field * times, *rng.sample(self.field, rest)]
        rng.shuffle(drawn)
        return drawn

    def seats(self, block: int, game: int) -> tuple[str, ...]:
        """Return the bots of a game of a block, by seat."""
        lineup = self.lineup(block)
        return tuple(lineup[(seat + game) % self.players] for seat in range(self.players))


def has_nemesis(name: str, game: str) -> bool:
    """Tell whether a search can know how the bot `name` plays `game`: not of chance, nor of somebody's class."""
    is_known = name != RANDOM and not name.startswith(NEMESIS) and not is_own_class(name)
    return is_known and plays(SEARCHER, game)


def usual_field(game: str) -> tuple[str, ...]:
    """Return our bots that play `game`, strongest first; `random` among them only if there is nobody else."""
    return bots_for(game)[-2::-1] or (RANDOM,)
