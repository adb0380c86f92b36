"""What an entry of the log means for everybody at the table: only what changed. Nothing here changes the table."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Any

from msgspec import UNSET, Raw

from toctoc import fair
from toctoc.games.game import Event
from toctoc.games.match import Shown

from . import log, messages, state
from .delta import Delta
from .game import LiveGame
from .log import Entry
from .state import State

QUIET = (log.Moved, log.Talked, log.Resumed)  # they change nothing of the lobby unless a game ends
Places = Mapping[str, tuple[int, ...]]  # the seats of each guest who has any


@dataclass(slots=True)
class Broadcast:
    """Hold one entry's news, encoded: for everybody, and for each seat besides."""

    version: int
    at: int
    public: Raw
    own: dict[int, Raw]
    lobby: messages.Lobby | None  # where it changed
    kicked: str | None  # a guest
    places: Places  # who sat where at that moment: what a seat is told is for nobody later
    seating: bool  # whether that may have changed with it


class Broadcaster:
    """Makes the broadcast of each entry, and remembers what was sent, to send only what changed."""

    def __init__(self, s: State, game: LiveGame | None) -> None:
        self.skip(s, game)

    def skip(self, s: State, game: LiveGame | None) -> None:
        """Take everything as sent."""
        self._lobby = lobby_of(s)
        self._clocks = (s.deadlines, s.window, False)
        self._delta = Delta(game) if game else None
        if self._delta:
            self._delta.skip()

    def broadcast(
        self,
        s: State,
        game: LiveGame | None,
        places: Places,
        entry: Entry,
        shown: tuple[Shown, ...],
        waited: int,
        is_held: bool,
    ) -> Broadcast | None:
        """Return the news of an entry that has just taken effect; None where there are none.

        `waited`: for how many milliseconds the table waited for slower lines before it judged a throw; `is_held`:
        whether it waits for people who are shown something.
        """
        change = entry.change
        if isinstance(change, log.Seen):
            return None
        is_quiet = isinstance(change, QUIET) and s.stage == self._lobby.stage
        lobby = {} if is_quiet else self._changed_lobby(s)
        delta = self._of(game) if shown and game else None
        deadlines, window, held = self._clocks
        is_held = is_held and has_clocks(s)
        public = messages.Public(
            events=s.recent[-1].events if shown else [],
            view=delta.view() if delta else {},
            lobby=lobby,
            deadlines=s.deadlines if s.deadlines != deadlines else UNSET,
            window=s.window if s.window != window else UNSET,
            held=is_held if is_held != held else UNSET,
            waited=waited,
            talk=s.talk[-1] if isinstance(change, log.Talked) else None,
        )
        self._clocks = (s.deadlines, s.window, is_held)
        if delta:
            mover = change.seat if isinstance(change, log.Moved) else None
            own = _changed_own(delta, s.recent[-1].own, mover)
        else:
            own = own_parts(s, game, _newly_seated(change, places))
        encoded = {part.seat: Raw(messages.write(part)) for part in own}
        kicked = s.banned[-1] if isinstance(change, log.Left) and change.kicked else None
        news = Raw(messages.write(public))
        seating = isinstance(change, log.SEATING)
        return Broadcast(s.version, s.at, news, encoded, self._lobby if lobby else None, kicked, places, seating)

    def _of(self, game: LiveGame) -> Delta:
        if self._delta is None or self._delta.game is not game:
            self._delta = Delta(game)
        return self._delta

    def _changed_lobby(self, s: State) -> dict[str, Any]:
        now, before = lobby_of(s), self._lobby
        self._lobby = now
        return {
            name: getattr(now, name)
            for name in messages.Lobby.__struct_fields__
            if getattr(now, name) != getattr(before, name)
        }


def own_parts(s: State, game: LiveGame | None, seats: Iterable[int]) -> list[messages.Own]:
    """Return all that those of `seats` who play are shown besides what everybody sees."""
    return [_own_part(s, game, seat) for seat in seats if game and seat < game.match.players]


def _own_part(s: State, game: LiveGame, seat: int) -> messages.Own:
    legal = game.legal(seat) if s.stage == "playing" and seat in game.match.actors else None
    return messages.Own(seat, None, game.own(seat), legal, game.aid(seat))


def has_clocks(s: State) -> bool:
    """Tell whether somebody has a deadline, or seats race."""
    return bool(s.deadlines) or s.window is not None


def lobby_of(s: State) -> messages.Lobby:
    """Return the table around the game, as everybody sees it."""
    sealed = fair.commitment(bytes.fromhex(s.secret)) if s.secret else ""
    seats = [_seat(s, seat) for seat in s.seats]
    day = s.daily.day if s.daily else ""
    asking = [messages.AskerShown(a.since, a.name, a.avatar, a.granted) for a in s.asking]
    return messages.Lobby(
        s.code, s.game, s.settings, s.stage, s.number, seats, sealed, s.lesson, asking, s.waits, s.begins, day
    )


def saw_more(shown: tuple[Shown, ...]) -> list[int]:
    """Return the seats that saw other events of these steps than spectators, in their order."""
    return sorted({seat for step in shown for seat in step.private})


def _changed_own(delta: Delta, events: Mapping[int, Raw], mover: int | None) -> list[messages.Own]:
    legal, views, aids = delta.legal(mover), delta.owns(), delta.aids()
    return [
        messages.Own(seat, events.get(seat), views.get(seat, {}), legal.get(seat), aids.get(seat))
        for seat in range(delta.game.match.players)
        if seat in legal or seat in views or seat in events or seat in aids
    ]


def _newly_seated(change: log.Change, places: Places) -> tuple[int, ...]:
    """Return the seats that a guest takes over with this change."""
    if isinstance(change, log.Sat):
        return (change.seat,)
    return places.get(change.new, ()) if isinstance(change, log.Rehomed) else ()


def encoded_events(shown: tuple[Shown, ...]) -> tuple[Raw, dict[int, Raw]]:
    """Return what everybody saw of these steps, and what those saw instead who saw more, as messages have it."""
    public = [[_encoded(event) for event in step.public] for step in shown]
    own = {}
    for seat in saw_more(shown):
        steps = zip(shown, public, strict=True)
        own[seat] = _listed(
            [map(_encoded, step.private[seat]) if seat in step.private else seen for step, seen in steps]
        )
    return _listed(public), own


def _listed(encoded: Iterable[Iterable[bytes]]) -> Raw:
    return Raw(b"[" + b",".join(chain.from_iterable(encoded)) + b"]")


def _encoded(event: Event) -> bytes:
    """Return the same as `in_words`, as JSON."""
    fields = messages.write(event)
    return _opening(type(event).__name__) + (fields[1:] if fields == b"{}" else b"," + fields[1:])


@cache
def _opening(kind: str) -> bytes:
    return b'{"type":%b' % messages.write(kind)


def _seat(s: State, seat: state.Seat) -> messages.SeatShown:
    if seat.is_free:
        return messages.SeatShown("free", seat.left, away=s.stage == "playing", avatar=seat.avatar)
    if seat.bot:
        return messages.SeatShown("bot", seat.bot, seat.bot)
    return messages.SeatShown(
        "person",
        seat.name,
        creator=seat.guest == s.creator,
        hash=seat.hash,
        away=seat.away,
        idle=seat.idle,
        calm=seat.guest in s.calm,
        muted=seat.guest in s.muted,
        avatar=seat.avatar,
    )
