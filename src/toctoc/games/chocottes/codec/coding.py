"""Encode observations and actions of Toc Chocottes as numbers relative to the observing seat.

Only the first `PLACES` places of a row are encoded; cards beyond them exist but cannot be chosen.
Plain functions, compiled by the same means as the rules.
"""

from typing import Any

from toctoc.codec.codec_modules import Fields, offsets
from toctoc.games.chocottes.rules import actors, legal_count, legal_nth
from toctoc.games.chocottes.rules.state import (
    ARRANGE,
    DRAWING_TILE,
    EFFECT,
    EXCHANGE,
    FAILLE,
    GIVE,
    KINDS,
    LOOK,
    LOOKING,
    LOOKOOKY,
    MIX,
    MORGANE,
    NO_CARD,
    NONE,
    OVER,
    PLACING,
    ROW,
    SEATS,
    TILES,
    VALUES,
    VAN_PEER,
    WINDOW,
    State,
    value,
)

from .following import PAGE, SHOWN, Trace, begin, watch, watch_chance, watched

PARTS = ("following",)
__all__ = ["Trace", "begin", "watch", "watch_chance", "watched"]  # of `following`, exported with the codec

PLACES = 12
OTHERS = SEATS - 1
PAIRS = PLACES * (PLACES - 1) // 2
# DRAW to LOOK have the codes of the rules; the other actions have fewer places, and ARRANGE is left out.
REPLACES = LOOK + PLACES
SNAPS = REPLACES + PLACES
REAPS = SNAPS + PLACES
GIVES = REAPS + PLACES  # GIVES + steps to the left - 1
MIXES = GIVES + OTHERS  # MIXES + (steps - 1) * PAIRS + a pair of places
EXCHANGES = MIXES + OTHERS * PAIRS  # EXCHANGES + ((steps - 1) * PLACES + that seat's place) * PLACES + own place
ACTIONS = EXCHANGES + OTHERS * PLACES * PLACES

CARD = VALUES + 1  # 1 at the value of a card; then 1 for a dream
SPOT = CARD + 1  # possible cards at a place; then 1 if the card may be one never seen
EFFECTS = 6  # 7, 10, 11, 12, 13, 14
MOST = 127

# Seats are counted from the observer to the left; "by seat" has 0 for an empty seat. docs/reference/codec.md shows
# these comments.
FIELDS: Fields = (
    ("cards", SEATS * PLACES * SPOT),  # by seat and place, 16 numbers:
    # 1 at each value from 1 to 14 that the card may have, 1 if it may be a dream, 1 if it may be a card that the
    # observer has not seen; 0 beyond the row. After a blind shuffle (C16) several values may be 1; `table`: only
    # cards shown since the observer's last decision
    ("seen by", SEATS * PLACES),  # by seat and place: bit mask of the seats that have seen the card:
    # 1 the observer, 2 the next seat to the left, and so on; `table`: each seat since its own last decision
    ("came from", SEATS * PLACES),  # by seat and place; `recall`: 0; `table`:
    # 1 + 12 * seat + place of the card at the observer's last decision; 0 for a new or shuffled card
    ("row sizes", SEATS),  # by seat: cards in the row
    ("drawn", CARD),  # the card in the observer's hand: 1 at its value, then 1 for a dream
    ("top", CARD),  # the top of the discard pile: 1 at its value, then 1 for a dream
    ("discards", KINDS - 2),  # cards seen discarded in this round: values 1 to 14, then the dreams 10 to 13;
    # `table`: since the observer's last decision
    ("window", VALUES),  # 1 at the value that may be thrown
    ("passed", SEATS),  # by seat: 1 if the seat has passed
    ("effect", EFFECTS),  # 1 at the pending effect: 7, 10, 11, 12, 13, 14
    ("effect of", SEATS),  # 1 at the seat that decides on this effect
    ("waiting", EFFECTS),  # further pending effects, by kind
    ("looks", SEATS),  # by seat: cards looked at before the first turn
    ("totals", SEATS),  # by seat: points, at most 127
    ("points", SEATS),  # by seat: points of the last round, at most 127
    ("ended", 3),  # 1 at the end of the last round: knock, empty row, empty stock
    ("knocker", SEATS),  # 1 at the seat that knocked in the last round
    ("tile", 1),  # the penalty drawn at the end of the last round
    ("tiles", TILES),  # the penalties of all tiles
    ("dreams", 1),  # dreams among the four cards of each value from 10 to 13
    ("round", 1),  # number of the round, from 1, at most 127
    ("phase", 5),  # 1 at the phase: look, turn, place, window, effect
    ("players", 1),  # number of players
    ("active", SEATS),  # 1 at the active player
    ("actors", SEATS),  # by seat: 1 if the seat may act
    ("stock", 1),  # cards in the stock
    ("discard", 1),  # cards on the discard pile
)
(CARDS_AT, SEEN_AT, CAME_AT, SIZES_AT, DRAWN_AT, TOP_AT, DISCARDS_AT, WINDOW_AT, PASSED_AT, EFFECT_AT,
 EFFECT_OF_AT, WAITING_AT, LOOKS_AT, TOTALS_AT, POINTS_AT, ENDED_AT, KNOCKER_AT, TILE_AT, TILES_AT, DREAMS_AT,
 ROUND_AT, PHASE_AT, PLAYERS_AT, ACTIVE_AT, ACTORS_AT, STOCK_AT, DISCARD_AT, END) = offsets(FIELDS)  # fmt: skip


def observe(s: State, t: Trace, seat: int, out: Any) -> None:
    """Write the observation of `seat` to `out`."""
    for n in range(END):
        out[n] = 0
    observe_rows(s, t, seat, (1 << s.players) - 1, out)
    observe_turn(s, t, seat, out)
    observe_rounds(s, seat, out)


def update(s: State, t: Trace, seat: int, out: Any) -> None:
    """Write what has changed to `out`, which has the observation of the last `update`; for another seat, all."""
    window = s.discard_size << SEATS | s.passed if s.phase == WINDOW else NONE
    if seat != t.updated or s.phase < LOOKING or s.phase == OVER:
        observe(s, t, seat, out)
    else:  # the same round
        observe_rows(s, t, seat, t.changed, out)
        out[STOCK_AT] = s.stock_size
        if window == NONE or window != t.window:  # else only wrong cards were thrown (C11)
            for n in range(DRAWN_AT, TOTALS_AT):
                out[n] = 0
            for n in range(PHASE_AT, STOCK_AT):
                out[n] = 0
            observe_turn(s, t, seat, out)
    t.updated, t.changed, t.window = seat, 0, window


def observe_rows(s: State, t: Trace, seat: int, rows: int, out: Any) -> None:
    """Write `rows`, a bit mask: sizes, possible cards, the seats that have seen them, and their former places."""
    players, seats, p = s.players, (1 << s.players) - 1, seat
    for step in range(players):
        if rows >> p & 1:
            size, first, seen_by = min(s.row_size[p], PLACES), step * PLACES, t.seen_by[p]
            for n in range(PLACES * SPOT):
                out[CARDS_AT + first * SPOT + n] = 0
            for i in range(PLACES):
                out[SEEN_AT + first + i] = out[CAME_AT + first + i] = 0
            out[SIZES_AT + step] = s.row_size[p]
            if s.phase == OVER or s.phase == DRAWING_TILE:  # C20: all cards are face up
                for i in range(size):
                    write_card(s.row[p][i], CARDS_AT + (first + i) * SPOT, out)
            else:
                for w in range(t.worlds):
                    if t.alive[seat][w] == 1:
                        names, shown = t.world[w * PAGE + p], t.world[w * PAGE + SHOWN + seat]
                        for i in range(size):
                            write_card(shown[names[i]], CARDS_AT + (first + i) * SPOT, out)
                for i in range(size):
                    out[SEEN_AT + first + i] = ((seen_by[i] >> seat) | (seen_by[i] << (players - seat))) & seats
                if t.since == 1:
                    for i in range(size):
                        came = t.came[seat * SEATS + p][i] - 1
                        if came >= 0 and came % ROW < PLACES:
                            out[CAME_AT + first + i] = 1 + steps(players, seat, came // ROW) * PLACES + came % ROW
        p = p + 1 if p + 1 < players else 0


def observe_turn(s: State, t: Trace, seat: int, out: Any) -> None:
    """Write all that changes within a round, except the rows."""
    may_act = actors(s)
    p = seat
    for step in range(s.players):
        out[PASSED_AT + step] = (s.passed >> p) & 1
        out[LOOKS_AT + step] = s.looks[p]
        out[ACTORS_AT + step] = (may_act >> p) & 1
        p = p + 1 if p + 1 < s.players else 0
    if s.phase == PLACING and seat == s.active:
        write_card(s.drawn, DRAWN_AT, out)
    if s.discard_top != NO_CARD:
        write_card(s.discard_top, TOP_AT, out)
    for kind in range(1, KINDS - 1):
        out[DISCARDS_AT + kind - 1] = t.discards[seat][kind]
    if s.window > 0:
        out[WINDOW_AT + s.window - 1] = 1
    if s.phase == EFFECT:
        out[EFFECT_AT + effect(s.effect[0])] = 1
        out[EFFECT_OF_AT + steps(s.players, seat, s.effect_seat[0])] = 1
    for n in range(1 if s.phase == EFFECT else 0, s.effects):
        out[WAITING_AT + effect(s.effect[n])] += 1
    if s.phase >= LOOKING and s.phase <= EFFECT:
        out[PHASE_AT + s.phase - LOOKING] = 1
    out[PLAYERS_AT] = s.players
    if s.active != NONE:
        out[ACTIVE_AT + steps(s.players, seat, s.active)] = 1
    out[STOCK_AT] = s.stock_size
    out[DISCARD_AT] = s.discard_size


def observe_rounds(s: State, seat: int, out: Any) -> None:
    """Write the totals, the result of the last round, and the options."""
    p = seat
    for step in range(s.players):
        out[TOTALS_AT + step] = min(s.total[p], MOST)
        out[POINTS_AT + step] = min(s.points[p], MOST)
        p = p + 1 if p + 1 < s.players else 0
    if s.ended > 0:
        out[ENDED_AT + s.ended - 1] = 1
    if s.knocker != NONE:
        out[KNOCKER_AT + steps(s.players, seat, s.knocker)] = 1
    out[TILE_AT] = s.tile
    for n in range(TILES):
        out[TILES_AT + n] = s.tiles[n]
    out[DREAMS_AT] = s.dreams
    out[ROUND_AT] = min(s.round, MOST)


def write_card(card: int, at: int, out: Any) -> None:
    """Write a card from `at` on: its value, and whether it is a dream; NO_CARD at the last of `SPOT` numbers."""
    out[at + (value(card) - 1) % SPOT] = 1  # without a branch, which a processor could not predict
    if card > VALUES:
        out[at + VALUES] = 1


def effect(v: int) -> int:
    """Return the index of the effect of value `v` among the six."""
    return 0 if v == FAILLE else v - LOOKOOKY + 1


def mask(s: State, seat: int, out: Any) -> None:
    """Write 1 for each legal action of `seat` to `out`, which must be all 0."""
    count = legal_count(s, seat)
    if s.phase == WINDOW or s.phase == PLACING:  # one action, then one for each place
        first = from_rules(s.players, seat, legal_nth(s, seat, 1))
        for i in range(min(count - 1, PLACES)):
            out[first + i] = 1
        count = min(count, 1)
    elif s.phase == EFFECT and count > 0 and (s.effect[0] == MORGANE or s.effect[0] == VAN_PEER):
        offer_pairs(s, seat, out)
        count = 1  # DECLINE
    for n in range(count):
        action = from_rules(s.players, seat, legal_nth(s, seat, n))
        if action != NONE:
            out[action] = 1


def offer_pairs(s: State, seat: int, out: Any) -> None:
    """Write 1 for each pair of places: of another row (C16), or of another and the own row (C17)."""
    p, own = seat, min(s.row_size[seat], PLACES)
    for step in range(s.players - 1):
        p = p + 1 if p + 1 < s.players else 0
        size = min(s.row_size[p], PLACES)
        for i in range(size):
            if s.effect[0] == VAN_PEER:
                first, last = EXCHANGES + (step * PLACES + i) * PLACES, own
            else:
                first, last = mix(step, i, i + 1), size - i - 1
            for n in range(last):
                out[first + n] = 1


def mix(step: int, i: int, j: int) -> int:
    """Return the action that shuffles two places of the row that is `step` + 1 steps to the left."""
    return MIXES + step * PAIRS + i * (2 * PLACES - 1 - i) // 2 + j - i - 1


def steps(players: int, seat: int, other: int) -> int:
    """Count the steps to the left from `seat` to `other`."""
    return other - seat if other >= seat else other - seat + players


def to_rules(players: int, seat: int, action: int) -> int:
    if action < LOOK:
        return action
    if action < GIVES:  # look, replace, snap, reap
        kind = (action - LOOK) // PLACES
        return LOOK + kind * ROW + (action - LOOK) % PLACES
    if action < MIXES:
        step, rest = action - GIVES, 0
    elif action < EXCHANGES:
        step, rest = (action - MIXES) // PAIRS, (action - MIXES) % PAIRS
    else:
        step, rest = (action - EXCHANGES) // (PLACES * PLACES), (action - EXCHANGES) % (PLACES * PLACES)
    if step + 1 >= players:
        return NONE
    p = seat + 1 + step
    if p >= players:
        p -= players
    if action < MIXES:
        return GIVE + p
    if action >= EXCHANGES:
        return EXCHANGE + (p * ROW + rest // PLACES) * ROW + rest % PLACES
    first = 0
    while rest >= PLACES - 1 - first:
        rest -= PLACES - 1 - first
        first += 1
    return MIX + (p * ROW + first) * ROW + first + 1 + rest


def from_rules(players: int, seat: int, code: int) -> int:
    if code < LOOK:
        return code
    if code < GIVE:
        kind, i = (code - LOOK) // ROW, (code - LOOK) % ROW
        return LOOK + kind * PLACES + i if i < PLACES else NONE
    if code < MIX:
        return GIVES + steps(players, seat, code - GIVE) - 1
    if code >= ARRANGE:
        return NONE
    rest = code - MIX if code < EXCHANGE else code - EXCHANGE
    p, i, j = rest // ROW // ROW, rest // ROW % ROW, rest % ROW
    if i >= PLACES or j >= PLACES:
        return NONE
    step = steps(players, seat, p) - 1
    if code >= EXCHANGE:
        return EXCHANGES + (step * PLACES + i) * PLACES + j
    return mix(step, i, j)


def world(knowledge: Any) -> Any:
    """Return a partial world of `knowledge`; the public state is the same in all of its worlds."""
    return knowledge.worlds[0][1]
