"""The tables of a training: the inputs of a network, ablations, and forgetful levels."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import pytest

pytestmark = [pytest.mark.nightly, pytest.mark.compiled]
pytest.importorskip("numba", reason="the tables of a training are compiled")

from toctoc.bots.seat_inputs import SeatInputs  # noqa: E402
from toctoc.core.compile.playout import roll, seed_rng  # noqa: E402
from toctoc.core.match import Match  # noqa: E402
from toctoc.games.escalier.rules import NONE  # noqa: E402
from toctoc.games.toctoctoc.rules import ANSWERING, REFUSE  # noqa: E402
from training.crew import LEARNER, OLDER  # noqa: E402
from training.group import Group  # noqa: E402
from training.league import LEAGUES, PAST  # noqa: E402

TABLES = [(game, tables.players, tables.options) for game, league in LEAGUES.items() for tables in league.tables]


@pytest.mark.parametrize(("game", "players", "options"), TABLES)
def test_a_network_has_the_inputs_of_a_live_bot(game: str, players: int, options: Mapping[str, object]) -> None:
    group = Group(game, players, 1, 7, PAST, options=options, skipping=False)  # no levels: they decide ahead
    rng = [0]
    seed_rng(rng, 7, 0)
    match = Match(game, players, group.options)
    seats = [SeatInputs(group.codec, seat, group.options) for seat in range(players)]
    for seat, inputs in enumerate(seats):
        match.listen(seat, inputs.observe)
    match.draw_from(partial(roll, rng))
    while not group.rows.done[0]:
        seat = int(group.rows.seat[0])
        assert seats[seat].read() == group.rows.inputs[0].tolist()
        assert seats[seat].mask() == group.rows.mask[0].tolist()
        group.step(group.sample())
        match.play(seat, match.game.action(match.state, int(group.rows.codes[0])))


def stepped(group: Group, steps: int = 200) -> Any:
    """Play on by any actions, and yield the arrays before each step, with what was then done."""
    for _ in range(steps):
        before = group.rows._replace(seat=group.rows.seat.copy(), states=group.rows.states.copy())
        group.step(group.sample())
        yield before, group.rows.codes


def test_only_the_ablated_seat_never_opens() -> None:
    group = Group("toctoctoc", 4, 16, 3, PAST, "never-opens", skipping=False)
    opened = {LEARNER: 0, OLDER: 0}
    asked = dict(opened)
    for rows, codes in stepped(group):
        for row in range(group.n):
            if rows.states[row]["phase"] == ANSWERING:
                who = int(group.rows.before[row, rows.seat[row]])
                asked[who] += 1
                opened[who] += int(codes[row] != REFUSE)
    assert asked[OLDER] > 100
    assert opened[OLDER] == 0
    assert opened[LEARNER] > asked[LEARNER] / 3


def test_levels_forget_and_networks_do_not() -> None:
    group = Group("escalier", 4, 64, 3, "petit-fantome", skipping=False)
    lost = {LEARNER: 0, 0: 0}
    for rows, _ in stepped(group, 60):
        for row in range(group.n):
            for p in range(4):
                belief = rows.minds[row, p]["belief"][p]
                lost[int(rows.seated[row, p])] += int((belief == NONE).sum()) - 1
    assert lost[LEARNER] == 0
    assert lost[0] > 64 * 60 * 3  # more than one of four ghosts, at any time
