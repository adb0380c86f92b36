"""Test consequences of the rules: the length of a game (T20), and the results of random players."""

import importlib.util
from collections.abc import Iterator
from types import ModuleType

import pytest

from tests.scale import each, scaled
from toctoc.core import fields
from toctoc.core.compile import playout
from toctoc.core.game import Move
from toctoc.games.toctoctoc import rules
from toctoc.games.toctoctoc.words import Offer

from .table import hand, legal, odds, out, party, random_game, shown

GAMES = scaled(300, most=2000)  # so many have the measured averages
TURNS = {3: 46, 4: 47, 5: 45}
CARDS_IN_GAME = {3: 52, 4: 55, 5: 55}


@pytest.fixture(scope="module")
def random_players() -> ModuleType:
    """A copy of the playouts that plays by these rules."""
    spec = importlib.util.spec_from_file_location("toctoctoc_playout", playout.__file__)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    vars(module)["rules"] = rules
    spec.loader.exec_module(module)
    return module


def results(
    random_players: ModuleType, players: int, games: int
) -> tuple[list[int], list[list[int]], list[list[int]]]:
    """Decisions, scores and victories of random games."""
    decisions = [0] * games
    scores = [[0] * players for _ in range(games)]
    wins = [[0] * players for _ in range(games)]
    state = fields.blank(rules.State)
    random_players.playouts(state, (players, rules.NONE), 2024, 0, [0], decisions, scores, wins)
    return decisions, scores, wins


def offers_in_a_random_game(random_players: ModuleType, players: int, game: int) -> int:
    state, rng = fields.blank(rules.State), [0]
    random_players.seed_rng(rng, 11, game)
    rules.setup(state, players, game % players)
    offers = 0
    while not rules.over(state):
        seat = rules.asked(state)
        if seat == rules.CHANCE:
            outcome = rules.chance_pick(state, random_players.roll(rng, rules.chance_total(state)))
            rules.take_chance(state, outcome)
            continue
        offers += state.phase == rules.OFFERING
        action = rules.legal_nth(state, seat, random_players.roll(rng, rules.legal_count(state, seat)))
        rules.act(state, seat, action)
    return offers


@pytest.mark.untraced
@each("players", TURNS)
def test_T7_T10_T20_a_game_always_has_so_many_turns(random_players: ModuleType, players: int) -> None:
    turns = {offers_in_a_random_game(random_players, players, game) for game in range(scaled(40, most=400))}
    assert turns == {TURNS[players]}


@each("players", TURNS)
def test_T7_T10_T20_a_record_has_so_many_offers(players: int) -> None:
    *_, match = random_game(players, seed=31, start="random")
    moves = [step for step in match.steps if isinstance(step, Move)]
    assert sum(isinstance(move.action, Offer) for move in moves) == TURNS[players]


@pytest.mark.untraced
@each("players, decisions, score", [(3, 97.0, 12.3), (4, 99.0, 10.2), (5, 94.5, 7.9)])
def test_T19_T20_T21_random_players_decide_and_score_as_measured(
    random_players: ModuleType, players: int, decisions: float, score: float
) -> None:
    made, scores, _ = results(random_players, players, GAMES)
    assert sum(made) / GAMES == pytest.approx(decisions, abs=0.3)
    assert min(made) >= 2 * TURNS[players]
    assert sum(map(sum, scores)) / GAMES / players == pytest.approx(score, abs=0.2)


@pytest.mark.untraced
@each("players", TURNS)
def test_T22_every_random_game_has_the_winners_that_its_scores_say(
    random_players: ModuleType, players: int
) -> None:
    _, scores, wins = results(random_players, players, 50)
    for points, won in zip(scores, wins, strict=True):
        assert won == [int(total == max(points)) for total in points]


def positions(players: int) -> Iterator[list[str]]:
    """All cards of a random game, wherever they lie, after every step from the first hand on."""
    for match in random_game(players, seed=32):
        if match.state.phase <= rules.DEAL_GUEST:
            continue
        view = shown(match)
        lying = [*out(match), *([view.top] if view.top else [])]
        for seat in range(players):
            lying += hand(match, seat) + party(match, seat)
        lying += [words.split()[1] for words, count in odds(match).items() for _ in range(count)]
        if not match.chance_awaited:
            lying += ["?"] * (view.pile - bool(view.top))
        lying += ["?"] * ((view.door is not None) + (view.revealed is not None))
        yield lying


@each("players", TURNS)
def test_T1_T2_no_card_is_ever_lost_or_made(players: int) -> None:
    assert {len(lying) for lying in positions(players)} == {CARDS_IN_GAME[players]}


@each("players", TURNS)
def test_T7_T8_T13_T16_only_a_seat_that_is_to_act_has_something_to_do(players: int) -> None:
    for match in random_game(players, seed=33):
        may = tuple(seat for seat in range(players) if legal(match, seat))
        assert may == match.actors
        assert len(may) <= 1
