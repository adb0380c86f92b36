"""Records are checked; what is wrong with a file or a record is said in a line, and by the exit code."""

import json
import os
import pty
import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.cli.invoke import changed, process, run, written, written_fairly
from tests.cli.pseudo_terminal import Terminal, environment
from tests.scale import each
from toctoc import GAMES
from toctoc.fair import commitment, gather
from toctoc.lang import LANGUAGES


@pytest.fixture
def good(tmp_path: Path) -> Path:
    file = tmp_path / "good.jsonl"
    file.write_text("\n".join(written(game, seed) for game in GAMES for seed in (1, 2)) + "\n", encoding="utf-8")
    return file


def save(folder: Path, *lines: str) -> Path:
    file = folder / "file.jsonl"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


def test_good_records_of_many_files_are_counted(good: Path, tmp_path: Path) -> None:
    other = save(tmp_path, written("escalier", 3))
    result = run("verify", good, other)
    assert result.exit_code == 0
    assert result.stdout == f"{good}: 6 records, all good.\n{other}: 1 record, all good.\n"


def test_standard_input_is_a_file_called_dash(good: Path) -> None:
    result = run("verify", "-", typed=good.read_bytes())
    assert (result.exit_code, result.stdout) == (0, "-: 6 records, all good.\n")
    code, out, _ = process("verify", "-", typed=good.read_text(encoding="utf-8"))
    assert (code, out) == (0, "-: 6 records, all good.\n")


@each("command", ["verify", "replay", "analyse"])
def test_standard_input_without_a_record_is_named_in_words(command: str) -> None:
    for typed in ("", "\n \n"):
        result = run(command, "-", "--lang", "en", typed=typed)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.startswith("toctoc: There was no record on standard input. Give it at least one")
    texts = {run(command, "-", "--lang", language, typed="").stderr for language in LANGUAGES}
    assert len(texts) == len(LANGUAGES)


FAIR = gather(1, b"s" * 32, [commitment(b"a" * 32), commitment(b"b" * 32), None], [b"a" * 32, None, None])


@pytest.mark.parametrize("game", GAMES)
def test_a_fair_shuffle_is_checked_and_that_is_said(game: str, tmp_path: Path) -> None:
    file = save(tmp_path, written(game), written_fairly(game, FAIR))
    result = run("verify", file)
    fair = f"{file}: fair shuffle checked in 1 record: all chance follows from the secret and the parts.\n"
    assert (result.exit_code, result.stdout) == (0, f"{file}: 2 records, all good.\n{fair}")
    french = run("verify", file, "--lang", "fr")
    assert f"{file}\u00a0: mélange équitable vérifié dans 1 compte rendu" in french.stdout


def test_lessons_are_counted(tmp_path: Path) -> None:
    lesson = changed(written("escalier"), lambda data: data.update(lesson=True))
    file = save(tmp_path, written("escalier"), lesson)
    result = run("verify", file)
    told = f"{file}: lessons, with arranged chance: 1 record.\n"
    assert (result.exit_code, result.stdout) == (0, f"{file}: 2 records, all good.\n{told}")


def test_an_outcome_that_the_fair_shuffle_does_not_give_is_named(tmp_path: Path) -> None:
    line = written_fairly("escalier", FAIR)
    true = json.loads(line)["steps"][0][1]
    other = "flip move" if true != "flip move" else "flip swap"

    def stack(data: dict[str, Any]) -> None:
        data["steps"][0][1] = other

    file = save(tmp_path, line, changed(line, stack))
    result = run("verify", file)
    assert result.exit_code == 1
    assert f"{file}, line 2: step 1, chance, `{other}`: the fair shuffle gives `{true}`\n" in result.stdout
    assert result.stdout.count("fair shuffle checked in 1 record") == 1  # the bad one does not count


def refuse_for_open(data: dict[str, Any]) -> None:
    """Turn the first refusal at a door into an opening: sooner or later the rest does not fit."""
    steps = data["steps"]
    n = next(n for n, step in enumerate(steps) if step[1] == "refuse")
    steps[n][1] = "take plain"


def test_a_move_that_breaks_a_rule_is_named_with_its_clause(tmp_path: Path) -> None:
    line = written("toctoctoc")
    steps = json.loads(line)["steps"]
    n, seat = next((n, step[0]) for n, step in enumerate(steps, 1) if step[1] == "refuse")
    file = save(tmp_path, line, changed(line, refuse_for_open))
    result = run("verify", file)
    assert result.exit_code == 1
    where = f"{file}, line 2: step {n}, seat {seat}, `take plain`"
    assert f"{where}: There is no vamp that lets you take a guest. [take/not-now, T13]\n" in result.stdout
    assert result.stdout.endswith(f"{file}: 2 records, 1 of them bad.\n")
    french = run("verify", file, "--lang", "fr")
    assert f"{file}, ligne 2\u00a0: étape {n}, place {seat}, `take plain`\u00a0: Aucune vamp" in french.stdout


def test_an_outcome_that_cannot_be_is_named(tmp_path: Path) -> None:
    def flip(data: dict[str, Any]) -> None:
        data["steps"][0][1] = "start 1"

    result = run("verify", save(tmp_path, changed(written("escalier"), flip)))
    assert "step 1, chance, `start 1`: `start 1` cannot happen now. [chance/impossible, H1]" in result.stdout
    assert result.exit_code == 1


@each(
    "change, expected",
    [
        (lambda data: data["result"]["scores"].reverse(), "result.scores is ["),
        (lambda data: data["steps"].pop(), "the game is not over after the last step"),
        (lambda data: data["steps"].append([0, "decline"]), "The game is over. [turn/game-over, H2]"),
        (
            lambda data: data["steps"].insert(0, [0, "dance"]),
            "step 1, seat 0, `dance`: No move begins with `dance`.",
        ),
        (lambda data: data.pop("seats"), "the key seats is missing"),
        (lambda data: data.update(game="chess"), 'there is no game "chess"'),
        (lambda data: data.update(format=2), "its format is 2"),
    ],
)
def test_edited_records_are_bad(change: Any, expected: str, tmp_path: Path) -> None:
    result = run("verify", save(tmp_path, changed(written("escalier"), change)))
    assert expected in result.stdout
    assert result.exit_code == 1


def test_a_truncated_record_is_bad_wherever_it_is_cut(tmp_path: Path) -> None:
    line = written("escalier")
    for cut in (1, 10, len(line) // 2, len(line) - 1):
        result = run("verify", save(tmp_path, line[:cut]))
        assert "line 1: the line is cut off: its JSON does not end" in result.stdout
        assert result.exit_code == 1


def test_control_characters_of_a_record_are_not_printed(tmp_path: Path) -> None:
    for text in ("\x1b[2J", "dance\u202e", "a" * 75, "\ud800", "look\x07"):
        line = changed(written("escalier"), lambda data: data["steps"].insert(0, [0, text]))  # type: ignore[attr-defined]  # noqa: B023  # called at once
        result = run("verify", save(tmp_path, line))
        assert result.exit_code == 1
        assert all(sign.isprintable() for sign in result.stdout.replace("\n", ""))


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (lambda file: None, "there is no such file"),
        (lambda file: file.mkdir(), "that is a folder"),
        (lambda file: file.touch(), "has no records"),
        (lambda file: file.write_text("\n \n\n"), "has no records"),
        (lambda file: file.write_bytes(bytes(range(256)) * 40), "this is not a file of records"),
        (lambda file: file.write_bytes(b"{\0}"), "this is not a file of records"),
        (lambda file: file.symlink_to(file), "cannot be read"),
    ],
    ids=["missing", "folder", "empty", "blank", "binary", "zeros", "loop"],
)
@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_file_without_records_is_one_line_of_error(
    make: Any, expected: str, command: str, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    make(file)
    result = run(command, file)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(f"toctoc: {file}")
    assert expected in result.stderr
    assert result.stderr.count("\n") == 1


@each("where, bad", product([0, 1, 40, 3000], [b"\xff", b"\0", b"\xc3"]))
def test_one_bad_byte_spoils_its_line_and_no_other(bad: bytes, where: int, tmp_path: Path) -> None:
    lines = [written(game).encode() for game in GAMES]
    lines[0] = lines[0][:where] + bad + lines[0][where:]
    file = tmp_path / "file"
    file.write_bytes(b"\n".join(lines))
    result = run("verify", file)
    assert result.exit_code == 1
    assert result.stdout.count("\n") == 2
    assert result.stdout.startswith(f"{file}, line 1: ")
    assert result.stdout.endswith(f"{file}: 3 records, 1 of them bad.\n")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "options.memory_aid is 0; it has to be true or false"),
        ("fr", "options.memory_aid vaut 0\u00a0; il faut true ou false"),
        ("nl", "options.memory_aid is 0; het moet true of false zijn"),
        ("de", "options.memory_aid ist 0; es muss true oder false sein"),
    ],
)
def test_faults_are_reported_in_the_chosen_language(language: str, said: str, tmp_path: Path) -> None:
    line = changed(written("escalier"), lambda data: data["options"].update(memory_aid=0))  # type: ignore[attr-defined]  # an object
    assert said in run("verify", save(tmp_path, line), "--lang", language).stdout


def test_an_unusable_file_does_not_keep_the_others_from_being_checked(good: Path, tmp_path: Path) -> None:
    result = run("verify", tmp_path / "missing", good)
    assert result.exit_code == 2
    assert f"{good}: 6 records, all good." in result.stdout


def test_an_endless_line_is_not_read_to_its_end(tmp_path: Path) -> None:
    file = tmp_path / "long"
    with file.open("wb") as stream:
        for _ in range(10):
            stream.write(b"[" * (1 << 20))
    result = run("verify", file)
    assert result.exit_code == 1
    assert "the line is longer than" in result.stdout


def test_deeply_nested_json_is_bad_and_no_more(tmp_path: Path) -> None:
    result = run("verify", save(tmp_path, "[" * 200_000))
    assert result.exit_code == 1
    assert "line 1: lists and objects are nested" in result.stdout


def test_a_long_text_of_something_else_is_given_up(tmp_path: Path) -> None:
    result = run("verify", save(tmp_path, *(f"line {n}" for n in range(500))))
    assert result.exit_code == 1
    assert "100 lines are not records; the rest was not read." in result.stdout
    assert result.stdout.count("\n") == 102


def test_every_broken_record_is_listed_however_many(tmp_path: Path) -> None:
    line = changed(written("escalier"), lambda data: data["steps"].pop())  # type: ignore[attr-defined]  # a list
    result = run("verify", save(tmp_path, *[line] * 130))
    assert result.stdout.count("the game is not over") == 130


def test_without_a_file_there_is_a_hint() -> None:
    result = run("verify")
    assert result.exit_code == 2
    assert "Try 'toctoc verify --help' for help." in result.stderr


def test_in_a_terminal_the_progress_is_shown_and_ctrl_c_stops_it(tmp_path: Path) -> None:
    file = save(tmp_path, *[written("chocottes")] * 5000)
    with Terminal("verify", str(file)) as terminal:
        terminal.until("Reading")
        terminal.until("%")
        terminal.interrupt()
        assert terminal.end() == 130
        assert "Stopped before the end." in terminal.screen()
        assert "Traceback" not in terminal.output


def test_faults_go_to_standard_output_beside_the_progress_bar(tmp_path: Path) -> None:
    file = save(tmp_path, written("escalier"), "nonsense")
    master, slave = pty.openpty()
    with os.fdopen(master, "rb"), os.fdopen(slave, "wb") as terminal:
        done = subprocess.run(
            [sys.executable, "-m", "toctoc", "verify", file],
            stdout=subprocess.PIPE,
            stderr=terminal,
            env=environment(),
            encoding="utf-8",
            check=False,
        )
    assert done.returncode == 1
    assert f"{file}, line 2: this is not JSON from character 1 on" in done.stdout
    assert "\x1b" not in done.stdout


def test_in_a_terminal_bad_records_are_listed_above_the_bar(tmp_path: Path) -> None:
    file = save(tmp_path, *["nonsense"] * 3)
    with Terminal("verify", str(file), columns=200) as terminal:
        assert terminal.end() == 1
    bar_erased = "\r\x1b[2K"
    assert terminal.output.count(f"{bar_erased}{file}, line ") == 3
    assert terminal.output.endswith(f"\x1b[2K{file}: 3 records, 3 of them bad.\r\n")
