"""The rules on the command line."""

from itertools import product

import pytest

from tests.cli.invoke import run
from tests.cli.pseudo_terminal import Terminal
from tests.scale import each
from toctoc import GAMES, lang, rulebook


def test_the_games_are_listed() -> None:
    result = run("rules")
    assert result.exit_code == 0
    for game in GAMES.values():
        assert f"  {game.name}" in result.stdout
        assert lang.load("en").title(game) in result.stdout
    assert "  house" in result.stdout


@each("book, language", product(rulebook.BOOKS.values(), lang.LANGUAGES))
def test_a_book_is_printed_as_it_is_when_piped(book: str, language: str) -> None:
    result = run("rules", book, "--lang", language)
    assert result.stdout == rulebook.text(book, language)


def test_the_language_is_that_of_the_environment() -> None:
    assert run("rules", "house", LANG="fr_FR.UTF-8").stdout == rulebook.text("house", "fr")


@pytest.mark.parametrize("arguments", [["toctoctoc", "T7", "h2"], ["t7", "H2"]])
def test_single_clauses_are_shown(arguments: list[str]) -> None:
    result = run("rules", *arguments)
    assert result.stdout.startswith("**T7** On your turn you are the active player")
    assert "\n\n**H2** A move that is refused" in result.stdout
    assert "T8" not in result.stdout


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["T99"], "There is no clause 'T99'; toctoctoc has T1 to T23."),
        (["toctoctoc", "C28"], "There is no clause 'C28'; chocottes has C1 to C27."),
        (["toctoctoc", "seven"], "There is no clause 'SEVEN'; clauses look like T1, C1, E1, H1."),
        (["toctoc"], "Did you mean toctoctoc?"),
    ],
)
def test_an_unknown_clause_is_reported(arguments: list[str], hint: str) -> None:
    result = run("rules", *arguments)
    assert result.exit_code == 2
    assert hint in result.stderr


def test_in_a_terminal_it_is_pretty_and_goes_through_the_pager_only_if_long() -> None:
    with Terminal("rules", "T7", PAGER="false") as terminal:
        assert terminal.end() == 0
        assert "\x1b[1mT7" in terminal.output
        assert "**" not in terminal.output
    with Terminal("rules", "toctoctoc", PAGER="head -n 5") as terminal:
        assert terminal.end() == 0
        assert "Toc Toc Toc!" in terminal.output
        assert "T23" not in terminal.output
