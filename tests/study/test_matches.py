"""Studies of bots without compiled policies: the same questions, counted in matches."""

import json
from functools import partial
from pathlib import Path

import pytest

from tests.cli.invoke import run as toctoc
from toctoc import Match
from toctoc.core.compile.playout import roll, seed_rng
from toctoc.games.toctoctoc.study.questions import OPENED
from toctoc.journal import AnotherWork
from toctoc.study import page, running
from toctoc.study.cells import ALL, CHOSEN, LENGTH, ODD, SHARE, WINS
from toctoc.study.journal import FILE, StudyJournal
from toctoc.study.matches import MatchTable
from toctoc.study.plan import Arm, NoSuchTable, Study, TableChoice, is_slow
from toctoc.study.table import table
from tools import ROOT

pytestmark = pytest.mark.usefixtures("plain")
GRUDGE = f"{ROOT / 'examples' / 'grudge.py'}:Grudge"
SEED, SOME = 5, 3
STUBBORN = '''
class {name}:
    """Takes the first or the last action; or makes a mistake."""

    def __init__(self, chair):
        pass

    def observe(self, event):
        pass

    def act(self, view, legal):
        return {does}
'''


def bot(folder: Path, name: str, does: str) -> str:
    (folder / f"{name.lower()}.py").write_text(STUBBORN.format(name=name, does=does), encoding="utf-8")
    return f"{folder / name.lower()}.py:{name}"


def arm(name: str, key: str = "players=3", game: str = "toctoctoc") -> Arm:
    [found] = [arm for arm in Study.of(game, (3,), name, SOME, SEED).arms if arm.key == key]
    return found


def test_victories_and_lengths_are_those_of_matches_with_the_same_luck(tmp_path: Path) -> None:
    """Of bots without dice: the study's games again, by hand."""
    first, last = bot(tmp_path, "First", "legal[0]"), bot(tmp_path, "Last", "legal[-1]")
    lineup = (first, last, last)
    sums = MatchTable(Arm("players=3", "toctoctoc", lineup, arm(first).options)).add_up(SEED, 0, SOME)
    wins, odd, decisions = [0] * 3, 0, 0
    for game in range(SOME):
        luck = [0]
        seed_rng(luck, SEED, game)
        match = Match("toctoctoc", 3, chance=partial(roll, luck))
        while (seat := match.asked) is not None:
            legal = match.legal(seat)
            match.play(seat, legal[0 if lineup[(seat + game) % 3] == first else -1])
            decisions += 1
        for seat in match.winners:
            wins[seat] += SHARE // len(match.winners)
            odd += SHARE // len(match.winners) if lineup[(seat + game) % 3] == first else 0
    assert [sums[WINS + seat][0] for seat in range(3)] == wins
    assert (sums[ODD][0], sums[LENGTH][0]) == (odd, decisions)


def test_the_steps_of_a_match_can_be_repeated_in_every_game() -> None:
    """With random bots, through every phase."""
    for game in ("toctoctoc", "chocottes", "escalier"):
        seated = MatchTable(arm("random", game=game))
        seated.add_up(SEED, 0, 1)
        again = Match(game, 3, dict(seated.arm.options))
        for step in seated.match.steps:
            again.repeat(step)
        assert again.over
        assert again.scores == seated.match.scores


def test_an_ablated_seat_obeys_its_rule_and_not_its_bot(tmp_path: Path) -> None:
    opener = bot(tmp_path, "Opener", "legal[0]")
    usual, never = (
        MatchTable(arm(opener, key)).add_up(SEED, 0, SOME) for key in ("players=3", "ablation=never-opens")
    )
    assert usual[OPENED][0] == usual[OPENED][1]
    assert 0 < never[OPENED][0] < never[OPENED][1] == usual[OPENED][1]


def test_a_fork_is_of_one_decision_a_game() -> None:
    sums = MatchTable(arm(GRUDGE, "fork=door")).add_up(SEED, 0, SOME)
    assert sums[ALL][1] == sums[CHOSEN][1] + sums[CHOSEN + 1][1] == SOME


def test_bots_of_a_game_have_the_same_dice_every_time() -> None:
    odd = arm(GRUDGE, "level=petit-fantome")
    whole = MatchTable(odd).add_up(SEED, 0, 2)
    one, two = MatchTable(odd).add_up(SEED, 0, 1), MatchTable(odd).add_up(SEED, 1, 1)
    assert whole == [[a + b for a, b in zip(*rows, strict=True)] for rows in zip(one, two, strict=True)]


def test_a_bot_without_a_policy_makes_its_table_play_matches() -> None:
    keys = {each.key: each for each in Study.of("toctoctoc", (3,), GRUDGE, SOME, SEED).arms}
    assert all(map(is_slow, keys.values()))
    assert "level=comte" in keys
    assert not any(key.startswith("memory=") for key in keys)  # whose bot remembers what only habits tell
    quick = Study.of("toctoctoc", (3,), "voyante", SOME, SEED)
    assert not quick.slow_bots
    asked = Study.of("toctoctoc", (3,), "voyante", SOME, SEED, TableChoice(only=["level"]))
    assert [each.key for each in asked.arms][-1] == "level=comte"
    assert asked.slow_bots == ["comte"]
    assert [isinstance(table(each), MatchTable) for each in asked.arms] == [
        each.key[6:] == "comte" for each in asked.arms
    ]


def test_only_the_chosen_tables_are_played_and_reported() -> None:
    study = Study.of("toctoctoc", (3,), GRUDGE, SOME, SEED, TableChoice(only=["ablation=never-opens", "fork"]))
    assert [each.key for each in study.arms] == ["ablation=never-opens", "fork=door"]
    data = page.as_data(running.run(study, workers=1))
    told = {section["name"]: [row["label"] for row in section["rows"]] for section in data["sections"]}
    assert list(told) == ["ablations", "fork-door"]
    assert told["ablations"] == ["never opens the door"]
    assert "--only ablation=never-opens --only fork" in data["command"]
    with pytest.raises(NoSuchTable, match="no table 'ablation=sings'; there are: players=3, level=random"):
        Study.of("toctoctoc", (3,), GRUDGE, SOME, SEED, TableChoice(only=["ablation=sings"]))


def test_a_study_of_an_own_bot_continues_where_it_stopped(tmp_path: Path) -> None:
    wanted = ("study", "toctoctoc", "-p", "3", "--bots", GRUDGE, "--only", "ablation=never-opens", "--seed", "2")
    kept = ("--save", tmp_path / "kept", "--cores", "1")
    for games in ("2", "5"):
        done = toctoc(*wanted, "--games", games, *kept, "--out", tmp_path / f"{games}.json")
        assert done.exit_code == 0, done.output
        assert "no compiled policy" in done.stderr
    assert (tmp_path / "kept" / FILE).read_text("utf-8").count("\n") == 4  # which study; 2; 4 and 1 of 5
    toctoc(*wanted, "--games", "5", "--cores", "1", "--out", tmp_path / "whole.json")
    assert (tmp_path / "whole.json").read_bytes() == (tmp_path / "5.json").read_bytes()


def test_a_bot_that_fails_is_named(tmp_path: Path) -> None:
    broken = bot(tmp_path, "Broken", "legal[99]")
    wanted = ("study", "toctoctoc", "-p", "3", "--bots", broken, "--games", "1", "--seed", "2", "--cores", "1")
    done = toctoc(*wanted, "--out", tmp_path / "page.html")
    assert done.exit_code == 1
    assert "Broken failed at seat 0 in game 0, seed 2: IndexError" in done.stderr
    assert not (tmp_path / "page.html").exists()


def test_the_header_has_the_digest_of_a_bot_without_a_policy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = Study.of("toctoctoc", (3,), GRUDGE, SOME, SEED)
    StudyJournal(tmp_path, study).close()
    told = json.loads((tmp_path / FILE).read_text("utf-8").splitlines()[0])
    assert len(told["file"]) == 64
    monkeypatch.setattr("toctoc.study.journal._digest", lambda *_: "another")
    with pytest.raises(AnotherWork, match="program"):
        StudyJournal(tmp_path, study)


@pytest.mark.nightly
def test_comte_is_studied() -> None:
    study = Study.of("toctoctoc", (3,), "comte", 1, SEED, TableChoice(only=["ablation=never-opens"]))
    [section] = page.as_data(running.run(study, workers=1))["sections"]
    assert section["rows"][0]["figures"][0]["cases"] == 1
