"""Read the descriptions of bots: our five levels, and those of a host in small TOML files."""

import logging
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from math import inf
from pathlib import Path
from typing import Any

from toctoc.bots import bot_modules
from toctoc.bots.memory import Recall
from toctoc.core.plugins import is_built_in
from toctoc.core.registry import GAMES

logger = logging.getLogger(__name__)
LEVELS = ("petit-fantome", "apprenti", "chasseur", "voyante", "comte")  # from the weakest on


class BadLevel(ValueError):
    """Raised for a missing bot and for a wrong description of one; the message says how to correct it.

    Example:
        >>> from toctoc.bots import BadLevel, level
        >>> try:
        ...     level("missing.toml")
        ... except BadLevel as error:
        ...     print(str(error).partition(":")[0])
        missing.toml cannot be read
    """


@dataclass(frozen=True, slots=True)
class Reaction:
    """Describe how fast a throw (`Action.is_throw`) is made, by a log-normal distribution."""

    median_ms: float
    spread: float  # standard deviation of the logarithm


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """Describe how a bot finds its action: by a net, a search, or both; with 0 worlds and no net by its policy."""

    worlds: int = 0  # determinizations, at most
    playouts: int = 1  # about so many at most: with many actions to choose from there are fewer worlds
    plain_worlds: int = 0  # without Numba
    plain_playouts: int = 1
    turns: int = 8  # until a playout is cut off and evaluated
    mix: float = 0.03  # softmax temperature of the final choice, as a share of the best value
    prior: float = 0.0  # weight of the policy's value, added to the search result
    net: bool = False  # whether it plays by the game's net
    trust: float = 0.0  # weight of the net's opinion in a search; 0: the net decides alone, without a search


@dataclass(frozen=True)
class Level:
    """Describe a player.

    Args:
        name: One of `LEVELS`, or the name of the file without `.toml`.
        recall: The parameters of its memory.
        reaction: The distribution of its reaction times.
        search: By game, the settings of its search, and whether it uses a net (`search[game].net`).
        traits: By game, the parameters of its policy, in the order of the game's `policy.TRAITS`.
        title: Its title by language, `""` for all others.
        face: The name of its avatar.

    Example:
        >>> from toctoc.bots import Level, level
        >>> voyante = level("voyante")
        >>> isinstance(voyante, Level), voyante.recall.threshold, voyante.plays("escalier")
        (True, -2.75, True)
        >>> voyante.search["escalier"].worlds, level("comte").search["escalier"].worlds
        (0, 160)
    """

    name: str
    recall: Recall
    reaction: Reaction
    search: Mapping[str, SearchSettings]
    traits: Mapping[str, tuple[float, ...]]
    title: Mapping[str, str] = field(default_factory=dict)
    face: str | None = None

    def plays(self, game: str) -> bool:
        """Return whether it has traits for `game`."""
        return game in self.traits

    def at(self, seat: int) -> "Level":
        """Return it with its temper at a seat: bolder than usual at even seats, shyer at odd ones.

        So two bots of one level play differently. The differences are the game's `policy.BOLDNESS`. `comte` has no
        temper, and a bot of a file plays exactly as the file says.

        Args:
            seat: The number of the seat.
        """
        if self.name not in LEVELS[:-1]:
            return self
        return replace(self, traits={game: _tempered(game, traits, seat) for game, traits in self.traits.items()})


# Section -> key -> (least, most).
BOUNDS: dict[str, dict[str, tuple[float, float]]] = {
    "memory": {"threshold": (-inf, 5.0), "noise": (0.01, 5.0), "decay": (0.05, 2.0)},
    "reaction": {"median_ms": (100.0, 60_000.0), "spread": (0.0, 2.0)},
    "search": {
        "worlds": (0, 2000), "playouts": (1, 100_000), "plain_worlds": (0, 500), "plain_playouts": (1, 10_000),
        "turns": (1, 60), "mix": (0.0, 1.0), "prior": (0.0, 1.0),
        "net": (False, True), "trust": (0.0, 1.0),
    },
}  # fmt: skip
MOST_TITLE = 40  # characters

Sections = dict[str, dict[str, object]]


@cache
def level(name: str) -> Level:
    """Return a level.

    Args:
        name: One of `LEVELS`, or a TOML file.

    Raises:
        BadLevel: If it is neither, or if the file is wrong.

    Example:
        >>> from toctoc.bots import level
        >>> level("voyante").name
        'voyante'
    """
    if name in LEVELS:
        return _build(name, _own_sections(name))
    file = Path(name)
    if file.suffix != ".toml":
        raise BadLevel(
            f"there is no bot {name!r}; there are: {', '.join(LEVELS)}, random, "
            "or one of your own: a file ending in .toml, or a class, file.py:Class"
        )
    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadLevel(f"{name} cannot be read: {error}") from None
    return read(file.stem, text)


def read(name: str, text: str) -> Level:
    """Read a level from TOML; `like` in it names one of the five, which says all that `text` does not."""
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadLevel(f"{name}: this is no TOML: {error}") from None
    like = given.pop("like", None)
    if like is not None and like not in LEVELS:
        raise BadLevel(f"{name}: `like` names one of {', '.join(LEVELS)}, not {like!r}")
    title, face = checked_title(name, given.pop("title", {})), checked_face(name, given.pop("face", None))
    return _build(name, _sections(name, given), level(like) if like else None, title, face)


def _own_sections(name: str) -> Sections:
    """Collect the sections of a level from our files: the shared one, and one for each game."""
    shared = files(__package__).joinpath("levels.toml").read_text("utf-8")
    sections: Sections = tomllib.loads(shared)[name]
    for game in GAMES.values():
        table = tomllib.loads(bot_modules.levels_text(game)).get(name)
        if table is not None:
            own: Sections = {f"search.{game.name}": table.pop("search", {}), game.name: table}
            if is_built_in(game) or _is_sound(name, game.name, own):
                sections |= own
    return sections


def _is_sound(name: str, game: str, own: Sections) -> bool:
    """Tell whether a plugin's level can be built; if not, log the fault and leave out its game only."""
    try:
        _search(name, game, own, None)
        _traits(name, game, own[game], None)
    except Exception as error:  # code of another package
        said = " ".join(str(error).split())
        logger.warning("%s/bots: %s does not play %s: %s", GAMES[game].home, name, game, said)
        return False
    return True


def _build(
    name: str,
    sections: Sections,
    base: Level | None = None,
    title: Mapping[str, str] | None = None,
    face: str | None = None,
) -> Level:
    """Make a level from `sections`, with the values of `base` where they have none."""
    played = [game for game in _playable() if game in sections or f"search.{game}" in sections]
    if base:
        played = [game for game in _playable() if game in played or base.plays(game)]
    search = {game: _search(name, game, sections, base) for game in played}
    recall = _made(name, "memory", sections, base and base.recall, Recall)
    reaction = _made(name, "reaction", sections, base and base.reaction, Reaction)
    # A description without a game is refused with the traits of the first game.
    traits = {game: _traits(name, game, sections.get(game, {}), base) for game in played or _playable()[:1]}
    return Level(name, recall, reaction, search, traits, title or {}, face)


def _playable() -> list[str]:
    return [name for name, game in GAMES.items() if bot_modules.has_bots(game)]


def _sections(name: str, given: dict[str, object]) -> Sections:
    """Check the names of a file's tables, and flatten [search.GAME]."""
    games = _playable()
    known = ["memory", "reaction", *(f"search.{game}" for game in games), *games]
    search = given.get("search")
    if isinstance(search, dict):
        given = {key: table for key, table in given.items() if key != "search"}
        given |= {f"search.{key}": table for key, table in search.items()}
    sections: Sections = {}
    for section, table in given.items():
        if section not in known or not isinstance(table, dict):
            raise BadLevel(f"{name}: there is no section [{section}]; there are: {', '.join(known)}")
        sections[section] = {str(key): value for key, value in table.items()}
    return sections


def _made(name: str, section: str, sections: Sections, base: Any, made: type) -> Any:
    """Make an object of type `made` from a section's numbers, and from `base` where it says nothing."""
    bounds = BOUNDS[section.partition(".")[0]]
    values = {key: getattr(base, key) for key in bounds} if base else {}
    values |= {key: _number(name, section, key, value, bounds) for key, value in sections.get(section, {}).items()}
    try:
        return made(**values)
    except TypeError:
        missing = [key for key in bounds if key not in values]
        raise BadLevel(f"{name}: [{section}] lacks {', '.join(missing)}; or say what it is `like`") from None


def _search(name: str, game: str, sections: Sections, base: Level | None) -> SearchSettings:
    """Return how a game is thought about; by a net only where there is one."""
    section = f"search.{game}"
    made: SearchSettings = _made(name, section, sections, base and base.search.get(game), SearchSettings)
    if made.net and not bot_modules.has_net(GAMES[game]):
        raise BadLevel(f"{name}: {GAMES[game].title} has no net, so net in [{section}] is false")
    return made


def _traits(name: str, game: str, given: Mapping[str, object], base: Level | None) -> tuple[float, ...]:
    """Return a game's traits in the order of its `policy.TRAITS`."""
    policy = bot_modules.part(GAMES[game], "policy")
    bounds: dict[str, tuple[float, float]] = policy.TRAITS
    values: dict[str, float] = dict(getattr(policy, "USUAL", {}))
    if base and base.plays(game):
        values = dict(zip(bounds, base.traits[game], strict=True))
    values |= {key: _number(name, game, key, value, bounds) for key, value in given.items()}
    missing = [key for key in bounds if key not in values]
    if missing:
        raise BadLevel(f"{name}: [{game}] lacks {', '.join(missing)}; or say what it is `like`")
    return tuple(values[key] for key in bounds)


def _tempered(game: str, traits: tuple[float, ...], seat: int) -> tuple[float, ...]:
    policy = bot_modules.part(GAMES[game], "policy")
    bounds: dict[str, tuple[float, float]] = policy.TRAITS
    boldness: Mapping[str, float] = getattr(policy, "BOLDNESS", {})
    shifted = [
        value + (1 if seat % 2 == 0 else -1) * boldness.get(key, 0.0)
        for key, value in zip(bounds, traits, strict=True)
    ]
    return tuple(
        min(max(value, least), most) for value, (least, most) in zip(shifted, bounds.values(), strict=True)
    )


def _number(name: str, section: str, key: str, value: object, bounds: Mapping[str, tuple[float, float]]) -> Any:
    """Check one number of a section against its bounds."""
    if key not in bounds:
        raise BadLevel(f"{name}: there is no {key} in [{section}]; there are: {', '.join(bounds)}")
    least, most = bounds[key]
    if isinstance(least, bool):
        if not isinstance(value, bool):
            raise BadLevel(f"{name}: {key} in [{section}] is true or false, not {value!r}")
        return value
    kinds = int if isinstance(least, int) else int | float
    if isinstance(value, bool) or not isinstance(value, kinds) or not least <= value <= most:
        what = "whole number" if kinds is int else "number"
        raise BadLevel(f"{name}: {key} in [{section}] is a {what} from {least:g} to {most:g}, not {value!r}")
    return value if kinds is int else float(value)


def checked_title(name: str, given: object) -> dict[str, str]:
    """Check the title of a bot: one text, or one for each language."""
    titles: dict[str, Any] = given if isinstance(given, dict) else {"": given}
    for text in titles.values():
        if not isinstance(text, str) or not text.isprintable() or not 0 < len(text.strip()) <= MOST_TITLE:
            what = f"a text of at most {MOST_TITLE} characters, or one for each language"
            raise BadLevel(f"{name}: a title is {what}, not {text!r}")
    return titles


def checked_face(name: str, given: object) -> str | None:
    """Check the form of a bot's picture name; the client knows which pictures exist."""
    if given is not None and not isinstance(given, str):
        raise BadLevel(f"{name}: a face is the name of a picture, not {given!r}")
    return given
