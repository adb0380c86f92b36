"""What a bot is like: five levels of ours, and any that a host writes down in a small TOML file."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
from math import inf
from pathlib import Path
from typing import Any

from toctoc.bots.memory import Recall
from toctoc.games.registry import GAMES

LEVELS = ("petit-fantome", "apprenti", "chasseur", "medium", "comte")  # from the weakest on


class BadLevel(ValueError):
    """A description of a bot that does not make sense; says where, and what would be right."""


@dataclass(frozen=True, slots=True)
class Reaction:
    """C9: how fast a card is thrown; half of the throws come before the median."""

    median_ms: float
    spread: float  # standard deviation of the logarithm


@dataclass(frozen=True, slots=True)
class Search:
    """How far a bot thinks ahead; with no worlds it does not."""

    worlds: int = 0  # at most
    playouts: int = 1  # at most about so many: with many actions to choose from there are fewer worlds
    plain_worlds: int = 0  # without Numba
    plain_playouts: int = 1
    turns: int = 8
    mix: float = 0.03  # the part of the best hope by which a worse action is e times less likely
    prior: float = 0.0  # shares of a victory that habit's units are worth beside what was seen ahead


@dataclass(frozen=True)
class Level:
    name: str
    recall: Recall
    reaction: Reaction
    search: Mapping[str, Search]  # by game, as the next
    traits: Mapping[str, tuple[float, ...]]


# Section -> key -> (least, most).
BOUNDS: dict[str, dict[str, tuple[float, float]]] = {
    "memory": {"threshold": (-inf, 5.0), "noise": (0.01, 5.0), "decay": (0.05, 2.0)},
    "reaction": {"median_ms": (100.0, 60_000.0), "spread": (0.0, 2.0)},
    "search": {
        "worlds": (0, 2000), "playouts": (1, 100_000), "plain_worlds": (0, 500), "plain_playouts": (1, 10_000),
        "turns": (1, 60), "mix": (0.0, 1.0), "prior": (0.0, 1.0),
    },
}  # fmt: skip


@cache
def level(name: str) -> Level:
    """One of the five, or the one in a TOML file; `BadLevel` says what is wrong."""
    if name in LEVELS:
        text = files(__package__).joinpath("levels", f"{name}.toml").read_text("utf-8")
        return read(name, text)
    file = Path(name)
    if file.suffix != ".toml":
        raise BadLevel(
            f"there is no bot {name!r}; there are: {', '.join(LEVELS)}, random, or a file ending in .toml"
        )
    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadLevel(f"{name} cannot be read: {error}") from None
    return read(file.stem, text)


def read(name: str, text: str) -> Level:
    """A level from TOML; `like` names one of the five, which says all that the text does not."""
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadLevel(f"{name}: this is no TOML: {error}") from None
    like = given.pop("like", None)
    if like is not None and like not in LEVELS:
        raise BadLevel(f"{name}: `like` names one of {', '.join(LEVELS)}, not {like!r}")
    base = level(like) if like else None
    sections = _sections(name, given)
    search = {
        game: _made(name, f"search.{game}", sections, base.search[game] if base else Search(), Search)
        for game in GAMES
    }
    return Level(
        name,
        _made(name, "memory", sections, base and base.recall, Recall),
        _made(name, "reaction", sections, base and base.reaction, Reaction),
        search,
        {game: _traits(name, game, sections.get(game, {}), base) for game in GAMES},
    )


def _sections(name: str, given: dict[str, object]) -> dict[str, dict[str, object]]:
    """The tables of a file by their names, each one that there may be."""
    known = ["memory", "reaction", *(f"search.{game}" for game in GAMES), *GAMES]
    search = given.get("search")
    if isinstance(search, dict):
        given = {key: table for key, table in given.items() if key != "search"}
        given |= {f"search.{key}": table for key, table in search.items()}
    sections = {}
    for section, table in given.items():
        if section not in known or not isinstance(table, dict):
            raise BadLevel(f"{name}: there is no section [{section}]; there are: {', '.join(known)}")
        sections[section] = table
    return sections


def _made(name: str, section: str, sections: Mapping[str, dict[str, object]], base: Any, made: type) -> Any:
    bounds = BOUNDS[section.partition(".")[0]]
    values = {key: getattr(base, key) for key in bounds} if base else {}
    values |= {key: _number(name, section, key, value, bounds) for key, value in sections.get(section, {}).items()}
    try:
        return made(**values)
    except TypeError:
        missing = [key for key in bounds if key not in values]
        raise BadLevel(f"{name}: [{section}] lacks {', '.join(missing)}; or say what it is `like`") from None


def _traits(name: str, game: str, given: Mapping[str, object], base: Level | None) -> tuple[float, ...]:
    bounds: dict[str, tuple[float, float]] = import_module(f"toctoc.bots.{game}.policy").TRAITS
    values = dict(zip(bounds, base.traits[game], strict=True)) if base else {}
    values |= {key: _number(name, game, key, value, bounds) for key, value in given.items()}
    missing = [key for key in bounds if key not in values]
    if missing:
        raise BadLevel(f"{name}: [{game}] lacks {', '.join(missing)}; or say what it is `like`")
    return tuple(values[key] for key in bounds)


def _number(name: str, section: str, key: str, value: object, bounds: Mapping[str, tuple[float, float]]) -> Any:
    if key not in bounds:
        raise BadLevel(f"{name}: there is no {key} in [{section}]; there are: {', '.join(bounds)}")
    least, most = bounds[key]
    kinds = int if isinstance(least, int) else int | float
    if isinstance(value, bool) or not isinstance(value, kinds) or not least <= value <= most:
        what = "whole number" if kinds is int else "number"
        raise BadLevel(f"{name}: {key} in [{section}] is a {what} from {least:g} to {most:g}, not {value!r}")
    return value if kinds is int else float(value)
