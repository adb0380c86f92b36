"""Plan a study: which tables play, and who is odd at them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from toctoc.bots.bulk_play import plays_by_policy
from toctoc.bots.registry import RANDOM, bots_for, plays
from toctoc.games.compile.playout import SEED_LIMIT
from toctoc.games.game import Game
from toctoc.games.match import Match
from toctoc.games.options import Value, checked_at
from toctoc.games.registry import find
from toctoc.study import layout

BATCH, SLOW_BATCH = 1000, 4  # games: a second of work or less; of bots that search, some seconds
MOST_DECISIONS = 4096  # of a game, of which it is known who led
NOBODY_FORKS = -1

Sums = list[list[int]]  # of each cell
Varied = tuple[str, tuple[Value, ...]]  # an option, and what it is to be


class Lesion(NamedTuple):
    """Name a stubborn rule."""

    name: str
    what: str  # in words


class Memory(NamedTuple):
    """Say how the odd one remembers: by other traits, or by another recall (`toctoc.bots.act_r`)."""

    name: str
    what: str
    traits: tuple[tuple[str, float], ...] = ()
    recall: tuple[float, ...] = ()


class Fork(NamedTuple):
    """Name a decision that is made both ways, with the same luck."""

    name: str
    what: str
    choices: tuple[str, str]


@dataclass(frozen=True)
class Arm:
    """Describe a table at which games are played: `key` names it among all of a study."""

    key: str
    game: str
    lineup: tuple[str, ...]
    options: tuple[tuple[str, Value], ...]
    rule: int = 0
    fork: int = NOBODY_FORKS
    traits: tuple[tuple[str, float], ...] = ()
    recall: tuple[float, ...] = ()

    @property
    def players(self) -> int:
        """Return how many sit at the table."""
        return len(self.lineup)

    @property
    def kind(self) -> str:
        """Return what it is an arm of: players, level, lesion, memory, fork, or an option."""
        return self.key.partition("=")[0]


class BadStudy(ValueError):
    """Refuse a plan; the message says what is wrong with it."""


class NoSuchTable(BadStudy):
    """Refuse a plan that asks only for tables that it has not."""

    def __init__(self, name: str, there_are: str) -> None:
        super().__init__(f"there is no table {name!r}; there are: {there_are}")
        self.name, self.there_are = name, there_are


@dataclass(frozen=True)
class Study:
    """Describe a study; `Study.of` checks it."""

    game: str
    players: tuple[int, ...]
    bot: str
    games: int  # of every arm
    seed: int
    options: Mapping[str, Value]
    varied: tuple[Varied, ...] = ()
    only: tuple[str, ...] = ()  # arms, or kinds of them; all if nothing is said
    arms: tuple[Arm, ...] = field(default=(), compare=False)

    @staticmethod
    def of(
        game: str,
        players: Sequence[int],
        bot: str,
        games: int,
        seed: int,
        chosen: Mapping[str, object],
        varied: Sequence[tuple[str, Sequence[object]]] = (),
        only: Sequence[str] = (),
    ) -> "Study":
        """Make a study; raise `BadStudy` or `BadOption` if something is wrong."""
        known = find(game)
        if not layout.has(known):
            raise BadStudy(f"{known.title} brings no questions: its package needs a folder study, and habits")
        if not plays(bot, game):
            raise BadStudy(f"{bot} does not play {known.title}")
        if games < 1 or not 0 <= seed < SEED_LIMIT:
            raise BadStudy(f"there is at least one game, and a seed is a number below {SEED_LIMIT}")
        if not players:
            raise BadStudy("a study needs a number of players")
        for count in players:
            options = Match(known, count, chosen).options
        checked = tuple(_checked(known, name, values, min(players)) for name, values in varied)
        study = Study(game, tuple(dict.fromkeys(players)), bot, games, seed, options, checked, tuple(only))
        return Study(**{**vars(study), "arms": tuple(_chosen(study, list(_arms(study, known))))})

    @property
    def main(self) -> int:
        """Return the number of players at the table that is asked everything."""
        usual = find(self.game).usual_players
        return usual if usual in self.players else self.players[0]

    @property
    def slow_bots(self) -> list[str]:
        """Return the bots that can only play through matches, which takes their tables with them."""
        game, names = find(self.game), dict.fromkeys(name for arm in self.arms for name in arm.lineup)
        return [name for name in names if not plays_by_policy(name, game)]

    def pieces(self) -> list[tuple[Arm, int, int]]:
        """List the work: arms, with the first game and how many."""
        return [
            (arm, first, min(size, self.games - first))
            for arm, size in ((arm, SLOW_BATCH if is_slow(arm) else BATCH) for arm in self.arms)
            for first in range(0, self.games, size)
        ]


def is_slow(arm: Arm) -> bool:
    """Tell whether somebody at the table has no habits: then all games go through matches."""
    return not all(plays_by_policy(name, find(arm.game)) for name in set(arm.lineup))


def _chosen(study: Study, arms: list[Arm]) -> list[Arm]:
    """Return the arms that are asked for; unless they are, a study of compiled policies has no slow ones."""
    for name in study.only:
        if name not in {arm.key for arm in arms} | {arm.kind for arm in arms}:
            raise NoSuchTable(name, ", ".join(arm.key for arm in arms))
    if study.only:
        return [arm for arm in arms if arm.key in study.only or arm.kind in study.only]
    return [arm for arm in arms if is_slow(arm) <= is_slow(arms[0])]


def players_key(players: int) -> str:
    return f"players={players}"


def option_key(name: str, value: Value) -> str:
    """Name the arm at which an option has a value."""
    if isinstance(value, bool):
        return f"{name}={'yes' if value else 'no'}"
    return f"{name}={':'.join(map(str, value)) if isinstance(value, tuple) else value}"


def _arms(study: Study, game: Game) -> Iterator[Arm]:
    telling = layout.part(game, "telling")
    options = tuple(study.options.items())
    for count in study.players:
        yield Arm(players_key(count), study.game, (study.bot,) * count, options)
    for name, values in study.varied:
        for value in values:
            changed = tuple((option, value if option == name else old) for option, old in options)
            yield Arm(option_key(name, value), study.game, (study.bot,) * study.main, changed)
    lineup = (study.bot,) * study.main
    for level in levels(study):
        yield Arm(f"level={level}", study.game, (level, *lineup[1:]), options)
    for number, lesion in enumerate(telling.LESIONS, 1):
        yield Arm(f"lesion={lesion.name}", study.game, lineup, options, rule=number)
    for memory in telling.MEMORIES if plays_by_policy(study.bot, game) else ():
        more = {"traits": memory.traits, "recall": memory.recall}
        yield Arm(f"memory={memory.name}", study.game, lineup, options, **more)
    for number, fork in enumerate(telling.FORKS):
        yield Arm(f"fork={fork.name}", study.game, lineup, options, fork=number)


def levels(study: Study) -> list[str]:
    """Return the bots that sit, one at a time, at a table of the one that is studied: random, then by strength."""
    return [name for name in dict.fromkeys((RANDOM, *bots_for(study.game))) if name != study.bot]


def _checked(game: Game, name: str, values: Sequence[object], players: int) -> Varied:
    """Check the values that an option is to have; those that matter for a table, not for its clocks."""
    option = next((option for option in game.options if option.name == name), None)
    if option is None:
        there_are = ", ".join(option.name for option in game.options)
        raise BadStudy(f"{game.title} has no option {name!r}; there are: {there_are}")
    if not values:
        raise BadStudy(f"--vary {name}= needs values, such as {name}=0..4 or {name}=1,3")
    found: list[Value] = []
    for value in values:
        fits = checked_at(option, value, players)
        if fits is None:
            raise BadStudy(f"option {name} takes {option.takes}, not {value!r} ({option.clause})")
        found.append(fits)
    return name, tuple(dict.fromkeys(found))


def spelled(varied: Sequence[Varied]) -> list[str]:
    """Write what is varied as it is typed."""
    return [
        f"{name}={','.join(option_key(name, value).partition('=')[2] for value in values)}"
        for name, values in varied
    ]


def as_lists(options: Mapping[str, Value]) -> dict[str, object]:
    """Return options as JSON has them."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in options.items()}
