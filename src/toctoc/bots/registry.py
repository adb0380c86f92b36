"""List the bots there are, and make them by name."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path, PurePath
from zlib import crc32

from toctoc.bots.bot import Bot, SeatInfo
from toctoc.bots.level import LEVELS, BadLevel, Level, level
from toctoc.bots.net import decides_alone, plays_by_net
from toctoc.bots.player import LevelBot, RandomBot
from toctoc.bots.programs import Program, ProgramBot, is_program, program
from toctoc.core.registry import GAMES

RANDOM = "random"
BOTS = (*LEVELS, RANDOM)
SEARCHER, MIDDLE = LEVELS[-1], LEVELS[2]
NEMESIS = "nemesis:"  # before the name of a bot: a search that knows how that one plays


@dataclass(frozen=True, slots=True)
class Profile:
    """Describe a bot to people who choose an opponent.

    Args:
        name: The name of the bot.
        games: The games for which it is offered.
        title: Its title by language, `""` for all others. Empty for `LEVELS`: the catalogues have `bot.<name>`.
        face: The name of an avatar; None for `LEVELS`, which have their own pictures.

    Example:
        >>> from toctoc.bots import Profile, listed
        >>> isinstance(listed()[0], Profile), listed()[0].title
        (True, {})
    """

    name: str
    games: tuple[str, ...]
    title: Mapping[str, str]
    face: str | None


def make(name: str, seat_info: SeatInfo, plain: bool = False) -> Bot:
    """Return a new bot.

    Args:
        name: One of `BOTS`; a TOML file; `nemesis:` before either, for a search that knows the policy of that bot;
            or a Python class: `file.py:Class`, `package.module:Class`, or an entry point of `toctoc.bots`.
        seat_info: The seat of the bot.
        plain: Whether to do without Numba.

    Raises:
        BadLevel: If there is no such bot, or if it does not play the game.

    Example:
        >>> from toctoc import Match
        >>> from toctoc.bots import SeatInfo, make
        >>> match = Match("toctoctoc", 3)
        >>> make("ghost", SeatInfo(match.game, 3, match.options, seat=0, seed=1))
        Traceback (most recent call last):
        toctoc.bots.level.BadLevel: there is no bot 'ghost'; there are: petit-fantome, ..., random, or one of ...
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
    """Return whether a bot plays a game.

    Args:
        name: A name as `make` takes it.
        game: The name of the game.

    Raises:
        BadLevel: If there is no such bot.

    Example:
        >>> from toctoc.bots import plays
        >>> plays("voyante", "chocottes")
        True
    """
    if name == RANDOM:
        return True
    if name.startswith(NEMESIS):
        return level(SEARCHER).plays(game) and level(name.removeprefix(NEMESIS)).plays(game)
    return describe(name).plays(game)


def is_own_class(name: str) -> bool:
    """Tell whether the bot `name` is a Python class."""
    return name not in BOTS and not name.startswith(NEMESIS) and is_program(name)


def describe(name: str) -> Level | Program:
    """Return the description of a bot. Both types have `name`, `title`, `face` and `plays(game)`.

    Args:
        name: One of `LEVELS`, a TOML file, or a Python class as `make` takes it.

    Returns:
        A `Level`, or for a Python class a `Program`.

    Raises:
        BadLevel: If there is no such bot.

    Example:
        >>> from toctoc.bots import describe
        >>> grudge = describe("examples/grudge.py:Grudge")
        >>> grudge.plays("toctoctoc"), grudge.plays("escalier")
        (True, False)
    """
    return program(name) if is_own_class(name) else level(name)


def short_name(name: str) -> str:
    """Return the name of a bot in logs and records: its file without the ending, its class without the file."""
    if name.endswith(".toml"):
        return PurePath(name).stem
    return name.rpartition(":")[2] if is_own_class(name) else name


def bots_for(game: str) -> tuple[str, ...]:
    """Return the `BOTS` that play a game: the weakest level first, `random` last.

    Args:
        game: The name of the game.

    Example:
        >>> from toctoc.bots import BOTS, bots_for
        >>> bots_for("escalier") == BOTS
        True
    """
    return tuple(name for name in BOTS if plays(name, game))


def file_digest(name: str) -> str:
    """Return the SHA-256 of the file of a bot; an empty text for bots without a file."""
    if name.endswith(".toml"):
        return sha256(Path(name.removeprefix(NEMESIS)).read_bytes()).hexdigest()
    return program(name).digest if is_own_class(name) else ""


def thinks_ahead(name: str, game: str) -> bool:
    """Return whether a bot searches in a game. If so, call `warm_up` first.

    Args:
        name: A name as `make` takes it.
        game: The name of the game.

    Example:
        >>> from toctoc.bots import thinks_ahead
        >>> thinks_ahead("nemesis:voyante", "toctoctoc"), thinks_ahead("comte", "toctoctoc")  # comte has a net
        (True, False)
    """
    if name == RANDOM or is_own_class(name) or not plays(name, game):
        return False
    if name.startswith(NEMESIS):
        return True
    own = level(name)
    return own.search[game].worlds > 0 and not (has_learned(name, game) and decides_alone(own, game))


def has_learned(name: str, game: str) -> bool:
    """Tell whether the bot `name` plays `game` by a net."""
    if name == RANDOM or name.startswith(NEMESIS) or is_own_class(name):
        return False
    return plays_by_net(level(name), game)


def strongest(game: str) -> str | None:
    """Return the highest of `LEVELS` that plays a game; None if there is none.

    Args:
        game: The name of the game.

    Example:
        >>> from toctoc.bots import strongest
        >>> strongest("chocottes")
        'comte'
    """
    return next((name for name in reversed(LEVELS) if level(name).plays(game)), None)


def usual_opponent(game: str) -> str:
    """Return the default opponent in a game: the middle level, or the only bot that plays it.

    Args:
        game: The name of the game.

    Example:
        >>> from toctoc.bots import usual_opponent
        >>> usual_opponent("chocottes")
        'chasseur'
    """
    return MIDDLE if plays(MIDDLE, game) else strongest(game) or RANDOM


def listed(own: Iterable[str] = (), faces: Sequence[str] = ()) -> tuple[Profile, ...]:
    """Return the profiles of `LEVELS` and of a host's bots, and of `random` for games without other bots.

    Args:
        own: TOML files and Python classes. One with the name of a level replaces that level.
        faces: The names of the avatars. A bot that chooses none gets one by its name.

    Raises:
        BadLevel: If a bot is wrong, or chooses a face that is not in `faces`.

    Example:
        >>> from toctoc.bots import listed
        >>> [profile.name for profile in listed()][:2]
        ['petit-fantome', 'apprenti']
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
