"""Lay out a Toc Toc Toc! for two with six cards, small enough to be solved: the same rules, another deal.

Each has two guests, and is dealt two of the six cards; the others are the pile. All else is the rules' own.
"""

from dataclasses import fields
from types import SimpleNamespace

from toctoc.core.game import Game, first_seat
from toctoc.core.options import Options
from toctoc.games.toctoctoc import GAME, rules
from toctoc.games.toctoctoc.knowledge import Knowledge
from toctoc.games.toctoctoc.rules import CHILD, DEAL_HAND, HAND, PLAIN, State

PLAYERS = 2
DEALT = 2  # to each
GUESTS_EACH = 2
CARDS = (PLAIN, PLAIN, PLAIN, CHILD, CHILD, CHILD)


def setup(s: State, players: int, first: int) -> None:
    """Begin with guests at both houses, and the six cards to be dealt."""
    rules.setup(s, players, first)
    for p in range(players):
        s.party[p][PLAIN] = GUESTS_EACH
    for kind in range(rules.KINDS):
        s.stock[kind] = CARDS.count(kind)
    s.stock_size = len(CARDS)
    s.phase = DEAL_HAND
    s.dealt = HAND - DEALT  # as if the first cards of a hand of five had been dealt


def take_chance(s: State, outcome: int) -> None:
    """Let chance bring what it brings by the rules; the second hand has its first cards dealt, too."""
    rules.take_chance(s, outcome)
    skip_cards(s)


def skip_cards(s: State) -> None:
    """Go on to the last cards of the second hand, once the first is dealt."""
    if s.phase == DEAL_HAND and s.dealt == HAND:
        s.dealt = PLAYERS * HAND - DEALT


class SmallKnowledge(Knowledge):
    """Keep what a viewer can know of this deal."""

    deck = tuple(
        CARDS.count(kind) + (PLAYERS * GUESTS_EACH if kind == PLAIN else 0) for kind in range(rules.KINDS)
    )

    def __init__(self, players: int, options: Options, seat: int | None) -> None:
        super().__init__(players, options, seat)
        setup(self.world, players, first_seat(options))

    def _step(self, seat: int, code: int) -> None:
        super()._step(seat, code)
        skip_cards(self.world)


class Miniature(Game):
    """Tell other processes where this game is: no registry has it."""

    def __reduce__(self) -> str:
        return "MINIATURE"


def _made() -> Miniature:
    facts = {field.name: getattr(GAME, field.name) for field in fields(Game)}
    changed = {"FEWEST": PLAYERS, "SEATS": PLAYERS, "setup": setup, "take_chance": take_chance}
    facts["title"] = f"{GAME.title} for two with six cards"
    facts["rules"] = SimpleNamespace(**{**vars(rules), **changed})
    facts["knowledge"] = SmallKnowledge
    facts["usual_players"] = PLAYERS
    return Miniature(**facts)


MINIATURE = _made()
