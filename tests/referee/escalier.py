"""L'Escalier hanté, as docs/reference/record.md tells it."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, ClassVar

from .table import Broken, Result, Steps, Table, ask_one, draw

COLOURS = ["red", "green", "blue", "yellow"]
PLACES = [*COLOURS, "white"]
NAMES = {f"name {colour}" for colour in COLOURS}


@dataclass
class Disc:
    """Where the child of which colour lies; a place that is not a key is free."""

    child_at: dict[str, str] = field(default_factory=lambda: {colour: colour for colour in COLOURS})

    def ghosts(self) -> list[str]:
        return [place for place in PLACES if place in self.child_at]

    def free(self) -> str:
        [place] = [place for place in PLACES if place not in self.child_at]
        return place

    def swap(self, one: str, other: str) -> None:
        self.child_at[one], self.child_at[other] = self.child_at[other], self.child_at[one]

    def move(self, place: str) -> None:
        goal = self.free()
        self.child_at[goal] = self.child_at.pop(place)


class Escalier(Table):
    fewest = 2
    most = 4
    own_options: ClassVar[dict[str, Any]] = {"risk": False}

    def check_own_options(self) -> None:
        if not isinstance(self.options["risk"], bool):
            raise Broken("risk must be true or false")

    def play(self) -> Steps[Result]:
        self.disc = Disc()
        self.stock = ["riddle"] * 12 + ["move"] * 14 + ["swap"] * 14
        self.stock += [f"{colour}-child" for colour in COLOURS for _ in range(4)]
        self.discards: list[str] = []
        self.won: list[list[str]] = [[] for _ in self.seats]
        self.wrong_riddle = False
        active = yield from self.ask_start()
        while True:
            next_active = yield from self.turn(active)
            if not self.stock:
                break
            active = next_active
        if self.discards:
            yield from self.last_search(active)
        scores = [len(pile) for pile in self.won]
        winners = [seat for seat in self.seats if scores[seat] == max(scores)]
        return Result(scores, winners, "both-piles-gone")

    def win(self, seat: int) -> None:
        self.won[seat] += self.discards
        self.discards = []

    def turn(self, active: int) -> Steps[int]:
        """One turn; returns the next active player."""
        card = yield from draw(self.stock, "flip")
        self.discards.append(card)
        self.wrong_riddle = False
        if card == "swap":
            yield from self.swap(active)
        elif card == "move":
            _, place = yield from ask_one(active, {f"move {place}" for place in self.disc.ghosts()})
            self.disc.move(place)
        elif card == "riddle" and self.options["risk"]:
            yield from self.risky_riddle(active)
        elif card == "riddle":
            yield from self.plain_riddle(active)
        else:
            finder = yield from self.search(active, card.removesuffix("-child"))
            return self.left_of(finder)
        return self.left_of(active)

    def search(self, beginner: int, colour: str) -> Steps[int]:
        """Seats turn ghosts until the child is found; the finder, who wins the discard pile, is returned."""
        seat = beginner
        hidden = self.disc.ghosts()
        while True:
            _, place = yield from ask_one(seat, {f"turn {place}" for place in hidden})
            hidden.remove(place)
            if self.disc.child_at[place] == colour:
                self.win(seat)
                return seat
            seat = self.left_of(seat)

    def swap(self, active: int) -> Steps[None]:
        pairs = list(combinations(self.disc.ghosts(), 2))
        listed = {f"swap {one} {other}" for one, other in pairs}
        turned_round = {f"swap {other} {one}" for one, other in pairs}
        _, one, other = yield from ask_one(active, listed, turned_round)
        self.disc.swap(one, other)

    def plain_riddle(self, active: int) -> Steps[None]:
        if self.disc.free() == "white":
            return
        words = yield from ask_one(active, {"decline"} | NAMES)
        if words == ["decline"]:
            return
        if words[1] == self.disc.child_at["white"]:
            self.win(active)
        else:
            self.wrong_riddle = True

    def risky_riddle(self, active: int) -> Steps[None]:
        asks = {f"ask {seat} about {place}" for seat in self.others(active) for place in self.disc.ghosts()}
        words = yield from ask_one(active, {"decline"} | asks)
        if words == ["decline"]:
            return
        asked, place = int(words[1]), words[3]
        _, colour = yield from ask_one(asked, set(NAMES))
        self.win(asked if self.disc.child_at[place] == colour else active)

    def last_search(self, active: int) -> Steps[None]:
        """The stock is empty but the discard pile is not: the active player names a colour to search."""
        names = set(NAMES)
        if self.wrong_riddle:
            names.remove(f"name {self.disc.child_at['white']}")
        _, colour = yield from ask_one(active, names)
        yield from self.search(active, colour)
