"""Toc Chocottes, as docs/reference/record.md tells it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations, permutations
from typing import Any, ClassVar

from .table import Broken, Result, Steps, Table, ask_chance, ask_one, ask_seats, draw, is_whole

EFFECTS = [7, 10, 11, 12, 13, 14]
DREAMY = [10, 11, 12, 13]
FIFTY = 50


@dataclass(eq=False)
class Card:
    """One card: two of the same name are still two."""

    name: str

    @property
    def value(self) -> int:
        return int(self.name.removeprefix("dream-"))

    @property
    def points(self) -> int:
        return 0 if self.name.startswith("dream-") else self.value


@dataclass
class Effect:
    value: int
    owner: int


@dataclass
class Round:
    """What lies on the table during one round."""

    starter: int
    active: int
    stock: list[str]
    rows: list[list[Card]]
    queue: list[Effect] = field(default_factory=list)

    def places(self, seat: int) -> list[int]:
        return list(range(1, len(self.rows[seat]) + 1))

    def card(self, seat: int, place: int) -> Card:
        return self.rows[seat][place - 1]

    def points(self) -> list[int]:
        return [sum(card.points for card in row) for row in self.rows]

    def discard(self, seat: int, card: Card) -> None:
        """A card of that seat has been discarded: its effect, if it has one, joins the queue."""
        if card.value in EFFECTS and not (card.value in (7, 14) and seat == self.active):
            self.queue.append(Effect(card.value, seat))

    def arrangements(self, seat: int) -> set[str]:
        return {f"arrange {a} to {b}" for a, b in permutations(self.places(seat), 2)}

    def arrange(self, seat: int, text: str) -> None:
        _, a, _, b = text.split(" ")
        row = self.rows[seat]
        row.insert(int(b) - 1, row.pop(int(a) - 1))


@dataclass
class Ending:
    """How a round ended: by a knock of `knocker`, by `emptied`'s empty row, or (neither) by the empty stock."""

    knocker: int | None = None
    emptied: int | None = None


Listing = Callable[[], dict[int, set[str]]]


class Chocottes(Table):
    fewest = 2
    most = 5
    own_options: ClassVar[dict[str, Any]] = {"dreams": 2, "tiles": [6, 8, 10], "snap_seconds": 5}

    def check_own_options(self) -> None:
        if not is_whole(self.options["dreams"], 0, 4):
            raise Broken("dreams must be 0 to 4")
        tiles = self.options["tiles"]
        if not (isinstance(tiles, list) and len(tiles) == 3 and all(is_whole(tile, 1, 49) for tile in tiles)):
            raise Broken("tiles must be three numbers from 1 to 49")
        if not is_whole(self.options["snap_seconds"], 0, 60):
            raise Broken("snap_seconds must be 0 to 60")

    def play(self) -> Steps[Result]:
        starter = yield from self.ask_start()
        totals = [0 for _ in self.seats]
        while True:
            self.round = Round(starter, starter, self.deck(), [[] for _ in self.seats])
            ending = yield from self.play_round()
            points = yield from self.round_points(ending)
            totals = [total + more for total, more in zip(totals, points, strict=True)]
            if max(totals) >= FIFTY:
                return self.final_result(totals, ending)
            starter = self.next_starter(totals, points)

    def deck(self) -> list[str]:
        dreams = int(self.options["dreams"])
        cards: list[str] = []
        for value in range(1, 15):
            dreaming = dreams if value in DREAMY else 0
            cards += [f"dream-{value}"] * dreaming + [str(value)] * (4 - dreaming)
        return cards

    # ---- the points -------------------------------------------------------------------------------------------

    def round_points(self, ending: Ending) -> Steps[list[int]]:
        """Each seat's points of the round, the penalty included."""
        points = self.round.points()
        if ending.knocker is not None:
            if all(points[other] > points[ending.knocker] for other in self.others(ending.knocker)):
                return points
            punished = [ending.knocker]
        elif ending.emptied is not None:
            punished = self.others(ending.emptied)
        else:
            punished = self.seats
        text = yield from ask_chance(Counter(f"tile {tile}" for tile in self.options["tiles"]))
        for seat in punished:
            points[seat] += int(text.split(" ")[1])
        return points

    def next_starter(self, totals: list[int], points: list[int]) -> int:
        seats = [seat for seat in self.seats if totals[seat] == max(totals)]
        most = max(points[seat] for seat in seats)
        seats = [seat for seat in seats if points[seat] == most]
        met = self.left_of(self.round.starter)
        while met not in seats:
            met = self.left_of(met)
        return met

    def final_result(self, totals: list[int], ending: Ending) -> Result:
        if ending.knocker is not None and totals[ending.knocker] == FIFTY:
            return Result(totals, [ending.knocker], "knocked-to-fifty")
        winners = [seat for seat in self.seats if totals[seat] == min(totals)]
        return Result(totals, winners, "fifty-reached")

    # ---- moves that may be preceded by reordering -------------------------------------------------------------

    def ask_with_arranging(self, listing: Listing) -> Steps[tuple[int, str]]:
        """A move out of the listing; before it, any seat may reorder its row any number of times."""
        while True:
            arrangements = {seat: self.round.arrangements(seat) for seat in self.seats}
            seat, text = yield from ask_seats(listing(), arrangements)
            if not text.startswith("arrange "):
                return seat, text
            self.round.arrange(seat, text)

    def ask_active(self, texts: set[str]) -> Steps[list[str]]:
        _, text = yield from self.ask_with_arranging(lambda: {self.round.active: texts})
        return text.split(" ")

    # ---- a round ----------------------------------------------------------------------------------------------

    def play_round(self) -> Steps[Ending]:
        for seat in self.seats:
            for _ in range(4):
                yield from self.draw_to_row("deal", seat)
        yield from self.first_looks()
        while True:
            ending = yield from self.turn()
            if ending is not None:
                return ending
            if not self.round.stock:
                return Ending()
            self.round.active = self.left_of(self.round.active)

    def draw_to_row(self, verb: str, seat: int) -> Steps[None]:
        name = yield from draw(self.round.stock, verb, f" to {seat}")
        self.round.rows[seat].append(Card(name))

    def first_looks(self) -> Steps[None]:
        seen: list[list[Card]] = [[] for _ in self.seats]

        def looks() -> dict[int, set[str]]:
            return {
                seat: {f"look {p}" for p in self.round.places(seat) if self.round.card(seat, p) not in seen[seat]}
                for seat in self.seats
                if len(seen[seat]) < 2
            }

        while any(len(cards) < 2 for cards in seen):
            seat, text = yield from self.ask_with_arranging(looks)
            seen[seat].append(self.round.card(seat, int(text.split(" ")[1])))

    def turn(self) -> Steps[Ending | None]:
        """One turn; returns how the round ended if this turn has ended it at once."""
        active = self.round.active
        words = yield from self.ask_active({"knock", "draw"})
        if words == ["knock"]:
            return Ending(knocker=active)
        drawn = Card((yield from draw(self.round.stock, "draw")))
        replaces = {f"replace {place}" for place in self.round.places(active)}
        words = yield from self.ask_active({"discard"} | replaces)
        thrown = drawn
        if words[0] == "replace":
            place = int(words[1])
            thrown = self.round.card(active, place)
            self.round.rows[active][place - 1] = drawn
        self.round.discard(active, thrown)
        ending = yield from self.window(thrown.value)
        while ending is None and self.round.queue:
            ending = yield from self.effect(self.round.queue.pop(0))
        return ending

    def window(self, value: int) -> Steps[Ending | None]:
        """Seats throw cards of that value until all have passed, or until a row is empty."""
        waiting = list(self.seats)

        def throws() -> dict[int, set[str]]:
            return {seat: {"pass"} | {f"snap {p}" for p in self.round.places(seat)} for seat in waiting}

        while waiting:
            seat, text = yield from self.ask_with_arranging(throws)
            if text == "pass":
                waiting.remove(seat)
                continue
            place = int(text.split(" ")[1])
            if self.round.card(seat, place).value == value:
                self.throw_from_row(seat, place)
                if not self.round.rows[seat]:
                    return Ending(emptied=seat)
            elif self.round.stock:
                yield from self.draw_to_row("penalty", seat)
            else:
                waiting.remove(seat)
        return None

    def throw_from_row(self, seat: int, place: int) -> Card:
        card = self.round.rows[seat].pop(place - 1)
        self.round.discard(seat, card)
        return card

    # ---- effects ----------------------------------------------------------------------------------------------

    def effect(self, effect: Effect) -> Steps[Ending | None]:
        """One effect out of the queue; returns how the round ended if this has ended it."""
        owner = effect.owner
        listed = self.effect_moves(effect)
        if not listed:
            return None
        turned_round: set[str] = set()
        if effect.value == 11:
            turned_round = {f"shuffle {q} {p} of {t}" for p, q, t in self.shuffles(owner)}
        words = yield from ask_one(owner, {"decline"} | listed, turned_round)
        if words[0] == "feed":
            yield from self.draw_to_row("gift", self.round.active)
        elif words[0] == "give":
            yield from self.draw_to_row("gift", int(words[2]))
        elif words[0] == "shuffle":
            mixed = yield from ask_chance({"mix kept": 1, "mix swapped": 1})
            if mixed == "mix swapped":
                target = int(words[4])
                self.swap_cards(target, int(words[1]), target, int(words[2]))
        elif words[0] == "exchange":
            self.swap_cards(owner, int(words[1]), int(words[5]), int(words[3]))
        elif words[0] == "reap":
            card = self.throw_from_row(owner, int(words[1]))
            if not self.round.rows[owner]:
                return Ending(emptied=owner)
            return (yield from self.window(card.value))
        return None

    def effect_moves(self, effect: Effect) -> set[str]:
        """The ways to apply an effect; none if it can do nothing."""
        owner = effect.owner
        own = self.round.places(owner)
        others = self.others(owner)
        if effect.value == 7:
            return {"feed"} if self.round.stock else set()
        if effect.value == 10:
            return {f"look {p}" for p in own}
        if effect.value == 11:
            return {f"shuffle {p} {q} of {t}" for p, q, t in self.shuffles(owner)}
        if effect.value == 12:
            return {f"exchange {p} with {q} of {t}" for p in own for t in others for q in self.round.places(t)}
        if effect.value == 13:
            return {f"give to {t}" for t in others if len(self.round.rows[t]) < 4 and self.round.stock}
        return {f"reap {p}" for p in own}

    def shuffles(self, owner: int) -> list[tuple[int, int, int]]:
        return [(p, q, t) for t in self.others(owner) for p, q in combinations(self.round.places(t), 2)]

    def swap_cards(self, seat: int, place: int, other: int, other_place: int) -> None:
        rows = self.round.rows
        one, two = rows[seat][place - 1], rows[other][other_place - 1]
        rows[seat][place - 1], rows[other][other_place - 1] = two, one
