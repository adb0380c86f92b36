"""A game that is over, to be looked at move by move by a client that knows no rules: as it was told live, and all
that was hidden besides. It is made from the record, and is as public."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from typing import Any, Literal, cast

import msgspec

from toctoc import record
from toctoc.games.game import Event, Move
from toctoc.record import BadRecord, Record

from . import messages
from .delta import Delta
from .game import Views, in_words
from .messages import Own

__all__ = ["BadRecord", "Frame", "Replay", "ReplayPlayer", "encoded", "frames"]

KEPT = 16  # replays that are remembered: people who played together look at the same one
Heard = dict[int | None, list[Event]]  # since the last frame, by viewer; None is a spectator
MadeBy = Literal["player", "clock", "stand-in"]


class ReplayPlayer(msgspec.Struct, frozen=True, omit_defaults=True):
    name: str
    bot: str | None = None
    avatar: str | None = None


class Frame(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move and what followed by chance; the first frame is the deal."""

    step: int  # how many steps of the record lead here
    seat: int | None = None  # who moved
    action: str | None = None
    by: MadeBy = "player"  # left out for the player
    events: list[Any] = []  # as a spectator saw them
    own: list[Own] = []  # what seats saw besides
    view: dict[str, Any] = {}  # fields of the public view that changed; all of them in the first frame
    open: Any = None  # what lay hidden, where it changed: everything, in the shape of the memory aid


class Replay(msgspec.Struct, frozen=True, omit_defaults=True):
    game: str
    players: list[ReplayPlayer]
    options: dict[str, Any]
    frames: list[Frame]
    lesson: bool = False


@lru_cache(KEPT)
def encoded(line: str) -> bytes:
    """Return the replay of a record, as JSON; raise `BadRecord` for rules that this program does not have."""
    done = record.read(line)
    players = [ReplayPlayer(seat.name, seat.bot, seat.avatar) for seat in done.seats]
    return messages.write(Replay(done.game.name, players, dict(done.options), list(frames(done)), done.lesson))


def frames(done: Record) -> Iterator[Frame]:
    """Yield what each viewer was told, as at the live table: only what changed since the frame before."""
    aids = {"memory_aid": False} if "memory_aid" in done.options else {}  # nobody has to remember anything
    unaided = replace(done, options={**done.options, **aids})
    steps = record.replay(unaided)
    match, _ = first = next(steps)
    heard: Heard = {viewer: [] for viewer in (None, *range(match.players))}
    for viewer, events in heard.items():
        match.listen(viewer, events.append)
    delta = Delta(Views(match))
    move: Move | None = None
    opened: object = None
    for number, (_, step) in enumerate(chain([first], steps)):
        move = step if isinstance(step, Move) else move
        if match.chance_awaited:
            continue
        shown, opened = opened, match.game.opened(match.state)
        frame = _frame(delta, heard, number, opened if opened != shown else None)
        if move is not None:
            made = cast(MadeBy, move.by)
            frame = msgspec.structs.replace(frame, seat=move.seat, action=str(move.action), by=made)
        yield frame
        for events in heard.values():
            events.clear()


def _frame(delta: Delta, heard: Heard, number: int, opened: object) -> Frame:
    public = [in_words(event) for event in heard[None]]
    own = []
    for seat in range(delta.game.match.players):
        events = [in_words(event) for event in heard[seat]] if heard[seat] != heard[None] else None
        view = delta.own(seat)
        if events or view:
            own.append(Own(seat, events, view))
    return Frame(number, events=public, own=own, view=delta.view(), open=opened)
