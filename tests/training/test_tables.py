"""The tables of a training: what a net sees there, who is stubborn, and who forgets."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import pytest

pytestmark = [pytest.mark.long, pytest.mark.compiled]
pytest.importorskip("numba", reason="the tables of a training are compiled")

import numpy as np  # noqa: E402  # first what says whether there is a compiler

from toctoc.bots.inputs import Inputs  # noqa: E402
from toctoc.core.compile.playout import roll, seed_rng  # noqa: E402
from toctoc.core.match import Match  # noqa: E402
from toctoc.games.escalier.rules import NONE  # noqa: E402
from toctoc.games.toctoctoc.rules import ANSWERING, REFUSE  # noqa: E402
from training.crew import LEARNER, OLDER  # noqa: E402
from training.group import Group  # noqa: E402
from training.league import FREE, LEAGUES, PAST  # noqa: E402

TABLES = [(game, tables.players, tables.options) for game, league in LEAGUES.items() for tables in league.tables]


@pytest.mark.parametrize(("game", "players", "options"), TABLES)
def test_a_player_sees_at_a_table_what_was_trained_with(
    game: str, players: int, options: Mapping[str, object]
) -> None:
    group = Group(game, players, 1, 7, PAST, options=options, skipping=False)  # no levels: they decide ahead
    rng = [0]
    seed_rng(rng, 7, 0)
    match = Match(game, players, group.options)
    seats = [Inputs(group.codec, seat, group.options) for seat in range(players)]
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


def test_who_never_opens_never_opens_and_everybody_else_does() -> None:
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


@pytest.mark.parametrize("game", LEAGUES)
def test_who_is_free_sits_among_learners_and_does_as_it_likes(game: str) -> None:
    group = Group(game, 4, 16, 3, PAST, FREE, skipping=False)
    acted = 0
    for _ in range(100):
        for row in group.rows.seated[:, :4].tolist():
            assert sorted(row) == [OLDER, LEARNER, LEARNER, LEARNER]
        seats, whose, actions = group.rows.seat.copy(), group.rows.whose.copy(), group.sample()
        group.step(actions)
        for row in np.flatnonzero(whose == OLDER):
            acted += 1
            assert group.rows.codes[row] == group.codec.coding.to_rules(4, int(seats[row]), int(actions[row]))
    assert acted > 100


def test_levels_forget_and_nets_do_not() -> None:
    group = Group("escalier", 4, 64, 3, "petit-fantome", skipping=False)
    lost = {LEARNER: 0, 0: 0}
    for rows, _ in stepped(group, 60):
        for row in range(group.n):
            for p in range(4):
                belief = rows.minds[row, p]["belief"][p]
                lost[int(rows.seated[row, p])] += int((belief == NONE).sum()) - 1
    assert lost[LEARNER] == 0
    assert lost[0] > 64 * 60 * 3  # more than one of four ghosts, at any time


@pytest.mark.parametrize("game", LEAGUES)
def test_most_decisions_shown_are_those_of_nets_that_have_a_choice(game: str) -> None:
    group = Group(game, LEAGUES[game].tables[0].players, 64, 5)
    games, others, count = 0, 0, 0
    for _ in range(150):
        group.step(group.sample())
        rows = group.rows
        shown = ~rows.done
        count += int(shown.sum())
        others += int((shown & ((rows.whose >= 0) | (rows.mask.sum(1) == 1))).sum())
        assert np.allclose(rows.rewards.sum(1), rows.done)
        games += int(rows.done.sum())
    assert games > 64
    assert 0 < others < count / 4
