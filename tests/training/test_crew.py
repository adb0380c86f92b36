"""Test the line-ups of a training: drawn as configured, with all players of a league."""

from typing import Any

import numpy as np

from tests.scale import each
from toctoc.core.compile.playout import seed_rng
from toctoc.core.position import Position
from toctoc.core.registry import find
from toctoc.study import study_modules
from training import crew
from training.crew import LEARNER, OLDER, Chosen
from training.league import LEAGUES, PAST, RIVALS

LEVELS = 6
LAWS = (1, 2, 5)


def drawn(players: int = 4, fixed: int = LEARNER, law: int = 0, laws: tuple[int, ...] = LAWS) -> list[Any]:
    traits, dice = np.zeros((LEVELS + 1, 1)), [0]
    seed_rng(dice, 1, players)
    chosen = Chosen((), 1, traits, traits, laws, fixed, law, 0)
    tables = []
    for _ in range(2000):
        seated, stubborn = [0] * crew.SEATS, [0] * crew.SEATS
        crew.draw_crew(seated, stubborn, players, chosen, dice)
        tables.append((seated, stubborn))
    return tables


@each("players", [2, 4, 5])
def test_every_table_has_a_learner_that_obeys_no_rule(players: int) -> None:
    for seated, stubborn in drawn(players):
        assert LEARNER in seated[:players]
        assert all(rule == 0 for who, rule in zip(seated, stubborn, strict=True) if who == LEARNER)
        assert all(rule == 0 or rule in LAWS for rule in stubborn)
        assert all(OLDER <= who < LEVELS for who in seated)
        assert all(who == LEARNER for who in seated[players:])


def test_a_table_with_one_level_has_rivals_that_are_all_alike() -> None:
    others = [
        [pair for pair in zip(seated[:4], stubborn, strict=False) if pair[0] != LEARNER]
        for seated, stubborn in drawn()
    ]
    alike = [rivals for rivals in others if len(rivals) == 3 and rivals[0][0] >= 0 and len(set(rivals)) == 1]
    assert {rivals[0][0] for rivals in alike} == set(range(LEVELS))
    assert {rivals[0][1] for rivals in alike} == {0, *LAWS}
    mixed = [rivals for rivals in others if len({who for who, _ in rivals}) > 1]
    assert {who for rivals in mixed for who, _ in rivals} == {OLDER, *range(LEVELS)}
    assert {rule for rivals in mixed for _, rule in rivals} == {0, *LAWS}


@each("name", LEAGUES)
def test_a_league_names_existing_rules_opponents_and_tables(name: str) -> None:
    league, game = LEAGUES[name], find(name)
    laws = {ablation.name for ablation in study_modules.ablations(game)}
    assert set(league.stubborn) <= laws
    assert league.odd in {"", *laws}
    assert set(league.opponents) <= {*RIVALS, PAST}
    for tables in league.tables:
        Position(game, tables.players, tables.options)
    assert {tables.players for tables in league.tables} == set(range(game.rules.FEWEST, game.rules.SEATS + 1))
