"""List the bots there are, and make them by name."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path, PurePath
from zlib import crc32

from toctoc.bots.bot import Bot, SeatInfo
from toctoc.bots.level import LEVELS, BadLevel, Level, level
from toctoc.bots.net import available, decides_alone, plays_by_net
from toctoc.bots.player import LevelBot, RandomBot
from toctoc.bots.programs import Program, ProgramBot, is_program, program
from toctoc.core.registry import GAMES
from toctoc.core.renamed import renamed_keyword

RANDOM = "random"
BOTS = (*LEVELS, RANDOM)
SEARCHER, MIDDLE = LEVELS[-1], LEVELS[2]
NEMESIS = "nemesis:"  # before the name of a bot: a search that knows how that one plays


@dataclass(frozen=True, slots=True)
class Profile:
    """Describe a bot for people who choose an opponent."""

    name: str
    games: tuple[str, ...]  # that it is offered for
    title: Mapping[str, str]  # by language, "" for all others; empty for ours: the catalogues have `bot.NAME`
    face: str | None  # the name of an avatar; None for ours, which have pictures of their own


@renamed_keyword("chair", "seat_info")
def make(name: str, seat_info: SeatInfo, plain: bool = False) -> Bot:
    """Make the bot `name`, or that of a TOML file or class; raise `BadLevel` if there is none.

    With `plain` it does without Numba.
    """
    game = seat_info.game.name
    if name == RANDOM:
        return RandomBot(seat_info)
    if not plays(name, game):
        there_are = ", ".join(bots_for(game))
        raise BadLevel(f"{name} does not play {seat_info.game.title}; of ours there are: {there_are}")
    if name.startswith(NEMESIS):
        return LevelBot(seat_info, level(SEARCHER), rivals=[level(name.removeprefix(NEMESIS))], plain=plain)
    if is_own_class(name):
        return ProgramBot(name, seat_info)
    return LevelBot(seat_info, level(name), plain=plain)


def plays(name: str, game: str) -> bool:
    """Tell whether the bot `name` plays `game`; raise `BadLevel` if there is no such bot."""
    if name == RANDOM:
        return True
    if name.startswith(NEMESIS):
        return level(SEARCHER).plays(game) and level(name.removeprefix(NEMESIS)).plays(game)
    return describe(name).plays(game)


def is_own_class(name: str) -> bool:
    """Tell whether the bot `name` is a Python class."""
    return name not in BOTS and not name.startswith(NEMESIS) and is_program(name)


def describe(name: str) -> Level | Program:
    """Return the description of a bot: a level, a TOML file or a class; raise `BadLevel` if there is none."""
    return program(name) if is_own_class(name) else level(name)


def short_name(name: str) -> str:
    """Return the name of a bot in logs and records: its file without the ending, its class without the file."""
    if name.endswith(".toml"):
        return PurePath(name).stem
    return name.rpartition(":")[2] if is_own_class(name) else name


def bots_for(game: str) -> tuple[str, ...]:
    """Return which of `BOTS` play `game`, the weakest level first, `random` last."""
    return tuple(name for name in BOTS if plays(name, game))


def file_digest(name: str) -> str:
    """Return the SHA-256 of the file of a bot; an empty text for bots without a file."""
    if name.endswith(".toml"):
        return sha256(Path(name.removeprefix(NEMESIS)).read_bytes()).hexdigest()
    return program(name).digest if is_own_class(name) else ""


def thinks_ahead(name: str, game: str) -> bool:
    """Tell whether the bot `name` searches in `game`, for which compiled rules are worth waiting for."""
    if name == RANDOM or is_own_class(name) or not plays(name, game):
        return False
    if name.startswith(NEMESIS):
        return True
    own = level(name)
    return own.search[game].worlds > 0 and not (has_learned(name, game) and decides_alone(own, game))


def has_learned(name: str, game: str) -> bool:
    """Tell whether the bot `name` plays `game` by a net."""
    return _wants_net(name, game) and plays_by_net(level(name), game)


def misses_net(name: str, game: str) -> bool:
    """Tell whether the bot `name` would play `game` by a net, if NumPy were installed."""
    return _wants_net(name, game) and not available()


def _wants_net(name: str, game: str) -> bool:
    if name == RANDOM or name.startswith(NEMESIS) or is_own_class(name):
        return False
    return plays(name, game) and level(name).search[game].net


def strongest(game: str) -> str | None:
    """Return the highest of our levels that plays `game`; None if there is none."""
    return next((name for name in reversed(LEVELS) if level(name).plays(game)), None)


def usual_opponent(game: str) -> str:
    """Return the default opponent in `game`: a level in the middle, or the only bot there is."""
    return MIDDLE if plays(MIDDLE, game) else strongest(game) or RANDOM


def listed(own: Iterable[str] = (), faces: Sequence[str] = ()) -> tuple[Profile, ...]:
    """Describe our levels, the TOML files and classes `own`, and `random` for games without other bots.

    An own one takes the place of a level of the same name. `faces` are the avatars there are: one that chooses
    another raises `BadLevel`; one that chooses none gets one by its name.
    """
    profiles = {name: Profile(name, _played(name), {}, None) for name in LEVELS}
    for asked in own:
        found = describe(asked)
        if found.face is not None and found.face not in faces:
            raise BadLevel(f"{found.name}: a face is one of {', '.join(faces)}, not {found.face!r}")
        face = found.face or (faces[crc32(found.name.encode()) % len(faces)] if faces else None)
        profiles[found.name] = Profile(found.name, _played(asked), found.title or {"": found.name}, face)
    played = {game for profile in profiles.values() for game in profile.games}
    if left := tuple(game for game in GAMES if game not in played):
        profiles[RANDOM] = Profile(RANDOM, left, {}, None)
    return tuple(profiles.values())


def _played(name: str) -> tuple[str, ...]:
    return tuple(game for game in GAMES if describe(name).plays(game))
