"""Tables of L'Escalier hanté in the situation that a test wants, and what is told, heard and refused there."""

import pytest

from toctoc.core import fields
from toctoc.core.errors import Refused
from toctoc.core.game import Event
from toctoc.core.match import Match
from toctoc.games.escalier import rules
from toctoc.games.escalier.view import TableView
from toctoc.games.escalier.words import CARDS, COLOURS

START = "red green blue yellow -"  # E2


def arranged(
    players: int = 3,
    *,
    active: int = 0,
    disc: str = START,
    pile: str | None = None,
    discard: int = 0,
    won: tuple[int, ...] = (),
    risk: bool = False,
) -> Match:
    """A seat is about to turn a card. `disc` says which child is at red, green, blue, yellow and white; `-` is
    the free place. `pile` names the cards still to come: all of them unless it is given."""
    match = Match("escalier", players, {"risk": risk})
    s = match.state
    s.active = active
    s.disc = [rules.EMPTY if child == "-" else COLOURS.index(child) for child in disc.split()]
    s.free = s.disc.index(rules.EMPTY)
    s.discard_size = discard
    s.last = rules.MOVE if discard else rules.NONE
    for seat, cards in enumerate(won):
        s.cards_won[seat] = cards
    if pile is not None:
        s.stock = [pile.split().count(card) for card in CARDS]
        s.stock_size = sum(s.stock)
    return match


def tell(match: Match, *lines: str) -> Match:
    """Steps in notation: `flip swap` happens by chance, `0 swap red blue` is played by seat 0."""
    for line in lines:
        if line[0].isdigit():
            match.play(int(line[0]), line[2:])
        else:
            match.take_chance(line)
    return match


def disc(match: Match) -> str:
    """What the referee knows: the child at red, green, blue, yellow and white."""
    return " ".join("-" if child == rules.EMPTY else COLOURS[child] for child in match.state.disc)


def shown(match: Match, viewer: int | None = None) -> TableView:
    view = match.view(viewer)
    assert isinstance(view, TableView)
    return view


def viewers(match: Match) -> tuple[int | None, ...]:
    return (*range(match.players), None)


def heard_by_all(match: Match, *lines: str) -> tuple[Event, ...]:
    """What everybody at the table hears of some steps; a failure if two hear something different."""
    ears: dict[int | None, list[Event]] = {viewer: [] for viewer in viewers(match)}
    for viewer, ear in ears.items():
        match.listen(viewer, ear.append)
    tell(match, *lines)
    assert all(ear == ears[None] for ear in ears.values())
    return tuple(ears[None])


def choices(match: Match, seat: int) -> set[str]:
    return {str(action) for action in match.legal(seat)}


def refused(match: Match, line: str) -> Refused:
    """Why a line is refused; a failure if it is not, or if anything changed (H2)."""
    before, steps = fields.numbers(match.state), list(match.steps)
    heard: list[Event] = []
    match.listen(None, heard.append)
    with pytest.raises(Refused) as caught:
        tell(match, line)
    assert fields.numbers(match.state) == before
    assert match.steps == steps
    assert not heard
    return caught.value
