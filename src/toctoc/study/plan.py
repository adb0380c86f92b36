"""Plan a study: which tables play, and who is odd at them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from toctoc.bots.habitual import plays_by_habit
from toctoc.bots.registry import RANDOM, bots_for, plays
from toctoc.games.compile.playout import SEED_LIMIT
from toctoc.games.game import Game
from toctoc.games.match import Match
from toctoc.games.options import Value, checked_at
from toctoc.games.registry import find
from toctoc.study import layout

BATCH = 1000  # games, a second of work or less
NOBODY_FORKS = -1

Varied = tuple[str, tuple[Value, ...]]  # an option, and what it is to be


class Lesion(NamedTuple):
    """Name a stubborn rule."""

    name: str
    what: str  # in words


class Memory(NamedTuple):
    """Say how the odd one remembers: by other traits, or by another recall (`toctoc.bots.fading`)."""

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


class BadStudy(ValueError):
    """Refuse a plan; the message says what is wrong with it."""


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
    ) -> "Study":
        """Make a study; raise `BadStudy` or `BadOption` if something is wrong."""
        known = find(game)
        if not layout.has(known):
            raise BadStudy(f"{known.title} brings no questions: its package needs a folder study, and habits")
        if not plays_by_habit(bot, known):
            why = "searches, or plays by a net," if plays(bot, game) else f"does not play {known.title}"
            raise BadStudy(f"{bot} {why}: a study needs a bot that plays by habit, such as {_habitual(known)}")
        if games < 1 or not 0 <= seed < SEED_LIMIT:
            raise BadStudy(f"there is at least one game, and a seed is a number below {SEED_LIMIT}")
        if not players:
            raise BadStudy("a study needs a number of players")
        for count in players:
            options = Match(known, count, chosen).options
        checked = tuple(_checked(known, name, values, min(players)) for name, values in varied)
        study = Study(game, tuple(dict.fromkeys(players)), bot, games, seed, options, checked)
        return Study(**{**vars(study), "arms": tuple(_arms(study, known))})

    @property
    def main(self) -> int:
        """Return the number of players at the table that is asked everything."""
        usual = find(self.game).usual_players
        return usual if usual in self.players else self.players[0]

    def pieces(self) -> list[tuple[Arm, int, int]]:
        """List the work: arms, with the first game and how many."""
        return [
            (arm, first, min(BATCH, self.games - first))
            for arm in self.arms
            for first in range(0, self.games, BATCH)
        ]


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
    for memory in telling.MEMORIES:
        more = {"traits": memory.traits, "recall": memory.recall}
        yield Arm(f"memory={memory.name}", study.game, lineup, options, **more)
    for number, fork in enumerate(telling.FORKS):
        yield Arm(f"fork={fork.name}", study.game, lineup, options, fork=number)


def levels(study: Study) -> list[str]:
    """Return the bots that sit, one at a time, at a table of the one that is studied: random, then by strength."""
    game = find(study.game)
    habitual = [name for name in (RANDOM, *bots_for(study.game)) if plays_by_habit(name, game)]
    return [name for name in dict.fromkeys(habitual) if name != study.bot]


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


def _habitual(game: Game) -> str:
    return ", ".join(name for name in bots_for(game.name) if plays_by_habit(name, game))


def spelled(varied: Sequence[Varied]) -> list[str]:
    """Write what is varied as it is typed."""
    return [
        f"{name}={','.join(option_key(name, value).partition('=')[2] for value in values)}"
        for name, values in varied
    ]


def as_lists(options: Mapping[str, Value]) -> dict[str, object]:
    """Return options as JSON has them."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in options.items()}
