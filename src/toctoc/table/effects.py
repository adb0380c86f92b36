"""What each change of the log does to a table's state, apart from the game that is played."""

import msgspec

from toctoc.games.match import Match

from . import log, messages, state
from .state import State

HOUR = 3_600_000
# Milliseconds for a decision (H3).
CLOCKS = {"relaxed": 60_000, "fast": 15_000, "hours": 8 * HOUR, "day": 24 * HOUR}
MOVE_SECONDS = 300  # how long a seat can be moved to another device by its token
PATIENCE = 3_000  # milliseconds in which devices have to show their parts of the seed
SOON = 3_000  # milliseconds until a table begins by itself at which people sit in all seats


def take_effect(s: State, change: log.Change, at: int) -> None:
    """Change the state by one change of the log; moves and deals are the game's, and not among them."""
    match change:
        case log.Sealed(secret, bots):
            s.secret, s.bots, s.drawn = secret, bots, 0
            for seat in s.seats:
                seat.hash = None
        case log.Set(settings, kept):
            s.settings = settings
            s.anchor = s.anchor if state.is_slow(s) else None
            if kept is not None:  # T6: the next one who is there follows the last starter
                s.starter = (sum(number <= s.starter for number in kept) - 1) % len(kept)
            s.seats = s.seats[: settings.players] if kept is None else [s.seats[number] for number in kept]
            s.seats += [state.Seat() for _ in range(settings.players - len(s.seats))]
        case log.Dealing():
            s.stage, s.dealing_until = "dealing", at + PATIENCE
            s.waits = s.latest = s.begins = 0
            s.lesson = s.lesson and s.number == 0
            s.devices = [state.Device(seat.hash) for seat in s.seats]
        case log.Parted(number, part):
            s.devices[number].part = part
        case log.Talked(number, phrase, text):
            s.talk = [*s.talk, messages.Talk(number, phrase, text)][-state.KEPT_TALK :]
        case log.Muted(number, on):
            guest = str(s.seats[number].guest)
            s.muted = state.named(s.muted, guest, on)
        case log.Calmed(guest, on):
            s.calm = state.named(s.calm, guest, on)
            if s.window and on:
                s.window = 0
        case log.Anchored(since):
            s.anchor = since
        case log.Resumed(after):
            s.deadlines = {seat: until + after for seat, until in s.deadlines.items()}
            s.window, s.window_since = s.window and s.window + after, s.window_since + after
        case log.Closed():
            s.stage = "closed"
        case _:
            _change_seats(s, change)
            if s.waits and isinstance(change, log.SEATING):
                _set_beginning(s, at)


def _set_beginning(s: State, at: int) -> None:
    """Let a table begin by itself, its time after the first one sat down; soon, where there are people enough."""
    people = sum(seat.guest is not None for seat in s.seats)
    if people == 0:
        s.latest = s.begins = 0
        return
    s.latest = s.latest or at + s.waits
    s.begins = min(s.latest, at + SOON) if people == len(s.seats) else s.latest


def set_clocks(s: State, match: Match, at: int, mover: int | None) -> None:
    """Give seats that are newly asked, and `mover` if it is asked again, the whole time (H3).

    C10: where a window has no clock of its own, that time is for the whole window, however often a seat throws.
    """
    if match.over:
        s.stage, s.deadlines, s.window = "over", {}, None
        return
    race = match.game.race(match.state, match.options)
    is_same_window = race is not None and s.window is not None
    if race is None:
        s.window = None
    elif s.window is None:
        is_timed = race and not state.is_calm(s) and not state.is_slow(s)
        s.window, s.window_since = at + 1000 * race if is_timed else 0, at
    allowed = CLOCKS.get(s.settings.clock)
    if allowed is None or s.window:
        s.deadlines = {}
        return
    kept = {seat: until for seat, until in s.deadlines.items() if is_same_window or seat != mover}
    s.deadlines = {seat: kept.get(seat, at + allowed) for seat in match.actors}


def count_move(s: State, moved: log.Moved) -> None:
    """Count a move that a stand-in or, at a quick match, a clock of H3 has made for a seat."""
    seat = s.seats[moved.seat]
    seat.stood_in += moved.by == "stand-in"
    if s.quick and moved.by == "player":
        seat.lapses = 0
    elif s.quick and moved.by == "clock" and not s.window:  # to pass by the clock of a window is no lapse
        seat.lapses += 1


def renew_window(s: State, match: Match) -> None:
    """Give the whole time from now to seats whose untimed window was stored without deadlines, or with past ones.

    Earlier versions stored none (C10).
    """
    if s.window == 0:
        s.deadlines = {seat: until for seat, until in s.deadlines.items() if until >= s.at}
        set_clocks(s, match, s.at, None)


def _change_seats(s: State, change: log.Change) -> None:
    match change:
        case log.Sat(number, guest, name, avatar) if s.seats[number].guest == guest:
            s.seats[number].name, s.seats[number].avatar = name, avatar
        case log.Sat(number, guest, name, avatar):
            _forget_asker(s, guest)
            _replace(s, number, state.Seat(guest, name, seen=s.version, told=s.version, avatar=avatar))
        case log.BotSat(number, bot):
            _replace(s, number, state.Seat(bot=bot))
        case log.Left(number, kicked):
            left = s.seats[number]
            if kicked:
                s.banned = state.named(s.banned, str(left.guest))
            keeps_name = left.guest is not None and s.stage in ("playing", "over") and not kicked
            _replace(s, number, state.Seat(left=left.name, avatar=left.avatar) if keeps_name else state.Seat())
        case log.Asked(guest, name, avatar):
            before = any(other.granted for other in s.asking if other.guest == guest)
            _forget_asker(s, guest)
            s.asking = [*s.asking, state.Asker(guest, name, s.version, avatar, before)]
        case log.Granted(since, on):
            asking = [msgspec.structs.replace(a, granted=True) if a.since == since else a for a in s.asking]
            s.asking = [a for a in asking if on or a.since != since]
        case log.Rehomed(old, new, until):
            s.moved = {guest: end for guest, end in s.moved.items() if end > until - MOVE_SECONDS}
            s.moved[old] = max(until, s.moved.get(old, 0))
            s.creator = new if s.creator == old else s.creator
            s.muted = [new if guest == old else guest for guest in s.muted]
            s.calm = [new if guest == old else guest for guest in s.calm]
            s.asking = [msgspec.structs.replace(a, guest=new) if a.guest == old else a for a in s.asking]
            for seat in s.seats:
                if seat.guest == old != new:
                    seat.guest, seat.told = new, s.version
        case log.Went(number, idle):
            s.seats[number].away, s.seats[number].idle = True, idle
        case log.CameBack(number):
            s.seats[number].away, s.seats[number].idle, s.seats[number].stood_in = False, False, 0
        case log.Readied(number, digest):
            s.seats[number].hash = digest
        case log.Seen(number, version):
            s.seats[number].seen = version
            s.glimpses = [g for g in s.glimpses if g.seat != number or g.version > version]


def _forget_asker(s: State, guest: str) -> None:
    s.asking = [other for other in s.asking if other.guest != guest]


def _replace(s: State, number: int, seat: state.Seat) -> None:
    """Give a seat to another player; what the last one was shown is not for them."""
    s.seats[number] = seat
    s.glimpses = [g for g in s.glimpses if g.seat != number]
