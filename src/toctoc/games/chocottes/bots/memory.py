"""Remember a game of Toc Chocottes: each sighting of a card with its seat and time, recalled by ACT-R."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from toctoc.bots.bot import SeatInfo
from toctoc.bots.level import Level
from toctoc.bots.memory import Decided, Recall
from toctoc.core import fields
from toctoc.core.game import Action, Event
from toctoc.games.chocottes import events, rules, words
from toctoc.games.chocottes.knowledge import Knowledge
from toctoc.games.chocottes.rules.state import KINDS, UNKNOWN, worth
from toctoc.games.chocottes.words import card_code

from .mind import HIGHEST, SECONDS, Mind, watch, watch_chance

KEEPING = 0.85  # probability that a kept card is not worth more than its ceiling


class Memory:
    """Store all sightings with their times; the recalled ones are sampled again at every decision."""

    def __init__(self, seat_info: SeatInfo, own: Level, styles: Sequence[Level]) -> None:
        self.seat = seat_info.seat
        self.recall = own.recall
        self.recalls = [style.recall for style in styles]
        self.knowledge = Knowledge(seat_info.players, seat_info.options, seat_info.seat)
        self.mind = fields.blank(Mind)  # with perfect recall
        self.seen: dict[tuple[int, int], list[int]] = {}  # by seat and card name: times of the sightings
        self.clock = 0
        # Computed once for all worlds of a decision.
        self.kept: list[tuple[int, int, int]] | None = None
        self.chances: dict[tuple[Recall, int, int], float] = {}
        # Rivals' decisions are evaluated at the end of the round.
        self.thinks_ahead = own.search[seat_info.game.name].worlds > 0
        self.deeds: list[Deed] = []
        self.cards: dict[int, int] = {}  # by name: the cards shown so far

    # --- observing -----------------------------------------------------------------------------------------------

    def observe(self, event: Event, rng: Random) -> None:
        """Update names, sightings and knowledge by `event`."""
        self.kept, self.chances = None, {}  # computed for the table before the event
        table = self.knowledge.worlds[0][1]
        match event:
            case events.CardDealt() | events.CardAdded() | events.Shuffled():
                if table.phase == rules.DEALING and table.dealt == 0:
                    self.seen.clear()
                    self.deeds.clear()
                    self.cards.clear()
                watch_chance(table, self.mind, (), 0, None)
            case _:
                if (move := done(event)) is not None:
                    self._watch(table, *move, event, rng)
        self.knowledge.observe(event)

    def _watch(self, table: Any, seat: int, action: Action, event: Event, rng: Random) -> None:
        """Move the names of the cards, and store the sightings of an action."""
        if not isinstance(action, words.Pass):
            self.clock += SECONDS
        self._note(seat, action, event, rng)
        match event:
            case events.Replaced(_, place, card) | events.Snapped(_, place, card) | events.Reaped(_, place, card):
                self.cards[self.mind.name[seat][place - 1]] = card_code(card)
        watch(shown(table, seat, event), self.mind, (), seat, words.action_code(action), None)
        match event:
            case events.LookedAt(seat, place) | events.YouLookedAt(seat, place) | events.Replaced(seat, place):
                self._saw(seat, seat, place)
            case events.Exchanged(seat, place) | events.YouExchanged(seat, place):
                self._saw(seat, seat, place)
            case events.Snapped(seat, place, _, False):
                for p in range(table.players):
                    self._saw(p, seat, place)

    def _saw(self, seat: int, row: int, place: int) -> None:
        """Store a sighting by `seat` of the card at `place` of the row of seat `row`."""
        self.seen.setdefault((seat, self.mind.name[row][place - 1]), []).append(self.clock)

    # --- recalling -----------------------------------------------------------------------------------------------

    def believed(self, rng: Random) -> tuple[Any, Any]:
        """Return the partial world and the mind that the bot recalls now; forgotten cards are UNKNOWN."""
        table = fields.clone(self.knowledge.worlds[0][1])
        mind = self._mind(table, [self.recall] * table.players, rng)
        for p in range(table.players):
            for i in range(table.row_size[p]):
                if not mind.knows[p][i] >> self.seat & 1:
                    table.row[p][i] = UNKNOWN
        return table, mind

    def world(self, rng: Random, styles: Sequence[int] = ()) -> tuple[Any, Any]:
        """Sample a full world that fits all observed events, and a mind in which seats recall by their styles."""
        world = self.knowledge.determinize(rng)
        self._keep_low(world, rng)
        recalls = [self.recalls[style] for style in styles[: world.players]] or [self.recall] * world.players
        recalls[self.seat] = self.recall
        return world, self._mind(world, recalls, rng)

    def _keep_low(self, world: Any, rng: Random) -> None:
        """Swap most sampled cards above their ceiling with lower ones of the stock: players keep low cards."""
        if self.kept is None:
            self.kept = self._places_kept()
        for p, i, ceiling in self.kept:
            card = world.row[p][i]
            if worth(card) > ceiling and rng.random() < KEEPING:
                stock = world.stock
                low = [kind for kind in range(KINDS) if stock[kind] and worth(kind) <= ceiling]
                if low:
                    [kind] = rng.choices(low, [stock[kind] for kind in low])
                    stock[card] += 1
                    stock[kind] -= 1
                    world.row[p][i] = kind

    def _places_kept(self) -> list[tuple[int, int, int]]:
        """Return seat, place and ceiling of each unknown card that has a ceiling."""
        tables = [table for _, table in self.knowledge.worlds]
        return [
            (p, i, self.mind.ceiling[p][i])
            for p in range(tables[0].players)
            for i in range(tables[0].row_size[p])
            if self.mind.ceiling[p][i] < HIGHEST and all(table.row[p][i] == UNKNOWN for table in tables)
        ]

    def _mind(self, table: Any, recalls: Sequence[Recall], rng: Random) -> Mind:
        """Sample the cards that each seat still recalls; `recalls` has one entry for each seat."""
        mind = fields.clone(self.mind)
        for p in range(table.players):
            knows, names = mind.knows[p], mind.name[p]
            for i in range(table.row_size[p]):
                if knows[i]:
                    for seat, recall in enumerate(recalls):
                        if knows[i] >> seat & 1 and rng.random() >= self._chance(recall, seat, names[i]):
                            knows[i] ^= 1 << seat
        return mind

    def _chance(self, recall: Recall, seat: int, name: int) -> float:
        """Return the probability that `seat` recalls the card `name` now."""
        key = recall, seat, name
        if key not in self.chances:
            self.chances[key] = recall.chance([self.clock - time for time in self.seen[seat, name]])
        return self.chances[key]

    # --- rivals' decisions ---------------------------------------------------------------------------------------

    def decided(self, event: Event, rng: Random) -> list[Decided]:
        """Return the rivals' decisions of the round when `event` reveals all cards; else an empty list."""
        match event:
            case events.Knocked(seat, rows):
                self._note(seat, words.Knock(), event, rng)
            case events.RowsShown(rows):
                pass
            case _:
                return []
        for p, row in enumerate(rows):
            for i, card in enumerate(row):
                self.cards[self.mind.name[p][i]] = card_code(card)
        return [Decided(d.table, d.minds, d.seat, d.action) for d in self.deeds if d.understood(self.cards)]

    def _note(self, seat: int, action: Action, event: Event, rng: Random) -> None:
        """Store a rival's decision, to be evaluated at the end of the round."""
        if self.thinks_ahead and seat != self.seat and not isinstance(event, SAYS_LITTLE):
            table = shown(fields.clone(self.knowledge.worlds[0][1]), seat, event)
            minds = [self._mind(table, [recall] * table.players, rng) for recall in self.recalls]
            self.deeds.append(Deed(table, minds, seat, words.action_code(action)))

    def made(self, world: Any) -> None:  # noqa: ARG002  # the games share this signature
        """Return None: in this game no decision lies face down."""
        return


@dataclass
class Deed:
    """Hold a rival's decision in a partial world."""

    table: Any
    minds: list[Mind]  # one for each style: some forget more than others
    seat: int
    action: int

    def understood(self, cards: Mapping[int, int]) -> bool:
        """Fill in `cards` by name; return whether all cards that the seat knew at its decision are known now."""
        names, named = self.minds[0].name, self.minds[0].named
        for p in range(self.table.players):
            for i in range(self.table.row_size[p]):
                card = cards.get(names[p][i], UNKNOWN)
                if card == UNKNOWN and any(mind.knows[p][i] >> self.seat & 1 for mind in self.minds):
                    return False
                self.table.row[p][i] = card
        if self.table.phase == rules.PLACING and self.table.drawn == UNKNOWN:
            self.table.drawn = cards.get(named, UNKNOWN)  # it got the next name when it was placed
            return bool(self.table.drawn != UNKNOWN)
        return True


SAYS_LITTLE = (events.Passed, events.LookedAt, events.Arranged)


def done(event: Event) -> tuple[int, Action] | None:
    """Return the seat and the action of `event`; None for chance."""
    match event:
        case events.LookedAt(seat, place) | events.YouLookedAt(seat, place):
            return seat, words.Look(place)
        case events.Draws(seat):
            return seat, words.Draw()
        case events.Knocked(seat):
            return seat, words.Knock()
        case events.Discarded(seat):
            return seat, words.Discard()
        case events.Replaced(seat, place):
            return seat, words.Replace(place)
        case events.Snapped(seat, place):
            return seat, words.Snap(place)
        case events.Passed(seat):
            return seat, words.Pass()
        case events.Arranged(seat, source, target):
            return seat, words.Arrange(source, target)
    return used(event)


def used(event: Event) -> tuple[int, Action] | None:
    """Return the seat and its decision on an effect; None for other events."""
    match event:
        case events.Declined(seat):
            return seat, words.Decline()
        case events.Fed(seat):
            return seat, words.Feed()
        case events.Shuffles(seat, first, second, of):
            return seat, words.Shuffle(first, second, of)
        case events.Exchanged(seat, own, other, place) | events.YouExchanged(seat, own, other, place):
            return seat, words.Exchange(own, place, other)
        case events.Gave(seat, to):
            return seat, words.Give(to)
        case events.Reaped(seat, place):
            return seat, words.Reap(place)
    return None


def shown(table: Any, seat: int, event: Event) -> Any:
    """Return a copy of `table` with the card that `event` shows; `table` itself if it shows none."""
    match event:
        case events.Discarded(_, card):
            table = fields.clone(table)
            table.drawn = card_code(card)
        case events.Replaced(_, place, card) | events.Snapped(_, place, card) | events.Reaped(_, place, card):
            table = fields.clone(table)
            table.row[seat][place - 1] = card_code(card)
    return table
