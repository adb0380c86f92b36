"""Analyse games: the curve, the turning points, and the cost of decisions."""

from dataclasses import replace
from random import Random

import msgspec
import pytest

from tests.analysis.games import played
from tests.scale import each, spread
from toctoc import GAMES, Match
from toctoc.analysis import Analysis, NoAnalysis, analyse, write
from toctoc.analysis.judge import difference, estimate
from toctoc.analysis.model import CAREFUL_REGRET
from toctoc.core.game import Action, Chance, Move
from toctoc.core.registry import BUILT_IN
from toctoc.games.escalier import rules as stairs
from toctoc.games.escalier import words as said_there
from toctoc.record import BrokenRecord, Record

pytestmark = pytest.mark.compiled


def steps_that_settle(done: Record) -> set[int]:
    """Return the numbers of steps after which a decision is due or the game is over."""
    match = Match(done.game, len(done.seats), done.options)
    settled = set()
    for number, step in enumerate(done.steps, 1):
        match.repeat(step)
        if not match.chance_awaited:
            settled.add(number)
    return settled


@pytest.mark.usefixtures("little")
@each("game, all_open", spread([(game, seen) for seen in (False, True) for game in reversed(BUILT_IN)], 2))
def test_the_curve_goes_from_the_deal_to_the_result(game: str, all_open: bool) -> None:
    done = played(game)
    reported: list[float] = []
    found = analyse(done, 1, all_open, tell=reported.append)
    assert (found.game, found.seat, found.open) == (game, 1, all_open)
    assert {point.step for point in found.points} <= steps_that_settle(done)
    for point in found.points:
        assert sum(point.chances) == pytest.approx(1, abs=0.001)
        assert all(0 <= chance <= 1 for chance in point.chances)
    first, *_, last = found.points
    assert all(margin > 0 for margin in first.margins)  # nothing is sure yet
    winners = done.result.winners
    assert last.step == len(done.steps)
    assert last.chances == tuple(1 / len(winners) if p in winners else 0.0 for p in range(3))
    assert last.margins == (0.0,) * 3
    assert reported == sorted(reported)
    assert reported[-1] == 1.0
    line = write(found).encode()
    assert line == msgspec.json.encode(found)  # as the store has it
    assert msgspec.json.decode(line, type=Analysis) == found


@pytest.mark.usefixtures("little")
def test_the_same_record_gives_the_same_analysis() -> None:
    done = played("escalier", seed=3)
    assert analyse(done, 0) == analyse(done, 0)
    assert analyse(done, 0) != analyse(done, 0, all_open=True)


@pytest.mark.usefixtures("little")
def test_costly_decisions_are_the_seats_own_and_had_a_better_one() -> None:
    done = played("toctoctoc", seed=2)
    found = analyse(done, 2)
    match = Match(done.game, 3, done.options)
    costly = {each.step: each for each in found.costly}
    decisions = 0
    for number, step in enumerate(done.steps, 1):
        if isinstance(step, Move) and step.seat == 2 and len(match.legal(2)) > 1:
            decisions += 1
        if each := costly.get(number):
            assert isinstance(step, Move)
            assert (step.seat, str(step.action)) == (2, each.done)
            assert each.better in match.legal_words(2)
            assert each.better != each.done
            assert each.best - each.chance >= each.margin > 0
        match.repeat(step)
    assert found.decisions == decisions
    losses = [each.best - each.chance for each in found.costly]
    assert losses == sorted(losses, reverse=True)
    assert len(losses) <= 3


@pytest.mark.usefixtures("little")
@each("game", spread(reversed(BUILT_IN), 1))
def test_a_random_player_is_not_praised(game: str) -> None:
    """In few worlds the margins are wide, and hide the costs of single decisions."""
    rng = Random(8)
    done = played(game, seed=4, whim=lambda match, seat: None if seat else rng.choice(match.legal(seat)))
    found = replace(analyse(done, 0), costly=(), lapses=())
    assert found.regret is not None
    assert found.regret > CAREFUL_REGRET
    assert not found.is_careful
    assert replace(found, regret=CAREFUL_REGRET).is_careful
    assert not replace(found, regret=None).is_careful


def test_a_memory_slip_is_named_with_its_step(request: pytest.FixtureRequest) -> None:
    """In the middle of a game seat 0 turns a ghost over whose child all have seen."""
    planted: list[int] = []

    def wrong(match: Match, seat: int) -> Action | None:
        s = match.state
        if seat or planted or s.phase != stairs.SEARCHING or len(match.steps) < 20:
            return None
        planted.append(len(match.steps) + 1)
        codes = [match.game.action_code(action) for action in match.legal(seat)]
        return said_there.action(s, next(c for c in codes if s.disc[c - stairs.TURN] != s.sought))

    done = played("escalier", players=2, seed=5, whim=wrong)
    found = analyse(done, 0, share=0.4)
    assert planted
    lapse = next(each for each in found.lapses if each.step == planted[0])
    assert lapse.reason.code == "was-there"
    costly = next(each for each in found.costly if each.step == planted[0])
    assert costly.better != costly.done
    assert costly.reason is not None
    assert costly.reason.code in ("followed", "left-over")
    request.getfixturevalue("little")
    aided = replace(done, options={**done.options, "memory_aid": True})
    with_aid = analyse(aided, 0)
    assert not with_aid.tracks  # the table remembers for all
    assert not with_aid.lapses


@pytest.mark.usefixtures("little")
def test_moves_of_the_clock_are_no_decisions() -> None:
    done = played("escalier", players=2)
    by_clock = [replace(step, by="clock") if isinstance(step, Move) else step for step in done.steps]
    found = analyse(replace(done, steps=tuple(by_clock)), 0)
    assert (found.decisions, found.costly, found.lapses) == (0, (), ())


def test_a_record_without_bots_seat_or_moves_is_refused() -> None:
    done = played("escalier", players=2)
    with pytest.raises(NoAnalysis, match="no bot of ours plays") as refused:
        analyse(replace(done, game=replace(GAMES["escalier"], name="solitaire")), 0)
    assert refused.value.code == "no-bots"
    with pytest.raises(NoAnalysis, match="there is no seat 2; there are 0 to 1"):
        analyse(done, 2)
    for steps in ((), tuple(step for step in done.steps[:1] if isinstance(step, Chance))):
        with pytest.raises(NoAnalysis, match="nobody has moved"):
            analyse(replace(done, steps=steps), 0)
    moves = [n for n, step in enumerate(done.steps) if not isinstance(step, Chance)]
    without = done.steps[: moves[0]] + done.steps[moves[0] + 1 :]
    with pytest.raises(BrokenRecord):
        analyse(replace(done, steps=without), 0)


def test_a_margin_shrinks_with_the_playouts_and_is_never_nothing() -> None:
    values = [0.0, 1.0] * 50
    mean, margin = estimate(values, [1.0] * 100)
    assert mean == 0.5
    assert margin == pytest.approx(1.96 * (0.5**2 / 100) ** 0.5, rel=0.05)
    assert estimate(values * 4, [1.0] * 400)[1] < 0.6 * margin
    assert 0.01 < estimate([1.0] * 100, [1.0] * 100)[1] < 0.06  # though none was lost
    assert estimate([0.0, 1.0], [3.0, 1.0])[0] == 0.25
    gain, doubt = difference([1.0] * 100, [0.5] * 100, [1.0] * 100)
    assert gain == 0.5
    assert 0 < doubt < 0.06
