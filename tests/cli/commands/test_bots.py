"""The bots on the command line: who they are, whom one plays against, and what `comte` advises."""

import json
import re
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random

import click
import pytest

from tests.bots.own_bots import written
from tests.cli.fakes import Paper, actions, play, scripted, session
from tests.cli.invoke import run
from tests.scale import each, scaled, spread
from toctoc import GAMES, lang
from toctoc.bots import BOTS
from toctoc.cli.terminal import solo
from toctoc.cli.terminal.session import Session

WIDE = {"COLUMNS": "150"}


def any_answers(seed: int) -> str:
    rng = Random(seed)
    return "".join(f"{rng.randrange(6)}\n" for _ in range(4000))


# --- toctoc bots -------------------------------------------------------------------------------------------------


@each("language", lang.LANGUAGES)
def test_every_bot_is_shown_with_its_name_and_a_line_about_its_play(language: str) -> None:
    result = run("bots", "--lang", language, **WIDE)
    say = lang.load(language)
    assert result.exit_code == 0
    title, *lines, last = result.stdout.rstrip("\n").split("\n")
    assert (title.strip(), last.strip()) == (say("bots.title"), say("bots.own"))
    assert [line.split()[0] for line in lines] == list(BOTS)  # from the gentlest to the strongest
    for name, line in zip(BOTS, lines, strict=True):
        assert " ".join(line.split()) == " ".join(f"{name} {say(f'bot.{name}')} {say(f'bot.{name}.line')}".split())


@pytest.fixture
def attic(monkeypatch: pytest.MonkeyPatch) -> str:
    """A game that comes without bots."""
    monkeypatch.setitem(GAMES, "attic", replace(GAMES["escalier"], name="attic", title="The attic"))
    return "attic"


def test_a_game_that_only_random_plays_is_named(attic: str) -> None:
    assert "The attic: random." in run("bots", "--lang", "en", **WIDE).stdout.splitlines()


def test_a_bot_that_does_not_play_a_game_is_answered_with_those_that_do(attic: str) -> None:
    say = lang.load("en")
    assert solo.opponent(attic, None, say) == "random"
    with pytest.raises(click.BadParameter, match=r"comte does not play The attic; there are: random\."):
        solo.opponent(attic, "comte", say)
    assert solo.opponent("escalier", None, say) == "chasseur"


@each("language", lang.LANGUAGES)
def test_lines_about_bots_are_short_and_all_different(language: str) -> None:
    say = lang.load(language)
    lines = [say(f"bot.{name}.line") for name in BOTS]
    assert len(set(lines)) == len(BOTS)
    assert all(len(line) <= 80 for line in lines)


# --- toctoc play --bots ------------------------------------------------------------------------------------------


@each("name, game", spread(product(("voyante", "petit-fantome", "apprenti", "random"), GAMES), 1))
def test_the_player_meets_the_chosen_bots(game: str, name: str, tmp_path: Path) -> None:
    file = tmp_path / f"{game}-{name}.jsonl"
    result = run("play", game, "-s", "2", "--bots", name, "--record", file, typed=any_answers(1))
    assert result.exit_code == 0
    assert {seat.get("bot") for seat in json.loads(file.read_text(encoding="utf-8"))["seats"][1:]} == {name}
    assert run("verify", file).exit_code == 0


def test_a_player_may_meet_a_bot_of_a_file(tmp_path: Path) -> None:
    own, file = tmp_path / "grandma.toml", tmp_path / "game.jsonl"
    own.write_text('like = "voyante"\n[escalier]\nshyness = 0.9\n', encoding="utf-8")
    result = run("play", "escalier", "-s", "2", "--bots", own, "--record", file, typed=any_answers(1))
    assert result.exit_code == 0
    assert run("verify", file).exit_code == 0
    assert json.loads(file.read_text(encoding="utf-8"))["seats"][1]["bot"] == "grandma.toml"  # wherever it lies


def test_a_player_may_meet_a_bot_of_a_class(tmp_path: Path) -> None:
    own, file = f"{written(tmp_path)}:Fine", tmp_path / "game.jsonl"
    result = run("play", "escalier", "-s", "2", "--bots", own, "--record", file, typed=any_answers(1))
    assert result.exit_code == 0
    assert "Grandma" in result.stdout
    assert run("verify", file).exit_code == 0
    assert json.loads(file.read_text(encoding="utf-8"))["seats"][1]["bot"] == "Fine"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Deaf", "The bot {own}:Deaf failed at seat 1 of escalier: RuntimeError: what did you say?"),
        (
            "Cheat",
            "The bot {own}:Cheat failed at seat [1-3] of escalier: ValueError: everything is not one of the legal",
        ),
        ("Shy", "{own}:Shy does not sit down at seat 1 of escalier: TypeError: "),
    ],
)
def test_a_class_that_fails_ends_the_game_and_leaves_no_record(name: str, said: str, tmp_path: Path) -> None:
    own, file = written(tmp_path), tmp_path / "game.jsonl"
    result = run("play", "escalier", "-s", "2", "--bots", f"{own}:{name}", "--record", file, typed=any_answers(1))
    assert result.exit_code == 1
    assert re.match("toctoc: " + said.format(own=own), result.stderr)
    assert result.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == [own]


def test_a_class_for_another_game_is_reported_before_the_game(tmp_path: Path) -> None:
    result = run("play", "toctoctoc", "--bots", f"{written(tmp_path)}:Stairs")
    assert result.exit_code == 2
    assert "own.py:Stairs does not play Toc Toc Toc!" in " ".join(result.stderr.split())


def test_bots_of_installed_packages_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "installed packages" not in run("bots").stdout
    monkeypatch.setattr("toctoc.bots.programs.installed", lambda: {"grandma": None})
    assert "From installed packages: grandma." in run("bots").stdout


def test_a_bot_file_with_a_mistake_is_reported_before_the_game(tmp_path: Path) -> None:
    own = tmp_path / "grandma.toml"
    own.write_text('like = "voyante"\n[escalier]\nshyness = 9\n', encoding="utf-8")
    result = run("play", "escalier", "--bots", own)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "shyness in [escalier] is a number from 0 to 1, not 9" in " ".join(result.stderr.split())
    result = run("play", "escalier", "--bots", tmp_path / "nobody.toml")
    assert result.exit_code == 2
    assert "cannot be read" in result.stderr


def test_the_same_seed_is_the_same_game_against_the_same_bots() -> None:
    def told(bots: str) -> str:
        game = ("play", "toctoctoc", "-p", "3", "-s", "5")
        return run(*game, "--bots", bots, typed=any_answers(2)[: scaled(60, most=8000)]).stdout

    voyante = told("voyante")
    assert voyante == told("voyante") != told("apprenti")


@pytest.mark.compiled
def test_the_count_can_be_played_against() -> None:
    result = run("play", "escalier", "-s", "2", "--bots", "comte", typed=any_answers(1))
    assert result.exit_code == 0
    assert result.stderr in (
        "",
        lang.load("en")("play.thinking", bot="Vlad") + "\n",
    )  # told only if there is time to wait


# --- hint --------------------------------------------------------------------------------------------------------


def asked(game: str, word: str, language: str = "en", memory_aid: bool = False) -> tuple[Session, Paper]:
    """Ask for a hint at the first question, and leave."""
    table, paper = session(game, scripted(word), language=language, memory_aid=memory_aid)
    play(table)
    return table, paper


def advised(table: Session) -> dict[str, str]:
    """Return each possible advice in words, with the line to type."""
    return {table.speaker.action(action, "hint"): str(action) for action in table.match.legal(table.seat)}


ADVICE = [
    ("hint", "en", "Vlad: “"),
    ("HINT", "fr", "Vlad\u00a0: «\u00a0"),
    ("conseil", "fr", "Vlad"),
    ("tip", "nl", "Vlad: “"),
    ("tipp", "de", "Vlad: „"),
]


@pytest.mark.compiled
@each("game, advice", spread(product(GAMES, ADVICE), 5))
def test_the_count_gives_advice_and_its_reason(game: str, advice: tuple[str, str, str]) -> None:
    word, language, beginning = advice
    table, paper = asked(game, word, language, memory_aid=True)
    [notice] = paper.notices
    assert notice.startswith(beginning)
    assert "`" not in notice
    [words] = {words for words in advised(table) if words in notice}  # in words, not in notation
    assert len(notice.partition(words)[2].split()) > 3
    assert actions(table) == []  # advice is not a move


@pytest.mark.parametrize(
    ("language", "beginning", "ending"),
    [
        ("en", "” Chance of winning: ", "%"),
        ("fr", "» Chances de gagner\u00a0: ", "\u00a0%"),
        ("nl", "” Kans om te winnen: ", "%"),
        ("de", "“ Gewinnchance: ", "\u00a0%"),
    ],
)
def test_advice_of_a_network_shows_the_chances_of_the_best_actions(
    language: str, beginning: str, ending: str
) -> None:
    _, paper = asked("toctoctoc", "hint", language)
    _, found, chances = paper.notices[0].partition(beginning)
    assert found
    said = [int(chance.removesuffix(ending).rpartition(" ")[2]) for chance in chances.split(" · ")]
    assert 2 <= len(said) <= 3
    assert said == sorted(said, reverse=True)


@pytest.mark.compiled
def test_advice_at_the_same_point_is_the_same() -> None:
    table, paper = session("toctoctoc", scripted("hint", "hint"))
    play(table)
    assert len(paper.notices) == 2
    assert paper.notices[0] == paper.notices[1]


@pytest.mark.compiled
def test_advice_can_be_followed() -> None:
    def obedient(table: Session) -> str:
        if len(paper.notices) > len(actions(table)):
            return next(typed for words, typed in advised(table).items() if words in paper.notices[-1])
        return "hint" if len(actions(table)) < 5 else "quit"

    table, paper = session("toctoctoc", lambda table: obedient(table))
    play(table)
    assert len(actions(table)) == 5
    assert all(notice.startswith("Vlad") for notice in paper.notices)


@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if game.is_memory])
@pytest.mark.parametrize(
    ("language", "refusal"),
    [
        ("en", "At this table, hints need the memory aid"),
        ("fr", "À cette table, il n’y a de conseils qu’avec l’aide-mémoire"),
    ],
)
def test_C27_E14_no_hints_where_remembering_is_the_game(game: str, language: str, refusal: str) -> None:
    table, paper = asked(game, "hint", language)
    [notice] = paper.notices
    assert notice.startswith(refusal)
    assert "memory_aid=yes" in notice
    assert actions(table) == []


@pytest.mark.parametrize(("language", "line"), [("en", "hint: "), ("fr", "conseil\u00a0: ")])
def test_the_help_tells_of_hints(language: str, line: str) -> None:
    _, paper = asked("toctoctoc", "?", language)
    assert line in paper.text
