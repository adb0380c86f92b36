"""Handle the commands of guests: enter the change in the log, or raise `Refused` and change nothing."""

from typing import NamedTuple

from toctoc.core import notation
from toctoc.core.errors import Refused

from . import commands as c
from . import log, messages
from .chairs import ask, closed_up, grant
from .checks import (
    OffersBot,
    check_between_games,
    check_creator,
    check_daily,
    check_free,
    check_may_sit,
    check_open,
    check_room,
    check_suggestion,
    device_seat,
    existing_seat,
    fitting_settings,
    known_bot,
    own_seat,
    upcoming,
)
from .gathering import fill_free_seats, leave_out, needs_bot, not_ready, start_gathered
from .log import Entry
from .moves import SeatAction, play, refuse_late
from .snap import Throw
from .start import all_parts_shown, begin
from .table import Table
from .text import AVATARS, PHRASES, BadName, BadText, checked_name, checked_text, distinct_name
from .throttle import Throttle

TALK_LIMIT = (5, 0.5)  # a burst of 5, then 0.5 a second
EXTRA_LIMIT = (60, 1.0)  # of changes besides the moves of a turn: a burst of 60, then one a second
TOO_MANY_CHANGES = "Too many changes at once: wait a moment."


class ReceivedCommand(NamedTuple):
    """A command with its guest, its time of arrival, and the connection that gets the reply."""

    guest: str
    at: int  # in the table's time
    command: c.Command
    sender: object = None  # the connection
    credit: int = 0  # latency credit of the connection, in milliseconds
    talk: tuple[int, float] = TALK_LIMIT
    extras: tuple[int, float] | None = None  # limit of changes besides the moves of a turn; None: no limit


def handle(table: Table, received: ReceivedCommand, offers_bot: OffersBot) -> None:
    """Handle a command, and add the reply to the table's batch; raise `Refused` if it is not allowed."""
    command = received.command
    id = getattr(command, "id", None)
    if id is None:
        _note(table, received)
        return
    if table.state.version_of(received.guest, id) is None:
        check_open(table)
        check_daily(table, command)
        if isinstance(command, c.Move):
            if not _move(table, received, command):
                return  # its throw waits to be judged
        else:
            if not isinstance(command, c.Say):  # which has a limit of its own
                _check_extra(table, received)
            change = _change(table, received, command, offers_bot)
            table.enter(Entry(received.at, change, received.guest, id))
            _follow_up(table, received.at)
    done = messages.Done(id, table.state.done[received.guest][id])
    table.reply(received.sender, done)


def _note(table: Table, received: ReceivedCommand) -> None:
    """Handle a command without an id, which gets no reply; the table's owner handles `hello` and `ping`."""
    match received.command:
        case c.Seen(version):
            acknowledge(table, received.guest, received.at, version)
        case c.Shown(version):
            finish_reveal(table, received.guest, received.at, version)
        case c.Pace(pace):
            table.presence.paces[received.guest] = pace
        case c.Visit() as command:
            visit(table, received.guest, command)
        case c.Back():
            pass  # the table's owner ends the stand-in after every message of a person


def close(table: Table, at: int) -> None:
    """Close a table for good, as its creator and the host of the server may."""
    table.enter(Entry(at, log.Closed()))
    _follow_up(table, at)


def acknowledge(table: Table, guest: str, at: int, version: int) -> None:
    """Discard the glimpses of this guest's seats up to `version`: the device has shown them."""
    version = min(version, table.state.version)
    for seat in table.seats_of(guest):
        if any(g.seat == seat and g.version <= version for g in table.state.glimpses):
            table.enter(Entry(at, log.GlimpsesSeen(seat, version)))


def finish_reveal(table: Table, guest: str, at: int, version: int) -> None:
    """Record that this guest's device has revealed everything up to `version`; resume clocks that are not held."""
    if guest not in table.places:
        return
    table.reveals.acknowledge(guest, min(version, table.state.version), at)
    if table.held_until() is None:
        table.resume(at)


def visit(table: Table, guest: str, command: c.Visit) -> None:
    """Record the name and the avatar of a spectator, once."""
    name, avatar = _name(table, command.name), _avatar(command.avatar)
    if guest not in table.places:
        table.presence.visitors.setdefault(guest, (name, avatar))


def _move(table: Table, received: ReceivedCommand, command: c.Move) -> bool:
    """Play an action and return True; return False for a throw, which waits to be judged."""
    seat = own_seat(table, received.guest, command.seat)
    if command.seat is None and len(table.places[received.guest]) > 1:
        raise Refused("seat/which", "H2", "You have several seats: say for which one.")
    if not table.is_live or table.game is None:
        raise Refused("game/not-running", "H2", "No game is being played now.")
    key = (received.guest, command.id)
    action = notation.read(command.action, table.game.match.game.actions)
    if table.state.window is not None and action.is_throw:
        if not table.race.redirect(key, received.sender):
            _throw(table, Throw(seat, action, received.at, received.credit, received.sender, key))
        return False
    if action.is_aside:
        _check_extra(table, received)
    if table.race.throws and any(throw.seat == seat for throw in table.race.throws):
        raise Refused(
            "snap/waiting", table.game.match.game.race_clause, "Your throw is being judged: wait a moment."
        )
    play(table, received.at, SeatAction(seat, action, "player", key))
    return True


def _throw(table: Table, throw: Throw) -> None:
    """Queue a throw for judging, if it came in time, less the latency credit."""
    assert table.game is not None
    table.game.match.check(throw.seat, throw.action)
    is_held = table.reveals.held_since is not None  # then it counts from the time when the clocks run again
    if table.state.window and not is_held and throw.counts_from > table.state.window:
        raise Refused("snap/too-late", table.game.match.game.race_clause, "The window closed before this throw.")
    table.race.add(throw)


def _change(table: Table, received: ReceivedCommand, command: c.Command, offers_bot: OffersBot) -> log.Change:
    """Return the change that a command makes."""
    guest = received.guest
    match command:
        case c.Sit():
            return _sit(table, received, command)
        case c.Leave(_, seat):
            return _leave(table, received, seat)
        case c.Ready(_, digest):
            check_between_games(table)
            return log.Readied(device_seat(table, guest), digest)
        case c.Part(_, part):
            return _part(table, guest, part)
        case c.Start(_, fill, here):
            return _start(table, received, fill, here, offers_bot)
        case c.Again():
            return _again(table, guest, command, offers_bot)
        case c.Ask(_, name, avatar):
            return ask(table, guest, _name(table, name), _avatar(avatar))
        case c.Calm(_, on):
            own_seat(table, guest, None)
            return log.Calmed(guest, on)
        case c.Say():
            return _say(table, received, command)
    check_creator(table, guest)
    match command:
        case c.Bot(_, seat, bot):
            check_free(table, seat)
            known_bot(table.state.game, bot, offers_bot)
            return log.BotSat(seat, known_bot(upcoming(table).name, bot, offers_bot))
        case c.Clear(_, seat):
            return _clear(table, guest, seat)
        case c.Set(_, settings):
            check_between_games(table)
            return log.SettingsChanged(fitting_settings(table, settings))
        case c.Mute(_, seat, on):
            if existing_seat(table, seat).guest is None:
                raise Refused("seat/no-player", "H2", "No player sits there.", seat=seat)
            return log.Muted(seat, on)
        case c.Grant(_, asker, on):
            return grant(table, received.at, asker, on)
        case c.Close():
            return log.Closed()
    raise AssertionError(f"{command!r} is handled elsewhere")


def _follow_up(table: Table, at: int) -> None:
    """Deal once all devices have revealed their parts; start again once all are ready; refuse late throws."""
    start_gathered(table, at, table.state.fill or None)
    if table.state.stage == "dealing" and all_parts_shown(table):
        begin(table, at)
    if table.state.stage == "closed":
        refuse_late(table)


def _sit(table: Table, received: ReceivedCommand, command: c.Sit) -> log.Sat:
    name, chosen = _name(table, command.name), _avatar(command.avatar)
    mine = table.seats_of(received.guest)
    if command.seat not in mine:
        check_may_sit(table, received.guest, command.seat)
        if command.also or not mine:
            check_room(table)
        if mine and command.also and table.state.quick:
            raise Refused("seat/one-each", "H2", "At a quick match everybody has one seat.")
    freed = {command.seat, *(() if command.also else mine)}
    others = [seat.name for number, seat in enumerate(table.state.seats) if seat.guest and number not in freed]
    name = distinct_name(name, others)
    keeps = command.seat if command.seat in mine else mine[0] if mine and not command.also else None
    avatar = table.state.seats[keeps].avatar if keeps is not None else None
    if not command.also and table.state.stage in ("lobby", "over"):
        for seat in mine:
            if seat != command.seat:
                table.enter(Entry(received.at, log.Left(seat)))
    return log.Sat(command.seat, received.guest, name, chosen or avatar)


def _name(table: Table, name: str) -> str:
    try:
        return checked_name(name, table.state.settings.listed)
    except BadName as bad:
        raise Refused(bad.code, "H2", str(bad)) from None


def _avatar(avatar: str | None) -> str | None:
    if avatar not in (None, *AVATARS):
        raise Refused("avatar/unknown", "H2", "There is no such picture.", avatars=list(AVATARS))
    return avatar


def _leave(table: Table, received: ReceivedCommand, seat: int | None) -> log.Left:
    if seat is not None:
        return log.Left(own_seat(table, received.guest, seat))
    own_seat(table, received.guest, None)
    *others, last = table.seats_of(received.guest)
    for other in others:
        table.enter(Entry(received.at, log.Left(other)))
    return log.Left(last)


def _clear(table: Table, guest: str, seat: int) -> log.Left:
    sitting = existing_seat(table, seat)
    if sitting.is_free:
        raise Refused("seat/free", "H2", "This seat is free.", seat=seat)
    return log.Left(seat, kicked=sitting.guest not in (None, guest))


def _start(
    table: Table, received: ReceivedCommand, fill: str | None, here: bool, offers_bot: OffersBot
) -> log.Dealing | log.Again:
    check_between_games(table)
    guest, at, state = received.guest, received.at, table.state
    if state.stage == "lobby":
        check_creator(table, guest)
    elif guest != state.creator:
        own_seat(table, guest, None)
    bot = known_bot(upcoming(table).name, fill, offers_bot) if fill is not None else None
    mine = table.seats_of(guest) if state.stage == "over" else []
    left_out = [seat for seat in not_ready(table) if seat not in mine] if mine else []
    if left_out and not 0 < state.may_start <= at:
        return log.Again(guest, True, bot)
    free = [number for number, seat in enumerate(state.seats) if seat.is_free]
    if here and free and not state.next_game:
        removal = closed_up(table, [*free, *left_out])
        for seat in left_out:
            table.enter(Entry(at, log.ChairKept(seat)))
        table.enter(Entry(at, removal))
        return log.Dealing()
    if needs_bot(table, left_out) and bot is None:
        raise Refused(
            "start/free-seats",
            "H2",
            "There are free seats: a person or a bot has to sit in every seat.",
            seats=free,
        )
    leave_out(table, at, left_out, bot)
    fill_free_seats(table, at, str(bot))
    return log.Dealing()


def _again(table: Table, guest: str, command: c.Again, offers_bot: OffersBot) -> log.Again:
    has_kept_chair = any(asker.guest == guest and asker.kept for asker in table.state.asking)
    if not has_kept_chair:
        own_seat(table, guest, None)
        check_between_games(table)
        if table.state.stage == "lobby":
            raise Refused("game/not-running", "H2", "No game has been played here yet.")
    game = command.game if command.on else None
    if game is not None:
        check_suggestion(table, game, offers_bot)
    bot = command.fill if command.on else None
    if bot is not None:
        known_bot(game or upcoming(table).name, bot, offers_bot)
    return log.Again(guest, command.on, bot, game)


def _part(table: Table, guest: str, part: str) -> log.Parted:
    seat = device_seat(table, guest)
    given = table.state.devices[seat] if table.state.stage == "dealing" else None
    if given is None or given.hash is None or given.part is not None:
        raise Refused(
            "part/not-now", "H1", "A device shows its part once, after the start, if it was ready before."
        )
    return log.Parted(seat, part)


def _check_extra(table: Table, received: ReceivedCommand) -> None:
    """Refuse one more change that plays no move of a turn, such as a rearranged row, if there were too many."""
    if received.extras is None:
        return
    throttle = _throttle(table, table.extra_throttles, received.guest, received.extras)
    if not throttle.take(received.at / 1000):
        raise Refused("change/too-many", "H2", TOO_MANY_CHANGES)


def _throttle(table: Table, throttles: dict[str, Throttle], guest: str, limit: tuple[int, float]) -> Throttle:
    """Return the rate limit of a guest; those of guests without a seat or a connection are dropped."""
    if guest not in throttles:
        is_needed = table.presence.is_here
        for other in [other for other in throttles if other not in table.places and not is_needed(other)]:
            del throttles[other]
        throttles[guest] = Throttle(*limit)
    return throttles[guest]


def _say(table: Table, received: ReceivedCommand, command: c.Say) -> log.Talked:
    seat = own_seat(table, received.guest, command.seat)
    if received.guest in table.state.muted:
        raise Refused("talk/muted", "H2", "The table's host has muted you.")
    if (command.phrase is None) == (command.text is None):
        raise Refused("talk/one", "H2", "Say either a phrase or a text.")
    if command.phrase is not None and command.phrase not in PHRASES:
        raise Refused("talk/unknown", "H2", "There is no such phrase.", phrases=list(PHRASES))
    if command.text is not None and not table.state.settings.free_text:
        raise Refused("talk/no-text", "H2", "At this table people talk in pictures.")
    try:
        text = checked_text(command.text) if command.text is not None else None
    except BadText as bad:
        raise Refused(bad.code, "H2", str(bad)) from None
    if not _throttle(table, table.throttles, received.guest, received.talk).take(received.at / 1000):
        raise Refused("talk/too-much", "H2", "Not so fast: a phrase every two seconds.")
    return log.Talked(seat, command.phrase, text)
