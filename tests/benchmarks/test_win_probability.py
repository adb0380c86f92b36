"""Test the comparison of a net's win probabilities with the results of the games."""

import subprocess
import sys
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest

from benchmarks import win_probability
from benchmarks.strength import CALIBRATION
from benchmarks.win_probability import (
    MARKS,
    Judged,
    best_temperature,
    by_tenths,
    calibrated,
    evaluate,
    expected_error,
    fitted_layer,
    judge,
    markdown,
    played,
    plot,
    predictions,
    put,
)
from tests.conftest import Report
from toctoc import Match
from toctoc.bots import SeatInfo, bot_modules, net
from toctoc.bots.bulk_play import BulkTable
from toctoc.bots.learned import Learned
from toctoc.bots.npz import read_npz
from toctoc.core.compile import compiled
from toctoc.core.options import complete
from toctoc.core.registry import GAMES
from tools import ROOT

PLAYERS = 3
WITH_NETS = [name for name, game in GAMES.items() if bot_modules.has_net(game)]


def of_an_oracle(temperature: float, count: int = 40_000) -> Judged:
    """What an oracle says at another temperature than the right one."""
    rng = np.random.default_rng(1)
    logits = np.log(rng.random((count, PLAYERS)))
    right = Judged(logits, None, np.arange(count)).chances(1.0)
    winners = (right.cumsum(axis=1) > rng.random((count, 1))).argmax(axis=1)
    return Judged(logits / temperature, np.eye(PLAYERS)[winners], np.arange(count))


def test_what_an_oracle_says_is_right_and_one_that_is_too_sure_is_found_out() -> None:
    right, sure = (by_tenths(*predictions(of_an_oracle(temperature), 1.0)) for temperature in (1.0, 0.5))
    assert expected_error(right) < 0.01
    assert all(abs(tenth.error) < 2 * tenth.margin for tenth in right)
    assert expected_error(sure) > 0.06
    assert sure[-1].error < -2 * sure[-1].margin
    assert best_temperature(of_an_oracle(1.0)) == pytest.approx(1.0, abs=0.1)
    assert best_temperature(of_an_oracle(0.8)) == pytest.approx(1.25, abs=0.1)


def test_a_layer_that_expects_too_much_of_its_own_seat_is_fitted() -> None:
    rng = np.random.default_rng(2)
    hidden = rng.random((20_000, 4)).astype(np.float32)
    weight, bias = rng.normal(size=(4, 5)).astype(np.float32), np.zeros(5, np.float32)
    games = []
    for players in (3, 5):
        right = Judged(hidden @ weight[:, :players], None, None).chances(1.0)
        winners = (right.cumsum(axis=1) > rng.random((len(hidden), 1))).argmax(axis=1)
        games.append((hidden, np.eye(players)[winners]))
    too_much = np.array([0.8, 0, 0, 0, 0], np.float32)
    start = SimpleNamespace(layers={net.WIN_PROBABILITY: (weight, bias + too_much)})
    fitted = fitted_layer(games, start)
    assert fitted[0].flags.c_contiguous  # plain Python reads no other order
    for hidden, won in games:
        players, game = won.shape[1], np.arange(len(won))
        before, after = (
            by_tenths(*predictions(Judged((hidden @ layer[0] + layer[1])[:, :players], won, game), 1.0, seats=1))
            for layer in ((weight, bias + too_much), (fitted[0].T, fitted[1]))
        )
        assert expected_error(before) > 0.08
        assert expected_error(after) < 0.02


def test_the_predictions_of_one_game_count_as_one_observation() -> None:
    said, was = np.full(400, 0.95), np.repeat([1.0, 0.0], [380, 20])
    [alone], [together] = by_tenths(said, was, np.arange(400)), by_tenths(said, was, np.repeat(np.arange(4), 100))
    assert alone.count == together.count == 400
    assert alone.margin < 0.03 < together.margin


@pytest.mark.parametrize("name", WITH_NETS)
def test_a_replayed_game_has_the_predictions_of_its_seats(name: str) -> None:
    """The kernel replays the full state; a bot at the seat predicts the same from the events that it observes."""
    game = GAMES[name]
    options = complete(game.options, {})
    settings = tuple(game.settings(PLAYERS, options))
    results = BulkTable(game, settings, ["medium", "apprenti", "chasseur"], False).play(5, 0, 1, keep_steps=True)
    judged = evaluate(game, settings, results, False)
    match = Match(name, PLAYERS)
    nets = [Learned(SeatInfo(game, PLAYERS, match.options, seat, 1)) for seat in range(PLAYERS)]
    for seat, each in enumerate(nets):
        match.follow(seat, each.observe)
    expected, won = [], [1.0 / sum(results.wins[0]) if win else 0.0 for win in results.wins[0]]
    shares = []
    for seat, code in results.steps[: results.ends[0]]:
        if seat < 0:
            match.take_chance(game.outcome(match.state, code))
            continue
        if len(match.legal(seat)) > 1:
            chances = nets[seat].win_probabilities(Random(1))
            expected.append(chances[seat:] + chances[:seat])
            shares.append(won[seat:] + won[:seat])
        match.play(seat, game.action(match.state, code))
    assert match.over
    assert len(judged.game) == len(expected) > 20
    temperature = net.net(game).temperatures[PLAYERS - 1]
    np.testing.assert_allclose(judged.chances(temperature), expected, atol=1e-5)
    np.testing.assert_allclose(judged.won, shares)


def test_the_tables_have_a_column_for_every_number_of_players() -> None:
    judged = judge("toctoctoc", PLAYERS, "test", False, range(1))
    assert [*np.unique(judged.game)] == [0, 1, 2]
    tenths = by_tenths(*predictions(judged, 1.0))
    own = by_tenths(*predictions(judged, 1.0, seats=1))
    assert sum(tenth.count for tenth in tenths) == PLAYERS * sum(tenth.count for tenth in own)
    both = {3: tenths, 4: tenths[:5]}, {3: own, 4: own}
    text = markdown("toctoctoc", 3, *both, net.net(GAMES["toctoctoc"]).temperatures)
    assert text.count("| predicted | 3 players | 4 players |") == 2
    assert plot({3: tenths, 4: tenths[:5]}).count("<circle") == len(tenths) + 5
    assert all(mark.format("toctoctoc") in CALIBRATION.read_text("utf-8") for mark in MARKS)


@pytest.mark.long
@pytest.mark.compiled
@pytest.mark.parametrize("game", WITH_NETS)
def test_the_chances_of_our_nets_are_right_for_every_number_of_players(game: str, report: Report) -> None:
    for players in GAMES[game].players:
        judged = played(game, players, 2000, "long test", cores=1)
        tenths = by_tenths(*predictions(judged, net.net(GAMES[game]).temperatures[players - 1]))
        error = expected_error(tenths)
        name = f"what the net of {game} says of {players} players: thousandths that it is off"
        report(name, round(1000 * error))
        assert error < 0.02
        own = by_tenths(*predictions(judged, net.net(GAMES[game]).temperatures[players - 1], seats=1))
        assert all(abs(tenth.error) < 0.02 + 1.5 * tenth.margin for tenth in (*tenths, *own))


def test_the_kernel_of_a_fresh_process_can_write_observations() -> None:
    """Without `toctoc.lab.rows`, Numba does not compile the `write` of a codec."""
    if not compiled.available():
        pytest.skip("Numba is not installed")
    code = (
        "import sys; from benchmarks.win_probability import _kernel; from toctoc.core.registry import GAMES;"
        "_kernel(GAMES['toctoctoc'], True); sys.exit('toctoc.lab.rows' not in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


@pytest.mark.parametrize("name", WITH_NETS)
def test_a_net_has_a_temperature_for_each_number_of_players(name: str) -> None:
    """The cards list them."""
    game = GAMES[name]
    packed, card = bot_modules.weights(game)
    temperatures = net.net(game).temperatures
    for players in game.players:
        assert f"{temperatures[players - 1]:.2f} with {players} players" in card
    assert f"`{sha256(packed).hexdigest()}`" in card


@pytest.mark.parametrize("name", WITH_NETS)
def test_calibration_changes_no_move_of_a_net(name: str) -> None:
    packed, _ = bot_modules.weights(GAMES[name])
    found = []
    other = np.ones((5, 256), np.float32), np.ones(5, np.float32)
    for temperatures, layer in (({}, None), ({3: 2.0}, other)):
        again = calibrated(packed, temperatures, layer)
        with np.load(BytesIO(again)) as weights:
            numpy_net = net.NumpyNet({each: weights[each] for each in weights.files})
        plain_net = net.PlainNet(read_npz(again))
        victory = numpy_net.victory([[0.0] * numpy_net.inputs])[0]
        assert (max(victory) - min(victory) < 0.001) == (layer is not None)
        row = [float(n % 3) for n in range(numpy_net.inputs)]
        actions = [*range(numpy_net.actions)]
        found.append((each.logits(row, actions), each.temperatures[2]) for each in (numpy_net, plain_net))
    for (before, once), (after, twice) in zip(*found, strict=True):
        assert [*before] == [*after]
        assert (once, twice) == (1.0, 2.0)


def test_a_calibrated_net_plays_as_before_and_is_less_sure() -> None:
    packed, _ = bot_modules.weights(GAMES["chocottes"])
    once = calibrated(calibrated(packed, {2: 1.5, 4: 1.1}), {2: 2.0})
    with np.load(BytesIO(once)) as found, np.load(BytesIO(packed)) as given:
        names = [name for name in given.files if name != net.TEMPERATURES]
        assert sorted(found.files) == sorted([*names, net.TEMPERATURES])
        assert all(np.array_equal(found[name], given[name]) for name in names)
        fast = net.NumpyNet({name: found[name] for name in found.files})
    plain = net.PlainNet(read_npz(once))
    assert [*fast.temperatures] == [*plain.temperatures] == [1.0, 2.0, 1.0, 1.0, 1.0]
    game = GAMES["chocottes"]
    seat_info = SeatInfo(game, 2, complete(game.options, {}), 0, 1)
    certain, less_sure = (Learned(seat_info, each)._shares([2.0, 0.0, 9.0, 9.0, 9.0], 0) for each in (None, plain))
    assert less_sure == pytest.approx([1 / (1 + np.exp(-1.0)), 1 / (1 + np.exp(1.0))])
    assert sum(certain) == pytest.approx(1.0)


def test_weights_are_put_where_the_bots_look_and_their_card_has_their_hash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed, card = bot_modules.weights(GAMES["toctoctoc"])
    (tmp_path / "weights.md").write_text(card, encoding="utf-8")
    monkeypatch.setattr(
        win_probability, "import_module", lambda _: SimpleNamespace(__file__=str(tmp_path / "bots.py"))
    )
    for remark in ("at 1.1", "at 1.2"):
        put("toctoctoc", packed + remark.encode(), remark)
    assert (tmp_path / "weights.npz").read_bytes() == packed + b"at 1.2"
    text = (tmp_path / "weights.md").read_text("utf-8")
    assert f"| win probability | at 1.2 |\n| SHA-256 | `{sha256(packed + b'at 1.2').hexdigest()}` |" in text
    assert text.count("| win probability |") == 1
