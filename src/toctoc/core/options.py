"""Define the options of a table: name, possible values, default and clause."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from .errors import BadOption
from .notation import MOST_SEATS

Value = str | int | bool | tuple[int, ...]
Options = Mapping[str, Value]


class Option(Protocol):
    """Describe an option of a table. `Choice`, `Flag`, `Number`, `NumberList` and `SeatNumber` are its kinds.

    Example:
        >>> from toctoc.core import GAMES, Option
        >>> tiles: Option = GAMES["chocottes"].options[3]
        >>> tiles.name, tiles.default, tiles.takes
        ('tiles', (6, 8, 10), '3 whole numbers from 1 to 49')
    """

    @property
    def name(self) -> str: ...
    @property
    def default(self) -> Value: ...
    @property
    def clause(self) -> str: ...
    @property
    def takes(self) -> str:
        """Describe the possible values, in English."""

    def checked(self, value: object) -> Value | None:
        """Return `value` as the game uses it; None if the option does not take it."""

    def parsed(self, text: str) -> object:
        """Return the value in `text`, as typed on a command line, without a check."""


@dataclass(frozen=True, slots=True)
class Choice:
    """An option with one of a few words.

    Args:
        name: The key of the option.
        default: One of `choices`.
        clause: The clause of the rules that explains it.
        choices: The words that the option takes.

    Example:
        >>> from toctoc.core import Choice
        >>> Choice("wind", "calm", "X1", ("calm", "storm")).takes
        'calm or storm'
    """

    name: str
    default: str
    clause: str
    choices: tuple[str, ...]

    @property
    def takes(self) -> str:
        return " or ".join(self.choices)

    def checked(self, value: object) -> Value | None:
        return value if isinstance(value, str) and value in self.choices else None

    def parsed(self, text: str) -> object:
        return text


@dataclass(frozen=True, slots=True)
class Flag:
    """An option that is on or off.

    Args:
        name: The key of the option.
        default: Whether it is on if the caller does not choose.
        clause: The clause of the rules that explains it.

    Example:
        >>> from toctoc.core import Flag
        >>> Flag("fog", False, "X2").parsed("yes")
        True
    """

    name: str
    default: bool
    clause: str

    @property
    def takes(self) -> str:
        return "yes or no"

    def checked(self, value: object) -> Value | None:
        return value if isinstance(value, bool) else None

    def parsed(self, text: str) -> object:
        return {"yes": True, "no": False, "true": True, "false": False}.get(text.lower(), text)


@dataclass(frozen=True, slots=True)
class Number:
    """An option that is a whole number.

    Args:
        name: The key of the option.
        default: The value if the caller does not choose.
        clause: The clause of the rules that explains it.
        least: The smallest number that it takes.
        most: The largest number that it takes.

    Example:
        >>> from toctoc.core import Number
        >>> print(Number("lamps", 3, "X3", 0, 9).checked(12))
        None
    """

    name: str
    default: int
    clause: str
    least: int
    most: int

    @property
    def takes(self) -> str:
        return f"a whole number from {self.least} to {self.most}"

    def checked(self, value: object) -> Value | None:
        return value if _whole(value) and self.least <= value <= self.most else None  # type: ignore[operator, return-value]  # _whole says it is an int

    def parsed(self, text: str) -> object:
        return _number(text)


@dataclass(frozen=True, slots=True)
class SeatNumber(Number):
    """A `Number` that is a seat. It must be less than the number of players at the table.

    Every game has such an option, `creator`, for the first player (`toctoc.core.options.starting`).

    Args:
        name: The key of the option.
        default: The seat if the caller does not choose.
        clause: The clause of the rules that explains it.
        least: The smallest number that it takes.
        most: The largest number that it takes at a table of any size.

    Example:
        >>> from toctoc.core import SeatNumber
        >>> from toctoc.core.options import checked_at
        >>> print(checked_at(SeatNumber("host", 0, "X5", 0, 4), 3, players=3))
        None
    """


@dataclass(frozen=True, slots=True)
class NumberList:
    """An option of several whole numbers.

    Args:
        name: The key of the option.
        default: The numbers if the caller does not choose. The option takes as many as these.
        clause: The clause of the rules that explains it.
        least: The smallest number that it takes.
        most: The largest number that it takes.

    Example:
        >>> from toctoc.core import NumberList
        >>> NumberList("steps", (1, 2), "X4", 0, 9).parsed("4,5")
        [4, 5]
    """

    name: str
    default: tuple[int, ...]
    clause: str
    least: int
    most: int

    @property
    def takes(self) -> str:
        return f"{len(self.default)} whole numbers from {self.least} to {self.most}"

    def checked(self, value: object) -> Value | None:
        if not isinstance(value, list | tuple) or len(value) != len(self.default):
            return None
        if not all(_whole(n) and self.least <= n <= self.most for n in value):
            return None
        return tuple(value)

    def parsed(self, text: str) -> object:
        return [_number(part) for part in text.split(",")]


def starting(clause: str) -> tuple[Choice, SeatNumber]:
    """Return `start` and `creator`, the options about the seat that begins, with `clause` of a game."""
    start = Choice("start", "creator", clause, ("creator", "random"))
    return start, SeatNumber("creator", 0, clause, 0, MOST_SEATS - 1)


def complete(offered: tuple[Option, ...], given: Mapping[str, object]) -> dict[str, Value]:
    """Return all options of a game, those not given at their defaults; raise `BadOption` for a wrong one."""
    known = {option.name: option for option in offered}
    for name in given:
        if name not in known:
            raise BadOption(f"there is no option {_shown(name)}; there are: {', '.join(known)}")
    chosen: dict[str, Value] = {}
    for name, option in known.items():
        value = option.checked(given.get(name, option.default))
        if value is None:
            raise BadOption(f"option {name} takes {option.takes}, not {_shown(given[name])} ({option.clause})")
        chosen[name] = value
    return chosen


def as_json(chosen: Mapping[str, Value]) -> dict[str, object]:
    """Return options as JSON has them: a list for a tuple."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in chosen.items()}


def bounds(option: Number | NumberList, players: int) -> tuple[int, int]:
    """Return the least and the most of a number at a table of so many players."""
    return option.least, players - 1 if isinstance(option, SeatNumber) else option.most


def checked_at(option: Option, value: object, players: int) -> Value | None:
    """Return the value as a game of so many players uses it; None if it is not acceptable there."""
    found = option.checked(value)
    return None if isinstance(option, SeatNumber) and found not in range(players) else found


def parse(offered: tuple[Option, ...], texts: list[str]) -> dict[str, object]:
    """Read options typed as `name=value`."""
    known = {option.name: option for option in offered}
    given: dict[str, object] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadOption(f"an option is written name=value, not {text!r}")
        given[name] = known[name].parsed(value) if name in known else value
    return given


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _number(text: str) -> object:
    return int(text) if re.fullmatch(r"\s*-?[0-9]{1,8}\s*", text) else text


def _shown(value: object) -> str:
    """Write a value for a message; Python does not write integers of more than 4300 digits."""
    try:
        text = repr(value)
    except ValueError:
        return "so large a number"
    return text if len(text) <= 60 else f"{text[:57]}..."
