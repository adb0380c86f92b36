"""`toctoc play` through pipes: options, records, early ends."""

import json
import subprocess
import sys
from itertools import product
from pathlib import Path
from random import Random

from tests.cli.invoke import run
from tests.cli.pseudo_terminal import environment
from tests.scale import each, spread
from toctoc import GAMES, lang, record
from toctoc.core.registry import find
from toctoc.lang.bots import NAMES

MANY = 4000  # lines that no game needs


def any_answers(seed: int) -> str:
    """Numbers without looking: what is no answer is refused and costs nothing."""
    rng = Random(seed)
    return "".join(f"{rng.randrange(6)}\n" for _ in range(MANY))


@each("language, game", spread(product(lang.LANGUAGES, GAMES), 3))
def test_a_script_plays_a_whole_game_and_records_it(game: str, language: str, tmp_path: Path) -> None:
    file = tmp_path / f"{game}-{language}.jsonl"
    result = run(
        "play", game, "-s", "3", "--lang", language, "--record", file, "--name", "Zoé", typed=any_answers(3)
    )
    assert result.exit_code == 0
    say = lang.load(language)
    assert say("play.recorded", file=file) in result.stdout.replace("\n", "")
    assert say("play.seed", seed=3) in result.stdout
    assert run("verify", file).exit_code == 0
    data = json.loads(file.read_text(encoding="utf-8"))
    names = NAMES["chasseur"]
    assert data["seats"][0] == {"name": "Zoé"}
    assert data["seats"][1:] == [{"name": name, "bot": "chasseur"} for name in names[: len(data["seats"]) - 1]]


def test_without_a_name_the_record_has_a_neutral_one(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    run("play", "escalier", "-s", "3", "--record", file, typed=any_answers(1))
    assert json.loads(file.read_text(encoding="utf-8"))["seats"][0] == {"name": "Player"}


@each("game", spread(GAMES, 1))
def test_players_seat_and_options_are_as_given(game: str, tmp_path: Path) -> None:
    file = tmp_path / f"{game}.jsonl"
    most = find(game).players[-1]
    result = run(
        "play",
        game,
        "-p",
        str(most),
        "--seat",
        "1",
        "-o",
        "memory_aid=yes",
        "--record",
        file,
        typed=any_answers(2),
    )
    assert "At this table: memory_aid=yes." in result.stdout
    played = record.read(file.read_text(encoding="utf-8"))
    assert len(played.seats) == most
    assert [seat.bot for seat in played.seats] == ["chasseur" if seat != 1 else None for seat in range(most)]
    assert played.options["memory_aid"] is True
    assert played.options["creator"] == 1  # T6, C6, E3: it is the player's table


def test_C10_a_game_in_the_terminal_has_no_clock(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    run("play", "chocottes", "-p", "2", "--record", file, typed=any_answers(4))
    assert record.read(file.read_text(encoding="utf-8")).options["snap_seconds"] == 0


def test_the_end_of_a_script_before_the_end_of_its_game_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    result = run("play", "escalier", "--record", file, typed="1\n")
    assert result.exit_code == 1
    assert result.stdout.endswith("\nGoodbye! The game is not finished.\n")
    assert list(tmp_path.iterdir()) == []


def test_garbage_on_standard_input_is_refused_like_any_other_line() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "toctoc", "play", "escalier", "--seed", "1"],
        input=b"\xff\xfe\0\x1b[2J\n" + b"a" * 100_000 + b"\nquit\n",
        env=environment(),
        capture_output=True,
        check=True,
    )
    assert done.stderr == b""
    assert b"\x1b" not in done.stdout
    assert len(done.stdout) < 10_000
    assert done.stdout.count(b"Find the blue child") + done.stdout.count(b"Which") >= 3


def test_leaving_is_no_error(tmp_path: Path) -> None:
    result = run("play", "escalier", "--lang", "fr", "--record", tmp_path / "game", typed="quitter\n")
    assert result.exit_code == 0
    assert result.stdout.endswith("Au revoir\u00a0! La partie n’est pas finie.\n")
    assert list(tmp_path.iterdir()) == []


def test_a_record_is_not_written_over_without_force(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.touch()
    result = run("play", "escalier", "--record", file, typed=any_answers(1))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "exists already; --force overwrites it" in result.stderr
    assert run("play", "escalier", "--record", file, "--force", typed=any_answers(1)).exit_code == 0
    assert run("verify", file).exit_code == 0


def test_an_unwritable_record_is_reported_before_the_game(tmp_path: Path) -> None:
    result = run("play", "escalier", "--record", tmp_path / "no" / "game", typed=any_answers(1))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "there is no such folder" in result.stderr


def test_the_game_may_be_chosen_by_name_or_number() -> None:
    for line in ("2", "chocottes", "CHOCOTTES"):
        result = run("play", "--terminal", typed=f"{line}\nquit\n")
        assert "  2  Toc Chocottes" in result.stdout
        assert "Which of your cards do you look at?" in result.stdout
    assert "Type a number from 1 to 3" in run("play", "--terminal", typed="what?\n2\nquit\n").stdout


def test_plain_text_has_no_control_sequences() -> None:
    result = run("play", "toctoctoc", "--seed", "1", typed=any_answers(1))
    assert result.exit_code == 0
    assert "\x1b" not in result.stdout
    assert "\n> " in result.stdout
