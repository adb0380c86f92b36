"""Seat bots that are Python classes. A name says where the class is:

    grudge.py:Grudge        in a file
    ghosts.bots:Grudge      in a module that Python finds
    grudge                  in an installed package, as an entry point of the group `toctoc.bots`

The class is called with a `SeatInfo`, and has `observe(event)` and `act(view, legal)`. Its errors are reported
with its name, and change nothing.
"""

import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

from toctoc.bots.bot import Bot, Decision, Reason, SeatInfo
from toctoc.bots.level import BadLevel, checked_face, checked_title
from toctoc.core.game import Action, Event, View

GROUP = "toctoc.bots"
DESCRIBED = ".toml"  # how the name of a file ends that describes a bot


class BotError(Exception):
    """Raised when a Python bot raises an exception or returns an illegal action. The match is unchanged.

    Args:
        bot: The name of the bot.
        seat: Its seat.
        game: The name of the game.
        why: The error.

    Example:
        >>> from toctoc.bots import BotError
        >>> print(BotError("mine.py:Mine", seat=1, game="escalier", why="ZeroDivisionError: division by zero"))
        the bot mine.py:Mine failed at seat 1 of escalier: ZeroDivisionError: division by zero
    """

    def __init__(self, bot: str, seat: int, game: str, why: str) -> None:
        super().__init__(bot, seat, game, why)  # all of it, for the way between processes
        self.bot, self.seat, self.game, self.why = bot, seat, game, why

    def __str__(self) -> str:
        return f"the bot {self.bot} failed at seat {self.seat} of {self.game}: {self.why}"


@dataclass(frozen=True)
class Program:
    """Describe a bot that is a Python class.

    Args:
        name: The name of the class, or of the entry point.
        made: The class.
        games: The games that it plays; None for all.
        title: Its title by language, `""` for all others, if the class has one.
        face: The name of its avatar, if the class has one.
        digest: The SHA-256 of its file; empty if it has none.

    Example:
        >>> from toctoc.bots import Program, describe
        >>> grudge = describe("examples/grudge.py:Grudge")
        >>> isinstance(grudge, Program), grudge.name, grudge.games, grudge.title
        (True, 'Grudge', ('toctoctoc',), {})
    """

    name: str
    made: Callable[[SeatInfo], Bot]
    games: tuple[str, ...] | None
    title: Mapping[str, str]
    face: str | None
    digest: str

    def plays(self, game: str) -> bool:
        """Return whether it plays `game`."""
        return self.games is None or game in self.games


class ProgramBot:
    """Seat a class at a table, and put its errors down to it."""

    searches = False
    is_quick = False

    def __init__(self, name: str, seat_info: SeatInfo) -> None:
        self.name, self.seat_info = name, seat_info
        found = program(name)
        try:
            self.bot = found.made(seat_info)
        except (Exception, SystemExit) as error:
            where = f"at seat {seat_info.seat} of {seat_info.game.name}"
            raise BadLevel(f"{name} does not sit down {where}: {_said(error)}") from error

    def observe(self, event: Event) -> None:
        """Tell the bot of an event."""
        with self._blamed():
            self.bot.observe(event)

    def act(self, view: View, legal: Sequence[Action]) -> Action:
        """Ask the bot for an action, and see whether it may take it."""
        with self._blamed():
            action = self.bot.act(view, legal)
            if action not in legal:
                raise ValueError(f"{action} is not one of the legal actions: {', '.join(map(str, legal))}")
        return action

    def decide(self, view: View, legal: Sequence[Action], at_once: bool = False) -> Decision:  # noqa: ARG002  # it has one way only
        """Ask the bot for an action; it gives no reason."""
        return Decision(self.act(view, legal), Reason("own", {}), None)

    @contextmanager
    def _blamed(self) -> Iterator[None]:
        try:
            yield
        except (Exception, SystemExit) as error:
            raise BotError(self.name, self.seat_info.seat, self.seat_info.game.name, _said(error)) from error


def is_program(name: str) -> bool:
    """Tell whether a name is that of a class, or of an entry point, rather than of a level or a TOML file."""
    return not name.endswith(DESCRIBED) and (":" in name or name in installed())


def program(name: str) -> Program:
    """Find the bot `name`; raise `BadLevel` if it cannot be had. A file that has changed is read again."""
    place, colon, wanted = name.rpartition(":")
    if not colon:
        return _installed(name)
    if not place or not wanted.isidentifier():
        raise BadLevel(f"{name}: a bot of yours is written file.py:Class, or package.module:Class")
    if not place.endswith(".py"):
        return _described(name, wanted, _class(_imported(name, place), place, wanted), "")
    try:
        source = Path(place).read_bytes()
    except OSError as error:
        raise BadLevel(f"{name}: {place} cannot be read: {error.strerror}") from None
    digest = sha256(source).hexdigest()
    module = _loaded(Path(place).resolve(), digest, source)
    return _described(name, wanted, _class(module, place, wanted), digest)


def named(bot: str | type[Bot]) -> str:
    """Return the name of a bot that is given by it, or as a class: in other processes it is found by that."""
    if isinstance(bot, str):
        return bot
    module = sys.modules.get(bot.__module__)
    file = getattr(module, "__file__", None)
    if "." in bot.__qualname__ or module is None or (bot.__module__ == "__main__" and not file):
        raise BadLevel(
            f"{bot.__qualname__} cannot be found by other processes: it has to be in a file, on its own"
        )
    return f"{file}:{bot.__name__}" if bot.__module__ == "__main__" else f"{bot.__module__}:{bot.__name__}"


@cache
def installed() -> dict[str, EntryPoint]:
    """Return the bots of installed packages, by name."""
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def _installed(name: str) -> Program:
    entry = installed()[name]
    with _loading(name):
        found = entry.load()
    return _described(name, name, _checked(found, f"{name} of {entry.value}"), "")


def _imported(name: str, place: str) -> ModuleType:
    with _loading(name):
        return import_module(place)


@cache
def _loaded(file: Path, digest: str, source: bytes) -> ModuleType:
    """Run a file as a module; it can import its neighbours."""
    module = ModuleType(f"toctoc_bot_{file.stem}_{digest[:16]}")
    module.__file__ = str(file)
    if str(file.parent) not in sys.path:
        sys.path.append(str(file.parent))
    sys.modules[module.__name__] = module
    try:
        with _loading(file.name):
            exec(compile(source, str(file), "exec"), vars(module))
    except BadLevel:
        del sys.modules[module.__name__]
        raise
    return module


@contextmanager
def _loading(name: str) -> Iterator[None]:
    try:
        yield
    except (Exception, SystemExit) as error:
        raise BadLevel(f"{name} does not load: {_said(error)}") from error


def _class(module: ModuleType, place: str, wanted: str) -> type:
    """Return the class of a module that is asked for."""
    if not hasattr(module, wanted):
        own = [each for each in vars(module).values() if getattr(each, "__module__", "") == module.__name__]
        there = [each.__name__ for each in own if _is_bot(each)]
        others = f"; there are: {', '.join(there)}" if there else ""
        raise BadLevel(f"there is no class {wanted} in {place}{others}")
    return _checked(getattr(module, wanted), f"{wanted} in {place}")


def _checked(found: object, what: str) -> type:
    if not isinstance(found, type) or not _is_bot(found):
        raise BadLevel(f"{what} is no bot: a bot is a class with observe(event) and act(view, legal)")
    return found


def _is_bot(found: object) -> bool:
    """Tell whether `found` is a class with the methods of a bot."""
    return isinstance(found, type) and all(callable(getattr(found, name, None)) for name in ("observe", "act"))


def _described(asked: str, name: str, made: Any, digest: str) -> Program:
    """Describe a class by its attributes."""
    games, title, face = (getattr(made, said, None) for said in ("games", "title", "face"))
    if isinstance(games, str):
        games = (games,)
    return Program(
        name,
        made,
        tuple(map(str, games)) if isinstance(games, Collection) else None,
        checked_title(asked, title) if isinstance(title, str | dict) else {},
        checked_face(asked, face) if isinstance(face, str) else None,
        digest or _digest(made),
    )


def _digest(made: type) -> str:
    """Return the hash of the file that a class is in; nothing if it is in none."""
    file = getattr(sys.modules.get(made.__module__), "__file__", None)
    return sha256(Path(file).read_bytes()).hexdigest() if file and Path(file).is_file() else ""


def _said(error: BaseException) -> str:
    """Describe an error in one line."""
    return " ".join(f"{type(error).__name__}: {error}".split()).removesuffix(":")
