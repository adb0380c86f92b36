"""Whole games in a real terminal: played, left, resized, without colour, on a dumb one."""

import re
import signal
from itertools import product
from pathlib import Path
from random import Random

import pytest

from tests.cli.pseudo_terminal import CONTROL, Terminal, answer
from tests.scale import each, scaled, spread
from toctoc import GAMES, lang, record
from toctoc.lang.bots import NAMES

ALTERNATE, MAIN = "\x1b[?1049h", "\x1b[?1049l"


@each("game, language", spread(product(GAMES, lang.LANGUAGES[::-1]), 2))
def test_a_whole_game_in_a_terminal(game: str, language: str, tmp_path: Path) -> None:
    say = lang.load(language)
    rng = Random(f"{game} {language}")
    file = tmp_path / f"{game}-{language}.jsonl"
    players = str(GAMES[game].players[0])
    flags = ("--fast", "--seed", "4", "--players", players, "--lang", language, "--record", str(file))
    with Terminal("play", game, *flags) as terminal:
        while terminal.prompt():
            terminal.type(answer(terminal.screen(), say, rng))
        assert terminal.end() == 0
        assert terminal.output.count(ALTERNATE) == terminal.output.count(MAIN) == 1
        shown = CONTROL.sub("", terminal.output.split(MAIN)[1])
    assert "Traceback" not in terminal.output
    assert any(name in shown for name in NAMES["chasseur"])
    played = record.verify(record.read(file.read_text(encoding="utf-8")))
    assert say(f"{game}.ending.{played.ending}") in shown
    for seat, score in enumerate(played.scores):
        name = say("play.you") if seat == 0 else r"\S+( \S+)?"
        assert re.search(rf"^  {seat} {name}.{{1,3}}{score}\r?$", shown, re.MULTILINE)


@each("game", spread(GAMES, 1))
def test_every_screen_fits_a_narrow_terminal(game: str) -> None:
    say = lang.load("fr")
    rng = Random(game)
    with Terminal("play", game, "--fast", "--seed", "9", "--lang", "fr", columns=60, rows=40) as terminal:
        for _ in range(scaled(8, most=25)):
            if not terminal.prompt():
                break
            screen = terminal.screen()
            assert max(map(len, screen.split("\n"))) <= 60
            terminal.type(answer(screen, say, rng))


def test_ctrl_c_leaves_cleanly_in_the_middle_of_a_question() -> None:
    with Terminal("play", "toctoctoc", "--fast", "--seed", "1", from_nothing=True) as terminal:
        assert terminal.prompt()
        terminal.interrupt()
        assert terminal.end() == 130
        assert terminal.output.rstrip().endswith(lang.load("en")("play.unfinished"))
        assert MAIN in terminal.output
        assert "Traceback" not in terminal.output


@pytest.mark.nightly
def test_ctrl_c_leaves_cleanly_while_a_bot_pauses() -> None:
    with Terminal(
        "play", "escalier", "--pause", "60", "--seed", "1", "-o", "start=creator", "-o", "creator=1"
    ) as terminal:
        terminal.until("turns up")
        terminal.interrupt()
        assert terminal.end() == 130
        assert "Traceback" not in terminal.output


def test_a_polite_signal_gives_the_screen_back() -> None:
    with Terminal("play", "escalier", "--fast", "--seed", "1") as terminal:
        assert terminal.prompt()
        terminal.interrupt(signal.SIGTERM)
        assert terminal.end() == 143
        assert terminal.output.count(MAIN) == 1


def test_a_dumb_terminal_gets_text_that_flows() -> None:
    with Terminal("play", "chocottes", "--fast", "--seed", "1", TERM="dumb") as terminal:
        assert terminal.prompt()
        terminal.type("2")
        terminal.until("press Enter to hide")
        assert "\x1b" not in terminal.output
        terminal.prompt()
        terminal.type("")
        terminal.prompt()
        assert "Your card 2" not in "\n".join(terminal.output.split("\n")[-40:])


def test_a_session_without_colour_pages_long_texts_and_ends_with_its_input() -> None:
    with Terminal("play", "toctoctoc", "--fast", "--seed", "1", NO_COLOR="1") as terminal:
        assert terminal.prompt()
        assert "▶  0 You" in terminal.screen()
        terminal.type("rules all")
        terminal.prompt()
        assert "Enter: more" in terminal.screen()
        assert terminal.screen().count("\n") < 24
        terminal.type("")
        terminal.prompt()
        assert "T1" in terminal.screen()
        terminal.type("back")
        terminal.prompt()
        assert "Which card do you offer?" in terminal.screen()
        terminal.keys("\x04")
        assert terminal.end() == 0
        assert lang.load("en")("play.unfinished") in terminal.screen()
        assert not re.search(r"\x1b\[(?:\d+;)*(?:3[0-8]|9[0-7])(?:;\d+)*m", terminal.output)
