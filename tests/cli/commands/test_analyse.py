"""Records looked back at: as text in four languages, as JSON and as a picture."""

import json
from itertools import product
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.analysis.games import played
from tests.cli.invoke import changed, run, written
from tests.scale import each, spread
from toctoc import GAMES, lang
from toctoc.analysis import judge
from toctoc.cli.commands.analyse import run as analysis_run
from toctoc.cli.terminal import narration
from toctoc.core.game import Move
from toctoc.record import write


@pytest.fixture(autouse=True)
def _little(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge.Effort, "of", classmethod(lambda *_: judge.Effort(6, 3, 6, 24)))


def save(folder: Path, *lines: str) -> Path:
    file = folder / "games.jsonl"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


@each("game, language", spread(product(GAMES, lang.LANGUAGES), 4))
def test_a_game_is_looked_back_at_in_words(game: str, language: str, tmp_path: Path) -> None:
    say = lang.load(language)
    result = run("analyse", save(tmp_path, written(game, 5)), "--lang", language, COLUMNS="400")
    assert result.exit_code == 0, result.stderr
    for key in ("analysis.known", "analysis.curve", "analysis.turnings", "analysis.costly"):
        assert say(key) in result.stdout
    assert (say("analysis.lapses") in result.stdout) == GAMES[game].is_memory
    for player in ("0 Ada", "1 Ben", "2 Cleo"):
        assert player in result.stdout
    assert "{" not in result.stdout


def test_random_play_costs_and_the_better_move_is_named(tmp_path: Path) -> None:
    result = run("analyse", save(tmp_path, written("escalier", 5)), "--lang", "en", COLUMNS="400")
    assert "1. Step" in result.stdout
    assert "You chose “" in result.stdout
    assert "You had seen enough to know: the " in result.stdout


@each("language", spread(lang.LANGUAGES, 1))
def test_the_sentence_before_a_list_that_is_left_out_ends_with_a_full_stop(language: str) -> None:
    record = played("chocottes", 2)
    numbered = enumerate(record.steps, 1)
    steps = {number for number, step in numbered if isinstance(step, Move) and str(step.action) == "knock"}
    speaker = narration.Narration(record, 0, lang.load(language)).speaker
    told = analysis_run.step_sentences(record, 0, speaker, steps)
    assert told
    assert all(text.endswith(".") for text in told.values())


@each("more, language", product([(), ("--json",), ("--open",)], lang.LANGUAGES))
def test_a_record_without_a_move_is_refused_in_one_line(
    language: str, more: tuple[str, ...], tmp_path: Path
) -> None:
    line = changed(written("escalier", 1), lambda data: data.update(steps=[]))
    result = run("analyse", save(tmp_path, line), *more, "--lang", language)
    assert (result.exit_code, result.stdout) == (2, "")
    assert lang.load(language)("analyse.no-moves") in result.stderr.replace("\n", " ")


def test_json_is_for_programs(tmp_path: Path) -> None:
    file = save(tmp_path, written("escalier", 1), written("chocottes", 2))
    result = run("analyse", file, "--json", "--game", "2", "--seat", "ben")
    found = json.loads(result.stdout)
    assert (found["format"], found["game"], found["seat"], found["open"]) == (1, "chocottes", 1, False)
    assert found["points"][-1]["step"] == len(json.loads(written("chocottes", 2))["steps"])
    assert json.loads(run("analyse", file, "--json", "--open", "--seat", "2").stdout)["open"] is True


def test_a_picture_has_a_line_for_every_player(tmp_path: Path) -> None:
    line = changed(write(played("escalier")), lambda data: data["seats"][1].update(name="<Ben> & Co"))  # type: ignore[index]
    picture = tmp_path / "curve.svg"
    result = run("analyse", save(tmp_path, line), "--picture", picture, "--lang", "en")
    assert f"The curve is in {picture}" in result.stdout.replace("\n", "")
    drawn = ElementTree.fromstring(picture.read_text(encoding="utf-8"))
    space = "{http://www.w3.org/2000/svg}"
    assert len(drawn.findall(f"{space}polyline")) == 3
    assert any("<Ben> & Co" in (text.text or "") for text in drawn.findall(f"{space}text"))
    assert drawn.find(f"{space}polygon") is not None  # the margin of the own one


def test_the_seat_is_the_first_persons_unless_given(tmp_path: Path) -> None:
    line = changed(written("escalier", 1), lambda data: data["seats"][0].update(bot="voyante"))  # type: ignore[index]
    assert json.loads(run("analyse", save(tmp_path, line), "--json").stdout)["seat"] == 1


def test_a_name_is_found_as_a_keyboard_writes_it(tmp_path: Path) -> None:
    line = changed(written("escalier", 1), lambda data: data["seats"][2].update(name="L’Éloïse"))  # type: ignore[index]
    assert json.loads(run("analyse", save(tmp_path, line), "--json", "--seat", "l'éloïse").stdout)["seat"] == 2


def test_errors_name_the_valid_values(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = save(tmp_path, written("escalier", 1))
    result = run("analyse", file, "--seat", "Zoe", "--lang", "en")
    assert result.exit_code == 2
    assert "There is no player `Zoe` in that game; there are: 0 Ada, 1 Ben and 2 Cleo." in result.stderr
    assert run("analyse", file, "--seat", "3").exit_code == 2
    result = run("analyse", file, "--picture", tmp_path / "curve.png", "--lang", "en")
    assert "A picture is a file that ends in .svg, not 'curve.png'." in result.stderr
    result = run("analyse", file, "--picture", tmp_path / "nowhere" / "curve.svg", "--lang", "en")
    assert "there is no such folder" in result.stderr
    assert "there is no such file" in run("analyse", tmp_path / "none.jsonl", "--lang", "en").stderr
    broken = changed(written("escalier", 1), lambda data: data["steps"].pop(4))  # type: ignore[attr-defined]
    result = run("analyse", save(tmp_path, broken), "--lang", "en")
    assert result.exit_code == 1
    assert "record 1: step" in result.stderr
    monkeypatch.setattr(analysis_run, "can_analyse", lambda _game: False)
    result = run("analyse", save(tmp_path, written("escalier", 1)), "--lang", "en")
    assert result.exit_code == 2
    assert "No bot plays The Haunted Staircase, the card game, so there is no analysis of it." in result.stderr
