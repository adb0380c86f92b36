"""Build the update of each entry, public and for each seat: only changes. Nothing here changes the table."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, NamedTuple

from msgspec import UNSET, Raw

from toctoc import fair
from toctoc.core.game import Event
from toctoc.core.match import StepEvents

from . import log, messages
from .game import LiveGame, Views
from .log import Entry
from .state import SeatState, TableState

LOBBY_UNCHANGED = frozenset({log.Moved, log.Talked, log.Resumed})  # unless the game ends
Places = Mapping[str, tuple[int, ...]]  # seats by guest


@dataclass(slots=True)
class TableUpdate:
    """The update of one entry, encoded: a public part, and a part for each seat that sees more."""

    version: int
    at: int
    public: Raw
    own: dict[int, Raw]
    lobby: messages.Lobby | None  # if it changed
    kicked: str | None  # a guest
    places: Places  # at that moment: an own part is never sent to a later player of the seat
    seating: bool  # whether `places` may have changed


class AppliedEntry(NamedTuple):
    """An entry that was just applied."""

    entry: Entry
    shown: tuple[StepEvents, ...]  # the events of its steps
    waited: int  # as in `Table.enter`
    is_held: bool  # whether the clocks wait for devices that reveal events


class UpdateBuilder:
    """Builds the update of each entry. It keeps the last sent state, to send only changes."""

    def __init__(self, state: TableState, game: LiveGame | None) -> None:
        self.skip(state, game)

    def skip(self, state: TableState, game: LiveGame | None) -> None:
        """Take the current state as sent."""
        self._lobby = lobby_of(state)
        self._clocks = (state.deadlines, state.window, False)
        self._delta = ViewDelta(game) if game else None
        if self._delta:
            self._delta.skip()

    def build(
        self, state: TableState, game: LiveGame | None, places: Places, applied: AppliedEntry
    ) -> TableUpdate | None:
        """Return the update of an entry that was just applied; None if no client needs one."""
        entry, shown, waited, is_held = applied
        change = entry.change
        if isinstance(change, log.GlimpsesSeen):
            return None
        is_quiet = type(change) in LOBBY_UNCHANGED and state.stage == self._lobby.stage
        lobby = {} if is_quiet else self._changed_lobby(state)
        delta = self._of(game) if shown and game else None
        deadlines, window, held = self._clocks
        is_held = is_held and state.has_clocks
        public = messages.Public(
            events=state.recent[-1].events if shown else [],
            view=delta.view() if delta else {},
            lobby=lobby,
            deadlines=state.deadlines if state.deadlines != deadlines else UNSET,
            window=state.window if state.window != window else UNSET,
            held=is_held if is_held != held else UNSET,
            waited=waited,
            talk=state.talk[-1] if isinstance(change, log.Talked) else None,
        )
        self._clocks = (state.deadlines, state.window, is_held)
        if delta:
            mover = change.seat if isinstance(change, log.Moved) else None
            own = _changed_own(delta, state.recent[-1].own, mover)
        else:
            own = own_parts(state, game, _newly_seated(change, places))
        encoded = {part.seat: Raw(messages.write(part)) for part in own}
        kicked = state.banned[-1] if isinstance(change, log.Left) and change.kicked else None
        encoded_public = Raw(messages.write(public))
        seating = type(change) in log.SEATING
        changed_lobby = self._lobby if lobby else None
        return TableUpdate(
            state.version, state.at, encoded_public, encoded, changed_lobby, kicked, places, seating
        )

    def _of(self, game: LiveGame) -> "ViewDelta":
        if self._delta is None or self._delta.game is not game:
            self._delta = ViewDelta(game)
        return self._delta

    def _changed_lobby(self, state: TableState) -> dict[str, Any]:
        now, before = lobby_of(state), self._lobby
        self._lobby = now
        return {
            name: getattr(now, name)
            for name in messages.Lobby.__struct_fields__
            if getattr(now, name) != getattr(before, name)
        }


def own_parts(state: TableState, game: LiveGame | None, seats: Iterable[int]) -> list[messages.Own]:
    """Return the whole own parts of those of `seats` that take part in the game."""
    return [_own_part(state, game, seat) for seat in seats if game and seat < game.match.players]


def _own_part(state: TableState, game: LiveGame, seat: int) -> messages.Own:
    legal = game.legal(seat) if state.stage == "playing" and seat in game.match.actors else None
    return messages.Own(seat, None, game.own(seat), legal, game.aid(seat))


def lobby_of(state: TableState) -> messages.Lobby:
    """Return the public state of the table around the game."""
    sealed = fair.commitment(bytes.fromhex(state.secret)) if state.secret else ""
    seats = [_seat(state, seat) for seat in state.seats]
    day = state.daily.day if state.daily else ""
    asking = [messages.AskerShown(a.since, a.name, a.avatar, a.granted, a.kept, a.again) for a in state.asking]
    return messages.Lobby(
        state.code,
        state.game,
        state.settings,
        state.stage,
        state.number,
        seats,
        sealed,
        state.lesson,
        asking,
        state.waits,
        state.begins,
        day,
        state.may_start,
        state.next_game,
        state.colours,
    )


def saw_more(shown: tuple[StepEvents, ...]) -> list[int]:
    """Return the seats that saw other events of these steps than spectators, in their order."""
    return sorted({seat for step in shown for seat in step.private})


def _changed_own(delta: "ViewDelta", events: Mapping[int, Raw], mover: int | None) -> list[messages.Own]:
    legal, views, aids = delta.legal(mover), delta.owns(), delta.aids()
    return [
        messages.Own(seat, events.get(seat), views.get(seat, {}), legal.get(seat), aids.get(seat))
        for seat in sorted({*legal, *views, *events, *aids})
    ]


def _newly_seated(change: log.Change, places: Places) -> tuple[int, ...]:
    """Return the seats that a guest takes with this change."""
    if isinstance(change, log.Sat):
        return (change.seat,)
    return places.get(change.new, ()) if isinstance(change, log.Rehomed) else ()


def encoded_events(shown: tuple[StepEvents, ...]) -> tuple[Raw, dict[int, Raw]]:
    """Return the encoded public events of these steps, and the events of each seat that saw more."""
    public, own = [_encoded(step.public) for step in shown], {}
    for seat in saw_more(shown):
        steps = zip(shown, public, strict=True)
        own[seat] = _listed(
            [_encoded(step.private[seat]) if seat in step.private else seen for step, seen in steps]
        )
    return _listed(public), own


def _listed(encoded: list[bytes]) -> Raw:
    return Raw(b"[%b]" % b",".join(filter(None, encoded)))


def _encoded(events: tuple[Event, ...]) -> bytes:
    """Return `in_words` of each event, as JSON, with commas between them."""
    return b",".join(
        [
            _opening(type(event)) + messages.write(event)[1:]  # type: ignore[arg-type]  # mypy doubts a class's hash
            for event in events
        ]
    )


@cache
def _opening(kind: type[Event]) -> bytes:
    """Return the beginning of an encoded event, up to its first field or to the brace that ends it."""
    return b'{"type":%b%b' % (messages.write(kind.__name__), b"," if fields(kind) else b"")


def _seat(state: TableState, seat: SeatState) -> messages.SeatShown:
    if seat.is_free:
        return messages.SeatShown("free", seat.left, away=state.stage == "playing", avatar=seat.avatar)
    if seat.bot:
        return messages.SeatShown("bot", seat.bot, seat.bot)
    return messages.SeatShown(
        "person",
        seat.name,
        creator=seat.guest == state.creator,
        hash=seat.hash,
        away=seat.away,
        idle=seat.idle,
        calm=seat.guest in state.calm,
        muted=seat.guest in state.muted,
        avatar=seat.avatar,
        again=seat.again,
    )


class ViewDelta:
    """The changes of a game's views. Each method returns the fields that differ from the last call."""

    def __init__(self, game: Views) -> None:
        self.game = game
        self._public: dict[str, Any] = {}
        self._in_parts = game.match.view(None).in_parts
        self._own: list[dict[str, Any]] = [{} for _ in range(game.match.players)]
        self._aid: list[object] = [None] * game.match.players
        self._legal: dict[int, list[str]] = {}  # by seat that may act

    def skip(self) -> None:
        """Take the current views as sent."""
        self.view()
        self.owns()
        self.aids()

    def view(self) -> dict[str, Any]:
        """Return the changed fields of the public view."""
        before, self._public = self._public, self.game.public()
        return _changed(before, self._public, self._in_parts)

    def own(self, seat: int) -> dict[str, Any]:
        """Return the changed fields of the private view of `seat`."""
        before, self._own[seat] = self._own[seat], self.game.own(seat)
        return _changed(before, self._own[seat])

    def owns(self) -> dict[int, dict[str, Any]]:
        """Return `own(seat)` for each seat with changes."""
        own, state, changed = self.game.match.game.own, self.game.match.state, {}
        for seat, before in enumerate(self._own):
            now = own(state, seat)
            if now != before:
                self._own[seat] = now
                changed[seat] = _changed(before, now)
        return changed

    def aids(self) -> dict[int, object]:
        """Return the memory aid of each seat for which it changed."""
        changed: dict[int, object] = {}
        for seat in range(self.game.match.players) if self.game.is_aided else ():
            aid = self.game.aid(seat)
            if aid != self._aid[seat]:
                changed[seat] = self._aid[seat] = aid
        return changed

    def legal(self, mover: int | None) -> dict[int, list[str]]:
        """Return the legal actions of the seats for which they changed, and of `mover` in any case."""
        legal = {seat: self.game.legal(seat) for seat in self.game.match.actors}
        changed = {seat: may for seat, may in legal.items() if seat == mover or may != self._legal.get(seat)}
        self._legal = legal
        return changed


def _changed(
    before: dict[str, Any], now: dict[str, Any], in_parts: frozenset[str] = frozenset()
) -> dict[str, Any]:
    """Return the changed fields; `name/2` is the third part of a field that has as many parts as before.

    Views share their unchanged parts. `is` saves a comparison in Python for each of them.
    """
    changes: dict[str, Any] = {}
    for name, value in now.items():
        was = before.get(name, before)
        if was is value:
            continue
        if name in in_parts and was is not before and len(was) == len(value):
            for number, part in enumerate(value):
                if part is not was[number] and part != was[number]:
                    changes[f"{name}/{number}"] = part
        elif was != value:
            changes[name] = value
    return changes
