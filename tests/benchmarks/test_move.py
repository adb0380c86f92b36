"""The benchmark of a move, for an instant."""

from click.testing import CliRunner

from benchmarks import move


def test_the_same_games_are_played_in_every_round() -> None:
    result = CliRunner().invoke(move.main, ["--game", "escalier", "--games", "1", "--rounds", "2"])
    assert result.exit_code == 0, result.output
    assert "L'Escalier hanté" in result.output


def test_it_tells_which_functions_take_longest() -> None:
    result = CliRunner().invoke(move.main, ["--game", "escalier", "--games", "1", "--profile", "5"])
    assert result.exit_code == 0, result.output
    assert "function calls" in result.output
