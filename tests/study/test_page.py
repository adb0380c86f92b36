"""The page of a study needs no other file, is readable without its plots, and has the numbers of its data."""

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.invoke import run as toctoc
from tests.scale import each
from toctoc.cli.commands.study import command
from toctoc.study.answers import Estimate
from toctoc.study.plots import svg
from toctoc.study.sections import FigureColumn, Plot, Row, Section, number, written

pytestmark = pytest.mark.usefixtures("plain")
STUDY = ("study", "toctoctoc", "--players", "3", "--games", "2", "--seed", "2", "--cores", "1")


@pytest.fixture(scope="module")
def written_study(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The page, its data and its tables, of two games."""
    folder = tmp_path_factory.mktemp("study")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("toctoc.core.compile.compiled.available", lambda: False)
        outs = [part for ending in ("html", "json", "md") for part in ("--out", folder / f"page.{ending}")]
        result = toctoc(*STUDY, "--vary", "start=creator,random", *outs)
        assert (result.exit_code, result.stderr) == (0, "")
        yield folder


def test_the_page_is_well_formed_and_needs_no_other_file(written_study: Path) -> None:
    text = (written_study / "page.html").read_text("utf-8")
    page = ElementTree.fromstring(text.removeprefix("<!DOCTYPE html>"))
    assert re.findall(r"https?:[^\"' ]+", text.replace("http://www.w3.org/2000/svg", "")) == []
    assert not {"script", "link", "img", "iframe"} & {each.tag for each in page.iter()}
    assert "url(" not in text
    assert "@import" not in text
    assert page.get("lang") == "en"
    links = [link.get("href", "")[1:] for link in page.iter("a")]
    assert links == [heading.get("id") for heading in page.iter("h2")]


def test_every_plot_has_words_and_its_data_as_a_table(written_study: Path) -> None:
    page = ElementTree.fromstring((written_study / "page.html").read_text("utf-8").removeprefix("<!DOCTYPE html>"))
    sections = list(page.iter("section"))
    assert len(sections) > 8
    for section in sections:
        drawn = section.find("{http://www.w3.org/2000/svg}svg")
        table = section.find(".//details//table" if drawn is not None else ".//table")
        assert table is not None
        assert all(head.get("scope") for head in table.iter("th"))
        if drawn is not None:
            assert drawn.get("role") == "img"
            assert "95 % intervals" in drawn.get("aria-label", "")


def test_the_command_on_the_page_gives_the_same_study(written_study: Path) -> None:
    typed = shlex.split(json.loads((written_study / "page.json").read_text("utf-8"))["command"])
    assert typed[:2] == ["toctoc", "study"]
    asked = command.make_context("study", typed[2:]).params
    assert (asked["game"], asked["players"], asked["games"], asked["seed"]) == ("toctoctoc", "3", 2, 2)
    assert asked["vary"] == ("start=creator,random",)


def test_page_and_tables_have_the_numbers_of_the_data(written_study: Path) -> None:
    data = json.loads((written_study / "page.json").read_text("utf-8"))
    page = ElementTree.fromstring((written_study / "page.html").read_text("utf-8").removeprefix("<!DOCTYPE html>"))
    tables = (written_study / "page.md").read_text("utf-8")
    shown = [[cell.text for cell in row.iter("td")] for row in page.iter("tr") if row.find("td") is not None]
    wanted = [
        [
            written(Estimate(**figure) if figure else None, column["unit"])
            for figure, column in zip(row["figures"], section["columns"], strict=True)
        ]
        for section in data["sections"]
        for row in section["rows"]
    ]
    assert shown == wanted
    for cells in wanted:
        assert " | ".join(cells) in tables
    assert data["command"] in tables
    assert data["command"].startswith(
        "toctoc study toctoctoc --players 3 --bots voyante --vary start=creator,random"
    )


def test_a_plot_lies_within_its_frame() -> None:
    figures = [Estimate(0.1, 0.05, 0.2, 9), None, Estimate(0.4, 0.3, 0.6, 9)]
    rows = tuple(Row(f"row {n} <&>", (figure,)) for n, figure in enumerate(figures))
    for kind in ("dots", "bars"):
        section = Section("s", "T?", "", "", (FigureColumn("share", "share"),), rows, Plot(kind, 0, 0.25))
        drawn = ElementTree.fromstring(svg(section, alone=True))
        width, height = map(float, drawn.get("viewBox", "").split()[2:])
        for line in drawn.iter("{http://www.w3.org/2000/svg}line"):
            assert 0 <= float(line.get("x1", "")) <= float(line.get("x2", "")) <= width
            assert 0 <= float(line.get("y1", "")) <= float(line.get("y2", "")) <= height


def test_numbers_are_written_by_their_unit() -> None:
    assert number(0.2512, "share") == "25.1\u202f%"
    assert [number(value, "points", signed=True) for value in (0.012, -0.012, 0.0001)] == ["+1.2", "−1.2", "0.0"]
    assert (number(123.456, "number"), number(1.2345, "number")) == ("123.5", "1.23")
    assert written(None, "share") == "–"


BAD = [
    (("--players", "5-3"), "a range such as 3-5"),
    (("--players", "2-4"), "3 to 5 players, not 2"),
    (("--players", ""), "a range such as 3-5"),
    (("--vary", "start"), "name=values"),
    (("--vary", "start="), "name=values"),
    (("--vary", "spoons=1"), "There is no option 'spoons'"),
    (("--vary", "start=nobody"), "one of creator, random"),
    (("--vary", "creator=0..9"), "a whole number from 0 to 2"),
    (("--vary", "creator=3..1"), "from the smaller to the larger"),
    (("--vary", "creator=0", "--vary", "creator=1"), "varies twice"),
    (
        ("--only", "ablation=sings"),
        "no table 'ablation=sings' in this study; there are: players=3, level",
    ),
    (("--bots", "nobody"), "There is no bot 'nobody'"),
    (("--out", "page.pdf"), "ends in .html"),
    (("--games", "0"), "0"),
]


@each("arguments, words", BAD)
def test_wrong_arguments_are_refused_before_a_game_is_played(
    arguments: tuple[str, ...], words: str, tmp_path: Path
) -> None:
    out = () if "--out" in arguments else ("--out", tmp_path / "page.html")
    result = toctoc("study", "toctoctoc", "--players", "3", *arguments, *out)
    assert result.exit_code == 2
    assert words in " ".join(result.stderr.split())
    assert list(tmp_path.iterdir()) == []


def test_unwritable_files_are_refused_before_a_game_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("toctoc.study.running.run", lambda *_, **__: pytest.fail("it played"))
    (tmp_path / "there.html").touch()
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "batches.jsonl").write_text('{"study":1,"game":"escalier"}\n')
    for arguments, words in (
        (("--out", tmp_path / "nowhere" / "page.html"), "nowhere"),
        (("--out", tmp_path / "there.html"), "there.html"),
        (("--out", tmp_path / "new.html", "--save", tmp_path / "there.html"), "there.html"),
        (
            ("--out", tmp_path / "new.html", "--save", tmp_path / "other"),
            "belongs to another study, which differs in: game",
        ),
    ):
        result = toctoc(*STUDY, *arguments)
        assert result.exit_code == 2
        assert words in result.stderr
    assert not (tmp_path / "new.html").exists()


def test_cores_and_a_cluster_do_not_go_together(tmp_path: Path) -> None:
    result = toctoc(*STUDY, "--out", tmp_path / "page.html", "--cluster", "tcp://nowhere:1")
    assert result.exit_code == 2
    assert "--cores" in result.stderr
    assert list(tmp_path.iterdir()) == []
