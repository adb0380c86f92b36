"""Situations at a table of Toc Toc Toc!, arranged by hand, and what people see of them."""

from collections.abc import Iterator, Mapping
from random import Random

import pytest

from toctoc.core import fields
from toctoc.core.errors import Refused
from toctoc.core.game import Event
from toctoc.core.match import Match
from toctoc.games.toctoctoc import rules
from toctoc.games.toctoctoc.knowledge import Knowledge
from toctoc.games.toctoctoc.view import SeatView, TableView
from toctoc.games.toctoctoc.words import CARDS

CREATURES = ("monster", "ghost", "vampire")
ACTIVE, TARGET = 1, 3  # who knocks at whose door in `knock`


def cards(text: str) -> list[str]:
    """The cards that a text such as `2*plain-ghost taxi` lists, in the order of the deck."""
    found: list[str] = []
    for part in text.split():
        count, times, card = part.rpartition("*")
        found += [card] * (int(count) if times else 1)
    return sorted(found, key=CARDS.index)


def arranged(
    hands: Mapping[int, str],
    parties: Mapping[int, str] | None = None,
    *,
    players: int = 4,
    active: int = ACTIVE,
    top: str | None = "vamp-vampire",
    under: str = "5*plain-vampire",
) -> Match:
    """A match at the beginning of a turn; a seat without a line holds one plain monster, an empty line nothing.

    The pile has the card `top` and those `under` it, or is gone where `top` is None. Chance waits to be told.
    """
    match = Match("toctoctoc", players)
    s = match.state
    s.phase, s.active = rules.OFFERING, active
    for seat in range(players):
        held = [CARDS.index(card) for card in cards(hands.get(seat, "plain-monster"))]
        s.hand_size[seat] = len(held)
        s.hand[seat] = [held.count(kind) for kind in range(rules.KINDS + 1)]
        kinds = sorted(set(held))
        s.held_size[seat] = len(kinds)
        s.held[seat] = kinds + [rules.NONE] * (rules.HAND - len(kinds))
        came = cards((parties or {}).get(seat, ""))
        s.party[seat] = [came.count(card) for card in CARDS[: rules.GUESTS]]
    below = cards(under) if top is not None else []
    s.top = CARDS.index(top) if top is not None else rules.NONE
    s.stock = [below.count(card) for card in CARDS] + [0]
    s.stock_size = len(below)
    return match


def knock(
    card: str,
    parties: Mapping[int, str] | None = None,
    *,
    opened: bool = True,
    players: int = 4,
    top: str | None = "vamp-vampire",
) -> Match:
    """Seat 1 offers that card to seat 3, who opens or refuses."""
    match = arranged({ACTIVE: f"{card} plain-monster"}, parties, players=players, top=top)
    match.play(ACTIVE, f"offer {card} to {TARGET}")
    match.play(TARGET, "open" if opened else "refuse")
    return match


def shown(match: Match) -> TableView:
    """What a spectator sees."""
    view = match.view(None)
    assert type(view) is TableView
    return view


def shown_to(match: Match, seat: int) -> SeatView:
    view = match.view(seat)
    assert isinstance(view, SeatView)
    return view


def party(match: Match, seat: int) -> list[str]:
    """The guests of a seat as everybody sees them."""
    house = shown(match).houses[seat]
    guests = ["scarecrow"] * house.scarecrows
    for column in house.party:
        guests += [f"plain-{column.creature}"] * column.plain
        guests += [f"brute-{column.creature}"] * column.brutes
        guests += [f"musician-{column.creature}"] * column.musicians
    return sorted(guests, key=CARDS.index)


def parties(match: Match) -> dict[int, list[str]]:
    """The parties that are not empty."""
    return {seat: guests for seat in range(match.players) if (guests := party(match, seat))}


def hand(match: Match, seat: int) -> list[str]:
    return list(shown_to(match, seat).hand)


def hand_sizes(match: Match) -> list[int]:
    return [house.cards_in_hand for house in shown(match).houses]


def out(match: Match) -> list[str]:
    return list(shown(match).out)


def legal(match: Match, seat: int) -> set[str]:
    """What a seat may say; nothing twice."""
    actions = [str(action) for action in match.legal(seat)]
    assert len(actions) == len(set(actions))
    return set(actions)


def odds(match: Match) -> dict[str, int]:
    """What chance may do now, with the number of tickets that each outcome has."""
    s, game = match.state, match.game
    weights = {code: rules.chance_weight(s, code) for code in range(rules.OUTCOMES)}
    return {str(game.outcome(s, code)): weight for code, weight in weights.items() if weight}


def drawn_tickets(match: Match) -> dict[str, int]:
    """How many tickets lead to each outcome."""
    s, game = match.state, match.game
    drawn: dict[str, int] = {}
    for ticket in range(rules.chance_total(s)):
        words = str(game.outcome(s, rules.chance_pick(s, ticket)))
        drawn[words] = drawn.get(words, 0) + 1
    return drawn


def tell(match: Match, *outcomes: str) -> None:
    for outcome in outcomes:
        match.take_chance(outcome)


def heard(match: Match, viewer: int | None) -> list[Event]:
    """A list that fills with what a viewer is shown from now on."""
    events: list[Event] = []
    match.listen(viewer, events.append)
    return events


def refused(match: Match, seat: int, words: str) -> Refused:
    """The refusal of a move; H2: nothing has changed."""
    before, steps = fields.numbers(match.state), list(match.steps)
    listeners = [heard(match, viewer) for viewer in (None, *range(match.players))]
    with pytest.raises(Refused) as caught:
        match.play(seat, words)
    assert fields.numbers(match.state) == before
    assert match.steps == steps
    assert not any(listeners)
    return caught.value


def impossible(match: Match, outcome: str) -> bool:
    """Whether chance may not do that now; trying changed nothing."""
    before, steps = fields.numbers(match.state), list(match.steps)
    with pytest.raises(Refused) as caught:
        match.take_chance(outcome)
    assert fields.numbers(match.state) == before
    assert match.steps == steps
    return caught.value.code == "chance/impossible"


def step_at_random(match: Match, rng: Random) -> None:
    """The next step of a random game in which chance is told what to do."""
    s = match.state
    if match.chance_awaited:
        match.take_chance(match.game.outcome(s, rules.chance_pick(s, rng.randrange(rules.chance_total(s)))))
        return
    [seat] = match.actors
    match.play(seat, rng.choice(match.legal(seat)))


def random_game(players: int, seed: int, **options: object) -> Iterator[Match]:
    """A random game, shown before its first step and after every one."""
    rng = Random(seed)
    match = Match("toctoctoc", players, options)
    yield match
    while not match.over:
        step_at_random(match, rng)
        yield match


def finished(players: int, seed: int) -> Match:
    """The end of a random game."""
    *_, match = random_game(players, seed)
    return match


def remembering(match: Match) -> dict[int | None, Knowledge]:
    """What each viewer will know who listens from now on."""
    known: dict[int | None, Knowledge] = {}
    for viewer in (None, *range(match.players)):
        known[viewer] = Knowledge(match.players, match.options, viewer)
        match.listen(viewer, known[viewer].observe)
    return known
