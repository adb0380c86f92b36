"""Tables of Toc Chocottes at which chance is told, for the tests of its clauses."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from toctoc.core import fields
from toctoc.core.errors import Refused
from toctoc.core.game import Event
from toctoc.core.match import Match
from toctoc.games.chocottes.rules.state import KINDS, NO_CARD, ROW
from toctoc.games.chocottes.view import SeatView, TableView
from toctoc.games.chocottes.words import CARDS, card, card_code

Viewer = int | None
Refusal = tuple[type[Refused], str, str]  # the kind of error, its code, its clause


def dealt(*rows: str, **chosen: object) -> Match:
    """Each seat was dealt that row of four; nobody has looked yet."""
    match = Match("chocottes", len(rows), chosen)
    deal(match, *rows)
    return match


def deal(match: Match, *rows: str) -> None:
    for seat, row in enumerate(rows):
        for name in row.split():
            match.take_chance(f"deal {name} to {seat}")


def ready(*rows: str, **chosen: object) -> Match:
    """Each seat was dealt that row and looked at its two leftmost cards: the first turn."""
    match = dealt(*rows, **chosen)
    look(match)
    return match


def look(match: Match) -> None:
    for seat in range(match.players):
        play(match, f"{seat}: look 1; {seat}: look 2")


def arranged(
    *rows: str, pile: str | None = None, active: int = 0, totals: tuple[int, ...] = (), **chosen: object
) -> Match:
    """The start of a turn with rows of any length.

    The pile has those cards and the discard pile the others; without `pile`, all others are in the pile.
    """
    match = ready(*("1 2 3 4", "1 2 3 4", "1 2 3 4", "1 2 3 4", "5 6 8 9")[-len(rows) :], **chosen)
    s = match.state
    left = Counter({name: s.dreams if name.startswith("dream") else 4 for name in CARDS})
    left.subtract({str(value): s.dreams for value in range(10, 14)})
    for seat, row in enumerate(rows):
        names = row.split()
        s.row_size[seat] = len(names)
        s.row[seat][:] = [card_code(name) for name in names] + [NO_CARD] * (ROW - len(names))
        left.subtract(names)
    stock = Counter(left) if pile is None else Counter(pile.split())
    left.subtract(stock)
    assert all(count >= 0 for count in left.values()), "more cards than there are"
    _fill(s.stock, stock)
    _fill(s.discard, left)
    s.stock_size = sum(s.stock)
    s.discard_size = sum(s.discard)
    s.discard_top = max((kind for kind in range(KINDS) if s.discard[kind]), default=NO_CARD)
    s.active = active
    s.total[: len(totals)] = totals
    return match


def _fill(heap: list[int], cards: Counter[str]) -> None:
    heap[:] = [0] * KINDS
    for name, count in cards.items():
        heap[card_code(name)] = count


def play(match: Match, script: str) -> None:
    """Steps such as `0: draw; chance: draw 5; 0: discard; all: pass`."""
    for step in script.split(";"):
        who, _, what = step.strip().partition(": ")
        if who == "chance":
            match.take_chance(what)
        else:
            for seat in match.actors if who == "all" else (int(who),):
                match.play(seat, what)


def opened(match: Match, name: str) -> Match:
    """The active player has drawn that card and discarded it: its window is open."""
    play(match, f"{match.asked}: draw; chance: draw {name}; {match.asked}: discard")
    return match


def waiting(match: Match, name: str) -> Match:
    """That card was discarded and all have passed: its effect, if it has one, is asked."""
    play(opened(match, name), "all: pass")
    return match


def row(match: Match, seat: int) -> str:
    """What truly lies in a row."""
    codes = match.state.row[seat]
    assert not any(codes[match.state.row_size[seat] :]), "no card lies beyond the row"
    return " ".join(card(code) for code in codes[: match.state.row_size[seat]])


def shown(match: Match, seat: Viewer = None) -> TableView:
    """What the table shows a seat, or a spectator."""
    view = match.view(seat)
    assert isinstance(view, TableView)
    return view


def shown_to(match: Match, seat: int) -> SeatView:
    view = match.view(seat)
    assert isinstance(view, SeatView)
    return view


def choices(match: Match, seat: int) -> list[str]:
    """What a seat may choose from, in notation."""
    return [str(action) for action in match.legal(seat)]


def refused(match: Match, seat: int, action: str) -> Refusal:
    """How the table refuses an action; nothing changes and nobody hears of it (H2)."""
    before, steps = fields.numbers(match.state), list(match.steps)
    events: list[Event] = []
    match.listen(None, events.append)
    with pytest.raises(Refused) as caught:
        match.play(seat, action)
    assert fields.numbers(match.state) == before
    assert match.steps == steps
    assert events == []
    return type(caught.value), caught.value.code, caught.value.clause


def heard(match: Match, script: str) -> dict[Viewer, list[Event]]:
    """What each seat and a spectator are shown while a script is played."""
    ears: dict[Viewer, list[Event]] = {viewer: [] for viewer in (*range(match.players), None)}
    for viewer, ear in ears.items():
        match.listen(viewer, ear.append)
    play(match, script)
    return {viewer: list(ear) for viewer, ear in ears.items()}


def heard_by_all(match: Match, script: str) -> list[Event]:
    """What everybody is shown alike."""
    ears = heard(match, script)
    assert all(ear == ears[None] for ear in ears.values())
    return ears[None]


def draw_lot(match: Match, rng: Random) -> None:
    """Chance does anything that it may."""
    rules = match.game.rules
    ticket = rng.randrange(rules.chance_total(match.state))
    match.take_chance(match.game.outcome(match.state, rules.chance_pick(match.state, ticket)))


def wander(match: Match, rng: Random) -> Iterator[None]:
    """Any game to its end, one step at a time: seats act in any order, and sometimes reorder (C5)."""
    while not match.over:
        if match.chance_awaited:
            draw_lot(match, rng)
        elif rng.random() < 0.1 and shown(match).phase != "effect":
            seat = rng.randrange(match.players)
            places = range(1, match.state.row_size[seat] + 1)
            if len(places) > 1:
                source, target = rng.sample(places, 2)
                match.play(seat, f"arrange {source} to {target}")
        else:
            seat = rng.choice(match.actors)
            actions = match.legal(seat)
            calm = shown(match).phase in ("turn", "window") and rng.random() < 0.7
            match.play(seat, actions[0] if calm else rng.choice(actions))  # draw and pass more often than not
        yield
