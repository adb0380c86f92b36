"""A replay, by jumps and move by move: each frame shows the table of its move."""

import pytest

from tests.counts import one_of
from toctoc.core.registry import BUILT_IN

from .jumps import check_jump, check_jumps, jump, open_replay
from .person import DESKTOP, PHONE, People
from .screens import choose_text


# One game is enough in the small edition: replay/Watching.test.ts jumps in a game of each kind.
@pytest.mark.parametrize("game", one_of(BUILT_IN))
def test_a_jump_shows_the_table_of_its_move_in_the_first_frame(people: People, game: str) -> None:
    anna = people.come("Anna", PHONE, motion="no-preference")
    code = people.meet(game, anna, players=3)
    people.finish(anna)
    replay = open_replay(anna, code, 5)
    check_jump(anna, replay, game, 5)
    check_jumps(anna, replay, game)


@pytest.mark.long
@pytest.mark.parametrize("game", BUILT_IN)
def test_so_it_does_with_less_motion_and_with_words_alone(people: People, game: str) -> None:
    anna = people.come("Anna", DESKTOP)
    code = people.meet(game, anna, players=3)
    people.finish(anna)
    check_jumps(anna, open_replay(anna, code, 0), game)
    choose_text(anna)
    check_jumps(anna, open_replay(anna, code, 0), "plain")


def test_a_move_that_is_played_after_a_jump_is_shown(people: People) -> None:
    """The card is revealed, and the guests wait for it (T10)."""
    anna = people.come("Anna", motion="no-preference")
    code = people.meet("toctoctoc", anna, players=3)
    people.finish(anna)
    replay = open_replay(anna, code, 0)
    answers = [at for at, frame in enumerate(replay["frames"]) if _is_answered(frame)]
    check_jump(anna, replay, "toctoctoc", answers[-1] - 1, ("slider", answers[-1] - 1))
    assert jump(anna, "toctoctoc", ("next", 0))["left"] != []
    check_jump(anna, replay, "toctoctoc", answers[0], ("slider", answers[0]))


def _is_answered(frame: dict[str, object]) -> bool:
    events = frame.get("events", [])
    return isinstance(events, list) and any(event["type"] == "Answered" for event in events)
