"""Players of Toc Toc Toc! with some traits, tables for them, and what they have in mind there."""

from collections.abc import Iterator

from tests.games.toctoctoc.table import random_game
from toctoc.bots import level
from toctoc.core import fields
from toctoc.games.toctoctoc import rules
from toctoc.games.toctoctoc.bots import policy
from toctoc.games.toctoctoc.bots.mind import Mind
from toctoc.games.toctoctoc.bots.policy import prepare
from toctoc.games.toctoctoc.rules import SEATS, State
from toctoc.games.toctoctoc.words import CARDS

Rows = list[list[float]]
KEYS = list(policy.TRAITS)


def people(**changes: float) -> Rows:
    """Rows of traits for all seats: those of voyante, but for the changes."""
    row = list(level("voyante").traits["toctoctoc"])
    for key, number in changes.items():
        row[KEYS.index(key)] = number
    return [row[:] for _ in range(SEATS)]


def turns(games: int) -> Iterator[State]:
    """States at the beginning of turns of random games."""
    for seed in range(games):
        for match in random_game(3 + seed % 3, seed):
            if match.state.phase == rules.OFFERING and len(match.steps) % 3 == 0:
                yield fields.clone(match.state)


def thinking(s: State, traits: Rows, seat: int, **seen: int) -> Mind:
    """What a seat has in mind; `seen` are cards that seat 1 was seen drawing."""
    mind = fields.blank(Mind)
    for card, count in seen.items():
        mind.seen[1][CARDS.index(card.replace("_", "-"))] = count
    prepare(s, mind, traits, seat)
    return mind
