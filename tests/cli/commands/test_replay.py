"""Records told in words: everything open, or as one seat saw it."""

import json
import re
from itertools import product
from pathlib import Path

import pytest

from tests.cli.invoke import changed, run, written
from tests.cli.pseudo_terminal import Terminal
from tests.scale import each, spread
from toctoc import GAMES, lang


def save(folder: Path, *lines: str) -> Path:
    file = folder / "file.jsonl"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


@each("game, language", spread(product(GAMES, lang.LANGUAGES), 4))
def test_a_replay_names_the_card_of_every_step(game: str, language: str, tmp_path: Path) -> None:
    say = lang.load(language)
    line = written(game, 5)
    result = run("replay", save(tmp_path, line), "--lang", language)
    assert result.exit_code == 0
    told = {int(n): text for n, text in re.findall(r"^ *(\d+)\. (.*)$", result.stdout, re.MULTILINE)}
    data = json.loads(line)
    cards = 0
    for number, step in enumerate(data["steps"], 1):
        card = re.match(r"(?:deal|penalty|gift|draw|flip|top|guest|offer) (\S+)", step[1])
        if card:
            cards += 1
            names = [say(f"{game}.{form}.{card[1]}") for form in ("a-card", "card")]
            assert any(name in told[number] for name in names)
    assert cards > 20
    for seat in data["result"]["winners"]:
        assert f"{seat} {data['seats'][seat]['name']}" in result.stdout.strip().split("\n")[-1]


def test_a_replay_of_chocottes_names_unseen_cards(tmp_path: Path) -> None:
    result = run("replay", save(tmp_path, written("chocottes", 5)))
    assert re.search(r"\d+\. 0 Ada is dealt an? .*, face down\.", result.stdout)
    assert re.search(r"gets an? .* from the pile, unseen\.", result.stdout)


@pytest.mark.parametrize("game", ["toctoctoc", "chocottes"])
def test_a_replay_from_a_seat_names_only_cards_it_saw(game: str, tmp_path: Path) -> None:
    file = save(tmp_path, written(game, 5))
    result = run("replay", file, "--from-seat", "1")
    assert "As seen by 1 Ben" in result.stdout
    assert "1 Ben " not in "".join(re.findall(r"^ *\d+\. (.*)$", result.stdout, re.MULTILINE))  # that is `you`
    assert re.search(r"^ *\d+\. 0 Ada is dealt a card", result.stdout, re.MULTILINE)
    assert not re.search(r"^ *\d+\. (0 Ada|2 Cleo) is dealt a (?!card)", result.stdout, re.MULTILINE)


def test_the_nth_record_is_picked(tmp_path: Path) -> None:
    file = save(tmp_path, written("escalier", 1), "", written("chocottes", 2), "nonsense")
    assert "The Haunted Staircase, the card game" in run("replay", file).stdout
    assert "Toc Chocottes" in run("replay", file, "--game", "2").stdout
    third = run("replay", file, "--game", "3")
    assert third.exit_code == 1
    assert third.stderr.startswith(f"toctoc: {file}, record 3: this is not JSON from character 1 on")
    fourth = run("replay", file, "--game", "4")
    assert fourth.exit_code == 2
    assert fourth.stderr == f"toctoc: {file} has no record 4, only 3 records.\n"


def test_moves_of_clocks_and_stand_ins_are_marked(tmp_path: Path) -> None:
    assert "(the clock ran out)" in run("replay", save(tmp_path, written("escalier", by="clock"))).stdout
    french = run("replay", save(tmp_path, written("escalier", by="stand-in")), "--lang", "fr")
    assert "(joué par un remplaçant)" in french.stdout


def test_unusual_options_are_listed(tmp_path: Path) -> None:
    assert "At this table: risk=yes." in run("replay", save(tmp_path, written("escalier", risk=True))).stdout
    assert "At this table" not in run("replay", save(tmp_path, written("escalier"))).stdout


def test_a_broken_record_is_replayed_up_to_its_fault(tmp_path: Path) -> None:
    def spoil(data: dict[str, object]) -> None:
        data["steps"][40] = [0, "turn white"]  # type: ignore[index]  # a list

    result = run("replay", save(tmp_path, changed(written("escalier"), spoil)))
    assert result.exit_code == 1
    assert "  40. " in result.stdout
    assert "  41. " not in result.stdout
    assert re.search(r"record 1: step 41, seat 0, `turn white`: .* \[[\w/-]+, [\w ]+\]", result.stderr)


@pytest.mark.parametrize("command", ["replay", "analyse"])
def test_a_record_with_a_wrong_result_is_refused(command: str, tmp_path: Path) -> None:
    def spoil(data: dict[str, object]) -> None:
        data["result"]["winners"] = []  # type: ignore[index]  # a dict

    result = run(command, save(tmp_path, changed(written("escalier"), spoil)))
    assert result.exit_code == 1
    assert ("The game is over!" in result.stdout) == (command == "replay")
    assert "record 1: result.winners" in result.stderr


def test_a_seat_that_is_not_there_is_refused(tmp_path: Path) -> None:
    result = run("replay", save(tmp_path, written("escalier")), "--from-seat", "3")
    assert result.exit_code == 2
    assert "Seats go from 0 to 2 here; there is no seat 3." in result.stderr


def test_names_are_shown_as_they_are_and_mean_nothing_else(tmp_path: Path) -> None:
    def rename(data: dict[str, object]) -> None:
        data["seats"][0]["name"] = "[red]{n} \\1 :ghost:[/]"  # type: ignore[index]  # a list

    result = run("replay", save(tmp_path, changed(written("escalier"), rename)))
    assert "0 [red]{n} \\1 :ghost:[/] " in result.stdout


def test_step_by_step_in_a_terminal(tmp_path: Path) -> None:
    file = save(tmp_path, written("toctoctoc"))
    with Terminal("replay", str(file), "--step") as terminal:
        for _ in range(4):
            assert terminal.prompt()
            screen = terminal.screen()
            assert "Enter: the next move" in screen
            terminal.type("")
        assert "’s door" in terminal.output
        terminal.prompt()
        terminal.type("quit")
        assert terminal.end() == 0
    with Terminal("replay", str(file), "--step", "--from-seat", "2") as terminal:
        assert terminal.prompt()
        assert "Your hand" in terminal.screen()
        terminal.keys("\x04")
        assert terminal.end() == 0


def test_step_by_step_to_the_end(tmp_path: Path) -> None:
    result = run("replay", save(tmp_path, written("escalier")), "--step", typed="\n" * 1000)
    assert result.exit_code == 0
    assert "The game is over!" in result.stdout


def test_in_a_terminal_a_long_story_goes_through_the_pager(tmp_path: Path) -> None:
    file = save(tmp_path, written("toctoctoc"))
    with Terminal("replay", str(file), PAGER="head -n 3") as terminal:
        assert terminal.end() == 0
        assert "Players: 0 Ada, 1 Ben and 2 Cleo" in terminal.screen()
        assert "party is over" not in terminal.screen()
