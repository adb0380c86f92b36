"""L'Escalier hanté: what bots make of what they remember, and how the better ones confuse the others."""

from itertools import pairwise

import pytest

from tests.games.escalier.table import arranged, tell
from toctoc import GAMES, Match
from toctoc.bots import level
from toctoc.bots.engine import engine
from toctoc.core import fields
from toctoc.games.escalier.bots import policy
from toctoc.games.escalier.bots.mind import Mind
from toctoc.games.escalier.bots.policy import chance_of, trouble, value
from toctoc.games.escalier.bots.reasons import explain
from toctoc.games.escalier.rules import (
    ASK,
    DECLINE,
    EXCHANGE,
    NAME,
    NAMING,
    NONE,
    PLACES,
    SEATS,
    SHIFT,
    TURN,
    WHITE,
)
from toctoc.games.escalier.words import action_code

evaluate = engine(GAMES["escalier"], wants_compiled=False).rollouts.evaluate

Rows = list[list[float]]
KEYS = list(policy.TRAITS)
RED, GREEN, BLUE, YELLOW = range(4)
LOST = [NONE] * PLACES
WHOLE = [RED, GREEN, BLUE, YELLOW, NONE]


def people(**changes: float) -> Rows:
    """Rows of traits for all seats: those of voyante, but for the changes."""
    row = list(level("voyante").traits["escalier"])
    for key, number in changes.items():
        row[KEYS.index(key)] = number
    return [row[:] for _ in range(SEATS)]


def minds(*beliefs: list[int]) -> Mind:
    """What each seat thinks is at red, green, blue, yellow and white."""
    mind = fields.blank(Mind)
    for seat, belief in enumerate(beliefs):
        mind.belief[seat] = belief[:]
    return mind


def best(match: Match, mind: Mind, traits: Rows) -> set[str]:
    """The actions that seem worth most to the seat that is to act."""
    seat = match.asked
    assert seat is not None
    worth = {
        str(action): value(match.state, mind, traits, seat, action_code(action)) for action in match.legal(seat)
    }
    return {action for action, number in worth.items() if number == pytest.approx(max(worth.values()))}


def worth(match: Match, mind: Mind, traits: Rows) -> dict[str, float]:
    seat = match.asked
    assert seat is not None
    return {
        str(action): value(match.state, mind, traits, seat, action_code(action)) for action in match.legal(seat)
    }


# --- E5: seeking -------------------------------------------------------------------------------------------------


def test_E5_a_child_is_sought_where_it_was_followed_to() -> None:
    match = tell(arranged(2), "flip blue-child")
    assert best(match, minds([RED, BLUE, NONE, NONE, NONE]), people()) == {"turn green"}


def test_E5_the_only_child_left_is_sought_at_the_only_place_left() -> None:
    match = tell(arranged(2), "flip blue-child")
    assert best(match, minds([RED, GREEN, NONE, YELLOW, NONE]), people()) == {"turn blue"}


def test_E5_a_lost_child_is_sought_where_no_other_child_is_followed() -> None:
    match = tell(arranged(2), "flip blue-child")
    mind = minds([RED, NONE, NONE, YELLOW, NONE])
    assert best(match, mind, people()) == {"turn green", "turn blue"}
    assert chance_of(match.state, mind, 0, 1, BLUE) == 0.5
    assert chance_of(match.state, mind, 0, 0, BLUE) == 0.0


def test_E5_a_child_shown_in_this_search_is_not_counted_again() -> None:
    match = tell(arranged(2, disc="red blue green yellow -"), "flip blue-child", "0 turn red")
    assert chance_of(match.state, minds(LOST, LOST), 1, 1, BLUE) == pytest.approx(1 / 3)


def test_E12_the_last_child_named_is_one_that_was_followed() -> None:
    match = tell(arranged(2, pile="move", discard=4), "flip move", "0 move red")
    assert match.state.phase == NAMING
    assert best(match, minds([NONE, NONE, BLUE, NONE, NONE]), people()) == {"name blue"}


# --- E9: riddles -------------------------------------------------------------------------------------------------


def riddle() -> Match:
    return tell(arranged(2, disc="- green blue yellow red"), "flip riddle")


def test_E9_the_child_followed_to_white_is_named() -> None:
    assert best(riddle(), minds([NONE, GREEN, NONE, NONE, RED]), people()) == {"name red"}


def test_E9_a_guess_costs_nothing_so_only_the_shy_decline() -> None:
    mind = minds([NONE, GREEN, NONE, NONE, NONE])  # three children, three places
    assert best(riddle(), mind, people(shyness=0.0)) == {"name red", "name blue", "name yellow"}
    assert best(riddle(), mind, people(shyness=0.3)) == {"name red", "name blue", "name yellow"}
    assert best(riddle(), mind, people(shyness=0.5)) == {"decline"}
    assert best(riddle(), minds([NONE, NONE, NONE, NONE, RED]), people(shyness=0.9)) == {"name red"}


# --- E7, E8: confusing -------------------------------------------------------------------------------------------


def test_E8_white_is_vacated_before_others_can_solve_a_riddle() -> None:
    match = tell(arranged(3, disc="- green blue yellow red"), "flip move")
    all_know = minds(*[[NONE, GREEN, BLUE, YELLOW, RED]] * 3)
    assert best(match, all_know, people(denial=1.0, confusion=0.0, care=0.0)) == {"move white"}
    assert explain(match.state, all_know, people(), 0, SHIFT + WHITE).code == "vacate"


def test_E8_white_is_not_offered_to_those_who_know_the_child() -> None:
    """Somebody has to move there: better one whom the others have lost."""
    match = tell(arranged(3), "flip move")
    mind = minds(WHOLE, [RED, NONE, NONE, YELLOW, NONE], [RED, NONE, NONE, YELLOW, NONE])
    assert best(match, mind, people(denial=1.0, confusion=0.0, care=0.0)) == {"move green", "move blue"}


def test_without_denial_white_is_not_considered() -> None:
    match = tell(arranged(3, disc="- green blue yellow red"), "flip move")
    mind = minds(*[[NONE, GREEN, BLUE, YELLOW, RED]] * 3)
    assert len(best(match, mind, people(denial=0.0, confusion=1.0, care=0.0))) == 4


def test_E7_ghosts_that_others_still_follow_are_swapped() -> None:
    match = tell(arranged(3), "flip swap")
    mind = minds(LOST, [RED, NONE, BLUE, NONE, NONE], [RED, NONE, BLUE, NONE, NONE])
    assert best(match, mind, people(denial=0.0)) == {"swap red blue"}
    assert explain(match.state, mind, people(), 0, EXCHANGE + RED * PLACES + BLUE).params == {"count": 2}


def test_E7_ghosts_that_the_bot_follows_are_left_alone() -> None:
    match = tell(arranged(3), "flip swap")
    mind = minds([RED, NONE, BLUE, NONE, NONE], LOST, LOST)
    assert best(match, mind, people(denial=0.0, care=1.0)) == {"swap green yellow"}
    assert len(best(match, mind, people(denial=0.0, care=0.0))) == 6
    assert explain(match.state, mind, people(), 0, EXCHANGE + GREEN * PLACES + YELLOW).code == "any"


def test_the_previous_player_is_confused_first() -> None:
    """What the seat at my right misses is mine to find (E5), what the seat before that misses a little less."""
    match = tell(arranged(4), "flip swap")
    mind = minds(
        LOST, [RED, NONE, NONE, NONE, NONE], [NONE, GREEN, NONE, NONE, NONE], [NONE, NONE, BLUE, NONE, NONE]
    )
    found = [trouble(match.state, mind, people(denial=0.0), 0, place, YELLOW, 1.0) for place in (BLUE, GREEN, RED)]
    assert all(a > b > 0 for a, b in pairwise(found))


def test_E8_a_move_confuses_half_as_much_as_a_swap() -> None:
    match = arranged(3)
    mind = minds(LOST, WHOLE, WHOLE)
    traits = people(denial=0.0)
    swap = trouble(match.state, mind, traits, 0, RED, GREEN, 1.0)
    assert trouble(match.state, mind, traits, 0, RED, WHITE, 0.5) == pytest.approx(
        swap / 4
    )  # and one ghost, not two


# --- E10: asking -------------------------------------------------------------------------------------------------


def asking() -> Match:
    return tell(arranged(4, risk=True), "flip riddle")


def test_E10_the_opponent_who_knows_least_is_asked() -> None:
    mind = minds(WHOLE, WHOLE, [NONE, NONE, NONE, YELLOW, NONE], LOST)
    assert best(asking(), mind, people()) == {
        f"ask 3 about {place}" for place in ("red", "green", "blue", "yellow")
    }
    found = worth(asking(), mind, people())
    assert found["ask 3 about red"] > found["ask 2 about red"] > found["decline"] > found["ask 1 about red"]
    assert explain(asking().state, mind, people(), 0, ASK + RED * SEATS + 3).params == {"to": 3, "place": "red"}


def test_E10_no_opponent_is_asked_where_all_know() -> None:
    assert best(asking(), minds(WHOLE, WHOLE, WHOLE, WHOLE), people()) == {"decline"}
    one_lost = [RED, GREEN, NONE, YELLOW, NONE]  # which they will work out
    assert best(asking(), minds(WHOLE, one_lost, WHOLE, WHOLE), people()) == {"decline"}


def test_E10_a_bot_that_ignores_others_takes_no_risk() -> None:
    assert best(asking(), minds(WHOLE, LOST, LOST, LOST), people(confusion=0.0)) == {"decline"}


def test_E10_the_seat_asked_names_the_child_that_it_followed() -> None:
    match = tell(asking(), "0 ask 2 about yellow")
    mind = minds(LOST, LOST, [RED, NONE, NONE, BLUE, NONE], LOST)
    assert best(match, mind, people()) == {"name blue"}
    assert best(match, minds(LOST, LOST, [RED, NONE, NONE, NONE, NONE], LOST), people()) == {
        "name green", "name blue", "name yellow",
    }  # fmt: skip


# --- why ---------------------------------------------------------------------------------------------------------


def test_reasons_tell_following_from_working_out_from_guessing() -> None:
    match = tell(arranged(2), "flip blue-child")

    def reason(belief: list[int], place: int) -> tuple[str, dict[str, object]]:
        found = explain(match.state, minds(belief), people(), 0, TURN + place)
        return found.code, dict(found.params)

    assert reason([NONE, BLUE, NONE, NONE, NONE], GREEN) == ("followed", {"colour": "blue", "place": "green"})
    assert reason([RED, GREEN, NONE, YELLOW, NONE], BLUE) == ("left-over", {"colour": "blue", "place": "blue"})
    assert reason([RED, NONE, NONE, YELLOW, NONE], BLUE) == ("guess", {"count": 2})
    assert reason(LOST, BLUE) == ("guess", {"count": 4})
    assert reason([RED, GREEN, YELLOW, NONE, NONE], BLUE) == ("guess", {"count": 4})  # at random
    assert explain(riddle().state, minds(LOST), people(), 0, DECLINE).code == "decline"
    assert (
        explain(riddle().state, minds([NONE, NONE, NONE, NONE, RED]), people(), 0, NAME + RED).code == "followed"
    )


def test_E5_the_last_ghost_left_is_no_guess() -> None:
    match = tell(arranged(2), "flip blue-child", "0 turn red", "1 turn green", "0 turn yellow")
    found = explain(match.state, minds(LOST, LOST), people(), 1, TURN + BLUE)
    assert (found.code, found.params) == ("left-over", {"colour": "blue", "place": "blue"})


# --- how it stands -----------------------------------------------------------------------------------------------


def test_values_of_all_add_up_to_one_victory() -> None:
    match = arranged(3, won=(9, 5, 5))
    mind = minds(WHOLE, WHOLE, LOST)
    values = [evaluate(match.state, mind, p) for p in range(3)]
    assert sum(values) == pytest.approx(1.0)
    assert values[0] > values[1] > values[2]  # cards, then what is still followed


def test_at_the_end_only_the_winners_count() -> None:
    match = tell(arranged(3, pile="red-child", won=(20, 21, 14)), "flip red-child", "0 turn red")
    assert match.over
    assert [evaluate(match.state, minds(), p) for p in range(3)] == [0.5, 0.5, 0.0]


def test_whim_blurs_close_choices_and_leaves_clear_ones() -> None:
    match = tell(arranged(2), "flip blue-child")
    rollouts = engine(match.game, wants_compiled=False).rollouts
    mind, rng = minds([NONE, BLUE, NONE, NONE, NONE]), [7]
    for temperature, least, most in ((0.0, 1.0, 1.0), (0.03, 0.999, 1.0), (0.22, 0.9, 0.99), (5.0, 0.2, 0.45)):
        tries = [
            rollouts.sample(match.state, mind, people(), 0, temperature, rng) == TURN + GREEN for _ in range(1000)
        ]
        assert least <= sum(tries) / 1000 <= most
