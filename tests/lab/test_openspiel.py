"""OpenSpiel plays our games: its own tests, its search with our samples, and a miniature solved to the end."""

from typing import Any

import pytest

from toctoc.games import fields

from .side_by_side import TABLES

pyspiel = pytest.importorskip("pyspiel", reason="the small edition does without OpenSpiel")
pytestmark = pytest.mark.long


def loaded(name: str) -> Any:
    import toctoc.lab.openspiel  # noqa: F401  # tells OpenSpiel of our games

    return pyspiel.load_game(name)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_random_games_are_serialized(game: str, players: int) -> None:
    pyspiel.random_sim_test(loaded(f"python_{game}(players={players})"), 5, serialize=True, verbose=False)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_its_search_plays_with_worlds_that_we_draw(game: str, players: int) -> None:
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


def test_options_are_parameters() -> None:
    game = loaded("python_escalier(players=2,risk=true)")
    assert (game.options["risk"], game.num_players()) == (True, 2)


def test_the_miniature_is_solved() -> None:
    """CFR+ on its whole tree: nobody who knows the answer could win much more against it."""
    from open_spiel.python.algorithms.gambit import export_gambit

    tree = pyspiel.load_efg_game(export_gambit(loaded("python_toctoctoc_miniature")))
    solver = pyspiel.CFRPlusSolver(tree)
    assert pyspiel.nash_conv(tree, solver.average_policy()) > 0.5
    for _ in range(20):
        solver.evaluate_and_update_policy()
    assert pyspiel.nash_conv(tree, solver.average_policy()) < 0.01
