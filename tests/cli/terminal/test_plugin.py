"""A game that comes from an installed package: played, recorded, verified and told as one of ours."""

from pathlib import Path
from random import Random

import pytest

from tests.cli.invoke import processed
from tests.cli.pseudo_terminal import Terminal, answer
from tests.examples.packages import environment
from tests.scale import each, spread
from toctoc import lang


@pytest.fixture(autouse=True)
def plugin(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the example's game installed for the programs that a test starts."""
    for name, value in environment().items():
        monkeypatch.setenv(name, value)


@each("language", spread(lang.LANGUAGES, 1))
def test_it_is_played_to_its_end_in_words_recorded_verified_and_replayed(language: str, tmp_path: Path) -> None:
    file = tmp_path / f"{language}.jsonl"
    command = ("play", "armoire", "--bots", "random", "--seed", "2", "--record", file, "--lang", language)
    more = (("verify", file, "--lang", language), ("replay", file, "--lang", language))
    played, verified, told = processed(command, *more, typed="1\n0\n" * 300)
    assert [played[::2], verified[0], told[::2]] == [(0, ""), 0, (0, "")]
    assert lang.load(language)("field.to_act") in played[1]
    assert len(told[1].splitlines()) > 20


@pytest.mark.nightly
def test_it_is_played_by_numbers_in_a_terminal() -> None:
    say, rng = lang.load("en"), Random(1)
    with Terminal("play", "armoire", "--bots", "random", "--fast", "--seed", "3", rows=40) as terminal:
        while terminal.prompt():
            terminal.type(answer(terminal.screen(), say, rng))
        assert terminal.end() == 0


def test_its_options_and_rules_are_shown_and_an_arena_records_it(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    arena = ("arena", "armoire", "-f", "random,petit-fantome", "-p", "2", "-g", "4", "--cores", "1")
    shown, rules, mistake, played, verified = processed(
        ("play", "--help"),
        ("rules", "armoire"),
        ("play", "armoire", "-o", "cost=9"),
        (*arena, "--record", file),
        ("verify", file),
    )
    assert played[::2] == (0, "")
    assert verified == (0, f"{file}: 4 records, all good.\n", "")
    assert "Table options of armoire" in shown[1]
    assert rules[1].startswith("# L'Armoire qui grince")
    assert "Option cost takes a whole number from 1 to 3, not '9' (A9)." in " ".join(mistake[2].split())
