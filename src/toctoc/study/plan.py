"""Plan a study: its tables, each with one seat that may play differently (the odd one)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from toctoc.bots.bulk_play import plays_by_policy
from toctoc.bots.registry import RANDOM, bots_for, plays
from toctoc.core.compile.playout import SEED_LIMIT
from toctoc.core.game import Game
from toctoc.core.match import Match
from toctoc.core.options import Value, checked_at
from toctoc.core.registry import find
from toctoc.study import study_modules

BATCH, SLOW_BATCH = 1000, 4  # games: a second of work or less; of bots that search, some seconds
MOST_DECISIONS = 4096  # of a game, with a note of its leaders each
NOBODY_FORKS = -1

Sums = list[list[int]]  # of each cell
Varied = tuple[str, tuple[Value, ...]]  # an option, and its values


class Ablation(NamedTuple):
    """Name a fixed rule that replaces some decisions of one seat."""

    name: str
    what: str  # in words


class MemoryVariant(NamedTuple):
    """Name another memory of the odd one: by other traits, or by another recall (`toctoc.bots.act_r`)."""

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
        """Return the number of players."""
        return len(self.lineup)

    @property
    def kind(self) -> str:
        """Return the kind of arm: players, level, ablation, memory, fork, or an option."""
        return self.key.partition("=")[0]


class BadStudy(ValueError):
    """Raised for a study that cannot be played; the message says why."""


class NoSuchTable(BadStudy):
    """Raised for a table in `only` that the study does not have."""

    def __init__(self, name: str, there_are: str) -> None:
        super().__init__(f"there is no table {name!r}; there are: {there_are}")
        self.name, self.there_are = name, there_are


class TableChoice(NamedTuple):
    """Choose the tables of a study.

    Args:
        chosen: Options of all tables.
        varied: Options to vary, each with its values.
        only: Names or kinds of tables; all if empty.
    """

    chosen: Mapping[str, object] = MappingProxyType({})
    varied: Sequence[tuple[str, Sequence[object]]] = ()
    only: Sequence[str] = ()


@dataclass(frozen=True)
class Study:
    """Describe a study; `Study.of` checks it.

    Args:
        game: The name of the game.
        players: The numbers of players.
        bot: The bot that is studied.
        games: The number of games at every table.
        seed: The seed.
        options: All options of the game.
        varied: Options to vary, each with its values.
        only: Names or kinds of tables; all if empty.
        arms: The tables; `of` lists them.
    """

    game: str
    players: tuple[int, ...]
    bot: str
    games: int
    seed: int
    options: Mapping[str, Value]
    varied: tuple[Varied, ...] = ()
    only: tuple[str, ...] = ()
    arms: tuple[Arm, ...] = field(default=(), compare=False)

    @staticmethod
    def of(
        game: str,
        players: Sequence[int],
        bot: str,
        games: int,
        seed: int,
        choice: TableChoice | None = None,
    ) -> "Study":
        """Return a checked study.

        Args:
            game: The name of the game.
            players: The numbers of players.
            bot: The bot that is studied, a name as `toctoc.bots.make` takes it.
            games: The number of games at every table.
            seed: The seed.
            choice: The choice of tables and options; None for all tables with default options.

        Raises:
            BadStudy: If something cannot be played.
            BadOption: If an option or its value is wrong.
        """
        chosen, varied, only = choice or TableChoice()
        known = find(game)
        if not study_modules.has(known):
            raise BadStudy(
                f"{known.title} brings no questions: its package needs a folder study, and a compiled policy"
            )
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
        """Return the number of players at the main table, to which all questions apply."""
        usual = find(self.game).usual_players
        return usual if usual in self.players else self.players[0]

    @property
    def slow_bots(self) -> list[str]:
        """Return the bots without a compiled policy, whose tables are played through matches."""
        game, names = find(self.game), dict.fromkeys(name for arm in self.arms for name in arm.lineup)
        return [name for name in names if not plays_by_policy(name, game)]

    def pieces(self) -> list[tuple[Arm, int, int]]:
        """Return the work: tables, each with the first game and the number of games."""
        return [
            (arm, first, min(size, self.games - first))
            for arm, size in ((arm, SLOW_BATCH if is_slow(arm) else BATCH) for arm in self.arms)
            for first in range(0, self.games, size)
        ]


def is_slow(arm: Arm) -> bool:
    """Return whether a bot of the arm has no compiled policy: then its games are played through matches."""
    return not all(plays_by_policy(name, find(arm.game)) for name in set(arm.lineup))


def _chosen(study: Study, arms: list[Arm]) -> list[Arm]:
    """Return the arms that `study.only` names; if it names none, a study of a fast bot has no slow arms."""
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
    text = study_modules.part(game, "report_text")
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
    for number, ablation in enumerate(study_modules.ablations(game), 1):
        yield Arm(f"ablation={ablation.name}", study.game, lineup, options, rule=number)
    for memory in text.MEMORIES if plays_by_policy(study.bot, game) else ():
        more = {"traits": memory.traits, "recall": memory.recall}
        yield Arm(f"memory={memory.name}", study.game, lineup, options, **more)
    for number, fork in enumerate(text.FORKS):
        yield Arm(f"fork={fork.name}", study.game, lineup, options, fork=number)


def levels(study: Study) -> list[str]:
    """Return the other bots, which sit one at a time at a table of the studied one: random, then by strength."""
    return [name for name in dict.fromkeys((RANDOM, *bots_for(study.game))) if name != study.bot]


def _checked(game: Game, name: str, values: Sequence[object], players: int) -> Varied:
    """Check the values of an option that is varied."""
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
    """Return the varied options as they are typed."""
    return [
        f"{name}={','.join(option_key(name, value).partition('=')[2] for value in values)}"
        for name, values in varied
    ]
