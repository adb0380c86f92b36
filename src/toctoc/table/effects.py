"""Apply a change of the log to a table's state, apart from the running match."""

import msgspec

from toctoc.core.match import Match

from . import log, messages
from .state import KEPT_TALK, ChairRequest, DeviceSeed, SeatState, TableState, named

HOUR_MS = 3_600_000
# Time for a decision (H3).
CLOCK_MS = {"relaxed": 60_000, "fast": 15_000, "hours": 8 * HOUR_MS, "day": 24 * HOUR_MS}
REHOME_TOKEN_SECONDS = 300  # life of a token that moves a seat to another device
PART_TIMEOUT_MS = 3_000  # for devices to reveal their parts of the seed
FULL_TABLE_DELAY_MS = 3_000  # before the automatic start of a full table
GATHERING_MS = 10_000  # for people without a connection, once most people are ready for another game
START_WITHOUT_MS = 20_000  # for the others, once one person is ready; then that person may start


def take_effect(state: TableState, change: log.Change, at: int) -> None:
    """Apply one change; `Table` itself applies moves and deals."""
    match change:
        case log.Sealed(secret, bots):
            state.secret, state.bots, state.drawn = secret, bots, 0
            for seat in state.seats:
                seat.hash = None
        case log.SettingsChanged(settings, kept):
            _change_settings(state, settings, kept)
        case log.GameChanged(game, rules, settings, kept):
            chosen = {
                name: value for name, value in state.settings.options.items() if name not in ("start", "creator")
            }
            state.variants = {**state.variants, state.game: chosen}
            state.game, state.rules = game, rules
            _change_settings(state, settings, kept)
        case log.Dealing():
            state.stage, state.dealing_until = "dealing", at + PART_TIMEOUT_MS
            state.waits = state.latest = state.begins = state.may_start = 0
            state.fill = state.next_game = ""
            state.lesson = state.lesson and state.number == 0
            state.devices = [DeviceSeed(seat.hash) for seat in state.seats]
            for seat in state.seats:
                seat.again = False
        case log.Parted(number, part):
            state.devices[number].part = part
        case log.Talked(number, phrase, text):
            state.talk = [*state.talk, messages.Talk(number, phrase, text)][-KEPT_TALK:]
        case log.Muted(number, on):
            guest = str(state.seats[number].guest)
            state.muted = named(state.muted, guest, on)
        case log.Calmed(guest, on):
            state.calm = named(state.calm, guest, on)
            if state.window and on:
                state.window = 0
        case log.Anchored(since):
            state.anchor = since
        case log.Resumed(after):
            state.deadlines = {seat: until + after for seat, until in state.deadlines.items()}
            state.window, state.window_since = state.window and state.window + after, state.window_since + after
        case log.Closed():
            state.stage = "closed"
        case _:
            _change_seats(state, change)
            if state.waits and type(change) in log.SEATING:
                _set_beginning(state, at)
    if state.stage == "over" and type(change) in (*log.SEATING, log.Again):
        _set_gathering(state, at)


def _change_settings(state: TableState, settings: log.Settings, kept: list[int] | None) -> None:
    state.settings = settings
    state.anchor = state.anchor if state.is_slow_table else None
    colours = state.seat_colours
    if kept is not None:  # the next remaining seat follows the last starter
        state.starter = (sum(number <= state.starter for number in kept) - 1) % len(kept)
    state.seats = state.seats[: settings.players] if kept is None else [state.seats[number] for number in kept]
    state.seats += [SeatState() for _ in range(settings.players - len(state.seats))]
    stay = [colours[number] for number in (range(len(colours)) if kept is None else kept)][: settings.players]
    unused = [colour for colour in range(settings.players + len(stay)) if colour not in stay]
    shown = [*stay, *unused][: settings.players]
    state.colours = [] if shown == list(range(len(shown))) else shown


def _set_beginning(state: TableState, at: int) -> None:
    """Schedule the automatic start: `waits` after the first player sat down; soon, if all seats are taken."""
    people = sum(seat.guest is not None for seat in state.seats)
    if people == 0:
        state.latest = state.begins = 0
        return
    state.latest = state.latest or at + state.waits
    state.begins = min(state.latest, at + FULL_TABLE_DELAY_MS) if people == len(state.seats) else state.latest


def _set_gathering(state: TableState, at: int) -> None:
    """Schedule the next game once most people are ready; before that, only a player may start it."""
    people = [seat for seat in state.seats if seat.guest is not None]
    ready = sum(seat.again for seat in people)
    allowed = CLOCK_MS[state.settings.clock] if state.is_slow_table else 0  # there people come once a day
    state.may_start = (state.may_start or at + (allowed or START_WITHOUT_MS)) if ready else 0
    is_majority = 2 * ready > len(people)
    state.begins = (state.begins or at + (allowed or GATHERING_MS)) if is_majority else 0
    if not ready:
        _suggest(state, state.game)


def _suggest(state: TableState, game: str) -> None:
    """Take `game` as the next one; the people who were ready for another one are no longer."""
    suggested = game if game != state.game else ""
    if suggested != state.next_game:
        state.next_game, state.fill, state.begins, state.may_start = suggested, "", 0, 0
        for seat in state.seats:
            seat.again = False


def set_clocks(state: TableState, match: Match, at: int, mover: int | None) -> None:
    """Give a full clock to seats that newly have to act, and to `mover` if it acts again (H3).

    In a window without a clock of its own, that time is for the whole window, however often a seat throws.
    """
    if match.over:
        state.stage, state.deadlines, state.window = "over", {}, None
        return
    race = match.game.race(match.state, match.options)
    is_same_window = race is not None and state.window is not None
    if race is None:
        state.window = None
    elif state.window is None:
        is_timed = race and not state.is_calm and not state.is_slow_table
        state.window, state.window_since = at + 1000 * race if is_timed else 0, at
    allowed = CLOCK_MS.get(state.settings.clock)
    if allowed is None or state.window:
        state.deadlines = {}
        return
    kept = {seat: until for seat, until in state.deadlines.items() if is_same_window or seat != mover}
    state.deadlines = {seat: kept.get(seat, at + allowed) for seat in match.actors}


def count_move(state: TableState, moved: log.Moved) -> None:
    """Count a move that a stand-in or, at a quick match, a clock (H3) has made for a seat."""
    seat = state.seats[moved.seat]
    seat.stood_in += moved.by == "stand-in"
    if state.quick and moved.by == "player":
        seat.lapses = 0
    elif state.quick and moved.by == "clock" and not state.window:  # passing by the clock of a window is no lapse
        seat.lapses += 1


def _change_seats(state: TableState, change: log.Change) -> None:
    match change:
        case log.Sat(number, guest, name, avatar) if state.seats[number].guest == guest:
            state.seats[number].name, state.seats[number].avatar = name, avatar
        case log.Sat(number, guest, name, avatar):
            _remove_chair_request(state, guest)
            _replace(
                state,
                number,
                SeatState(guest, name, seen=state.version, acknowledged=state.version, avatar=avatar),
            )
        case log.BotSat(number, bot):
            _replace(state, number, SeatState(bot=bot))
        case log.Again(guest, on, fill, game):
            if game is not None:
                _suggest(state, game)
            for seat in state.seats:
                if seat.guest == guest:
                    seat.again = on
            state.asking = [msgspec.structs.replace(a, again=on) if a.guest == guest else a for a in state.asking]
            state.fill = fill or state.fill
        case log.ChairKept(number, bot):
            left = state.seats[number]
            kept = ChairRequest(str(left.guest), left.name, state.version, left.avatar, granted=True, kept=True)
            state.asking = [*state.asking, kept]
            _replace(state, number, SeatState(bot=bot, keeps=left.guest) if bot else SeatState())
        case log.Left(number, kicked):
            left = state.seats[number]
            if kicked:
                state.banned = named(state.banned, str(left.guest))
            keeps_name = left.guest is not None and state.stage in ("playing", "over") and not kicked
            _replace(state, number, SeatState(left=left.name, avatar=left.avatar) if keeps_name else SeatState())
        case log.ChairRequested(guest, name, avatar):
            before = any(other.granted for other in state.asking if other.guest == guest)
            _remove_chair_request(state, guest)
            state.asking = [*state.asking, ChairRequest(guest, name, state.version, avatar, before)]
        case log.ChairGranted(since, on):
            asking = [msgspec.structs.replace(a, granted=True) if a.since == since else a for a in state.asking]
            state.asking = [a for a in asking if on or a.since != since]
        case log.Rehomed(old, new, until):
            state.moved = {guest: end for guest, end in state.moved.items() if end > until - REHOME_TOKEN_SECONDS}
            state.moved[old] = max(until, state.moved.get(old, 0))
            state.creator = new if state.creator == old else state.creator
            state.muted = [new if guest == old else guest for guest in state.muted]
            state.calm = [new if guest == old else guest for guest in state.calm]
            state.asking = [msgspec.structs.replace(a, guest=new) if a.guest == old else a for a in state.asking]
            for seat in state.seats:
                seat.keeps = new if seat.keeps == old else seat.keeps
                if seat.guest == old != new:
                    seat.guest, seat.acknowledged = new, state.version
        case log.Went(number, idle):
            state.seats[number].away, state.seats[number].idle = True, idle
        case log.CameBack(number):
            state.seats[number].away, state.seats[number].idle, state.seats[number].stood_in = False, False, 0
        case log.Readied(number, digest):
            state.seats[number].hash = digest
        case log.GlimpsesSeen(number, version):
            state.seats[number].seen = version
            state.glimpses = [g for g in state.glimpses if g.seat != number or g.version > version]


def _remove_chair_request(state: TableState, guest: str) -> None:
    state.asking = [other for other in state.asking if other.guest != guest]


def _replace(state: TableState, number: int, seat: SeatState) -> None:
    """Replace the occupant of a seat; the glimpses of the last one are discarded."""
    state.seats[number] = seat
    state.glimpses = [g for g in state.glimpses if g.seat != number]
