"""Data for clients that know no rules, made from a public record: the replay of a game, and its chance picks.

A replay has the frames of a game as they were sent live, and all hidden cards. The picks are for checking a fair
shuffle: all possible outcomes of each chance step (`docs/reference/record.md` describes the check).
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from typing import Any, Literal, cast

import msgspec

from toctoc import record
from toctoc.core.game import Event, Move
from toctoc.core.match import Match
from toctoc.record import BadRecord, Record

from . import messages
from .game import Views, in_words
from .messages import Own
from .updates import ViewDelta

__all__ = [
    "BadRecord", "Deal", "Frame", "Pick", "Replay", "ReplayPlayer", "Tickets", "encoded_picks", "encoded_replay",
    "frames", "tickets",
]  # fmt: skip

CACHED_RECORDS = 16  # players of one game open the same replay
EventsByViewer = dict[int | None, list[Event]]  # since the last frame; None is a spectator
MadeBy = Literal["player", "clock", "stand-in"]


class ReplayPlayer(msgspec.Struct, frozen=True, omit_defaults=True):
    name: str
    bot: str | None = None
    avatar: str | None = None


class Frame(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move and the chance outcomes after it; the first frame is the deal."""

    step: int  # number of steps of the record up to here
    seat: int | None = None  # that moved
    action: str | None = None
    by: MadeBy = "player"  # left out for the player
    events: list[Any] = []  # as a spectator saw them
    own: list[Own] = []  # private events and views
    view: dict[str, Any] = {}  # fields of the public view that changed; all of them in the first frame
    open: Any = None  # all hidden cards, if they changed, in the shape of the memory aid


class Replay(msgspec.Struct, frozen=True, omit_defaults=True):
    game: str
    players: list[ReplayPlayer]
    options: dict[str, Any]
    frames: list[Frame]
    lesson: bool = False


@lru_cache(CACHED_RECORDS)
def encoded_replay(line: str) -> bytes:
    """Return the replay of a record, as JSON; raise `BadRecord` for rules that this program does not have."""
    done = record.read(line)
    players = [ReplayPlayer(seat.name, seat.bot, seat.avatar) for seat in done.seats]
    return messages.write(Replay(done.game.name, players, dict(done.options), list(frames(done)), done.lesson))


def frames(done: Record) -> Iterator[Frame]:
    """Yield the frames of a game; as at a live table, each has only the changes since the last one."""
    aids = {"memory_aid": False} if "memory_aid" in done.options else {}
    unaided = replace(done, options={**done.options, **aids})
    steps = record.replay(unaided)
    match, _ = first = next(steps)
    seen: EventsByViewer = {viewer: [] for viewer in (None, *range(match.players))}
    for viewer, events in seen.items():
        match.listen(viewer, events.append)
    delta = ViewDelta(Views(match))
    move: Move | None = None
    opened: object = None
    for number, (_, step) in enumerate(chain([first], steps)):
        move = step if isinstance(step, Move) else move
        if match.chance_awaited:
            continue
        shown, opened = opened, match.game.opened(match.state)
        frame = _frame(delta, seen, number, opened if opened != shown else None)
        if move is not None:
            made = cast(MadeBy, move.by)
            frame = msgspec.structs.replace(frame, seat=move.seat, action=str(move.action), by=made)
        yield frame
        for events in seen.values():
            events.clear()


def _frame(delta: ViewDelta, seen: EventsByViewer, number: int, opened: object) -> Frame:
    public = [in_words(event) for event in seen[None]]
    own = []
    for seat in range(delta.game.match.players):
        events = [in_words(event) for event in seen[seat]] if seen[seat] != seen[None] else None
        view = delta.own(seat)
        if events or view:
            own.append(Own(seat, events, view))
    return Frame(number, events=public, own=own, view=delta.view(), open=opened)


class Tickets(msgspec.Struct, frozen=True):
    outcome: str  # in notation
    tickets: int  # consecutive, after those of the outcomes before


class Pick(msgspec.Struct, frozen=True):
    """The possible outcomes of one chance step."""

    step: int  # of the record, counted from 1
    of: list[Tickets]


class Deal(msgspec.Struct, frozen=True):
    """All chance steps of a game, to be checked against its record."""

    picks: list[Pick]


@lru_cache(CACHED_RECORDS)
def encoded_picks(line: str) -> bytes:
    """Return the chance picks of a record, as JSON; raise `BadRecord` for one that this program cannot read."""
    picks = [
        Pick(step, tickets(match))
        for step, (match, _) in enumerate(record.replay(record.read(line)), 1)
        if match.chance_awaited
    ]
    return msgspec.json.encode(Deal(picks))


def tickets(match: Match) -> list[Tickets]:
    """Return the possible outcomes of the awaited chance step, in the order of the tickets."""
    game, state = match.game, match.state
    found, first = [], 0
    while first < game.rules.chance_total(state):
        code = game.rules.chance_pick(state, first)
        count = int(game.rules.chance_weight(state, code))
        found.append(Tickets(str(game.outcome(state, code)), count))
        first += count
    return found
