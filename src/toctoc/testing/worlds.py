"""Play on two worlds side by side that differ in two cards which a viewer cannot know.

World B is world A with the two cards exchanged. Both are played on with the same moves, where a move or an outcome
that takes one of the two cards takes its counterpart in the other world. All that the viewer gets (views, events,
legal actions) has to stay equal, byte for byte, until a step lawfully shows the viewer a place in which the
worlds differ. The game's `Conformance` defines which steps do.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any

from toctoc.core import fields
from toctoc.core.belief import Belief
from toctoc.core.game import Chance, Move, Step

from .conformance import Conformance, Draw, Parallel, Place


@dataclass
class Secret:
    """One of the two exchanged cards: its kind in either world, and its place."""

    kind_a: int
    kind_b: int
    where: Place


class Worlds:
    def __init__(
        self,
        conformance: Conformance,
        a: Any,
        b: Any,
        secrets: list[Secret],
        changes: Sequence[tuple[Place, int, int]] = (),
    ) -> None:
        self.conformance, self.a, self.b, self.secrets = conformance, a, b, secrets
        self.changes = changes  # by which world A became world B: where, which card, which one instead
        self.game = conformance.game
        self.counterpart: Step | None = None  # the last step, as it was in world B

    def exchange(self, s: Any) -> None:
        """Exchange the two cards in a state like world A."""
        for change in self.changes:
            self.conformance.put(s, *change)

    def bytes_shown(self, viewer: int | None, step: Step | None, before: tuple[Any, Any] | None) -> list[bytes]:
        """Return everything that each world gives the viewer: events of the step, view, legal actions."""
        shown = []
        for side, s, was in zip("ab", (self.a, self.b), before or (None, None), strict=True):
            texts = [repr(self.game.view(s, viewer))]
            if step is not None:
                own = self.counterpart if side == "b" else step
                assert own is not None
                texts.append(repr(self.game.narrate(was, own, s, viewer)))
            if viewer is not None:
                count = self.game.rules.legal_count(s, viewer)
                codes = [self.game.rules.legal_nth(s, viewer, n) for n in range(count)]
                texts.append(" ".join(str(self.game.action(s, code)) for code in codes))
            shown.append("\n".join(texts).encode())
        return shown

    def move(self, seat: int, code: int, rng: Random) -> tuple[Move, int]:
        """Return a seat's move in world A, and the number of its counterpart in world B."""
        move = Move(seat, self.game.action(self.a, code))
        other = self._counterpart(move, code, rng)
        self.counterpart = Move(seat, self.game.action(self.b, other))
        return move, other

    def chance(self, outcome: int, rng: Random) -> tuple[Chance, int]:
        """Return an outcome in world A, and the number of its counterpart in world B."""
        chance = Chance(self.game.outcome(self.a, outcome))
        other = self._counterpart(chance, outcome, rng)
        self.counterpart = Chance(self.game.outcome(self.b, other))
        return chance, other

    def _counterpart(self, step: Step, code: int, rng: Random) -> int:
        """Return the number of a step in world B: of several equal cards, any may be the one that is taken."""
        draw: Draw | None = self.conformance.draws(self.a, step, code)
        if draw is None:
            return code
        nth = rng.randrange(draw.copies)
        candidates = [card for card in self.secrets if card.where == draw.heap and card.kind_a == draw.kind]
        if nth >= len(candidates):
            return code
        candidates[nth].where = draw.to
        return draw.code(candidates[nth].kind_b)


def exchanged(conformance: Conformance, a: Any, known: Any, viewer: int | None, rng: Random) -> Worlds | None:
    """Return two worlds that differ in two cards hidden from the viewer; None if there are no two such cards.

    Where the knowledge is a `Belief`, both worlds fit it.
    """
    places = list(conformance.hidden(a, known, viewer))
    rng.shuffle(places)
    for (x, kind_x), (y, kind_y) in pairwise(places):
        if kind_x != kind_y:
            secrets = [Secret(kind_x, kind_y, heap(conformance, x)), Secret(kind_y, kind_x, heap(conformance, y))]
            worlds = Worlds(conformance, a, fields.clone(a), secrets, ((x, kind_x, kind_y), (y, kind_y, kind_x)))
            worlds.exchange(worlds.b)
            if not isinstance(known, Belief) or fields.pack(worlds.b) in known.worlds():
                return worlds
    return None


def redealt(conformance: Conformance, known: Any, viewer: int | None, rng: Random) -> Any:
    """Return a world that looks to a viewer like the true one: dealt anew, and cards that are hidden exchanged."""
    world = known.determinize(rng)
    for _ in range(3):
        worlds = exchanged(conformance, world, known, viewer, rng)
        world = worlds.b if worlds else world
    return world


def heap(conformance: Conformance, place: Place) -> Place:
    """Return the heap of a place in which equal cards cannot be told apart, else the place."""
    return place[:-1] if place[0] in conformance.heaps else place


def lawfully_shown(worlds: Worlds, step: Step, viewer: int | None, before: tuple[Any, Any]) -> bool:
    """Tell whether the step shows the viewer a card in which the worlds differ."""
    assert worlds.counterpart is not None
    both = Parallel(step, worlds.counterpart, before, (worlds.a, worlds.b))
    return worlds.conformance.shows(both, viewer)
