"""L'Escalier hanté: following ghosts as people do, and how often the sought child is found at the first try."""

from itertools import pairwise

import pytest

from tests.bots.tables import opened, seat_info, turns
from tests.conftest import Report
from tests.scale import each, scaled, spread
from toctoc import GAMES
from toctoc.bots import LEVELS, LevelBot
from toctoc.bots.level import Level, level, read
from toctoc.core import fields
from toctoc.core.compile.playout import seed_rng
from toctoc.core.game import Event
from toctoc.core.options import complete
from toctoc.games.escalier import events, rules
from toctoc.games.escalier.bots.mind import (
    CAPACITY,
    MISSED,
    SWAP_LOSS,
    TURN_LOSS,
    Mind,
    begin,
    deduced,
    follow,
    found,
    learn,
    show,
    watch_chance,
)
from toctoc.games.escalier.rules import NONE, SEATS, WHITE, State

EXPECTED = {"petit-fantome": 0.62, "apprenti": 0.82, "chasseur": 0.88, "voyante": 0.96, "comte": 1.0}
RED, GREEN, BLUE, YELLOW = range(4)
Rows = list[list[float]]


# --- how often the first try is right ----------------------------------------------------------------------------


def only_memory(name: str) -> Level:
    """That level, moving and swapping any ghosts: only what it remembers counts."""
    search = "[search.escalier]\nworlds = 0\n"
    temperature = "temperature = 0.03\n" if name == "comte" else ""  # else it would always swap the same two
    return read(name, f'like = "{name}"\n{search}[escalier]\n{temperature}care = 0\nconfusion = 0\ndenial = 0\n')


def first_tries(own: Level, players: int, seed: int) -> list[bool]:
    """Whether each first try of a search was right in a game among equals; E12: of those that a card began."""
    match = opened("escalier", players, seed)
    heard: list[Event] = []
    match.follow(None, heard.append)
    for _ in turns(match, [LevelBot(seat_info(match, seat, seed), own) for seat in range(players)]):
        pass
    pairs = pairwise(heard)
    return [
        event.right
        for card, event in pairs
        if isinstance(event, events.Turned) and isinstance(card, events.Flipped)
    ]


GAMES_OF_MEMORY = scaled(60, most=150)


@each("name", spread(LEVELS, 2))
def test_the_first_try_is_right_as_often_as_with_people_of_that_age(name: str, report: Report) -> None:
    own = only_memory(name)
    tries = [right for seed in range(GAMES_OF_MEMORY) for right in first_tries(own, 2 + seed % 3, seed)]
    assert len(tries) == 16 * GAMES_OF_MEMORY  # E2: sixteen children are in the pile
    hits = sum(tries) / len(tries)
    report(f"first tries of {name} that are right, in 1000", round(1000 * hits))
    assert hits == pytest.approx(EXPECTED[name], abs=0.04 if hits < 1 else 0)


# --- what is lost, one thing at a time ---------------------------------------------------------------------------


MEMORY_TRIALS = scaled(2000, most=6000)  # of one thing that may be forgotten


def start(players: int = 2) -> State:
    game = GAMES["escalier"]
    s = fields.blank(State)
    rules.setup(s, *game.settings(players, complete(game.options, {})))
    return s


def people(**changes: float) -> Rows:
    """A row of traits for every seat: somebody who forgets nothing, but for the changes."""
    keys = {"capacity": CAPACITY, "swap_loss": SWAP_LOSS, "turn_loss": TURN_LOSS, "missed": MISSED}
    row = list(level("comte").traits["escalier"])
    for key, value in changes.items():
        row[keys[key]] = value
    return [row[:] for _ in range(SEATS)]


def luck(seed: int) -> list[int]:
    rng = [0]
    seed_rng(rng, seed, 0)
    return rng


def mind_of(s: State, traits: Rows, seed: int = 1) -> Mind:
    mind = fields.blank(Mind)
    begin(s, mind, traits, luck(seed))
    return mind


def test_E2_all_players_know_the_start() -> None:
    mind = mind_of(start(), people())
    assert mind.belief[0] == mind.belief[1] == [RED, GREEN, BLUE, YELLOW, NONE]


@each("capacity, expected", [(0, 0), (1, 1), (2, 2), (3, 3), (3.5, 3.5), (4, 4)])
def test_only_so_many_ghosts_are_followed_at_once(capacity: float, expected: float) -> None:
    held = []
    for seed in range(1, 1000):
        belief = mind_of(start(), people(capacity=capacity), seed).belief[0]
        held.append(sum(child != NONE for child in belief))
    assert sum(held) / len(held) == pytest.approx(max(expected, 1), abs=0.06 if capacity % 1 else 0)
    assert set(held) == ({3, 4} if capacity % 1 else {max(expected, 1)})  # the one just seen is always known


def test_a_new_ghost_pushes_any_other_one_out() -> None:
    pushed = set()
    for seed in range(1, 200):
        mind = fields.blank(Mind)
        mind.belief[0] = [RED, GREEN, NONE, NONE, NONE]
        learn(mind, people(capacity=2), 0, 2, BLUE, luck(seed))
        assert mind.belief[0][2] == BLUE
        pushed.add(tuple(mind.belief[0]))
    assert pushed == {(RED, NONE, BLUE, NONE, NONE), (NONE, GREEN, BLUE, NONE, NONE)}


def test_a_child_seen_again_is_no_longer_where_it_was_thought_to_be() -> None:
    mind = fields.blank(Mind)
    mind.belief[0] = [RED, GREEN, BLUE, YELLOW, NONE]
    learn(mind, people(), 0, 1, RED, luck(5))
    assert mind.belief[0] == [NONE, RED, BLUE, YELLOW, NONE]


def share_lost(effort: float, loss: float) -> list[float]:
    """How often each of two ghosts is lost from sight when they change places."""
    s, rng, lost = start(), luck(99991), [0, 0, 0]
    for _ in range(MEMORY_TRIALS):
        mind = mind_of(s, people())
        follow(s, mind, people(swap_loss=loss), 0, 1, effort, rng)
        assert mind.belief[0][0] in (GREEN, NONE)
        assert mind.belief[0][1] in (RED, NONE)
        assert mind.belief[0][2:] == [BLUE, YELLOW, NONE]  # those left alone are not lost
        lost[0] += mind.belief[0][0] == NONE
        lost[1] += mind.belief[0][1] == NONE
        lost[2] += mind.belief[0][0] == mind.belief[0][1] == NONE
    return [count / MEMORY_TRIALS for count in lost]


@each("loss", [0.25, 0.15, 0.10, 0.05, 0.0])
def test_E7_E8_a_swap_loses_each_ghost_that_often_and_a_move_half_as_often(loss: float) -> None:
    assert share_lost(1.0, loss) == pytest.approx([loss, loss, loss * loss], abs=0.02)
    assert share_lost(0.5, loss) == pytest.approx([loss / 2, loss / 2, loss * loss / 4], abs=0.02)


def test_a_perfect_memory_follows_every_move() -> None:
    s = start()
    mind = mind_of(s, people())
    follow(s, mind, people(), 0, WHITE, 0.5, luck(7))  # the red child goes to the free place
    follow(s, mind, people(), 1, 2, 1.0, luck(7))
    assert mind.belief[0] == [NONE, BLUE, GREEN, YELLOW, RED]


@each("chance", [0.2, 0.05])
def test_E5_an_inattentive_player_misses_a_shown_child(chance: float) -> None:
    s, rng, missed = start(), luck(12345), 0
    for _ in range(MEMORY_TRIALS):
        mind = fields.blank(Mind)
        mind.belief = [[NONE] * rules.PLACES for _ in range(SEATS)]
        show(s, mind, people(missed=chance), BLUE, rng)
        assert mind.belief[0] in ([NONE] * 5, [NONE, NONE, BLUE, NONE, NONE])
        missed += mind.belief[0][BLUE] == NONE
    assert missed / MEMORY_TRIALS == pytest.approx(chance, abs=0.02)


def test_with_every_card_a_little_is_forgotten() -> None:
    s, rng, lost = start(), luck(4711), 0
    for _ in range(MEMORY_TRIALS):
        mind = mind_of(s, people())
        watch_chance(s, mind, people(turn_loss=0.1), 0, rng)
        lost += sum(child == NONE for child in mind.belief[0][:4])
    assert lost / (4 * MEMORY_TRIALS) == pytest.approx(0.1, abs=0.01)


def test_each_player_forgets_alone() -> None:
    s, rng, differ = start(), luck(31), 0
    for _ in range(200):
        mind = mind_of(s, people())
        watch_chance(s, mind, people(turn_loss=0.3), 0, rng)
        differ += mind.belief[0] != mind.belief[1]
    assert differ > 100


# --- what follows from what is left ------------------------------------------------------------------------------


def thinking(*belief: int) -> tuple[State, Mind]:
    s, mind = start(), fields.blank(Mind)
    mind.belief[0] = list(belief)
    return s, mind


def test_the_last_child_left_must_be_at_the_last_place_left() -> None:
    s, mind = thinking(RED, NONE, BLUE, YELLOW, NONE)
    assert deduced(s, mind, 0, 1) == GREEN
    assert found(s, mind, 0, GREEN) == NONE  # it was not followed there
    assert [deduced(s, mind, 0, place) for place in (0, 2, 3)] == [RED, BLUE, YELLOW]


def test_with_two_ghosts_lost_neither_child_is_deduced() -> None:
    s, mind = thinking(RED, NONE, NONE, YELLOW, NONE)
    assert deduced(s, mind, 0, 1) == deduced(s, mind, 0, 2) == NONE
    assert found(s, mind, 0, YELLOW) == YELLOW


def test_no_child_is_at_the_free_place() -> None:
    s, mind = thinking(RED, GREEN, BLUE, YELLOW, NONE)
    assert deduced(s, mind, 0, WHITE) == NONE
