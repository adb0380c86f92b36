"""Every command that a page, a help text or an error advises is in one list, which the nightly run executes."""

import re
from pathlib import Path

import click
import pytest

from run import COMMANDS
from tests.advice import LISTED, PLACES, catalogues, filled, is_listed, of_page, of_text
from toctoc import extras
from toctoc.cli.main import cli
from toctoc.lang import LANGUAGES
from tools import ROOT, environment

ALONE = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")]
FOLDERS = ["examples", *(f"docs/{kind}" for kind in ("tutorials", "how-to", "reference", "explanation"))]
PAGES = [*ALONE, *(page for folder in FOLDERS for page in (ROOT / folder).rglob("*.md"))]


def test_each_command_of_a_page_is_listed() -> None:
    found = [(page.name, command) for page in PAGES for command in of_page(page.read_text("utf-8"))]
    assert len(found) > 200
    assert [each for each in found if not is_listed(each[1])] == []


def test_each_command_of_an_error_or_a_help_text_is_listed() -> None:
    found = [(key, command) for key, commands in catalogues("en").items() for command in commands]
    assert len(found) > 40
    verbs = [f"toctoc {verb}" for verb in cli.list_commands(click.Context(cli))]
    assert [each for each in found if each[1] not in verbs and not is_listed(each[1])] == []


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != "en"])
def test_a_translation_advises_the_same_commands(language: str) -> None:
    english, translated = catalogues("en"), catalogues(language)
    keys = english.keys() | translated.keys()
    assert {key for key in keys if sorted(english.get(key, [])) != sorted(translated.get(key, []))} == set()


def test_errors_about_a_missing_package_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "checkout", lambda: ROOT)
    monkeypatch.chdir(ROOT)
    assert [name for name in environment.extras() if not is_listed(extras.how(name))] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_page_names_commands_that_exist(page: Path) -> None:
    text = page.read_text("utf-8")
    known = {*cli.list_commands(click.Context(cli)), "fair"}
    assert {*re.findall(r"`(?:\.venv/bin/)?toctoc ([a-z][a-z-]*)", text)} <= known
    assert {*re.findall(r"`(?:make|python3 run\.py) ([a-z][a-z-]*)", text)} <= {*COMMANDS, "help"}


def test_what_is_listed_is_advised_somewhere() -> None:
    """Except steps that a page describes in words."""
    of_pages = (command for page in PAGES for command in of_page(page.read_text("utf-8")))
    of_texts = (filled(command) for commands in catalogues("en").values() for command in commands)
    advised = {command.removeprefix(".venv/bin/") for command in (*of_pages, *of_texts)}
    by_hand = re.compile(
        r"^(cp examples|sed -n|rm games|mv games|eval |make help|python3 run.py (--help|install))"
    )
    listed = {filled(command) for place in PLACES for command in LISTED[place]}
    assert {each for each in listed - advised if not by_hand.search(each) and each.count(" ") > 1} == set()


def test_commands_are_found() -> None:
    page = "```console\n$ make play\nready\n```\n```console\ntoctoc play \\\n  --fast # quick\n```\n"
    page += "Or `make site`, `pip\ninstall x`."
    assert list(of_page(page)) == ["make play", "toctoc play --fast", "pip install x"]
    help = "Words on `toctoc serve --host {x}`.\n\n\b\ntoctoc play: open a table\nbash: toctoc completion bash > x"
    assert list(of_text(help)) == ["toctoc serve --host {x}", "toctoc play", "toctoc completion bash > x"]
    assert list(of_text("Run: chmod 600 {store}")) == ["chmod 600 {store}"]
