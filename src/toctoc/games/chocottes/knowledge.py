"""Track the knowledge of a viewer of Toc Chocottes as weighted partial worlds.

A partial world is a state in which cards never shown to the viewer are UNKNOWN. The rules apply the viewer's
events to it. A blind shuffle (C16) of a known card splits a world into two. There are four 11s, so there are at
most sixteen worlds. The weight of a world is the likelihood of the cards shown, if only chance placed them.
"""

from collections.abc import Callable
from fractions import Fraction
from random import Random

from toctoc.core import fields
from toctoc.core.game import Action, Event, Watcher, first_seat
from toctoc.core.options import Options
from toctoc.games.chocottes.rules.ending import count_points
from toctoc.games.chocottes.rules.state import KINDS, UNKNOWN, State

from . import events, rules, words
from .rules import state as r
from .view import Rows, TableView, view
from .words import Card, card, card_code


class Knowledge:
    watcher: Watcher | None = None

    def __init__(self, players: int, options: Options, seat: int | None) -> None:
        self.seat = seat
        world = fields.blank(State)
        rules.setup(world, *settings(players, options))
        self.worlds: list[tuple[Fraction, State]] = [(Fraction(1), world)]

    def observe(self, event: Event) -> None:
        match event:
            case events.Started(seat):
                self._chance(seat)
            case events.CardDealt() | events.Drew() | events.CardAdded():
                self._chance(UNKNOWN)
            case events.YouDrew(_, drawn):
                self._weigh(lambda _: UNKNOWN, card_code(drawn))
                self._chance(card_code(drawn))
            case events.Shuffled(seat, first, second):
                self._shuffled(seat, first - 1, second - 1)
            case events.TileDrawn(penalty):
                self._chance(self.worlds[0][1].tiles.index(penalty))
            case events.RowsShown(rows):
                self._show_rows(rows)
            case _:
                self._hear_move(event)

    def _hear_move(self, event: Event) -> None:
        match event:
            case events.LookedAt(seat, place):
                self._act(seat, words.Look(place))
            case events.YouLookedAt(seat, place, shown):
                self._learn(seat, place, shown)
                self._act(seat, words.Look(place))
            case events.Draws(seat):
                self._act(seat, words.Draw())
            case events.Discarded(seat, shown):
                self._learn_drawn(shown)
                self._act(seat, words.Discard())
            case events.Replaced(seat, place, shown):
                self._learn(seat, place, shown)
                self._act(seat, words.Replace(place))
            case events.Snapped(seat, place, shown):
                self._learn(seat, place, shown)
                self._act(seat, words.Snap(place))
            case events.Passed(seat):
                self._act(seat, words.Pass())
            case events.Knocked(seat, rows):
                self._show_rows(rows)
                self._act(seat, words.Knock())
            case events.Arranged(seat, source, target):
                self._act(seat, words.Arrange(source, target))
            case _:
                self._hear_effect(event)

    def _hear_effect(self, event: Event) -> None:
        match event:
            case events.Declined(seat):
                self._act(seat, words.Decline())
            case events.Fed(seat):
                self._act(seat, words.Feed())
            case events.Shuffles(seat, first, second, of):
                self._act(seat, words.Shuffle(first, second, of))
            case events.Exchanged(seat, place, other, other_place):
                self._act(seat, words.Exchange(place, other_place, other))
            case events.YouExchanged(seat, place, other, other_place, shown):
                self._learn(other, other_place, shown)
                self._act(seat, words.Exchange(place, other_place, other))
            case events.Gave(seat, to):
                self._act(seat, words.Give(to))
            case events.Reaped(seat, place, shown):
                self._learn(seat, place, shown)
                self._act(seat, words.Reap(place))

    def view(self) -> TableView:
        return view(self.worlds[0][1], self.seat)

    def aid(self) -> tuple[tuple[Card | None, ...], ...]:
        """Return the cards that the viewer knows for certain, row by row; None elsewhere (C27)."""
        tables = [world for _, world in self.worlds]
        rows = enumerate(tables[0].row_size[: tables[0].players])
        return tuple(tuple(_certain(tables, p, i) for i in range(size)) for p, size in rows)

    def determinize(self, rng: Random) -> State:
        """Sample a world by weight, and fill its unknown places with the unseen cards, uniformly."""
        ticket = Fraction(rng.random()) * sum(weight for weight, _ in self.worlds)
        for weight, world in self.worlds:  # noqa: B007  # used after the loop
            ticket -= weight
            if ticket < 0:
                break
        drawn = fields.clone(world)
        unseen = [kind for kind, count in enumerate(_unseen(world)) for _ in range(count)]
        rng.shuffle(unseen)
        for p in range(drawn.players):
            row = drawn.row[p]
            for i in range(drawn.row_size[p]):
                if row[i] == UNKNOWN:
                    row[i] = unseen.pop()
        if drawn.drawn == UNKNOWN:
            drawn.drawn = unseen.pop()
        drawn.stock[:] = [unseen.count(kind) for kind in range(KINDS)]
        return drawn

    # --- applying the rules to every world -------------------------------------------------------------------

    def _act(self, seat: int, action: Action) -> None:
        code = words.action_code(action)
        self._tell(seat, code)
        for _, world in self.worlds:
            rules.act(world, seat, code)
        self._merge()
        self._tell(seat)

    def _tell(self, seat: int, code: int | None = None) -> None:
        """Call the watcher, if there is one: before a step with its `code`, after the step without."""
        if self.watcher is not None and code is not None:
            self.watcher.before(self.worlds[0][1], seat, code)
        elif self.watcher is not None:
            self.watcher.after(self.worlds[0][1], seat)

    def _chance(self, outcome: int) -> None:
        self._tell(r.CHANCE, outcome)
        for _, world in self.worlds:
            rules.take_chance(world, outcome)
        self._tell(r.CHANCE)

    def _shuffled(self, seat: int, first: int, second: int) -> None:
        """C16: split each world: both outcomes are equally likely; two equal or unknown cards need no split."""
        self._tell(r.CHANCE, 0)
        split = []
        for weight, world in self.worlds:
            outcomes = (0,) if world.row[seat][first] == world.row[seat][second] else (0, 1)
            for outcome in outcomes:
                after = fields.clone(world)
                rules.take_chance(after, outcome)
                split.append((weight / len(outcomes), after))
        self.worlds = split
        self._merge()
        self._tell(r.CHANCE)

    # --- cards shown -------------------------------------------------------------------------------------------

    def _learn(self, seat: int, place: int, shown: Card) -> None:
        self._weigh(lambda world: world.row[seat][place - 1], card_code(shown))
        for _, world in self.worlds:
            world.row[seat][place - 1] = card_code(shown)

    def _learn_drawn(self, shown: Card) -> None:
        self._weigh(lambda world: world.drawn, card_code(shown))
        for _, world in self.worlds:
            world.drawn = card_code(shown)

    def _weigh(self, place: Callable[[State], int], shown: int) -> None:
        """Keep the worlds in which `shown` can be at `place`; multiply each weight by its probability there."""
        weighed = []
        for weight, world in self.worlds:
            if place(world) == UNKNOWN:
                unseen = _unseen(world)
                weight *= Fraction(unseen[shown], sum(unseen))
            elif place(world) != shown:
                continue
            if weight:
                weighed.append((weight, world))
        self.worlds = weighed

    def _show_rows(self, rows: Rows) -> None:
        """Fill in all rows: at the end of a round all cards are revealed, and one world is left."""
        _, world = self.worlds[0]
        for p, row in enumerate(rows):
            world.row[p][: len(row)] = [card_code(shown) for shown in row]
        if world.phase == r.DRAWING_TILE:
            count_points(world)
        self.worlds = [(Fraction(1), world)]

    def _merge(self) -> None:
        """Merge equal worlds and add their weights."""
        if len(self.worlds) == 1:
            return
        merged: dict[bytes, tuple[Fraction, State]] = {}
        for weight, world in self.worlds:
            key = fields.pack(world)
            merged[key] = (weight + merged[key][0], world) if key in merged else (weight, world)
        self.worlds = list(merged.values())


def _certain(tables: list[State], p: int, i: int) -> Card | None:
    """Return the card that is the same at a place in all worlds; None if there is none."""
    codes = {table.row[p][i] for table in tables}
    return card(codes.pop()) if len(codes) == 1 and UNKNOWN not in codes else None


def settings(players: int, options: Options) -> tuple[int, ...]:
    """Return the arguments of `rules.setup` after the state."""
    dreams, tiles = options["dreams"], options["tiles"]
    assert isinstance(dreams, int)
    assert isinstance(tiles, tuple)
    return players, first_seat(options), dreams, *tiles


def _unseen(world: State) -> list[int]:
    """Count the cards of each kind that lie in unknown places or in the stock."""
    left = [r.copies(world, kind) - world.discard[kind] for kind in range(KINDS)]
    for p in range(world.players):
        for i in range(world.row_size[p]):
            left[world.row[p][i]] -= 1
    left[world.drawn] -= 1
    left[r.NO_CARD] = left[UNKNOWN] = 0
    return left
