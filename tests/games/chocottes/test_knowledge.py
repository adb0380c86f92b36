"""Test the perfect recall of each viewer, and the marks of the memory aid (C27)."""

from random import Random
from typing import Any

import pytest

from tests.scale import each, scaled
from toctoc.core.game import Event
from toctoc.core.match import Match
from toctoc.games.chocottes import events
from toctoc.games.chocottes.knowledge import Knowledge
from toctoc.games.chocottes.rules.state import KINDS, UNKNOWN
from toctoc.games.chocottes.words import CARDS, card

from .table import Viewer, deal, look, opened, play, waiting, wander

Minds = dict[Viewer, Knowledge]


def table(*rows: str) -> tuple[Match, Minds]:
    """A table at the first turn; everybody has looked at the two leftmost cards, and all minds listen."""
    match = Match("chocottes", len(rows))
    minds = listening(match)
    deal(match, *rows)
    look(match)
    return match, minds


def listening(match: Match) -> Minds:
    minds: Minds = {}
    for viewer in (*range(match.players), None):
        minds[viewer] = Knowledge(match.players, match.options, viewer)
        match.listen(viewer, minds[viewer].observe)
    return minds


def aid(mind: Knowledge) -> tuple[str, ...]:
    """The marks of the memory aid, row by row; a dot is a card not known."""
    return tuple(" ".join(mark or "." for mark in row) for row in mind.aid())


def test_C27_the_memory_aid_marks_cards_looked_at() -> None:
    _, minds = table("1 2 3 4", "5 6 dream-13 9")
    assert aid(minds[0]) == ("1 2 . .", ". . . .")
    assert aid(minds[1]) == (". . . .", "5 6 . .")
    assert aid(minds[None]) == (". . . .", ". . . .")


def test_C27_a_drawn_card_is_remembered_where_it_was_put() -> None:
    match, minds = table("1 2 3 4", "5 6 8 9")
    play(match, "0: draw; chance: draw dream-12; 0: replace 3")
    assert aid(minds[0]) == ("1 2 dream-12 .", ". . . .")
    assert aid(minds[1])[0] == ". . . ."
    play(match, "all: pass; 1: draw; chance: draw 14; 1: replace 1")
    assert aid(minds[1])[1] == "14 6 . ."
    assert aid(minds[0])[1] == ". . . ."


def test_C11_C27_all_viewers_remember_a_wrong_throw_and_none_the_penalty_card() -> None:
    match, minds = table("1 2 3 4", "5 6 8 9")
    play(opened(match, "9"), "1: snap 3; chance: penalty 14 to 1")
    assert aid(minds[0]) == ("1 2 . .", ". . 8 . .")
    assert aid(minds[1]) == (". . . .", "5 6 8 . .")
    assert aid(minds[None]) == (". . . .", ". . 8 . .")


def test_C5_C27_memory_goes_along_with_a_reordered_row() -> None:
    match, minds = table("1 2 3 4", "5 6 8 9")
    play(match, "0: arrange 1 to 4; 1: arrange 4 to 1")
    assert aid(minds[0]) == ("2 . . 1", ". . . .")
    assert aid(minds[1]) == (". . . .", ". 5 6 .")


def test_C9_C27_memory_closes_up_when_a_card_leaves() -> None:
    match, minds = table("1 2 3 4", "5 6 8 9")
    play(opened(match, "5"), "1: snap 1")
    assert aid(minds[1]) == (". . . .", "6 . .")


def test_C15_C27_a_card_looked_at_by_effect_is_remembered() -> None:
    match, minds = table("1 2 3 4", "5 6 8 9")
    play(waiting(match, "10"), "0: look 4")
    assert aid(minds[0]) == ("1 2 . 4", ". . . .")
    assert aid(minds[1]) == (". . . .", "5 6 . .")


def test_C17_C27_an_exchange_is_remembered_by_each_as_far_as_it_was_known() -> None:
    match, minds = table("1 2 3 4", "5 6 8 9", "1 2 3 4")
    play(waiting(match, "12"), "0: exchange 1 with 3 of 1")
    assert aid(minds[0])[:2] == ("8 2 . .", ". . 1 .")
    assert aid(minds[1])[:2] == (". . . .", "5 6 . .")
    assert aid(minds[None])[:2] == (". . . .", ". . . .")
    play(match, "1: draw; chance: draw dream-12; 1: discard; all: pass; 1: exchange 4 with 2 of 2")
    assert aid(minds[2])[1:] == (". . . 2", "1 . . .")
    assert aid(minds[1])[1:] == ("5 6 . 2", ". . . .")


def test_C14_C18_C27_gifts_are_unknown() -> None:
    match, minds = table("1 7 3 4", "7 6 8 9")
    play(opened(match, "7"), "1: snap 1; all: pass; 1: feed; chance: gift 14 to 0")
    assert aid(minds[0]) == ("1 7 . . .", ". . .")
    play(waiting(match, "9"), "0: draw; chance: draw 13; 0: discard; all: pass; 0: give to 1; chance: gift 5 to 1")
    assert aid(minds[1]) == (". . . . .", "6 . . .")


def test_C19_C27_a_reaped_card_is_gone() -> None:
    match, minds = table("1 7 3 4", "14 6 8 9")
    play(opened(match, "14"), "1: snap 1; all: pass; 1: reap 2")
    assert aid(minds[1]) == (". . . .", "6 .")
    assert minds[0].view() == match.view(0)


def test_C16_C27_after_a_shuffle_no_viewer_knows_either_card() -> None:
    match, minds = table("1 2 3 4", "5 6 8 9")
    play(waiting(match, "11"), "0: shuffle 1 3 of 1; chance: mix kept")
    assert aid(minds[1]) == (". . . .", ". 6 . .")
    assert len(minds[1].worlds) == 2
    assert len(minds[0].worlds) == len(minds[None].worlds) == 1  # both cards were unknown to them


def test_C16_C27_two_equal_cards_are_known_after_a_shuffle_as_before() -> None:
    match, minds = table("1 2 3 4", "6 6 8 9")
    play(waiting(match, "11"), "0: shuffle 1 2 of 1; chance: mix swapped")
    assert aid(minds[1]) == (". . . .", "6 6 . .")
    assert len(minds[1].worlds) == 1


@each("how, place", [("kept", 1), ("swapped", 1), ("kept", 2), ("swapped", 2)])
def test_C16_C27_seeing_one_of_two_shuffled_cards_reveals_the_other(how: str, place: int) -> None:
    match, minds = table("1 2 3 4", "5 6 8 9")
    play(waiting(match, "11"), f"0: shuffle 1 2 of 1; chance: mix {how}")
    assert aid(minds[1]) == (". . . .", ". . . .")
    play(waiting(match, "10"), f"1: look {place}")
    assert aid(minds[1])[1] == ("5 6 . ." if how == "kept" else "6 5 . .")
    assert len(minds[1].worlds) == 1


def test_C16_C27_counting_the_cards_may_tell_which_is_which() -> None:
    match, minds = table("5 5 5 4", "5 6 8 9")
    play(opened(match, "9"), "0: snap 1; chance: penalty 1 to 0; 0: snap 2; chance: penalty 1 to 0; 0: snap 3")
    play(match, "chance: penalty 2 to 0; all: pass; 1: draw; chance: draw 9; 1: discard; all: pass")
    play(waiting(match, "11"), "0: shuffle 1 3 of 1; chance: mix kept")
    assert aid(minds[1]) == ("5 5 5 . . . .", ". 6 . .")
    play(waiting(match, "10"), "1: look 1")
    assert aid(minds[1])[1] == "5 6 . ."  # there is no other 5 that it could be
    assert len(minds[1].worlds) == 1


def test_C16_C27_worlds_that_become_equal_are_one() -> None:
    match, minds = table("1 2 3 4", "5 6 8 9")
    play(waiting(match, "11"), "0: shuffle 1 2 of 1; chance: mix swapped")
    play(waiting(match, "9"), "0: draw; chance: draw dream-11; 0: discard; all: pass; 0: shuffle 1 2 of 1")
    play(match, "chance: mix swapped")
    (kept, _), (swapped, _) = minds[1].worlds
    assert kept == swapped


def test_C20_C27_a_new_round_begins_with_nothing_known() -> None:
    match, minds = table("1 2 3 4", "5 6 8 9")
    play(waiting(match, "11"), "0: shuffle 1 3 of 1; chance: mix swapped; 1: knock")
    rows = ("1 2 3 4", "8 6 5 9")
    assert [aid(mind) for mind in minds.values()] == [rows] * 3
    play(match, "chance: tile 6")
    assert [mind.view() for mind in minds.values()] == [match.view(viewer) for viewer in minds]
    deal(match, "1 2 3 4", "5 6 8 9")
    assert [aid(mind) for mind in minds.values()] == [(". . . .", ". . . .")] * 3


def test_C21_C27_the_rows_shown_at_the_end_of_a_round_are_known_to_all() -> None:
    match, minds = table("1 2 3 4", "9 9 9 8")
    play(opened(match, "9"), "1: snap 1; 1: snap 1; 1: snap 1; all: pass")
    play(opened(match, "8"), "1: snap 1")
    for viewer, mind in minds.items():
        assert aid(mind) == ("1 2 3 4", "")
        assert mind.view() == match.view(viewer)
    play(match, "chance: tile 10")
    assert minds[None].view() == match.view(None)


def test_H1_a_drawn_start_is_known() -> None:
    match = Match("chocottes", 3, {"start": "random"})
    minds = listening(match)
    play(match, "chance: start 2")
    assert minds[1].view() == match.view(1)


# --- any game --------------------------------------------------------------------------------------------------


class Memory:
    """A plain memory of what was shown, without the rules: a card or None for each place."""

    def __init__(self, players: int) -> None:
        self.rows: list[list[str | None]] = [[] for _ in range(players)]
        self.held: str | None = None

    def observe(self, event: Event) -> None:
        rows = self.rows
        match event:
            case events.CardDealt(seat) | events.CardAdded(seat):
                rows[seat].append(None)
            case events.YouLookedAt(seat, place, shown) | events.Snapped(seat, place, shown, False):
                rows[seat][place - 1] = shown
            case events.YouDrew(_, shown):
                self.held = shown
            case events.Drew():
                self.held = None
            case events.Replaced(seat, place):
                rows[seat][place - 1] = self.held
            case events.Snapped(seat, place) | events.Reaped(seat, place):
                del rows[seat][place - 1]
            case events.Arranged(seat, source, target):
                rows[seat].insert(target - 1, rows[seat].pop(source - 1))
            case events.Shuffled(seat, first, second):
                if rows[seat][first - 1] != rows[seat][second - 1]:
                    rows[seat][first - 1] = rows[seat][second - 1] = None
            case events.Exchanged(seat, place, other, there):
                rows[seat][place - 1], rows[other][there - 1] = rows[other][there - 1], rows[seat][place - 1]
            case events.YouExchanged(seat, place, other, there, shown):
                rows[seat][place - 1], rows[other][there - 1] = shown, rows[seat][place - 1]
            case events.Knocked(rows=shown_rows) | events.RowsShown(shown_rows):
                self.rows = [list(row) for row in shown_rows]
            case events.RoundBegan():
                self.rows = [[] for _ in rows]


def deck(s: Any) -> list[int]:
    """Where all cards of a state are, by kind."""
    cards = [s.stock[kind] + s.discard[kind] for kind in range(KINDS)]
    for seat in range(s.players):
        for code in s.row[seat][: s.row_size[seat]]:
            cards[code] += 1
    cards[s.drawn] += 1
    return cards[1:UNKNOWN]


def fits(world: Any, s: Any) -> bool:
    """Whether a world with holes can be that state."""
    rows = zip(world.row, s.row, strict=True)
    return all(known in (UNKNOWN, true) for row, truth in rows for known, true in zip(row, truth, strict=True))


@pytest.mark.untraced
@each("seed", range(scaled(3, most=6)))
def test_C27_perfect_recall_agrees_with_the_table_at_every_step(seed: int) -> None:
    rng = Random(seed)
    players = 2 + seed % 4
    match = Match("chocottes", players, {"dreams": seed % 5, "start": "random"})
    minds = listening(match)
    memories = {viewer: Memory(players) for viewer in minds}
    for viewer, memory in memories.items():
        match.listen(viewer, memory.observe)
    for _ in wander(match, rng):
        for viewer, mind in minds.items():
            assert mind.view() == match.view(viewer)
            assert any(fits(world, match.state) for _, world in mind.worlds)
            for marks, remembered, truth in zip(mind.aid(), memories[viewer].rows, match.state.row, strict=False):
                for mark, memory_of_it, code in zip(marks, remembered, truth, strict=False):
                    assert mark is None or mark == card(code)
                    assert memory_of_it is None or memory_of_it == mark


@each("seed", range(4))
def test_C27_a_drawn_world_is_a_whole_table_that_looks_the_same(seed: int) -> None:
    rng = Random(seed)
    match = Match("chocottes", 2 + seed, {"dreams": 1 + seed % 3})
    minds = listening(match)
    for _ in wander(match, rng):
        viewer = rng.choice(list(minds))
        drawn = minds[viewer].determinize(rng)
        assert match.game.view(drawn, viewer) == match.view(viewer)
        assert deck(drawn) == deck(match.state)
        assert (sum(drawn.stock), drawn.discard) == (match.state.stock_size, match.state.discard)
        assert fits_what_is_marked(minds[viewer], drawn)
        for seat in range(match.players):
            assert match.game.rules.legal_count(drawn, seat) == match.game.rules.legal_count(match.state, seat)


def fits_what_is_marked(mind: Knowledge, s: Any) -> bool:
    return all(
        mark is None or mark == CARDS[code - 1]
        for marks, codes in zip(mind.aid(), s.row, strict=False)
        for mark, code in zip(marks, codes, strict=False)
    )
