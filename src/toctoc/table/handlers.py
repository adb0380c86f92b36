"""What guests ask of a table. Whatever cannot be done is refused with a code, and nothing has changed."""

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from toctoc.games import notation, options
from toctoc.games.errors import BadOption, Refused
from toctoc.games.registry import GAMES

from . import commands as c
from . import log, messages
from .log import Entry, Settings
from .moves import play, refuse_late
from .names import AVATARS, BadName, checked_name
from .snap import Throw
from .start import all_parts_shown, begin
from .table import Table
from .talk import PHRASES, BadText, Throttle, checked_text

TALK = (5, 0.5)  # at once, and a second


class Request(NamedTuple):
    """A message at its table: who sent it, when it arrived, and how much its line is credited."""

    guest: str
    at: int
    sender: object = None
    credit: int = 0
    talk: tuple[int, float] = TALK


def handle(table: Table, asked: Request, command: c.Command, is_bot: Callable[[str], bool]) -> None:
    """Do it, or refuse; the answer to whoever asked is among the table's replies."""
    if isinstance(command, c.Seen):
        seen(table, asked, command)
        return
    assert not isinstance(command, c.Hello | c.Hint)  # answered by whoever owns the table: they change nothing
    done = table.s.ids.get(f"{asked.guest} {command.id}")
    if done is None:
        _refuse_closed(table)
        if isinstance(command, c.Move):
            if not _move(table, asked, command):
                return  # its throw waits to be judged
        else:
            line = _answer(table, asked, command, is_bot)
            table.enter(Entry(asked.at, line, asked.guest, command.id))
            _follow_up(table, asked.at)
        done = table.s.ids[f"{asked.guest} {command.id}"]
    table.batch.replies.append((asked.sender, messages.Done(command.id, done)))


def seen(table: Table, asked: Request, command: c.Seen) -> None:
    """Glimpses up to that version are never sent again. What was shown before, or to others, is no matter."""
    version = min(command.version, table.s.version)
    for seat in table.seats_of(asked.guest):
        if any(g.seat == seat and g.version <= version for g in table.s.glimpses):
            table.enter(Entry(asked.at, log.Seen(seat, version)))


def _move(table: Table, asked: Request, command: c.Move) -> bool:
    """Whether the move is made; a throw in a window waits for its judgement instead."""
    seat = own_seat(table, asked.guest, command.seat)
    if command.seat is None and len(table.seats_of(asked.guest)) > 1:
        raise Refused("seat/which", "H2", "You have several seats: say for which one.")
    if not table.is_live or table.game is None:
        raise Refused("game/not-running", "H2", "No game is being played now.")
    key = (asked.guest, command.id)
    action = notation.read(command.action, table.game.match.game.actions)
    if table.s.window is not None and action.is_throw:
        if not table.race.asked_again(key, asked.sender):
            _throw(table, Throw(seat, action, asked.at, asked.credit, asked.sender, key))
        return False
    if any(throw.seat == seat for throw in table.race.throws):
        raise Refused("snap/waiting", "C10", "Your throw is being judged: wait a moment.")
    play(table, asked.at, seat, action, "player", key)
    return True


def _throw(table: Table, throw: Throw) -> None:
    """C10: in time, less the credit of its line, it waits to be judged."""
    assert table.game is not None
    table.game.match.check(throw.seat, throw.action)
    if table.s.window and throw.counts_from > table.s.window:
        raise Refused("snap/too-late", "C10", "The window closed before this throw.")
    table.race.add(throw)


def _answer(table: Table, asked: Request, command: c.Command, is_bot: Callable[[str], bool]) -> log.Change:
    match command:
        case c.Sit():
            return _sit(table, asked, command)
        case c.Leave(_, seat):
            return _leave(table, asked, seat)
        case c.Bot(_, seat, bot):
            _creator_only(table, asked)
            _free(table, seat)
            return log.BotSat(seat, _known(bot, is_bot))
        case c.Clear(_, seat):
            _creator_only(table, asked)
            sitting = _there(table, seat)
            if sitting.is_free:
                raise Refused("seat/free", "H2", "Nobody sits there.", seat=seat)
            return log.Left(seat, kicked=sitting.guest not in (None, asked.guest))
        case c.Set(_, settings):
            _creator_only(table, asked)
            _between_games(table)
            return log.Set(_fitting(table, settings))
        case c.Ready(_, digest):
            _between_games(table)
            return log.Readied(_device(table, asked.guest), digest)
        case c.Part(_, part):
            return _part(table, asked, part)
        case c.Start(_, fill):
            return _start(table, asked, fill, is_bot)
        case c.Say():
            return _say(table, asked, command)
        case c.Mute(_, seat, on):
            _creator_only(table, asked)
            if _there(table, seat).guest is None:
                raise Refused("seat/no-player", "H2", "No player sits there.", seat=seat)
            return log.Muted(seat, on)
        case c.Close():
            _creator_only(table, asked)
            return log.Closed()
    raise AssertionError(f"{command!r} is answered elsewhere")


def _follow_up(table: Table, at: int) -> None:
    """Once all devices have shown their parts nobody waits any longer; nor at a table that was closed."""
    if table.s.stage == "dealing" and all_parts_shown(table):
        begin(table, at)
    if table.s.stage == "closed":
        refuse_late(table)


def _sit(table: Table, asked: Request, command: c.Sit) -> log.Sat:
    try:
        name = checked_name(command.name, table.s.settings.listed)
    except BadName as bad:
        raise Refused(bad.code, "H2", str(bad)) from None
    if command.avatar not in (None, *AVATARS):
        raise Refused("avatar/unknown", "H2", "There is no such picture.", avatars=list(AVATARS))
    mine = table.seats_of(asked.guest)
    if command.seat not in mine:
        _may_sit(table, asked.guest, command.seat)
    keeps = command.seat if command.seat in mine else mine[0] if mine and not command.also else None
    avatar = table.s.seats[keeps].avatar if keeps is not None else None
    if not command.also and table.s.stage in ("lobby", "over"):
        for seat in mine:
            if seat != command.seat:
                table.enter(Entry(asked.at, log.Left(seat)))
    return log.Sat(command.seat, asked.guest, name, command.avatar or avatar)


def _may_sit(table: Table, guest: str, seat: int) -> None:
    """Whether a seat is there for somebody who does not have it."""
    if table.s.stage == "dealing":
        raise Refused("game/running", "H2", "The cards are being dealt: try again in a moment.")
    if guest in table.s.banned:
        raise Refused("table/kicked", "H2", "Whoever made the table has sent you away.")
    _free(table, seat)
    if table.is_live and table.seats_of(guest):
        raise Refused("seat/in-game", "H2", "Seats are not changed during a game.", seat=seat)


def _leave(table: Table, asked: Request, seat: int | None) -> log.Left:
    if seat is not None:
        return log.Left(own_seat(table, asked.guest, seat))
    own_seat(table, asked.guest, None)
    *others, last = table.seats_of(asked.guest)
    for other in others:
        table.enter(Entry(asked.at, log.Left(other)))
    return log.Left(last)


def _start(table: Table, asked: Request, fill: str | None, is_bot: Callable[[str], bool]) -> log.Dealing:
    _between_games(table)
    if table.s.stage == "lobby":
        _creator_only(table, asked)
    elif asked.guest != table.s.creator:
        own_seat(table, asked.guest, None)
    free = [number for number, seat in enumerate(table.s.seats) if seat.is_free]
    if free and fill is None:
        raise Refused("start/free-seats", "H2", "Somebody or a bot has to sit in every seat.", seats=free)
    for seat in free:
        table.enter(Entry(asked.at, log.BotSat(seat, _known(str(fill), is_bot))))
    return log.Dealing()


def _part(table: Table, asked: Request, part: str) -> log.Parted:
    seat = _device(table, asked.guest)
    given = table.s.devices[seat] if table.s.stage == "dealing" else None
    if given is None or given.hash is None or given.part is not None:
        raise Refused("part/not-now", "H1", "A part is shown once, when the game is started, by who was ready.")
    return log.Parted(seat, part)


def _say(table: Table, asked: Request, command: c.Say) -> log.Talked:
    seat = own_seat(table, asked.guest, command.seat)
    if asked.guest in table.s.muted:
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
    budget = table.budgets.setdefault(asked.guest, Throttle(*asked.talk))
    if not budget.take(asked.at / 1000):
        raise Refused("talk/too-much", "H2", "Not so fast: a phrase every two seconds.")
    return log.Talked(seat, command.phrase, text)


def _fitting(table: Table, settings: Settings) -> Settings:
    """Return settings that suit the table as it is; who was to begin and has no seat any more is forgotten."""
    creator = settings.options.get("creator")
    if creator == table.s.settings.options.get("creator") and creator in range(
        settings.players, len(table.s.seats)
    ):
        rest = {name: value for name, value in settings.options.items() if name != "creator"}
        settings = msgspec.structs.replace(settings, options=rest)
    checked(table.s.game, settings)
    for seat in table.s.seats[settings.players :]:
        if not seat.is_free:
            raise Refused("seat/taken", "H2", "Free the last seats first.")
    return settings


def checked(game: str, settings: Settings) -> None:
    """Settings that the game can be played with; `Refused` says what would be right."""
    players = GAMES[game].players
    if settings.players not in players:
        raise Refused(
            "settings/players", "H2", f"{GAMES[game].title} is for {players[0]} to {players[-1]} players.",
            fewest=players[0], most=players[-1],
        )  # fmt: skip
    try:
        chosen: dict[str, Any] = options.complete(GAMES[game].options, settings.options)
    except BadOption as bad:
        raise Refused("settings/option", "H2", f"{bad}.") from None
    if chosen["creator"] not in range(settings.players):
        raise Refused("settings/option", "H2", "The option creator is a seat of this table.")


# --- who may what ----------------------------------------------------------------------------------------------


def own_seat(table: Table, guest: str, seat: int | None) -> int:
    """The seat that a guest means: the one named, or the first."""
    mine = table.seats_of(guest)
    if not mine:
        raise Refused("seat/none", "H2", "You have no seat at this table.")
    if seat is None:
        return mine[0]
    if seat not in mine:
        raise Refused("seat/not-yours", "H2", "That is not your seat.", seat=seat)
    return seat


def _device(table: Table, guest: str) -> int:
    """The seat that stands for a guest's device: the one that is ready, or the first."""
    first = own_seat(table, guest, None)
    return next((seat for seat in table.seats_of(guest) if table.s.seats[seat].hash), first)


def _refuse_closed(table: Table) -> None:
    if table.s.stage == "closed":
        raise Refused("table/closed", "H2", "This table is closed.")


def _creator_only(table: Table, asked: Request) -> None:
    if asked.guest != table.s.creator:
        raise Refused("table/creator-only", "H2", "Only whoever made the table may do that.")


def _between_games(table: Table) -> None:
    if table.s.stage not in ("lobby", "over"):
        raise Refused("game/running", "H2", "A game is being played.")


def _there(table: Table, seat: int) -> Any:
    if seat >= len(table.s.seats):
        raise Refused("seat/no-such", "H2", f"Seats go from 0 to {len(table.s.seats) - 1}.", seat=seat)
    return table.s.seats[seat]


def _free(table: Table, seat: int) -> None:
    if not _there(table, seat).is_free:
        raise Refused("seat/taken", "H2", "Somebody sits there.", seat=seat)


def _known(bot: str, is_bot: Callable[[str], bool]) -> str:
    if not is_bot(bot):
        raise Refused("bot/unknown", "H2", f"There is no bot {bot!r}.", bot=bot)
    return bot
