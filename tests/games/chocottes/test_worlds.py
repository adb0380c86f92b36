"""Worlds after blind shuffles are as likely as a count of all cases says (C16, C27).

A story is a script with a hidden card {a} and shuffles {m}, {n}; {s} is a card that the viewer is shown in any
case, a star any other card, never shown. All cards and shuffles are tried, those which would have shown the viewer
the same are kept, and what lies where in them must be exactly as likely as the viewer's worlds say.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from tests.scale import each, spread
from toctoc.core.errors import Refused
from toctoc.core.game import Event
from toctoc.core.match import Match
from toctoc.games.chocottes.knowledge import Knowledge
from toctoc.games.chocottes.rules import state as r
from toctoc.games.chocottes.rules.state import State
from toctoc.games.chocottes.words import CARDS, card

from .table import Viewer, play

Places = tuple[tuple[int, int], ...]  # seat and place
Likely = dict[tuple[str, ...], Fraction]  # what lies at some places, and how likely that is

BLANKS = {
    "a": CARDS,
    "s": spread(("5", "6", "10", "dream-13"), 2),  # not all: other cards would be other stories
    "m": ("kept", "swapped"),
    "n": ("kept", "swapped"),
}
LOOKS = "0: look 1; 0: look 2; 1: look 1; 1: look 2"


def deal(*rows: str) -> str:
    return "; ".join(f"chance: deal {name} to {seat}" for seat, row in enumerate(rows) for name in row.split())


def turn(seat: int, drawn: str) -> str:
    return f"{seat}: draw; chance: draw {drawn}; {seat}: discard; 0: pass; 1: pass"


SHUFFLE = f"{turn(0, '9')}; {turn(1, '11')}; 1: shuffle 1 3 of 0; chance: mix {{m}}"
STORIES: dict[str, tuple[Viewer, Places, str]] = {
    "one look after a shuffle": (
        0,
        ((0, 1), (0, 3)),
        f"{deal('5 6 {a} *', '* * * *')}; {LOOKS}; {SHUFFLE}; {turn(0, '10')}; 0: look 1",
    ),
    "a look, then a discard of another": (
        0,
        ((0, 1), (0, 3)),
        f"{deal('5 6 {a} *', '* * * *')}; {LOOKS}; {SHUFFLE}; {turn(0, '10')}; 0: look 1;"
        " 1: draw; chance: draw {s}; 1: discard; 0: pass",
    ),
    "a look, then a draw of one's own": (
        0,
        ((0, 1), (0, 3)),
        f"{deal('5 6 {a} *', '* * * *')}; {LOOKS}; {SHUFFLE}; {turn(0, '10')}; 0: look 1; {turn(1, '9')};"
        " 0: draw; chance: draw {s}; 0: discard; 0: pass",
    ),
    "two shuffles that overlap, then a wrong throw": (
        0,
        ((0, 1), (0, 2), (0, 3)),
        f"{deal('5 6 {a} *', '* * * *')}; {LOOKS}; {SHUFFLE}; {turn(0, '9')};"
        f" {turn(1, 'dream-11')}; 1: shuffle 2 3 of 0; chance: mix {{n}};"
        " 0: draw; chance: draw 8; 0: discard; 0: snap 3; chance: penalty * to 0; 0: snap 1;"
        " chance: penalty * to 0",
    ),
    "a shuffled card is exchanged": (
        0,
        ((0, 1), (0, 3), (1, 2)),
        f"{deal('5 6 {a} *', '* {s} * *')}; {LOOKS}; {SHUFFLE}; {turn(0, '12')}; 0: exchange 1 with 2 of 1;"
        f" {turn(1, '9')}; {turn(0, '10')}; 0: look 3",
    ),
    "a spectator after two wrong throws": (
        None,
        ((0, 1), (0, 3)),
        f"{deal('{s} * {a} *', '* * * *')}; {LOOKS}; 0: draw; chance: draw 9; 0: discard; 0: snap 1;"
        f" chance: penalty * to 0; 0: pass; 1: pass; {turn(1, '11')}; 1: shuffle 1 3 of 0; chance: mix {{m}};"
        " 0: draw; chance: draw 8; 0: discard; 0: snap 3; chance: penalty * to 0",
    ),
    "the shuffled row is the other one's": (
        1,
        ((0, 1), (0, 2)),
        f"{deal('{s} {a} * *', '7 14 * *')}; {LOOKS}; 0: draw; chance: draw 9; 0: discard; 0: snap 1;"
        f" chance: penalty * to 0; 0: pass; 1: pass; {turn(1, '11')}; 1: shuffle 1 2 of 0; chance: mix {{m}};"
        f" {turn(0, '8')}; {turn(1, '12')}; 1: exchange 1 with 2 of 0; {turn(0, '8')}",
    ),
}


def named(script: str) -> list[str]:
    """The cards that a script names."""
    return re.findall(r"(?:deal|draw|penalty|gift) ((?:dream-)?\d+)", script)


def hidden(script: str) -> Iterator[tuple[Fraction, str]]:
    """All ways to fill in the hidden cards and the shuffles, each with its likelihood."""
    blanks = sorted(set(re.findall(r"{(\w)}", script)))
    for filling in product(*(BLANKS[blank] for blank in blanks)):
        left = deck() - Counter(named(script))
        likely = Fraction(1)
        for name in filling:
            if name in CARDS:
                likely *= Fraction(left[name], left.total())
                left[name] -= 1
        if likely:
            yield likely, script.format(**dict(zip(blanks, filling, strict=True)))


def deck() -> Counter[str]:
    return Counter({name: 4 if int(name[-2:].strip("-")) not in range(10, 14) else 2 for name in CARDS})


def told(script: str, viewer: Viewer) -> tuple[Match, list[Event]]:
    """The story as far as it can go, and what the viewer was shown; the stars are cards that are left."""
    left = deck() - Counter(named(script))
    match = Match("chocottes", 2)
    ear: list[Event] = []
    match.listen(viewer, ear.append)
    try:
        for step in script.split("; "):
            if "*" in step:
                name = max(left, key=lambda name: left[name])
                left[name] -= 1
                step = step.replace("*", name)
            play(match, step)
    except Refused:
        ear.append(Event())  # not the story that was observed
    return match, ear


def at(s: State, places: Places) -> tuple[int, ...]:
    return tuple(s.row[seat][place - 1] for seat, place in places)


def cases(story: str) -> dict[tuple[Event, ...], Likely]:
    """For all that a viewer can be shown: what then lies at the places of the story, counted case by case."""
    viewer, places, script = STORIES[story]
    counted: dict[tuple[Event, ...], Likely] = defaultdict(lambda: defaultdict(Fraction))
    for likely, filled in hidden(script):
        match, ear = told(filled, viewer)
        counted[tuple(ear)][tuple(card(code) for code in at(match.state, places))] += likely
    return counted


def believed(mind: Knowledge, places: Places) -> Likely:
    """What the worlds of a mind say about those places."""
    total = sum(weight for weight, _ in mind.worlds)
    likely: Likely = defaultdict(Fraction)
    for weight, world in mind.worlds:
        for names, share in dealt_to_holes(world, at(world, places)):
            likely[names] += weight / total * share
    return dict(likely)


def dealt_to_holes(world: State, codes: tuple[int, ...]) -> Iterator[tuple[tuple[str, ...], Fraction]]:
    left = deck()
    left.subtract(card(kind) for kind in range(1, r.UNKNOWN) for _ in range(world.discard[kind]))
    left.subtract(card(code) for row in world.row for code in row if code not in (r.NO_CARD, r.UNKNOWN))
    left.subtract(card(code) for code in [world.drawn] if code not in (r.NO_CARD, r.UNKNOWN))
    holes = [i for i, code in enumerate(codes) if code == r.UNKNOWN]
    names = ["" if code == r.UNKNOWN else card(code) for code in codes]
    for filling in product(CARDS, repeat=len(holes)):
        rest, share = left.copy(), Fraction(1)
        for i, name in zip(holes, filling, strict=True):
            share *= Fraction(rest[name], rest.total())
            rest[name] -= 1
            names[i] = name
        if share:
            yield tuple(names), share


@pytest.mark.untraced
@each("story", STORIES)
def test_C16_C27_worlds_are_as_likely_as_a_count_of_all_cases_says(story: str) -> None:
    viewer, places, _ = STORIES[story]
    counted = cases(story)
    compared = uncertain = 0
    for shown, likely in counted.items():
        if shown[-1] != Event():  # a story that came to its end
            mind = Knowledge(2, Match("chocottes", 2).options, viewer)
            for event in shown:
                mind.observe(event)
            total = sum(likely.values())
            assert believed(mind, places) == {names: share / total for names, share in likely.items()}
            compared += 1
            uncertain += len(mind.worlds) > 1
    assert compared > 5
    assert uncertain > 0


def doubtful() -> Knowledge:
    """Seat 0 knew one 5; after a blind shuffle with another card it saw a 5, which may be either."""
    viewer, _, script = STORIES["one look after a shuffle"]
    _, ear = told(script.format(a="9", m="kept"), viewer)
    mind = Knowledge(2, Match("chocottes", 2).options, viewer)
    for event in ear:
        mind.observe(event)
    return mind


def test_C27_the_weight_of_a_world_is_the_likelihood_of_all_that_was_shown() -> None:
    left = 56 - 2 - 3  # but the own 5 and 6, and the cards discarded
    weights = sorted(weight for weight, _ in doubtful().worlds)
    first_looks = Fraction(4, 56) * Fraction(4, 55)
    discards = Fraction(4, 54) * Fraction(2, 53) * Fraction(2, 52)
    assert weights == [first_looks * discards / 2 * Fraction(3, left), first_looks * discards / 2]


class Ticket(Random):
    """A generator that always draws the same ticket, but shuffles well."""

    def __init__(self, ticket: float) -> None:
        super().__init__(1)
        self.ticket = ticket

    def random(self) -> float:
        return self.ticket

    def getrandbits(self, bits: int, /) -> int:
        return super().getrandbits(bits)


@each("ticket", [0.0, 0.03, 0.9, 0.95, 0.999999, 1.0])
def test_C27_a_world_is_drawn_by_its_weight(ticket: float) -> None:
    mind = doubtful()
    (first, world), (second, other) = mind.worlds
    drawn = mind.determinize(Ticket(ticket))
    chosen = world if ticket < first / (first + second) else other
    for code, truth in zip(chosen.row[0][:4], drawn.row[0][:4], strict=True):
        assert code in (r.UNKNOWN, truth)
    assert r.UNKNOWN not in drawn.row[0] + drawn.row[1]


@pytest.mark.untraced
def test_C27_holes_are_filled_with_the_unseen_cards_alike() -> None:
    mind = doubtful()
    rng = Random(5)
    seen: Counter[str] = Counter()
    for _ in range(3000):
        drawn = mind.determinize(rng)
        seen.update(card(code) for code in drawn.row[1][:4])
    for name, copies in (("8", 4), ("9", 3), ("dream-12", 2), ("10", 1), ("6", 3)):
        assert 0.8 * copies / 50 < seen[name] / 12000 < 1.2 * copies / 50
