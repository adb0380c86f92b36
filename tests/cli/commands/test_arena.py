"""The arena on the command line: what it tells, keeps and draws, and how it goes on and fails."""

import json
import re
import signal
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.arena.fakes import fakes
from tests.cli.invoke import run, start
from tests.cli.pseudo_terminal import Terminal
from tests.scale import each
from toctoc import extras
from toctoc.charts import interval_figure
from toctoc.cli.commands.arena import command

__all__ = ["fakes"]
ARENA = ("arena", "toctoctoc", "-p", "3", "-g", "9", "--cores", "1")
FAKES = (*ARENA, "--field", "first,any, last")


@pytest.mark.usefixtures("fakes")
class TestTelling:
    def test_every_bot_has_its_line(self) -> None:
        result = run(*FAKES, "--seed", "7")
        assert result.exit_code == 0
        assert result.stdout.startswith("Toc Toc Toc!, 3 players, 9 games, seed 7\n")
        line = r"^(\w+) +[\d.]+ +[\d.]+% +[\d.]+–[\d.]+ [ ├─●┤┊┼]+ \d{3,4} +\d+–\d+$"
        assert sorted(re.findall(line, result.stdout, re.MULTILINE)) == ["any", "first", "last"]
        assert "Equally strong bots would win 33.3% each." in result.stdout.replace("\n", "")
        assert "Only 3 line-ups have been played" in result.stdout
        assert "To play the same games again: --seed 7" in result.stdout

    def test_the_ladder_has_a_line_for_every_step(self) -> None:
        result = run(*FAKES, "--seed", "7", "--ladder")
        assert "Each bot alone against 2 of the next one" in result.stdout
        assert re.search(r"^first +any +9 +[\d.]+%", result.stdout, re.MULTILINE)
        assert re.search(r"^any +last +9 +[\d.]+%", result.stdout, re.MULTILINE)

    def test_every_bot_has_its_gap(self) -> None:
        result = run(*FAKES, "--seed", "7", "--nemesis")
        said = " ".join(result.stdout.split())
        assert "Exploitability of each bot: share of games won by a search that knows its policy" in said
        assert "The search plays alone against 2 of that bot." in said
        line = r"^(\w+) +9 +([\d.]+)% +[\d.]+–[\d.]+ [ ├─●┤┊┼]+ ([+-][\d.]+)$"
        found = re.findall(line, result.stdout, re.MULTILINE)
        assert sorted(bot for bot, _, _ in found) == ["any", "first", "last"]
        gaps = [float(gap) for _, _, gap in found]
        assert gaps == sorted(gaps)
        assert gaps == [pytest.approx(float(share) - 33.3, abs=0.11) for _, share, _ in found]
        assert "Each bot alone" not in said

    def test_a_nemesis_speaks_french(self) -> None:
        said = " ".join(run(*FAKES, "--seed", "7", "--nemesis", "--lang", "fr").stdout.split(" "))
        assert "Exploitabilité de chaque robot\u00a0: part des parties gagnées par une recherche" in said
        assert "La recherche joue seule contre 2 exemplaires de ce robot." in said
        assert re.search(r"[+-]\d+,\d$", said, re.MULTILINE)

    def test_it_speaks_french(self) -> None:
        result = run(*FAKES, "--seed", "7", "--ladder", "--lang", "fr")
        assert "3 joueurs, 9 parties, graine 7" in result.stdout
        assert "Chaque robot seul contre 2 fois le suivant" in result.stdout
        assert re.search(r"\d,\d\u00a0%", result.stdout)

    def test_json_says_everything(self) -> None:
        data = json.loads(run(*FAKES, "--seed", "7", "--ladder", "--json").stdout)
        assert (data["game"], data["players"], data["games"], data["seed"]) == ("toctoctoc", 3, 9, 7)
        assert data["field"] == ["first", "any", "last"]
        assert sum(bot["share"]["value"] for bot in data["bots"]) == pytest.approx(1)
        assert sum(bot["rating"]["value"] for bot in data["bots"]) == pytest.approx(4500)
        assert all(bot["share"]["low"] <= bot["share"]["value"] <= bot["share"]["high"] for bot in data["bots"])
        assert [(step["bot"], step["against"], step["games"]) for step in data["ladder"]] == [
            ("first", "any", 9),
            ("any", "last", 9),
        ]
        assert data["nemesis"] == []

    def test_json_has_the_gaps_and_the_rest_stays_as_it_is(self) -> None:
        data = json.loads(run(*FAKES, "--seed", "7", "--nemesis", "--json").stdout)
        for nemesis in data["nemesis"]:
            assert set(nemesis) == {"bot", "games", "share", "gap"}
            assert nemesis["games"] == 9
            assert nemesis["gap"] == pytest.approx(nemesis["share"]["value"] - 1 / 3)
        assert {nemesis["bot"] for nemesis in data["nemesis"]} == {"first", "any", "last"}
        assert data | {"nemesis": []} == json.loads(run(*FAKES, "--seed", "7", "--json").stdout)

    def test_a_seed_is_chosen_and_shown_when_none_is_given(self) -> None:
        first = run(*FAKES, "--json").stdout
        assert run(*FAKES, "--json", "--seed", str(json.loads(first)["seed"])).stdout == first

    def test_a_failing_bot_is_named_with_the_command_that_repeats_it(self) -> None:
        result = run(*ARENA, "--field", "any,cheat", "--seed", "7")
        assert result.exit_code == 1
        assert re.match(
            r"toctoc: The bot cheat failed at seat \d in block 0, game 0, seed 7: ValueError: None", result.stderr
        )


@pytest.mark.usefixtures("fakes")
class TestDrawing:
    def test_a_png(self, tmp_path: Path) -> None:
        file = tmp_path / "arena.png"
        result = run(*FAKES, "--seed", "7", "--ladder", "--plot", file)
        assert f"Drawn in {file}." in result.stdout
        picture = file.read_bytes()
        assert picture.startswith(b"\x89PNG\r\n\x1a\n")
        width, height = (int.from_bytes(picture[at : at + 4], "big") for at in (16, 20))
        assert width > 1500
        assert height > 500

    def test_ladder_and_nemeses_have_a_panel_each(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(interval_figure, "DOTS_PER_INCH", 40)
        file, heights = tmp_path / "arena.jsonl", {}
        for flags in ((), ("--ladder",), ("--nemesis",), ("--ladder", "--nemesis")):
            run(*FAKES, "--seed", "7", *flags, "--save", file, "--plot", tmp_path / "arena.png")
            heights[flags] = int.from_bytes((tmp_path / "arena.png").read_bytes()[20:24], "big")
        field, ladder, nemesis, both = heights.values()
        assert field < ladder < nemesis < both
        assert both - ladder == pytest.approx(nemesis - field, abs=2)

    def test_an_svg_that_is_always_the_same(self, tmp_path: Path) -> None:
        file, pictures = tmp_path / "arena.jsonl", []
        for name in ("one.svg", "two.SVG"):
            run(*FAKES, "--seed", "7", "--save", file, "--plot", tmp_path / name)
            pictures.append((tmp_path / name).read_bytes())
        assert pictures[0] == pictures[1]
        assert ElementTree.fromstring(pictures[0]).tag == "{http://www.w3.org/2000/svg}svg"

    def test_another_kind_of_file_is_refused(self) -> None:
        result = run(*FAKES, "--plot", "arena.gif")
        assert result.exit_code == 2
        assert "ends in .png, .svg, not 'arena.gif'" in result.stderr

    def test_without_matplotlib_it_says_how_to_get_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("toctoc.cli.commands.arena.chart.find_spec", lambda _: None)
        result = run(*FAKES, "--plot", "arena.png")
        assert result.exit_code == 2
        assert extras.how("plots") in result.stderr

    @pytest.mark.parametrize(("name", "reason"), [("no/a.png", "no such folder"), ("a.png", "that is a folder")])
    def test_an_unwritable_place_is_reported(self, name: str, reason: str, tmp_path: Path) -> None:
        (tmp_path / "a.png").mkdir()
        result = run(*FAKES, "--plot", tmp_path / name)
        assert result.exit_code == 2
        assert reason in result.stderr


def test_the_tab_key_completes_the_last_bot_of_a_field() -> None:
    field = next(param for param in command.params if param.name == "field")
    with command.make_context("arena", ["escalier"]) as context:
        offered = field.shell_complete(context, "comte,v")
    assert [item.value for item in offered] == ["comte,voyante"]


LONG = ("arena", "escalier", "--field", "petit-fantome,random", "-g", "1000000", "--seed", "7")


def test_an_interrupt_keeps_the_played_games(tmp_path: Path) -> None:
    file, games = tmp_path / "arena.jsonl", tmp_path / "games.jsonl"
    with start(*LONG, "--cores", "1", "--save", file, "--record", games) as child:
        while child.poll() is None and not (file.exists() and file.read_bytes().count(b"\n") > 2):
            time.sleep(0.02)
        child.send_signal(signal.SIGINT)
        out, err = child.communicate()
    assert (child.returncode, out) == (130, "")
    kept = re.fullmatch(
        r"Stopped\. (\d+) games of 1000002 are saved in (.+); the same command continues.*", err.strip()
    )
    assert kept
    assert kept[2] == str(file)
    assert int(kept[1]) == 3 * (file.read_bytes().count(b"\n") - 1)
    assert games.read_bytes().endswith(b"\n")
    assert run("verify", games).exit_code == 0


def test_ctrl_c_on_a_terminal_stops_all_processes_without_a_traceback() -> None:
    with Terminal(*LONG, "--cores", "2", from_nothing=True) as terminal:
        terminal.until("games/s")
        terminal.interrupt()
        assert terminal.end() == 130, terminal.screen()
        assert "Stopped. Nothing was saved. With --save FILE" in terminal.screen()
        assert "Traceback" not in terminal.output


@each(
    "arguments, hint",
    [
        (["chess"], "There is no game 'chess'"),
        (["escalier", "-p", "5"], "is for 2 to 4 players, not 5"),
        (["escalier", "-g", "0"], "Invalid value for '--games' / '-g': It must be a number from 1 to 10000000."),
        (["escalier", "-f", "random"], "A field has at least 2 bots, not 1."),
        (["escalier", "-f", "random,random"], "random is in the field more than once"),
        (["escalier", "-f", "random,clever"], "There is no bot 'clever'"),
        (["escalier", "-f", "random,nemesis:apprenti", "--nemesis"], "No bot in this field has a nemesis."),
        (["escalier", "-o", "risk=maybe"], "Option risk takes yes or no"),
        ([], "Missing argument 'GAME'"),
    ],
)
def test_wrong_usage_is_explained(arguments: list[str], hint: str) -> None:
    result = run("arena", *arguments)
    assert result.exit_code == 2
    assert hint in result.stderr
    assert "Try 'toctoc arena --help' for help." in result.stderr
