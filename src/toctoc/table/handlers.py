"""What each command of a guest does at a table: done, or refused with a code and nothing changed."""

from collections.abc import Callable
from typing import NamedTuple

from toctoc.games import notation
from toctoc.games.errors import Refused

from . import commands as c
from . import log, messages
from .chairs import ask, close_up, grant
from .checks import (
    check_between_games,
    check_creator,
    check_daily,
    check_free,
    check_may_sit,
    check_open,
    device_seat,
    existing_seat,
    fitting_settings,
    known_bot,
    own_seat,
)
from .log import Entry
from .moves import play, refuse_late, resume
from .names import AVATARS, BadName, checked_name
from .snap import Throw
from .start import all_parts_shown, begin
from .table import Table
from .talk import PHRASES, BadText, checked_text
from .throttle import Throttle

TALK = (5, 0.5)  # a burst of 5, then 0.5 a second


class Request(NamedTuple):
    """A command in its envelope: who sent it, when it arrived, and what the table needs to know of its sender."""

    guest: str
    at: int  # in the table's time
    command: c.Command
    sender: object = None  # the connection that the reply is for
    credit: int = 0  # milliseconds, of the sender's connection
    talk: tuple[int, float] = TALK


def handle(table: Table, request: Request, is_bot: Callable[[str], bool]) -> None:
    """Do what a guest asks and add the reply to the table's batch; raise `Refused` if it cannot be done."""
    command = request.command
    if isinstance(command, c.Seen):
        acknowledge(table, request.guest, request.at, command.version)
        return
    if isinstance(command, c.Shown):
        finish(table, request.guest, request.at, command.version)
        return
    if isinstance(command, c.Back):
        return  # the table's owner lets its sender come back, as with every message of a person
    # These change nothing: the table's owner answers them.
    assert not isinstance(command, c.Hello | c.Hint | c.Ping)
    if table.s.version_of(request.guest, command.id) is None:
        check_open(table)
        check_daily(table, command)
        if isinstance(command, c.Move):
            if not _move(table, request, command):
                return  # its throw waits to be judged
        else:
            change = _change(table, request, command, is_bot)
            table.enter(Entry(request.at, change, request.guest, command.id))
            _follow_up(table, request.at)
    done = messages.Done(command.id, table.s.done[request.guest][command.id])
    table.batch.replies.append((request.sender, done))


def close(table: Table, at: int) -> None:
    """Close a table for good, as its creator could; its server's host may, too."""
    table.enter(Entry(at, log.Closed()))
    _follow_up(table, at)


def acknowledge(table: Table, guest: str, at: int, version: int) -> None:
    """Never send this guest's seats a glimpse again that was shown up to `version`."""
    version = min(version, table.s.version)
    for seat in table.seats_of(guest):
        if any(g.seat == seat and g.version <= version for g in table.s.glimpses):
            table.enter(Entry(at, log.Seen(seat, version)))


def finish(table: Table, guest: str, at: int, version: int) -> None:
    """Note what this guest's device has finished showing; clocks that stood still for nobody else go on."""
    if guest not in table.places:
        return
    table.pace.tell(guest, min(version, table.s.version), at)
    if table.held_until() is None:
        resume(table, at)


def _move(table: Table, request: Request, command: c.Move) -> bool:
    """Play a move, and return True; a throw in a window waits to be judged instead."""
    seat = own_seat(table, request.guest, command.seat)
    if command.seat is None and len(table.places[request.guest]) > 1:
        raise Refused("seat/which", "H2", "You have several seats: say for which one.")
    if not table.is_live or table.game is None:
        raise Refused("game/not-running", "H2", "No game is being played now.")
    key = (request.guest, command.id)
    action = notation.read(command.action, table.game.match.game.actions)
    if table.s.window is not None and action.is_throw:
        if not table.race.asked_again(key, request.sender):
            _throw(table, Throw(seat, action, request.at, request.credit, request.sender, key))
        return False
    if table.race.throws and any(throw.seat == seat for throw in table.race.throws):
        raise Refused("snap/waiting", "C10", "Your throw is being judged: wait a moment.")
    play(table, request.at, seat, action, "player", key)
    return True


def _throw(table: Table, throw: Throw) -> None:
    """Let a throw wait to be judged, if it came in time, less the credit of its line (C10)."""
    assert table.game is not None
    table.game.match.check(throw.seat, throw.action)
    is_held = table.pace.since is not None  # it waits, and counts from when the clocks go on
    if table.s.window and not is_held and throw.counts_from > table.s.window:
        raise Refused("snap/too-late", "C10", "The window closed before this throw.")
    table.race.add(throw)


def _change(table: Table, request: Request, command: c.Command, is_bot: Callable[[str], bool]) -> log.Change:
    """Return the change that a command makes."""
    guest = request.guest
    match command:
        case c.Sit():
            return _sit(table, request, command)
        case c.Leave(_, seat):
            return _leave(table, request, seat)
        case c.Ready(_, digest):
            check_between_games(table)
            return log.Readied(device_seat(table, guest), digest)
        case c.Part(_, part):
            return _part(table, guest, part)
        case c.Start(_, fill, here):
            return _start(table, request, fill, here, is_bot)
        case c.Ask(_, name, avatar):
            return ask(table, guest, _name(table, name), _avatar(avatar))
        case c.Calm(_, on):
            own_seat(table, guest, None)
            return log.Calmed(guest, on)
        case c.Say():
            return _say(table, request, command)
    check_creator(table, guest)
    match command:
        case c.Bot(_, seat, bot):
            check_free(table, seat)
            return log.BotSat(seat, known_bot(table, bot, is_bot))
        case c.Clear(_, seat):
            return _clear(table, guest, seat)
        case c.Set(_, settings):
            check_between_games(table)
            return log.Set(fitting_settings(table, settings))
        case c.Mute(_, seat, on):
            if existing_seat(table, seat).guest is None:
                raise Refused("seat/no-player", "H2", "No player sits there.", seat=seat)
            return log.Muted(seat, on)
        case c.Grant(_, asker, on):
            return grant(table, request.at, asker, on)
        case c.Close():
            return log.Closed()
    raise AssertionError(f"{command!r} is handled elsewhere")


def _follow_up(table: Table, at: int) -> None:
    """Deal once all devices have shown their parts; let nobody's throw wait at a table that was closed."""
    if table.s.stage == "dealing" and all_parts_shown(table):
        begin(table, at)
    if table.s.stage == "closed":
        refuse_late(table)


def _sit(table: Table, request: Request, command: c.Sit) -> log.Sat:
    name, chosen = _name(table, command.name), _avatar(command.avatar)
    mine = table.seats_of(request.guest)
    if command.seat not in mine:
        check_may_sit(table, request.guest, command.seat)
        if mine and command.also and table.s.quick:
            raise Refused("seat/one-each", "H2", "At a quick match everybody has one seat.")
    keeps = command.seat if command.seat in mine else mine[0] if mine and not command.also else None
    avatar = table.s.seats[keeps].avatar if keeps is not None else None
    if not command.also and table.s.stage in ("lobby", "over"):
        for seat in mine:
            if seat != command.seat:
                table.enter(Entry(request.at, log.Left(seat)))
    return log.Sat(command.seat, request.guest, name, chosen or avatar)


def _name(table: Table, name: str) -> str:
    try:
        return checked_name(name, table.s.settings.listed)
    except BadName as bad:
        raise Refused(bad.code, "H2", str(bad)) from None


def _avatar(avatar: str | None) -> str | None:
    if avatar not in (None, *AVATARS):
        raise Refused("avatar/unknown", "H2", "There is no such picture.", avatars=list(AVATARS))
    return avatar


def _leave(table: Table, request: Request, seat: int | None) -> log.Left:
    if seat is not None:
        return log.Left(own_seat(table, request.guest, seat))
    own_seat(table, request.guest, None)
    *others, last = table.seats_of(request.guest)
    for other in others:
        table.enter(Entry(request.at, log.Left(other)))
    return log.Left(last)


def _clear(table: Table, guest: str, seat: int) -> log.Left:
    sitting = existing_seat(table, seat)
    if sitting.is_free:
        raise Refused("seat/free", "H2", "Nobody sits there.", seat=seat)
    return log.Left(seat, kicked=sitting.guest not in (None, guest))


def _start(
    table: Table, request: Request, fill: str | None, here: bool, is_bot: Callable[[str], bool]
) -> log.Dealing:
    check_between_games(table)
    if table.s.stage == "lobby":
        check_creator(table, request.guest)
    elif request.guest != table.s.creator:
        own_seat(table, request.guest, None)
    free = [number for number, seat in enumerate(table.s.seats) if seat.is_free]
    if free and here:
        close_up(table, request.at)
        return log.Dealing()
    if free and fill is None:
        raise Refused("start/free-seats", "H2", "Somebody or a bot has to sit in every seat.", seats=free)
    for seat in free:
        table.enter(Entry(request.at, log.BotSat(seat, known_bot(table, str(fill), is_bot))))
    return log.Dealing()


def _part(table: Table, guest: str, part: str) -> log.Parted:
    seat = device_seat(table, guest)
    given = table.s.devices[seat] if table.s.stage == "dealing" else None
    if given is None or given.hash is None or given.part is not None:
        raise Refused("part/not-now", "H1", "A part is shown once, when the game is started, by who was ready.")
    return log.Parted(seat, part)


def _throttle(table: Table, request: Request) -> Throttle:
    """Return the limit to how much a guest says; of those without a seat, who are silent anyway, none is kept."""
    throttles = table.throttles
    if request.guest not in throttles:
        for other in [other for other in throttles if other not in table.places]:
            del throttles[other]
        throttles[request.guest] = Throttle(*request.talk)
    return throttles[request.guest]


def _say(table: Table, request: Request, command: c.Say) -> log.Talked:
    seat = own_seat(table, request.guest, command.seat)
    if request.guest in table.s.muted:
        raise Refused("talk/muted", "H2", "The creator of the table has muted you.")
    if (command.phrase is None) == (command.text is None):
        raise Refused("talk/one", "H2", "Say either a phrase or a text.")
    if command.phrase is not None and command.phrase not in PHRASES:
        raise Refused("talk/unknown", "H2", "There is no such phrase.", phrases=list(PHRASES))
    if command.text is not None and not table.s.settings.free_text:
        raise Refused("talk/no-text", "H2", "At this table people talk in pictures.")
    try:
        text = checked_text(command.text) if command.text is not None else None
    except BadText as bad:
        raise Refused(bad.code, "H2", str(bad)) from None
    if not _throttle(table, request).take(request.at / 1000):
        raise Refused("talk/too-much", "H2", "Not so fast: a phrase every two seconds.")
    return log.Talked(seat, command.phrase, text)
