"""The numbers in the books are those of the rules and of the default options, in every language."""

import re

from tests.scale import each
from toctoc import lang, rulebook
from toctoc.core.registry import GAMES
from toctoc.games.chocottes.rules import state as c
from toctoc.games.escalier import rules as e
from toctoc.games.toctoctoc import rules as t
from toctoc.table.effects import CLOCK_MS, HOUR_MS

CHOCOTTES = {option.name: option.default for option in GAMES["chocottes"].options}
DREAMS, TILES, SECONDS = (CHOCOTTES[name] for name in ("dreams", "tiles", "snap_seconds"))
CARDS_OF_TOC = sum(t.DECK)
POOL = t.GUEST_POOL * t.CREATURES
CHILDREN = sum(e.DECK[e.CHILD :]) + e.COLOURS  # those on the disc too
ONE, NOTHING, OFF = 1, 0, 0
AGE_FOR_RISK = 6  # as printed


def turns(players: int) -> int:
    """T20: a turn for every card that is dealt to a hand or drawn."""
    return CARDS_OF_TOC - (t.CREATURES if players == 3 else 0) - t.FIRST_GUESTS * players


# By clause: the numbers of its text and of its items in a box.
NUMBERS: dict[str, list[object]] = {
    "T1": [
        CARDS_OF_TOC,
        *(t.DECK[kind] for kind in (t.PLAIN, t.BRUTE, t.MUSICIAN, t.VAMP, t.CHILD, t.TAXI, t.SCARECROW)),
    ],
    "T2": [CARDS_OF_TOC - t.CREATURES],
    "T3": [POOL, t.GUEST_POOL, t.FIRST_GUESTS, POOL],
    "T4": [t.HAND],
    "T20": [number for players in (3, 4, 5) for number in (players, turns(players))],
    "T21": [ONE, t.MUSIC, t.SCARE],
    "C1": [
        c.VALUES * c.COPIES,
        ONE,
        c.VALUES,
        *range(c.FIRST_DREAM, c.LAST_DREAM + 1),
        DREAMS,
        c.COPIES - int(str(DREAMS)),
        NOTHING,
    ],
    "C2": [c.TILES, *(TILES if isinstance(TILES, tuple) else ())],
    "C3": [c.VALUES * c.COPIES, c.DEAL, c.MEMORISED],
    "C10": [SECONDS, SECONDS, OFF],
    "C12": [c.FAILLE, c.LOOKOOKY],
    "C14": [c.FAILLE, c.FAILLE],
    "C15": [c.LOOKOOKY],
    "C16": [c.MORGANE],
    "C17": [c.VAN_PEER],
    "C18": [c.NOEL, c.DEAL],
    "C19": [c.FAUCHEUSE],
    "C21": [NOTHING],
    "C23": [NOTHING],
    "C24": [c.GOAL],
    "C25": [c.GOAL],
    "C26": [c.GOAL],
    "E1": [
        sum(e.DECK) + e.COLOURS,
        e.DECK[e.RIDDLE],
        e.DECK[e.MOVE],
        e.DECK[e.SWAP],
        CHILDREN,
        CHILDREN // e.COLOURS,
    ],
    "E2": [sum(e.DECK)],
    "E10": [AGE_FOR_RISK],
    "H3": [CLOCK_MS["hours"] // HOUR_MS],
}
SUMMARIES: dict[str, list[object]] = {
    "toctoctoc": [ONE, t.MUSIC, t.SCARE],
    "chocottes": [c.GOAL, c.GOAL],
    "escalier": [],
    "house": [],
}


@each("language", lang.LANGUAGES)
@each("book", rulebook.BOOKS.values())
def test_a_clause_states_the_numbers_of_the_rules(book: str, language: str) -> None:
    items = [item for box in rulebook.online(book, language) for item in box]
    for clause, said in rulebook.clauses(book, language).items():
        told = " ".join([said, *(item for item in items if re.match(rf"{clause}\b", item))])
        assert figures(told) == figures(*NUMBERS.get(clause, ())), clause
    assert figures(rulebook.summary(book, language)) == figures(*SUMMARIES[book])


@each("language", lang.LANGUAGES)
@each("book", GAMES)
def test_a_book_begins_with_players_age_and_minutes(book: str, language: str) -> None:
    game = GAMES[book]
    facts = rulebook.text(book, language).splitlines()[2]
    assert figures(facts) == figures(game.players[0], game.players[-1], game.age, game.minutes)


def figures(*told: object) -> list[str]:
    """Return the numbers in texts, sorted; those of clauses are not among them."""
    return sorted(re.findall(r"(?<![A-Z\d])\d+", " ".join(str(one) for one in told)))
