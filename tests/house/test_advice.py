"""Every command that a page, a help text or an error advises is in one list, which the nightly run executes."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from run import COMMANDS
from tests.advice import LISTED, PLACES, filled
from toctoc import extras
from toctoc.cli.main import cli
from toctoc.lang import LANGUAGES
from tools import ROOT, environment

ALONE = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")]
FOLDERS = ["examples", *(f"docs/{kind}" for kind in ("tutorials", "how-to", "reference", "explanation"))]
PAGES = [*ALONE, *(page for folder in FOLDERS for page in (ROOT / folder).rglob("*.md"))]
FENCED = re.compile(r"^ *```console\n(.*?)^ *```", re.MULTILINE | re.DOTALL)
VERBS = "|".join(cli.list_commands(click.Context(cli)))
OF_RUN_PY = "|".join(COMMANDS)
PROGRAM = rf"(?:(?:\.venv/bin/)?toctoc (?:{VERBS}|COMMAND)|(?:python3? \S*run\.py|make) (?:{OF_RUN_PY}))(?![\w-])"
IN_A_PAGE = re.compile(rf"`((?:{PROGRAM}|(?:\.venv/bin/uv )?pip install) [^`]*)`")
OF_THE_SYSTEM = r"(?<=: )(?:mkdir|chmod|createdb|openssl|ss|timedatectl) .*?(?=\.(?: |$)|$)"
IN_A_TEXT = re.compile(rf"{PROGRAM}(?: (?:-[\w-]+|\{{\w+\}}|[A-Z]+))*|{OF_THE_SYSTEM}")
EXAMPLE = re.compile(r"(?:^|: |:\xa0| )((?:toctoc|source|mkdir) .*?)(?=\xa0?: |$)")


def of_page(page: str) -> Iterator[str]:
    """Yield the commands of a page: those in blocks `console`, and in its sentences those with an argument."""
    for block in FENCED.findall(page):
        lines = [line.strip() for line in re.sub(r"\\\n\s*", "", block).splitlines()]
        if any(line.startswith("$ ") for line in lines):  # the others are output
            lines = [line[2:] for line in lines if line.startswith("$ ")]
        yield from filter(None, (re.sub(r"\s+#.*", "", line) for line in lines))
    yield from IN_A_PAGE.findall(" ".join(FENCED.sub("", page).split()))


def of_text(text: str) -> Iterator[str]:
    """Yield the commands of a message or a help text; its last paragraph may have one in each line."""
    prose, _, examples = text.partition("\b\n")
    yield from (match[0] for line in prose.splitlines() for match in IN_A_TEXT.finditer(line))
    yield from (match[1] for line in examples.splitlines() if (match := EXAMPLE.search(line)))


def catalogues(language: str) -> dict[str, list[str]]:
    """Return the commands of each text of the command line and of the server that has some."""
    texts: dict[str, object] = {}
    for folder in ("cli", "common", "pages"):
        texts |= json.loads((ROOT / f"src/toctoc/lang/{folder}/{language}.json").read_text("utf-8"))
    found = {key: [*of_text(text)] for key, text in texts.items() if isinstance(text, str)}
    return {key: commands for key, commands in found.items() if commands}


def is_listed(command: str) -> bool:
    """Return whether a command is run, or skipped for a reason; with another path of its program, too."""
    plain = filled(command).removeprefix(".venv/bin/")
    is_run = any(plain == filled(listed) for place in PLACES for listed in LISTED[place])
    return is_run or any(re.search(pattern, command) for pattern in LISTED["skip"])


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
