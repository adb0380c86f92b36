"""The store's benchmark, for an instant."""

from click.testing import CliRunner

from benchmarks import store


def test_every_move_is_stored() -> None:
    result = CliRunner().invoke(store.main, ["--tables", "5", "--moves", "60", "--waiting", "7"])
    assert result.exit_code == 0, result.output
    assert "moves share a commit" in result.output
