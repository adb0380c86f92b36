"""Two worlds that differ in two cards which a viewer cannot know, played on side by side.

World B is world A with the two cards exchanged. Both are played on with the same moves, where a move or an outcome
that takes one of the two cards takes its counterpart in the other world. All that the viewer gets (views, events,
legal actions) has to stay equal, byte for byte, until a step lawfully shows the viewer a place in which the
worlds differ. What is lawful is written down here from the handbook, not taken from the events.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any

from toctoc.games import fields
from toctoc.games.chocottes import words as cw
from toctoc.games.chocottes.rules import state as c
from toctoc.games.escalier import rules as e
from toctoc.games.escalier import words as ew
from toctoc.games.game import Action, Chance, Game, Move, Outcome, Step
from toctoc.games.toctoctoc import rules as t
from toctoc.games.toctoctoc import words as tw

Place = tuple[Any, ...]  # ("hand", seat, kind), ("stock", kind), ("row", seat, index), ("disc", place), ...


@dataclass
class Secret:
    """One of the two exchanged cards: what it is in either world, and where it is."""

    kind_a: int
    kind_b: int
    where: tuple[Any, ...]


class Worlds:
    def __init__(self, game: Game, a: Any, b: Any, secrets: list[Secret]) -> None:
        self.game, self.a, self.b, self.secrets = game, a, b, secrets

    def bytes_shown(self, viewer: int | None, step: Step | None, before: tuple[Any, Any] | None) -> list[bytes]:
        """Everything that each world gives the viewer: events of the step, view, legal actions."""
        shown = []
        for side, s, was in zip("ab", (self.a, self.b), before or (None, None), strict=True):
            texts = [repr(self.game.view(s, viewer))]
            if step is not None:
                own = self.counterpart if side == "b" else step
                texts.append(repr(self.game.narrate(was, own, s, viewer)))
            if viewer is not None:
                count = self.game.rules.legal_count(s, viewer)
                codes = [self.game.rules.legal_nth(s, viewer, n) for n in range(count)]
                texts.append(" ".join(str(self.game.action(s, code)) for code in codes))
            shown.append("\n".join(texts).encode())
        return shown

    def move(self, seat: int, code: int, rng: Random) -> tuple[Move, int]:
        """A seat's move in world A, and the number of its counterpart in world B."""
        action = self.game.action(self.a, code)
        self.counterpart: Step = Move(seat, action)
        twin = code
        if isinstance(action, tw.Offer):
            kind, to = divmod(code - t.OFFER, t.SEATS)
            other = self._counterpart(("hand", seat), kind, self.a.hand[seat][kind], rng, ("door",))
            twin = t.OFFER + other * t.SEATS + to
            self.counterpart = Move(seat, self.game.action(self.b, twin))
        return Move(seat, action), twin

    def chance(self, outcome: int, rng: Random) -> tuple[Chance, int]:
        """An outcome in world A, and the number of its counterpart in world B."""
        said = self.game.outcome(self.a, outcome)
        twin = outcome
        if isinstance(said, tw.Guest | tw.Deal | tw.Top | cw.Deal | cw.Drawn | cw.PenaltyCard | cw.Gift):
            landing = ("hand", said.to) if isinstance(said, tw.Deal) else ("table",)
            twin = self._counterpart(("stock",), outcome, self.a.stock[outcome], rng, landing)
        self.counterpart = Chance(self.game.outcome(self.b, twin))
        return Chance(said), twin

    def _counterpart(
        self, where: tuple[Any, ...], kind: int, copies: int, rng: Random, landing: tuple[Any, ...]
    ) -> int:
        """Which card leaves that place in world B when one of several equal ones does so in world A."""
        nth = rng.randrange(copies)
        candidates = [secret for secret in self.secrets if secret.where == where and secret.kind_a == kind]
        if nth >= len(candidates):
            return kind
        candidates[nth].where = landing
        return candidates[nth].kind_b


# --- which cards a viewer cannot know ----------------------------------------------------------------------------


def hidden(game: Game, s: Any, known: Any, viewer: int | None) -> Iterator[tuple[Place, int]]:
    """Places of cards that the viewer was never shown, with the card that lies there."""
    if game.name == "toctoctoc":
        for kind in range(t.KINDS):
            if s.stock[kind]:
                yield ("stock", kind), kind
            for p in range(s.players):
                if p != viewer and s.hand[p][kind] > known.seen[p][kind]:
                    yield ("hand", p, kind), kind
    elif game.name == "chocottes":
        worlds = [world for _, world in known.worlds]
        for kind in range(c.KINDS):
            if s.stock[kind]:
                yield ("stock", kind), kind
        for p in range(s.players):
            for i in range(s.row_size[p]):
                if all(world.row[p][i] == c.UNKNOWN for world in worlds):
                    yield ("row", p, i), s.row[p][i]
        if s.drawn and worlds[0].drawn == c.UNKNOWN:
            yield ("drawn",), s.drawn
    else:  # E14: secret from everybody, though the memory could know
        for place in range(e.PLACES):
            if s.disc[place] != e.EMPTY:
                yield ("disc", place), s.disc[place]


def exchanged(game: Game, a: Any, known: Any, viewer: int | None, rng: Random) -> Worlds | None:
    """Two worlds that differ in two such cards; None if there are no two different ones."""
    places = list(hidden(game, a, known, viewer))
    rng.shuffle(places)
    for (x, kind_x), (y, kind_y) in pairwise(places):
        if kind_x != kind_y:
            b = fields.clone(a)
            put(b, x, kind_x, kind_y)
            put(b, y, kind_y, kind_x)
            return Worlds(game, a, b, [Secret(kind_x, kind_y, heap(x)), Secret(kind_y, kind_x, heap(y))])
    return None


def heap(place: Place) -> Place:
    """Where equal cards cannot be told apart, a place is the heap they are in."""
    return place[:-1] if place[0] in ("stock", "hand") else place


def put(s: Any, place: Place, old: int, new: int) -> None:
    match place:
        case ("stock", _):
            s.stock[old] -= 1
            s.stock[new] += 1
        case ("hand", p, _):
            t.take_from_hand(s, p, old)
            t.add_to_hand(s, p, new)
        case ("row", p, i):
            s.row[p][i] = new
        case ("drawn",):
            s.drawn = new
        case ("disc", i):
            s.disc[i] = new


# --- what a step lawfully shows (T5, T9, T10, C3, C8, C9, C11, C15, C17, C19-C22, E5, E9, E10) -----------------


def lawfully_shown(worlds: Worlds, step: Step, viewer: int | None, before: tuple[Any, Any]) -> bool:
    """Whether the step shows the viewer a card in which the worlds differ."""
    a, b = before
    if worlds.game.name == "chocottes" and round_ended(a, worlds.a):  # C20-C22: all rows
        return bool(a.row != b.row or worlds.a.row != worlds.b.row)
    if isinstance(step, Chance):
        return shown_by_chance(worlds, step.outcome, viewer, a)
    return shown_by_move(step.seat, step.action, viewer, a, b)


def shown_by_chance(worlds: Worlds, outcome: Outcome, viewer: int | None, a: Any) -> bool:
    assert isinstance(worlds.counterpart, Chance)
    differs = outcome != worlds.counterpart.outcome
    match outcome:
        case tw.Guest() | tw.Top():
            return differs
        case tw.Deal(to=to):
            return differs and to == viewer
        case cw.Drawn():
            return differs and a.active == viewer
    return False


def shown_by_move(seat: int, action: Action, viewer: int | None, a: Any, b: Any) -> bool:
    match action:
        case tw.Open() | tw.Refuse():
            return bool(a.offered != b.offered)
        case cw.Look(place):
            return seat == viewer and a.row[seat][place - 1] != b.row[seat][place - 1]
        case cw.Snap(place) | cw.Replace(place) | cw.Reap(place):
            return bool(a.row[seat][place - 1] != b.row[seat][place - 1])
        case cw.Discard():
            return bool(a.drawn != b.drawn)
        case cw.Exchange(_, place, other):
            return seat == viewer and a.row[other][place - 1] != b.row[other][place - 1]
        case ew.Turn(place):
            return bool(a.disc[ew.PLACES.index(place)] != b.disc[ew.PLACES.index(place)])
        case ew.Name() if a.phase in (e.RIDDLING, e.ANSWERING):
            place = e.WHITE if a.phase == e.RIDDLING else a.pointed
            return bool(a.disc[place] != b.disc[place])
    return False


def round_ended(before: Any, after: Any) -> bool:
    return bool(after.round != before.round or after.phase in (c.DRAWING_TILE, c.OVER))
