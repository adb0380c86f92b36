"""The win probabilities of the nets: the figures count the predictions of live bots, and the cards agree."""

from hashlib import sha256
from random import Random

import numpy as np
import pytest

from benchmarks.win_probability import by_tenths, evaluate, expected_error, played, predictions
from tests.conftest import Report
from tests.scale import each, spread
from toctoc import Match
from toctoc.bots import SeatInfo, bot_modules, net
from toctoc.bots.bulk_play import BulkTable
from toctoc.bots.learned import Learned
from toctoc.core.options import complete
from toctoc.core.registry import GAMES

PLAYERS = 3
WITH_NETS = [name for name, game in GAMES.items() if bot_modules.has_net(game)]


@each("name", spread(reversed(WITH_NETS), 1))
def test_a_replayed_game_has_the_predictions_of_its_seats(name: str) -> None:
    """The kernel replays the full state; a bot at the seat predicts the same from the events that it observes."""
    game = GAMES[name]
    options = complete(game.options, {})
    settings = tuple(game.settings(PLAYERS, options))
    results = BulkTable(game, settings, ["voyante", "apprenti", "chasseur"], False).play(5, 0, 1, keep_steps=True)
    judged = evaluate(game, settings, results, False)
    match = Match(name, PLAYERS)
    nets = [Learned(SeatInfo(game, PLAYERS, match.options, seat, 1)) for seat in range(PLAYERS)]
    for seat, own in enumerate(nets):
        match.follow(seat, own.observe)
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


@pytest.mark.nightly
@pytest.mark.compiled
@pytest.mark.parametrize("game", WITH_NETS)
def test_the_win_probabilities_are_right_for_every_number_of_players(game: str, report: Report) -> None:
    for players in GAMES[game].players:
        judged = played(game, players, 2000, "long test", cores=1)
        tenths = by_tenths(*predictions(judged, net.net(GAMES[game]).temperatures[players - 1]))
        error = expected_error(tenths)
        report(f"error of the net of {game} with {players} players, in thousandths", round(1000 * error))
        assert error < 0.02
        own = by_tenths(*predictions(judged, net.net(GAMES[game]).temperatures[players - 1], seats=1))
        assert all(abs(tenth.error) < 0.02 + 1.5 * tenth.margin for tenth in (*tenths, *own))


@each("name", WITH_NETS)
def test_the_card_of_a_net_has_its_temperatures_and_its_hash(name: str) -> None:
    game = GAMES[name]
    packed, card = bot_modules.weights(game)
    temperatures = net.net(game).temperatures
    for players in game.players:
        assert f"{temperatures[players - 1]:.2f} with {players} players" in card
    assert f"`{sha256(packed).hexdigest()}`" in card
