"""Matches that are copied, pickled or played on from a state, and what people read of them."""

import pickle
from random import Random, SystemRandom

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.positions import EVERY_GAME, any_match, some_way
from tests.scale import each, scaled
from toctoc.bots import SeatInfo
from toctoc.core import fields
from toctoc.core.errors import BadOption
from toctoc.core.game import Event
from toctoc.core.match import Match
from toctoc.core.registry import GAMES
from toctoc.record import Seat, record
from toctoc.table.game import TableMatch

SEEDS = st.integers(0, 2**32)
every_game = each("name", EVERY_GAME)


def under_way(name: str, decisions: int = 12, players: int = 3) -> Match:
    """A match in which chance happens by itself, after some decisions."""
    match, dice = Match(name, players, chance=Random(5).randrange), Random(6)
    for _ in range(decisions):
        seat = match.actors[0]
        match.play(seat, dice.choice(match.legal(seat)))
    return match


def played_out(match: Match) -> Match:
    """The match at its end, the first of the legal actions chosen each time."""
    while (seat := match.asked) is not None:
        match.play(seat, match.legal(seat)[0])
    return match


def same(one: Match, other: Match) -> bool:
    """Whether two matches stand alike, and came there by the same steps."""
    return fields.same(one.state, other.state) and (one.steps, one.options) == (other.steps, other.options)


# --- copies -------------------------------------------------------------------------------------------------


@pytest.mark.untraced
@settings(max_examples=scaled(15, most=100))
@given(SEEDS)
def test_a_copy_stands_where_its_match_does(seed: int) -> None:
    match = any_match(seed)
    twin = match.copy()
    assert same(match, twin)
    assert (twin.game, twin.players, twin.view(None)) == (match.game, match.players, match.view(None))
    assert twin.history(0) == match.history(0)


@pytest.mark.untraced
@settings(max_examples=scaled(15, most=100))
@given(SEEDS)
def test_a_step_of_a_copy_does_not_change_its_match(seed: int) -> None:
    match = any_match(seed)
    before, steps = fields.pack(match.state), match.steps[:]
    some_way(match.copy(), 10, Random(seed))
    assert (fields.pack(match.state), match.steps) == (before, steps)


@every_game
def test_the_same_luck_lies_ahead_of_a_copy(name: str) -> None:
    match = under_way(name)
    twin = match.copy()
    assert played_out(twin).steps == played_out(match).steps


@every_game
def test_a_copy_may_have_luck_of_its_own(name: str) -> None:
    match = under_way(name)
    ahead = [played_out(match.copy(chance=Random(seed).randrange)).steps for seed in range(5)]
    assert any(steps != ahead[0] for steps in ahead[1:])
    assert played_out(match.copy()).steps == played_out(match).steps


def test_luck_that_cannot_be_copied_is_shared() -> None:
    assert played_out(Match("escalier", 3, chance=SystemRandom().randrange).copy()).over


def test_a_copy_has_no_listeners() -> None:
    match = under_way("escalier")
    heard: list[Event] = []
    match.listen(0, heard.append)
    played_out(match.copy())
    assert not heard


def test_a_copy_of_a_table_looks_ahead_by_itself() -> None:
    match = TableMatch("escalier", 3, {})
    match.take_chance("flip red-child")
    action = match.legal(0)[0]
    match.look_ahead(0, action, lambda _state, _n: 0)
    twin = match.copy()
    for one in (match, twin):
        one.play_out(0, str(action), "player", [])
    assert match.state is not twin.state


# --- pickling -----------------------------------------------------------------------------------------------


@settings(max_examples=scaled(15, most=100))
@given(SEEDS)
def test_a_match_goes_to_another_process_and_comes_back(seed: int) -> None:
    match = any_match(seed)
    assert same(pickle.loads(pickle.dumps(match)), match)


@every_game
def test_a_pickled_match_plays_on_with_the_same_luck(name: str) -> None:
    match = under_way(name)
    match.listen(0, lambda _: None)  # a function that could not be pickled
    twin = pickle.loads(pickle.dumps(match))
    assert played_out(twin).steps == played_out(match).steps


@every_game
def test_states_worlds_games_and_seat_infos_are_pickled(name: str) -> None:
    match = under_way(name)
    assert fields.same(pickle.loads(pickle.dumps(match.state)), match.state)
    seat_info = SeatInfo(match.game, match.players, match.options, 1, seed=7)
    assert pickle.loads(pickle.dumps(seat_info)) == seat_info
    assert pickle.loads(pickle.dumps(match.game)) is match.game


def test_a_game_that_is_not_listed_cannot_be_pickled(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["escalier"]
    monkeypatch.setitem(GAMES, "escalier", GAMES["chocottes"])
    with pytest.raises(
        TypeError, match=r"escalier cannot be pickled: it is not the one of that name in toctoc\.GAMES"
    ):
        pickle.dumps(game)


# --- from a state -------------------------------------------------------------------------------------------


@every_game
def test_a_match_is_played_on_from_a_sampled_world(name: str) -> None:
    match = under_way(name)
    for seat in (None, *range(match.players)):
        knowledge = match.game.knowledge(match.players, match.options, seat)
        for event in match.history(seat):
            knowledge.observe(event)
        world = knowledge.determinize(Random(3))
        before = fields.pack(world)
        ahead = Match.at(name, match.options, world, chance=Random(4).randrange)
        assert ahead.view(seat) == match.view(seat)
        assert played_out(ahead).winners
        assert fields.pack(world) == before


@every_game
def test_a_match_from_a_state_narrates_the_steps_from_there_on(name: str) -> None:
    match = under_way(name)
    ahead = Match.at(match.game, match.options, match.state)
    assert (ahead.steps, ahead.history(0)) == ([], [])
    told: list[Event] = []
    ahead.listen(0, told.append)
    some_way(ahead, 10, Random(2))
    assert ahead.history(0) == told != []
    assert pickle.loads(pickle.dumps(ahead.copy())).history(0) == told


def test_a_match_from_a_state_has_no_record() -> None:
    match = under_way("escalier")
    ahead = played_out(Match.at("escalier", {}, match.state, chance=Random(1).randrange))
    with pytest.raises(ValueError, match="recorded from its first shuffle"):
        record(ahead, (Seat("A"), Seat("B"), Seat("C")))


def test_a_state_of_something_else_is_refused() -> None:
    with pytest.raises(
        TypeError, match=r"a state of Toc Chocottes is a toctoc\.games\.chocottes\.\S+, not <state of"
    ):
        Match.at("chocottes", {}, under_way("escalier").state)
    with pytest.raises(TypeError, match="not None"):
        Match.at("chocottes", {}, None)


# --- options ------------------------------------------------------------------------------------------------


def test_options_are_keywords_too() -> None:
    match = Match("chocottes", 4, dreams=3, memory_aid=True)
    assert match.options == Match("chocottes", 4, {"dreams": 3, "memory_aid": True}).options
    assert Match("chocottes", 4, {"dreams": 3}, memory_aid=True).options == match.options


@each(
    "given, said",
    [
        ({"dream": 3}, "there is no option 'dream'; there are: start, creator, dreams"),
        ({"dreams": "many"}, "option dreams takes a whole number from 0 to 4, not 'many'"),
    ],
)
def test_the_refusal_of_a_wrong_keyword_names_the_right_ones(given: dict[str, object], said: str) -> None:
    with pytest.raises(BadOption, match=said):
        Match("chocottes", 4, **given)  # type: ignore[arg-type]  # any name may be an option's


def test_an_option_is_given_once() -> None:
    with pytest.raises(BadOption, match="option dreams is given twice"):
        Match("chocottes", 4, {"dreams": 3}, dreams=2)


# --- what people read ---------------------------------------------------------------------------------------


@pytest.mark.untraced
@settings(max_examples=scaled(15, most=100))
@given(SEEDS)
def test_a_state_is_read_in_words(seed: int) -> None:
    match = any_match(seed)
    told = repr(match.state).splitlines()
    assert told[0] == f"<state of {match.game.name}"
    assert f"  phase: {match.view(None).phase!r}" in told
    assert f"  hidden: {match.game.opened(match.state)!r}" in told


@every_game
def test_a_state_that_is_half_made_is_read_all_the_same(name: str) -> None:
    half = GAMES[name].rules.State()
    half.players = 3
    assert repr(half) == f"<state of {name}\n  players: 3>"


def test_the_representation_of_a_match_shows_its_progress() -> None:
    match = Match("escalier", 3)
    assert repr(match) == "<Match escalier, 3 players, 0 steps, chance is awaited, scores 0, 0, 0>"
    match.take_chance("flip red-child")
    assert repr(match) == "<Match escalier, 3 players, 1 steps, to act: 0, scores 0, 0, 0>"
    match.draw_from(Random(7).randrange)
    scores = ", ".join(map(str, played_out(match).scores))
    assert repr(match).endswith(f"steps, over, won by {match.winners[0]}, scores {scores}>")


@every_game
def test_every_view_has_a_phase_that_the_game_explains(name: str) -> None:
    match = Match(name, 3, chance=Random(5).randrange)
    for seat in (None, 0, 1, 2):
        assert match.view(seat).phase in match.game.asked
