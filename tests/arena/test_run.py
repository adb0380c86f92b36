"""An arena as a function: what `toctoc arena` does, for programs."""

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.bots.own_bots import written
from tests.cli.invoke import run as toctoc
from toctoc import arena
from toctoc.arena.plan import usual_field
from toctoc.bots import SeatInfo
from toctoc.core import Action, Event, View
from toctoc.journal import AnotherWork
from tools import ROOT

FIELD = ["petit-fantome", "random"]


def test_it_reports_what_the_command_does() -> None:
    options = ("-p", "2", "-g", "4", "--seed", "3", "-o", "risk=yes", "--ladder", "--cores", "1", "--json")
    told = toctoc("arena", "escalier", "--field", ",".join(FIELD), *options)
    result = arena.run(FIELD, "escalier", 2, games=4, seed=3, chosen={"risk": True}, ladder=True, cores=1)
    assert json.loads(json.dumps(arena.as_data(result))) == json.loads(told.stdout)


def test_the_program_of_the_guide_runs_as_a_file(tmp_path: Path) -> None:
    """Other processes import the file; in a short edition."""
    guide = (ROOT / "docs/how-to/compare-bots.md").read_text("utf-8")
    [program] = re.findall(
        r"^```python\n(.*?)```", guide.partition("## From a program")[2], re.DOTALL | re.MULTILINE
    )[:1]
    assert "games=2000" in program
    file, saved = tmp_path / "program.py", tmp_path / "grudge.jsonl"
    short = program.replace("games=2000", "games=8").replace("grudge.jsonl", saved.as_posix())
    file.write_text(short, encoding="utf-8")
    done = subprocess.run([sys.executable, file], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout.partition(" ")[0] in ("voyante", "examples/grudge.py:Grudge")
    assert saved.is_file()


def test_without_a_field_all_levels_play_at_a_usual_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("toctoc.arena.tournament.play_on", lambda *_: None)
    monkeypatch.setattr("toctoc.arena.tournament.report", lambda contests, _: contests[0])
    tournament = arena.run(None, "toctoctoc")
    assert (tournament.field, tournament.players, tournament.games) == (usual_field("toctoctoc"), 4, 400)  # type: ignore[attr-defined]  # put there above


def test_it_goes_on_where_it_stopped_and_tells_how_far_it_is(tmp_path: Path) -> None:
    file, done = tmp_path / "arena.jsonl", list[int]()
    arena.run(FIELD, "escalier", 2, games=4, save=file, cores=1)
    result = arena.run(FIELD, "escalier", 2, games=6, save=str(file), cores=1, progress=done.append)
    assert result == arena.run(FIELD, "escalier", 2, games=6, cores=1)
    assert done == [4, 2]
    with pytest.raises(AnotherWork, match="seed"):
        arena.run(FIELD, "escalier", 2, games=6, seed=8, save=file, cores=1)


class First:
    """Takes the first of the legal actions."""

    def __init__(self, seat_info: SeatInfo) -> None:
        self.seat_info = seat_info

    def observe(self, event: Event) -> None:
        """Hear nothing."""

    def act(self, view: View, legal: Sequence[Action]) -> Action:
        return legal[0]


def test_classes_play_too_given_as_they_are_or_by_name(tmp_path: Path) -> None:
    own = f"{written(tmp_path)}:Fine"
    results = [arena.run([First, own], "escalier", 2, games=2, cores=cores) for cores in (1, 2)]
    assert results[0] == results[1]
    assert {standing.bot for standing in results[0].standings} == {f"{__name__}:First", own}


@pytest.mark.parametrize(
    ("field", "game", "players", "said"),
    [
        (["random"], "escalier", 2, "a field has at least 2 bots, not 1"),
        (FIELD, "chess", None, "there is no game 'chess'"),
        (FIELD, "escalier", 9, "2 to 4 players, not 9"),
        (["random", "nobody"], "escalier", 2, "there is no bot 'nobody'"),
    ],
)
def test_what_cannot_be_played_is_said(field: list[str], game: str, players: int | None, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        arena.run(field, game, players)
