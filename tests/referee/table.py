"""Define the parts common to the three games: questions to chance and to the seats, and common options."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, TypeVar


class Broken(Exception):
    """A record that breaks the page. `step` counts from 1; 0 if the record as a whole is to blame and no step."""

    def __init__(self, reason: str, step: int = 0) -> None:
        super().__init__(f"step {step}: {reason}" if step else reason)
        self.reason: Final = reason
        self.step: Final = step


@dataclass
class Chance:
    """Chance is awaited: each possible outcome with the number of copies that give it."""

    outcomes: dict[str, int]


@dataclass
class Moves:
    """Seats may act: the canonical moves of each seat, and other moves that are legal but not listed."""

    listed: dict[int, set[str]]
    unlisted: dict[int, set[str]] = field(default_factory=dict)

    def allow(self, seat: int, text: str) -> bool:
        return text in self.listed.get(seat, set()) or text in self.unlisted.get(seat, set())


@dataclass
class Answer:
    """What happened: an outcome of chance (seat is None), or a move of a seat."""

    seat: int | None
    text: str

    @property
    def words(self) -> list[str]:
        return self.text.split(" ")


Question = Chance | Moves
Got = TypeVar("Got")
Steps = Generator[Question, Answer, Got]
"""A part of a game: yields questions, is sent answers, and returns what it is written to find out."""


@dataclass
class Result:
    scores: list[int]
    winners: list[int]
    reason: str


def ask_chance(outcomes: Mapping[str, int]) -> Steps[str]:
    answer = yield Chance(dict(outcomes))
    return answer.text


def ask_seats(listed: dict[int, set[str]], unlisted: dict[int, set[str]] | None = None) -> Steps[tuple[int, str]]:
    answer = yield Moves(listed, unlisted or {})
    assert answer.seat is not None
    return answer.seat, answer.text


def ask_one(seat: int, listed: set[str], unlisted: set[str] | None = None) -> Steps[list[str]]:
    """One seat alone may act; returns the words of its move."""
    _, text = yield from ask_seats({seat: listed}, {seat: unlisted or set()})
    return text.split(" ")


def draw(stock: list[str], verb: str, ending: str = "") -> Steps[str]:
    """Chance takes a card out of the stock: `verb CARD ending`."""
    copies = {f"{verb} {card}{ending}": count for card, count in Counter(stock).items()}
    text = yield from ask_chance(copies)
    card = text.split(" ")[1]
    stock.remove(card)
    return card


def is_whole(value: object, low: int, high: int) -> bool:
    """A JSON whole number in a range; true and false are no numbers."""
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


class Table(ABC):
    """A game at a table with seats 0 to players - 1."""

    fewest: int
    most: int
    own_options: ClassVar[dict[str, Any]] = {}  # with their defaults

    def __init__(self, players: int, options: dict[str, Any]) -> None:
        if not self.fewest <= players <= self.most:
            raise Broken(f"{players} players are not possible in this game")
        self.players = players
        self.seats = list(range(players))
        defaults = {"start": "creator", "creator": 0, "memory_aid": False, **self.own_options}
        if not set(options) <= set(defaults):
            raise Broken(f"the options are {sorted(defaults)}")
        self.options = {**defaults, **options}
        self.check_common_options()
        self.check_own_options()

    def check_common_options(self) -> None:
        if self.options["start"] not in ("creator", "random"):
            raise Broken("start must be creator or random")
        if not is_whole(self.options["creator"], 0, self.players - 1):
            raise Broken("creator must be a seat of the table")
        if not isinstance(self.options["memory_aid"], bool):
            raise Broken("memory_aid must be true or false")

    @abstractmethod
    def check_own_options(self) -> None:
        """Refuse wrong values of the options that only this game has."""

    def left_of(self, seat: int) -> int:
        return (seat + 1) % self.players

    def others(self, seat: int) -> list[int]:
        return [other for other in self.seats if other != seat]

    def ask_start(self) -> Steps[int]:
        """The starting seat, drawn if the options say so."""
        if self.options["start"] == "creator":
            return int(self.options["creator"])
        text = yield from ask_chance({f"start {seat}": 1 for seat in self.seats})
        return int(text.split(" ")[1])

    @abstractmethod
    def play(self) -> Steps[Result]:
        """The whole game."""
