"""Beliefs move with the cards, whether the player decides or only observes."""

from collections.abc import Iterator
from random import Random
from typing import Any

from tests.bots.tables import at_random, seat_info
from tests.games.chocottes.table import dealt, play
from toctoc import Match
from toctoc.bots import level
from toctoc.bots.engine import engine
from toctoc.core import fields
from toctoc.core.game import Move
from toctoc.games.chocottes import GAME, rules
from toctoc.games.chocottes.bots import mind
from toctoc.games.chocottes.bots.memory import Memory
from toctoc.games.chocottes.bots.mind import HIGHEST, Mind


def rollout(players: int, seed: int) -> Iterator[tuple[Any, Mind, dict[int, int]]]:
    """A game as a search plays it, move by move: table, minds, and what each card is by its name in this round."""
    rollouts = engine(GAME, wants_compiled=False).rollouts
    s, m, rng = fields.blank(rules.State), fields.blank(Mind), [seed * 7919 + 1]
    traits = [level("apprenti").traits["chocottes"]] * rules.SEATS
    rules.setup(s, players, 0, 2, 6, 8, 10)
    cards: dict[int, int] = {}
    while not rules.over(s):
        seat = rules.asked(s)
        if seat >= 0:
            rollouts.step(s, m, traits, seat, rollouts.sample(s, m, traits, seat, traits[0][0], rng), rng)
        else:
            outcome = rules.chance_pick(s, rollouts.roll(rng, rules.chance_total(s)))
            if (s.phase == rules.DEALING and s.dealt == 0) or s.phase == rules.MIXING:
                cards.clear()  # a new round; or two cards of which nobody knows which is which
            mind.watch_chance(s, m, traits, outcome, rng)
            rules.take_chance(s, outcome)
        yield s, m, cards


def test_a_card_keeps_its_name_wherever_it_goes() -> None:
    followed = 0
    for seed in range(3):
        for s, m, cards in rollout(4, seed):
            for p in range(s.players):
                for i in range(s.row_size[p]):
                    name = m.name[p][i]
                    assert cards.setdefault(name, s.row[p][i]) == s.row[p][i]
                    followed += 1
    assert followed > 5000


def test_names_are_not_given_twice_and_ceilings_stay_in_bounds() -> None:
    for s, m, _ in rollout(5, 8):
        places = [(p, i) for p in range(s.players) for i in range(s.row_size[p])]
        assert len({m.name[p][i] for p, i in places}) == len(places)
        assert all(mind.LOW <= m.ceiling[p][i] <= HIGHEST for p, i in places)
        assert all(m.knows[p][i] < 1 << s.players for p, i in places)


def test_events_and_steps_leave_the_same_mind() -> None:
    """A memory follows events, a search follows moves; any game of any moves, reordering left out."""
    for match, _ in at_random("chocottes", 3, 5):
        last = match
    played, heard = watched(last), remembered(last)
    assert fields.same(played, heard.mind)


def watched(match: Match) -> Mind:
    s, m = fields.blank(rules.State), fields.blank(Mind)
    rules.setup(s, *GAME.settings(match.players, match.options))
    for step in match.steps:
        if isinstance(step, Move):
            code = GAME.action_code(step.action)
            mind.watch(s, m, (), step.seat, code, None)
            rules.act(s, step.seat, code)
        else:
            outcome = GAME.outcome_code(s, step.outcome)
            assert outcome is not None
            mind.watch_chance(s, m, (), outcome, None)
            rules.take_chance(s, outcome)
    return m


def remembered(match: Match) -> Memory:
    memory = Memory(seat_info(match, 1), level("voyante"), [level("voyante")])
    for event in match.history(1):
        memory.observe(event, Random(1))
    return memory


# --- clause by clause --------------------------------------------------------------------------------------------

ROWS = ("5 6 8 9", "1 2 3 4", "1 2 3 4")


def masks(match: Match, seat: int) -> list[int]:
    """Who knows the cards of a row."""
    return remembered(match).mind.knows[seat][: match.state.row_size[seat]]


def after(story: str, *rows: str) -> Match:
    """Everybody looked at the two leftmost cards; then this happened."""
    match = dealt(*(rows or ROWS))
    for seat in range(match.players):
        play(match, f"{seat}: look 1; {seat}: look 2")
    for line in story.split("; "):
        if line[:1].isdigit():
            play(match, line)
        else:
            match.take_chance(line)
    return match


def passes(*seats: int) -> str:
    return "; ".join(f"{seat}: pass" for seat in seats)


def test_C3_only_the_player_who_looked_knows_a_card() -> None:
    assert masks(after("0: draw"), 0) == [1, 1, 0, 0]


def test_C8_a_card_put_down_is_known_to_its_player() -> None:
    match = after("0: draw; draw 7; 0: replace 3")
    assert masks(match, 0) == [1, 1, 1, 0]


def test_C8_a_discarded_card_bounds_the_card_that_is_kept() -> None:
    kept = remembered(after("0: draw; draw 7; 0: discard")).mind.ceiling[0][:4]
    assert kept == [7, 7, HIGHEST, HIGHEST]  # of cards that their owner has not seen it says nothing
    kept = remembered(after("0: draw; draw 4; 0: replace 2")).mind.ceiling[0][:4]
    assert kept == [6, 6, HIGHEST, HIGHEST]


def test_C9_the_row_closes_up_over_a_thrown_card() -> None:
    assert masks(after("0: draw; draw 5; 0: discard; 0: snap 1"), 0) == [1, 0, 0]


def test_C11_a_wrong_throw_shows_the_card_to_all_and_brings_an_unknown_one() -> None:
    assert masks(after("0: draw; draw 7; 0: discard; 1: snap 3; penalty 14 to 1"), 1) == [2, 2, 7, 0, 0]


def test_C16_a_shuffle_makes_all_forget_two_cards() -> None:
    match = after(f"0: draw; draw 11; 0: discard; {passes(0, 1, 2)}; 0: shuffle 1 3 of 1; mix kept")
    assert masks(match, 1) == [0, 2, 0, 0]


def test_C17_an_exchanged_card_is_known_to_both_viewers() -> None:
    match = after(f"0: draw; draw 12; 0: discard; {passes(0, 1, 2)}; 0: exchange 1 with 2 of 1")
    assert masks(match, 0) == [3, 1, 0, 0]  # the old owner knows what was taken
    assert masks(match, 1) == [2, 1, 0, 0]  # and not what came instead
