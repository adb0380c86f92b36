"""Toc Toc Toc!, as docs/reference/record.md tells it."""

from __future__ import annotations

from dataclasses import dataclass, field

from .table import Result, Steps, Table, ask_one, draw

CREATURES = ["monster", "ghost", "vampire"]
RANKS = ["plain", "brute", "musician"]


@dataclass
class Player:
    hand: list[str] = field(default_factory=list)
    party: list[str] = field(default_factory=list)

    def guests(self, creature: str) -> list[str]:
        return [card for card in self.party if card in [f"{rank}-{creature}" for rank in RANKS]]

    def ranks(self, creature: str) -> set[str]:
        return {card.split("-")[0] for card in self.guests(creature)}

    def chaseable(self) -> list[str]:
        """The creatures a child or a taxi may chase here: most guests among those without a brute."""
        open_ones = [c for c in CREATURES if self.guests(c) and "brute" not in self.ranks(c)]
        most = max((len(self.guests(c)) for c in open_ones), default=0)
        return [c for c in open_ones if len(self.guests(c)) == most]

    def score(self) -> int:
        total = 3 * self.party.count("scarecrow")
        for creature in CREATURES:
            each = 2 if "musician" in self.ranks(creature) else 1
            total += each * len(self.guests(creature))
        return total


class Toctoctoc(Table):
    fewest = 3
    most = 5

    def check_own_options(self) -> None:
        """There are only the common ones."""

    def deck(self) -> list[str]:
        cards = ["child"] * 5 + ["taxi"] * 3 + ["scarecrow"] * 2
        for creature in CREATURES:
            cards += [f"plain-{creature}"] * 7
            cards += [f"brute-{creature}"] * (1 if self.players == 3 else 2)
            cards += [f"musician-{creature}"]
            cards += [f"vamp-{creature}"] * 5
        return cards

    def play(self) -> Steps[Result]:
        active = yield from self.ask_start()
        yield from self.set_up()
        while any(player.hand for player in self.table):
            yield from self.turn(active)
            active = self.next_active(active)
        scores = [player.score() for player in self.table]
        winners = [seat for seat in self.seats if scores[seat] == max(scores)]
        return Result(scores, winners, "all-hands-empty")

    def set_up(self) -> Steps[None]:
        self.table = [Player() for _ in self.seats]
        self.stock = self.deck()
        first_guests = [f"plain-{creature}" for creature in CREATURES for _ in range(4)]
        for seat in self.seats:
            for _ in range(2):
                guest = yield from draw(first_guests, "guest", f" to {seat}")
                self.stock.remove(guest)
                self.table[seat].party.append(guest)
        for seat in self.seats:
            for _ in range(5):
                card = yield from draw(self.stock, "deal", f" to {seat}")
                self.table[seat].hand.append(card)
        self.top: str | None = yield from draw(self.stock, "top")

    def next_active(self, active: int) -> int:
        """The next seat to the left with a card in hand, `active` itself last; `active` too if nobody has any."""
        seat = self.left_of(active)
        while seat != active and not self.table[seat].hand:
            seat = self.left_of(seat)
        return seat

    def turn(self, active: int) -> Steps[None]:
        hand = self.table[active].hand
        offers = {f"offer {card} to {other}" for card in hand for other in self.others(active)}
        _, card, _, target_word = yield from ask_one(active, offers)
        hand.remove(card)
        target = int(target_word)
        [reply] = yield from ask_one(target, {"open", "refuse"})
        revealer, rival = (target, active) if reply == "open" else (active, target)
        yield from self.act(card, revealer, rival)
        if self.top is not None:
            hand.append(self.top)
            self.top = None
            if self.stock:
                self.top = yield from draw(self.stock, "top")

    def act(self, card: str, revealer: int, rival: int) -> Steps[None]:
        if card in ("child", "taxi"):
            yield from self.act_chase(card, revealer, rival)
        elif card.startswith("vamp-"):
            yield from self.act_vamp(card.split("-")[1], revealer, rival)
        else:
            self.table[revealer].party.append(card)

    def act_vamp(self, creature: str, revealer: int, rival: int) -> Steps[None]:
        ranks = self.table[revealer].ranks(creature)
        if not ranks:
            return
        if len(ranks) == 1:
            [rank] = ranks
        else:
            _, rank = yield from ask_one(rival, {f"take {rank}" for rank in ranks})
        guest = f"{rank}-{creature}"
        self.table[revealer].party.remove(guest)
        self.table[rival].party.append(guest)

    def act_chase(self, card: str, revealer: int, rival: int) -> Steps[None]:
        creatures = self.table[revealer].chaseable()
        if not creatures:
            return
        if len(creatures) == 1:
            [creature] = creatures
        else:
            _, creature = yield from ask_one(rival, {f"chase {creature}" for creature in creatures})
        for guest in self.table[revealer].guests(creature):
            self.table[revealer].party.remove(guest)
            if card == "child":
                self.table[rival].party.append(guest)
