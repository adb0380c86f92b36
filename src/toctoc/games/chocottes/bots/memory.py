"""Remember a game of Toc Chocottes: every card seen, by whom and when, and how much comes back."""

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

KEEPING = 0.85  # how sure it is that owners keep no card above its ceiling


class Memory:
    """Keep everything heard with its time; what is recalled of it is drawn anew at every decision."""

    def __init__(self, chair: SeatInfo, own: Level, styles: Sequence[Level]) -> None:
        self.seat = chair.seat
        self.recall = own.recall
        self.recalls = [style.recall for style in styles]
        self.knowledge = Knowledge(chair.players, chair.options, chair.seat)
        self.mind = fields.blank(Mind)  # of players who forget nothing
        self.seen: dict[tuple[int, int], list[int]] = {}  # seat and name of a card: when the seat saw it
        self.clock = 0
        # Worked out once for all worlds of a decision.
        self.kept: list[tuple[int, int, int]] | None = None
        self.chances: dict[tuple[Recall, int, int], float] = {}
        # What others did in this round is judged when it is over.
        self.thinks_ahead = own.search[chair.game.name].worlds > 0
        self.deeds: list[Deed] = []
        self.cards: dict[int, int] = {}  # by name, as far as they were shown

    # --- hearing -------------------------------------------------------------------------------------------------

    def observe(self, event: Event, rng: Random) -> None:
        """Follow the cards of an event."""
        self.kept, self.chances = None, {}  # they were about the table as it was
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
        """Follow the cards, and note who sees which now."""
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
        """Note that `seat` sees a card now."""
        self.seen.setdefault((seat, self.mind.name[row][place - 1]), []).append(self.clock)

    # --- remembering ---------------------------------------------------------------------------------------------

    def believed(self, rng: Random) -> tuple[Any, Any]:
        """Return the table with holes, and what comes to mind now."""
        table = fields.clone(self.knowledge.worlds[0][1])
        mind = self._mind(table, [self.recall] * table.players, rng)
        for p in range(table.players):
            for i in range(table.row_size[p]):
                if not mind.knows[p][i] >> self.seat & 1:
                    table.row[p][i] = UNKNOWN
        return table, mind

    def world(self, rng: Random, styles: Sequence[int] = ()) -> tuple[Any, Any]:
        """Sample a full world that fits everything heard, and the minds of its players of these styles."""
        world = self.knowledge.determinize(rng)
        self._keep_low(world, rng)
        recalls = [self.recalls[style] for style in styles[: world.players]] or [self.recall] * world.players
        recalls[self.seat] = self.recall
        return world, self._mind(world, recalls, rng)

    def _keep_low(self, world: Any, rng: Random) -> None:
        """Exchange most cards above their ceiling for others of the pile, as people keep low ones."""
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
        """Return seat, place and ceiling of the cards of which nothing is known but that somebody keeps them."""
        tables = [table for _, table in self.knowledge.worlds]
        return [
            (p, i, self.mind.ceiling[p][i])
            for p in range(tables[0].players)
            for i in range(tables[0].row_size[p])
            if self.mind.ceiling[p][i] < HIGHEST and all(table.row[p][i] == UNKNOWN for table in tables)
        ]

    def _mind(self, table: Any, recalls: Sequence[Recall], rng: Random) -> Mind:
        """Draw who still knows which card, if these are the players' memories."""
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

    # --- what others did -----------------------------------------------------------------------------------------

    def decided(self, event: Event, rng: Random) -> list[Decided]:
        """Return others' decisions of a round, once all cards lie open."""
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
        """Keep what somebody else did, to think about it when the round is over."""
        if self.thinks_ahead and seat != self.seat and not isinstance(event, SAYS_LITTLE):
            table = shown(fields.clone(self.knowledge.worlds[0][1]), seat, event)
            minds = [self._mind(table, [recall] * table.players, rng) for recall in self.recalls]
            self.deeds.append(Deed(table, minds, seat, words.action_code(action)))

    def made(self, world: Any) -> None:  # noqa: ARG002  # no decision is on the table
        """Return None: decisions of others are seen at once."""
        return


@dataclass
class Deed:
    """Hold a decision of somebody else, at a table with holes."""

    table: Any
    minds: list[Mind]  # of each kind of player: some forget more than others
    seat: int
    action: int

    def understood(self, cards: Mapping[int, int]) -> bool:
        """Fill the holes by the names of the cards; tell whether all that the seat knew then is known now."""
        names, named = self.minds[0].name, self.minds[0].named
        for p in range(self.table.players):
            for i in range(self.table.row_size[p]):
                card = cards.get(names[p][i], UNKNOWN)
                if card == UNKNOWN and any(mind.knows[p][i] >> self.seat & 1 for mind in self.minds):
                    return False
                self.table.row[p][i] = card
        if self.table.phase == rules.PLACING and self.table.drawn == UNKNOWN:
            self.table.drawn = cards.get(named, UNKNOWN)  # it got the next name when it was put down
            return bool(self.table.drawn != UNKNOWN)
        return True


SAYS_LITTLE = (events.Passed, events.LookedAt, events.Arranged)


def done(event: Event) -> tuple[int, Action] | None:
    """Return who did what; None, if it was chance."""
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
    """Return who used which effect; None, if nobody did."""
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
    """Return a table at which a card lies where `event` is about to show it; the same one if it shows none."""
    match event:
        case events.Discarded(_, card):
            table = fields.clone(table)
            table.drawn = card_code(card)
        case events.Replaced(_, place, card) | events.Snapped(_, place, card) | events.Reaped(_, place, card):
            table = fields.clone(table)
            table.row[seat][place - 1] = card_code(card)
    return table
