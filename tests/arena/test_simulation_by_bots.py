"""Simulations by bots: line-ups, equal chance outcomes, records that verify, and the play of the plain bots."""

from collections.abc import Iterator, Sequence
from math import sqrt
from pathlib import Path
from statistics import fmean, variance

import pytest

from tests.bots.tables import SEARCHER, play
from tests.scale import each, scaled, spread
from toctoc import GAMES, record
from toctoc.arena import BotFailed, BotTally
from toctoc.arena import simulation as module
from toctoc.arena.plan import Simulation
from toctoc.arena.simulation import play_matches, play_policies, simulate, slow_bots
from toctoc.bots import BadLevel
from toctoc.bots.bulk_play import BulkTable
from toctoc.core.compile import compiled
from toctoc.core.game import Chance, Move
from toctoc.games.chocottes.rules import state as chocottes
from toctoc.games.chocottes.words import Knock

POLICY_GAMES = scaled(6, 60)
AGREEING = {"escalier": scaled(15, 300), "toctoctoc": scaled(6, 120), "chocottes": scaled(4, 80)}
BEFORE_DECISIONS = {"toctoctoc": 23, "chocottes": 13, "escalier": 2}  # so much chance brings, with three players
FIELD = ["voyante", "apprenti", "petit-fantome"]
FIELDS = [("voyante", "apprenti"), ("chasseur", "petit-fantome")]


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "available", lambda: False)


def planned(game: str, games: int = 8, bots: Sequence[str] = FIELD, players: int = 3) -> Simulation:
    return Simulation.of(game, players, games, 5, {"start": "random"}, bots)


def opening(line: str, steps: int) -> list[str]:
    """Return the outcomes of chance before the first decision."""
    found = record.read(line)
    first = [step for step in found.steps if isinstance(step, Chance)]
    return [str(step.outcome) for step in first[:steps]]


# --- line-ups ----------------------------------------------------------------------------------------------------


def test_bots_are_repeated_until_all_seats_are_taken_and_move_on_by_one_seat() -> None:
    simulation = planned("escalier", bots=["voyante", "apprenti"])
    assert [simulation.seats(game) for game in range(4)] == [
        ("voyante", "apprenti", "voyante"),
        ("apprenti", "voyante", "voyante"),
        ("voyante", "voyante", "apprenti"),
        ("voyante", "apprenti", "voyante"),
    ]


def test_records_name_the_bots_of_all_seats_and_verify(plain: None) -> None:
    for way in (play_policies, play_matches):
        _, lines = way(planned("escalier"), True, (2, 4))
        for number, line in enumerate(lines, 2):
            found = record.read(line)
            record.verify(found)
            assert tuple(seat.bot for seat in found.seats) == planned("escalier").seats(number)


@pytest.mark.compiled
@each("game", spread(reversed(GAMES), 1))
def test_records_of_compiled_games_verify_and_agree_with_the_counts(game: str) -> None:
    simulation = planned(game)
    counted, none = play_policies(simulation, False, (1, 3))
    again, lines = play_policies(simulation, True, (1, 3))
    assert (counted, none, len(lines)) == (again, [], 3)
    found = [record.read(line) for line in lines]
    for one in found:
        record.verify(one)
    assert sum(isinstance(step, Move) for one in found for step in one.steps) == counted.decisions
    assert [sum(scores) for scores in zip(*(one.result.scores for one in found), strict=True)] == counted.points


def test_victories_and_scores_are_counted_by_bot() -> None:
    tally = BotTally.of(["a", "b", "a"])
    tally.count(["a", "b", "a"], [4, 7, 1], [0, 1, 0])
    tally.count(["b", "a", "a"], [3, 3, 2], [1, 1, 0])
    assert (tally.score("a").mean, tally.score("b").mean) == (10 / 4, 10 / 2)
    assert (tally.victories("a").mean, tally.victories("b").mean) == (0.5 / 4, 1.5 / 2)
    other = BotTally.of(["a", "b", "a"])
    other.add(tally)
    assert other == tally
    assert tally.victories("b").margin == pytest.approx(1.959964 * 0.25, rel=1e-5)


@pytest.mark.compiled
def test_lists_and_arrays_are_counted_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    fast = play_policies(planned("escalier"), False, (1, POLICY_GAMES))
    monkeypatch.setattr(compiled, "available", lambda: False)
    assert play_policies(planned("escalier"), False, (1, POLICY_GAMES)) == fast


# --- the same games ----------------------------------------------------------------------------------------------


@each("game", GAMES)
def test_chance_is_the_same_for_all_bots(game: str, plain: None) -> None:
    deals = [
        opening(way(planned(game, bots=bots), True, (3, 1))[1][0], BEFORE_DECISIONS[game])
        for way, bots in ((play_policies, FIELD), (play_policies, ["random"]), (play_matches, ["chasseur"]))
    ]
    assert deals[0] == deals[1] == deals[2]
    others = [opening(line, BEFORE_DECISIONS[game]) for line in play_policies(planned(game), True, (4, 3))[1]]
    assert deals[0] not in others or game == "escalier"


@pytest.mark.nightly
def test_the_number_of_cores_changes_neither_counts_nor_records(
    plain: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MATCH_BATCH", 3)
    found = []
    for cores in (1, 2):
        lines: list[str] = []
        found.append((simulate(planned("escalier", 7), write_line=lines.append, cores=cores), lines))
    assert found[0] == found[1]
    assert found[0][0].games == len(found[0][1]) == 7


def test_policies_are_compiled_before_the_work_is_spread(monkeypatch: pytest.MonkeyPatch) -> None:
    """So is the search of bots that search; otherwise every process would compile it."""
    done: list[str] = []
    monkeypatch.setattr(module, "compile_policies", lambda _: done.append("policies"))
    monkeypatch.setattr(module, "warm_up", lambda _: done.append("search"))

    def spread(*_: object) -> Iterator[None]:
        done.append("spread")
        yield from ()

    monkeypatch.setattr(module, "spread", spread)
    simulate(planned("escalier"), cores=8)
    simulate(planned("escalier", bots=[SEARCHER]), cores=8)
    assert done == ["policies", "spread", "search", "spread"]


# --- bots without a compiled policy -----------------------------------------------------------------------------


def test_a_bot_that_searches_makes_all_play_matches(
    plain: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "deep.toml").write_text('like = "voyante"\n[search.escalier]\nworlds = 2\nplain_worlds = 2\n')
    deep = str(tmp_path / "deep.toml")
    simulation = planned("escalier", 2, ["voyante", deep, "random"])
    assert slow_bots(simulation) == [deep]
    assert slow_bots(planned("escalier")) == []
    monkeypatch.setattr(module, "play_policies", lambda *_: pytest.fail("by policy"))
    assert simulate(simulation, cores=1).games == 2


def test_a_bot_that_fails_is_named(plain: None, tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text(
        "class Broken:\n"
        "    def __init__(self, chair): pass\n"
        "    def observe(self, event): pass\n"
        "    def act(self, view, legal): raise RuntimeError('no idea')\n"
    )
    name = f"{tmp_path / 'broken.py'}:Broken"
    with pytest.raises(BotFailed, match="no idea") as failed:
        simulate(planned("escalier", 2, ["voyante", name, "voyante"]), cores=1)
    assert (failed.value.bot, failed.value.game) == (name, 0)


@pytest.mark.parametrize(
    ("bots", "reason"),
    [
        (["nobody"], "there is no bot 'nobody'"),
        (["voyante"] * 4, "3 players have room for as many bots, not 4"),
        (["absent.toml"], "cannot be read"),
    ],
)
def test_bots_that_cannot_be_seated_are_refused(bots: list[str], reason: str) -> None:
    with pytest.raises((BadLevel, ValueError), match=reason):
        planned("escalier", bots=bots)


# --- play as the bots' own ---------------------------------------------------------------------------------------

Figures = list[list[float]]  # game by game: decisions, knocks, the first bot's share of victory and its score


def by_bots(game: str, names: Sequence[str], games: int) -> Figures:
    """Return the figures of plain bots at matches."""
    found: Figures = []
    for number in range(games):
        seats = [names[(seat + number) % len(names)] for seat in range(len(names))]
        match = play(game, seats, number)
        moves = [step for step in match.steps if isinstance(step, Move)]
        knocks = sum(isinstance(move.action, Knock) for move in moves)
        own = [seat for seat, name in enumerate(seats) if name == names[0]]
        share = sum(seat in match.winners for seat in own) / len(match.winners)
        found.append([len(moves), knocks, share, sum(match.scores[seat] for seat in own)])
    return found


def by_policies(game: str, names: Sequence[str], games: int) -> Figures:
    """Return the figures of their compiled policies."""
    options = Simulation.of(game, len(names), 1, 1, {}).options
    table = BulkTable(GAMES[game], GAMES[game].settings(len(names), options), names, compiled.available())
    played = table.play(3, 0, games, keep_steps=True)
    found: Figures = []
    begin = 0
    for number in range(games):
        steps, begin = played.steps[begin : played.ends[number]], int(played.ends[number])
        knocks = sum(seat >= 0 and code == chocottes.KNOCK for seat, code in steps)
        seats = [names[(seat + number) % len(names)] for seat in range(len(names))]
        own = [seat for seat, name in enumerate(seats) if name == names[0]]
        share = sum(played.wins[number][seat] for seat in own) / sum(played.wins[number])
        score = sum(played.scores[number][seat] for seat in own)
        found.append([float(played.decisions[number]), float(knocks), float(share), float(score)])
    return found


def distances(few: Figures, many: Figures) -> list[float]:
    """Return the distances of the means in standard errors, figure by figure."""
    apart = []
    for some, all_ in zip(zip(*few, strict=True), zip(*many, strict=True), strict=True):
        error = sqrt(variance(all_) * (1 / len(some) + 1 / len(all_)))
        apart.append(abs(fmean(some) - fmean(all_)) / max(error, 1e-9))
    return apart


@pytest.mark.compiled
@each("game, field", spread([(game, field) for field in FIELDS for game in AGREEING], 1))
def test_compiled_policies_play_like_bots(game: str, field: tuple[str, str]) -> None:
    names, games = [*field, *field], AGREEING[game]
    apart = distances(by_bots(game, names, games), by_policies(game, names, 20 * games))
    used = apart if game == "chocottes" else [apart[0], *apart[2:]]
    assert max(used) < 4.0
