"""Nothing is on the screen that the seat was not shown."""

import ast
import re
from pathlib import Path
from random import Random

import pytest

from tests.cli.fakes import at_random, play, scripted, session
from tests.cli.pseudo_terminal import Terminal, answer
from tests.scale import each, scaled
from toctoc import cli, lang
from toctoc.core.game import Event
from toctoc.games.toctoctoc import events as toc
from toctoc.games.toctoctoc.words import CARDS

SAY = lang.load("en")


def test_the_code_never_touches_a_state_or_anything_private_of_a_match() -> None:
    for file in Path(cli.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute):
                private = re.match("_[^_]", node.attr)
                own = isinstance(node.value, ast.Name) and node.value.id == "self"
                assert node.attr != "state", f"{file.name}:{node.lineno}"
                assert own or not private, f"{file.name}:{node.lineno}"


def named(card: str) -> "re.Pattern[str]":
    """How a text names a card of Toc Toc Toc!, one or many of them."""
    plural = SAY.texts[f"toctoctoc.cards.{card}"]
    assert not isinstance(plural, str)
    many = plural["other"].removeprefix("{n} ")
    return re.compile(rf"\b({SAY(f'toctoctoc.card.{card}')}|{many})\b", re.IGNORECASE)


NAMES = {card: named(card) for card in CARDS}


@each("seed", range(scaled(1, most=6)))
def test_T23_a_card_is_named_only_after_the_seat_was_shown_it(seed: int) -> None:
    """Each screen names only cards that the events up to then have shown, in parties, on the pile or in hand."""
    allowed: set[str] = set()

    def observe(event: Event) -> None:
        for value in (getattr(event, "card", None), *getattr(event, "guests", ())):
            if value:
                allowed.add(value)
        if isinstance(event, toc.Took | toc.Chased):
            allowed.update(CARDS)  # a choice between guests who lie open in a party

    table, paper = session("toctoctoc", at_random(seed), players=4, seed=seed)
    table.match.follow(0, observe)
    seen = 0
    kept = paper.rendered

    def rendered(*parts: object) -> str:
        nonlocal seen
        text = kept(*parts)  # type: ignore[arg-type]  # what is shown
        assert {card for card, name in NAMES.items() if name.search(text)} <= allowed
        seen += 1
        return text

    paper.rendered = rendered  # type: ignore[method-assign]  # looks over its shoulder
    table.play()
    assert seen > 100
    assert len(allowed) > 10


def test_T23_the_table_is_the_same_whatever_the_others_hold() -> None:
    table, paper = session("toctoctoc", scripted(), players=3, seed=8)
    before = paper.rendered(table.table())
    state = table.match.state
    assert state.hand[1] != state.hand[2]
    for field in (state.hand, state.held, state.held_size):
        field[1], field[2] = field[2], field[1]
    assert paper.rendered(table.table()) == before


def test_C27_a_card_looked_at_is_gone_from_the_terminal_before_the_next_question() -> None:
    with Terminal("play", "chocottes", "--fast", "--seed", "3") as terminal:
        rng = Random(1)
        peeks = 0
        while terminal.prompt() and peeks < scaled(2, most=6):
            screen = terminal.screen()
            secret = re.search(r"(?:Your card \d+ is|it is) an? .*", screen)
            if SAY("play.hide") in screen:
                assert secret
                peeks += 1
            else:
                assert not secret
                backs, cards = screen.count("│░░░│"), len(re.findall(r"│...│ ", screen))
                assert backs == cards or SAY("play.enter") in screen
            terminal.type(answer(screen, SAY, rng))
        assert peeks >= 2


def test_C27_a_card_looked_at_appears_in_no_later_text_unless_face_up() -> None:
    table, paper = session("chocottes", at_random(4), players=3, seed=4)
    table.play()
    assert len(paper.hidden) >= 2
    assert all("Your card" in text or "it is" in text for text in paper.hidden)
    assert "Your card" not in paper.text


@pytest.mark.parametrize("aid", [False, True])
def test_E14_only_the_aid_names_the_child_under_a_ghost(aid: bool) -> None:
    table, paper = session("escalier", at_random(1, scaled(8)), seed=1, memory_aid=aid)
    play(table)
    marked = re.findall(r"'~([RGBY])~'", paper.text)
    assert bool(marked) == aid


@pytest.mark.parametrize("aid", [False, True])
def test_C27_T23_only_the_aid_marks_seen_cards(aid: bool) -> None:
    table, paper = session("toctoctoc", at_random(1, scaled(8)), seed=1, memory_aid=aid)
    play(table)
    assert ("was seen drawing" in paper.text) == aid
    table, paper = session("chocottes", at_random(1, scaled(8)), seed=1, memory_aid=aid)
    play(table)
    before_the_end = paper.text.split("The game is over")[0]
    assert bool(re.search(r"\[\d+:", before_the_end)) == aid
