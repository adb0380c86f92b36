"""OpenSpiel plays our games: its own tests, its search with our samples, and a miniature solved to the end."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import numpy as np
import pytest

from tests.scale import each
from toctoc.core import fields
from toctoc.core.errors import Refused
from toctoc.lab.tracked_match import TrackedMatch, outcomes

from .side_by_side import OBSERVATIONS, TABLES

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
pytestmark = [pytest.mark.nightly, pytest.mark.compiled]


def loaded(name: str) -> Any:
    import toctoc.lab.openspiel  # noqa: F401  # tells OpenSpiel of our games

    return pyspiel.load_game(name)


@each("game, players", TABLES)
def test_random_games_are_serialized(game: str, players: int) -> None:
    pyspiel.random_sim_test(loaded(f"python_{game}(players={players})"), 5, serialize=True, verbose=False)


@each("game, players", TABLES)
def test_its_search_plays_with_our_sampled_worlds(game: str, players: int) -> None:
    import numpy
    from open_spiel.python.algorithms import ismcts, mcts

    ours, rng = loaded(f"python_{game}(players={players})"), numpy.random.RandomState(1)
    bot = ismcts.ISMCTSBot(ours, mcts.RandomRolloutEvaluator(1, rng), 1.0, 8, random_state=rng)
    state = ours.new_initial_state()
    for _ in range(60):
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=chances)))
        elif not state.is_terminal():
            before = fields.pack(state.table.match.state)
            action = int(bot.step(state))
            assert fields.pack(state.table.match.state) == before
            state.apply_action(action)


@each("game, players, observation", [(*table, seen) for table in TABLES for seen in OBSERVATIONS])
def test_states_show_the_events_of_a_match(game: str, players: int, observation: str) -> None:
    """Observations, legal actions and texts of a whole game, with copies, against what events alone say."""
    ours, rng = loaded(f"python_{game}(players={players},observation={observation})"), Random(1)
    observer, coded = ours.make_py_observer(), ours.codec
    match, state, decisions = TrackedMatch(ours.ours, players, ours.options), ours.new_initial_state(), 0
    while not state.is_terminal():
        assert state.is_chance_node() == (match.match.asked is None)
        if state.is_chance_node():
            assert state.legal_actions() == [outcome for outcome, _ in state.chance_outcomes()]
            assert state.chance_outcomes() == outcomes(ours.ours, match.match.state)
            action = rng.choices(*zip(*state.chance_outcomes(), strict=True))[0]
            match.take_chance(action)
        else:
            seat, decisions = state.current_player(), decisions + 1
            known = coded.knowledge(seat, ours.options)
            if decisions % 7 == 1:
                for event in match.heard(seat):
                    known.observe(event)
                assert state.observation_tensor() == coded.observe(known).tolist()
                observer.set_from(state, seat)
                assert observer.tensor.tolist() == state.observation_tensor(seat)
                assert state.legal_actions() == np.flatnonzero(coded.mask(known)).tolist()
                assert state.legal_actions((seat + 1) % players) == []
            if decisions % 11 == 1:
                assert state.information_state_string(seat) == match.information[seat]
                assert str(state) == repr(match.match.state)
            action = rng.choice(state.legal_actions())
            assert state.action_to_string(action) in match.match.legal_words(seat)
            match.act(seat, coded.to_rules(seat, action))
        before, state = state, state.clone()
        state.apply_action(action)
        assert before.history() == state.history()[:-1]
    assert [state.information_state_string(p) for p in range(players)] == match.information
    won = match.match.winners
    assert state.returns() == [(1 / len(won) if p in won else 0.0) - 1 / players for p in range(players)]


def test_an_illegal_action_is_refused_by_the_rules_and_changes_nothing() -> None:
    state = loaded("python_toctoctoc(players=3)").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    before = str(state), state.history()
    for wrong in (0, 67, 68):
        with pytest.raises((Refused, ValueError)):
            state.apply_action(wrong)
    assert (str(state), state.history()) == before
    with pytest.raises(pyspiel.SpielError, match="player"):
        state.observation_tensor(3)


def test_a_sampled_state_shows_its_player_alone() -> None:
    state, rng = loaded("python_toctoctoc(players=3)").new_initial_state(), Random(4)
    while state.is_chance_node() or len(state.history()) < 60:
        state.apply_action(rng.choice(state.legal_actions()))
    seat = state.current_player()
    world = state.resample_from_infostate(seat, rng.random).clone()
    assert world.observation_tensor(seat) == state.observation_tensor(seat)
    assert world.information_state_string(seat) == state.information_state_string(seat)
    with pytest.raises(ValueError, match="drawn for another seat"):
        world.observation_tensor((seat + 1) % 3)


def test_an_information_state_as_a_tensor_is_refused() -> None:
    """DeepCFR asks the state for it, RCFR the game, others an observer: none of them may train on nothing."""
    from open_spiel.python import rl_environment
    from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation

    from toctoc.lab.openspiel import NoInformationStateTensor

    game = loaded("python_toctoctoc_miniature")
    assert not game.get_type().provides_information_state_tensor
    fresh = game.new_initial_state()
    states = [fresh, fresh.clone(), fresh.child(0), pyspiel.deserialize_game_and_state(
        pyspiel.serialize_game_and_state(game, fresh))[1]]  # fmt: skip
    observer = make_observation(game, INFO_STATE_OBS_TYPE)
    assert observer.tensor is None
    asking: list[Callable[[], object]] = [
        game.information_state_tensor_shape, game.information_state_tensor_size,
        game.information_state_tensor_layout, lambda: observer.set_from(fresh, 0),
        *(state.information_state_tensor for state in states),
        *(partial(state.information_state_tensor, 0) for state in states),
    ]  # fmt: skip
    for ask in asking:
        with pytest.raises(NoInformationStateTensor, match=r"Use observation_tensor\(\)"):
            ask()
    with pytest.raises(ValueError, match="information_state_tensor not supported"):
        rl_environment.Environment(game, observation_type=rl_environment.ObservationType.INFORMATION_STATE)
    assert observer.string_from(fresh, 0) == fresh.information_state_string(0) == ""
    assert any(fresh.child(0).observation_tensor(0))


def test_an_observation_is_no_information_state() -> None:
    """It has all that a seat can know of the cards, and forgets in which order that was shown."""
    seen: dict[tuple[float, ...], set[str]] = {}

    def walk(state: Any) -> None:
        if state.is_terminal():
            return
        if not state.is_chance_node():
            told = state.information_state_string()
            seen.setdefault((state.current_player(), *state.observation_tensor()), set()).add(told)
        for action in state.legal_actions():
            walk(state.child(action))

    walk(loaded("python_toctoctoc_miniature").new_initial_state())
    assert (len(seen), sum(map(len, seen.values()))) == (332, 9044)


def test_options_are_parameters() -> None:
    game = loaded("python_escalier(players=2,risk=true)")
    assert (game.options["risk"], game.num_players()) == (True, 2)


def test_the_miniature_is_solved() -> None:
    """CFR+ on its whole tree: no best response wins much more against it."""
    from open_spiel.python.algorithms.gambit import export_gambit

    tree = pyspiel.load_efg_game(export_gambit(loaded("python_toctoctoc_miniature")))
    solver = pyspiel.CFRPlusSolver(tree)
    assert pyspiel.nash_conv(tree, solver.average_policy()) > 0.5
    for _ in range(20):
        solver.evaluate_and_update_policy()
    assert pyspiel.nash_conv(tree, solver.average_policy()) < 0.01
