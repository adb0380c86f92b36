"""Games between bots are reproducible and share their luck within a block; a bot that fails is named."""

import pickle
from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.scale import each
from toctoc import GAMES
from toctoc.arena.bot_play import Block, BotFailed, play_block
from toctoc.arena.plan import Tournament
from toctoc.arena.tournament import play_on

pytestmark = pytest.mark.usefixtures("fakes")


def tournament(*field: str, game: str = "toctoctoc", games: int = 24, seed: int = 5) -> Tournament:
    return Tournament.of(game, 3, field, games, seed, {})


def played(contests: Sequence[Tournament], cores: int) -> list[list[Block]]:
    blocks: list[list[Block]] = [[] for _ in contests]
    play_on(contests, blocks, lambda *_: None, cores)
    return blocks


@each("game", GAMES)
def test_a_block_is_the_same_every_time(game: str) -> None:
    block = play_block(tournament("first", "any", "last", game=game), 7)
    assert block == play_block(tournament("first", "any", "last", game=game, games=3000), 7)
    assert len(block) == 3
    for played in block:
        assert sorted(played.seats) == ["any", "first", "last"]
        assert len(played.scores) == 3
        assert played.winners


def test_other_blocks_and_seeds_are_other_games() -> None:
    one = tournament("any", "some")
    assert play_block(one, 0) != play_block(one, 1)
    assert play_block(one, 0) != play_block(tournament("any", "some", seed=6), 0)


def test_the_games_of_a_block_have_the_same_luck() -> None:
    """Equal bots without dice play the same game at every rotation of the seats."""
    alike = replace(tournament("last", "first"), field=("last", "last"), challenge=True)
    scores = {game.scores for game in play_block(alike, 0)}
    assert len(scores) == 1


def test_an_interrupted_tournament_continues_block_by_block() -> None:
    contests = [tournament("first", "any", games=9), *tournament("first", "any", games=9).ladder()]
    whole = played(contests, 1)
    rest = [whole[0][:2], whole[1][:0]]
    written: list[tuple[int, int]] = []
    play_on(contests, rest, lambda contest, block, _: written.append((contest, block)), 1)
    assert rest == whole
    assert written == [(0, 2), (1, 0), (1, 1), (1, 2)]


@pytest.mark.parametrize(
    ("culprit", "why"),
    [("deaf", "RuntimeError: what did you say"), ("cheat", "ValueError: None is not one of the legal actions: ")],
)
def test_a_bot_that_fails_is_named(culprit: str, why: str) -> None:
    with pytest.raises(BotFailed, match=f"the bot {culprit} failed in block 3, game 0") as caught:
        play_block(tournament("first", culprit, "any"), 3)
    error = caught.value
    assert why in error.why
    assert tournament("first", culprit, "any").seats(3, error.game)[error.seat] == culprit
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
