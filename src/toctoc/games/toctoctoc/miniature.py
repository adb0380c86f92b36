"""Define a Toc Toc Toc! for two players with six cards, small enough to be solved.

Each player has two guests and is dealt two of the six cards; the others are the pile. Only the deal differs from
the rules.
"""

from dataclasses import fields
from types import SimpleNamespace

from toctoc.core.game import Game, first_seat
from toctoc.core.options import Options
from toctoc.games.toctoctoc import GAME, rules
from toctoc.games.toctoctoc.knowledge import Knowledge
from toctoc.games.toctoctoc.rules import CHILD, DEAL_HAND, HAND, PLAIN, State

PLAYERS = 2
DEALT = 2  # cards to each player
GUESTS_EACH = 2
CARDS = (PLAIN, PLAIN, PLAIN, CHILD, CHILD, CHILD)


def setup(s: State, players: int, first: int) -> None:
    """Set up both parties and the six cards to be dealt."""
    rules.setup(s, players, first)
    for p in range(players):
        s.party[p][PLAIN] = GUESTS_EACH
    for kind in range(rules.KINDS):
        s.stock[kind] = CARDS.count(kind)
    s.stock_size = len(CARDS)
    s.phase = DEAL_HAND
    s.dealt = HAND - DEALT  # counts the missing cards of a hand of five as dealt


def take_chance(s: State, outcome: int) -> None:
    """Apply an outcome by the rules, then skip the missing cards of the second hand."""
    rules.take_chance(s, outcome)
    skip_cards(s)


def skip_cards(s: State) -> None:
    """Count the missing cards of the second hand as dealt, once the first hand is complete."""
    if s.phase == DEAL_HAND and s.dealt == HAND:
        s.dealt = PLAYERS * HAND - DEALT


class SmallKnowledge(Knowledge):
    """Track the knowledge of a viewer of this deal."""

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
    """Pickle the game by its name in this module: no registry has it."""

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
