"""The statements of the README and of the other pages are true."""

import doctest
import re
from pathlib import Path

import click
import yaml  # type: ignore[import-untyped]  # no types

import run
from tests.scale import each
from tests.web.engines import ENGINES
from toctoc.cli.main import cli
from toctoc.core.registry import BUILT_IN
from toctoc.lang import load
from tools import ROOT

README = (ROOT / "README.md").read_text("utf-8")
FAIR = "toctoc fair shuffle"  # which opens a commitment, and is no command
TOP = [
    ROOT / name
    for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "tests/README.md", "examples/README.md")
]
PAGES = [*TOP, *sorted((ROOT / "docs").rglob("*.md"))]
every_page = each("page", PAGES)


def test_its_python_runs() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert failed == 0
    assert tried >= 6


@every_page
def test_its_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!https://)([^)#]+)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_its_games_are_the_games() -> None:
    rows = re.findall(r"^\| (.+) \| (\d) to (\d) \| ([\d to]+) \| (\d) and up \|$", README, re.MULTILINE)
    say = load("en")
    assert rows == [
        (
            say.title(game),
            str(game.players[0]),
            str(game.players[-1]),
            game.minutes.replace("–", " to "),
            str(game.age),
        )
        for game in BUILT_IN.values()
    ]


@each("page", [ROOT / "README.md", ROOT / "examples/README.md", ROOT / "docs/reference/protocol.md"])
def test_it_knows_the_length_of_the_player(page: Path) -> None:
    lines = len((ROOT / "examples/player.py").read_text("utf-8").splitlines())
    after = page.read_text("utf-8").partition("player.py")[2]
    said = re.search(r"about (\d+) lines", after)
    assert said
    assert abs(int(said[1]) - lines) < lines / 10


def test_its_citation_is_that_of_citation_cff() -> None:
    [cited] = re.findall(r"```bibtex\n@software{(.*?)```", README, re.DOTALL)
    fields = dict(re.findall(r"(\w+) = {+(.*?)}+,?\n", cited))
    ours = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    [author] = ours["authors"]
    assert fields == {"author": author["name"], "title": ours["title"], "version": ours["version"]}


def test_its_status_is_that_of_the_browsers() -> None:
    """Engines that it names as tested run in the tests, and the report names the others too."""
    assert {"chromium", "firefox", "webkit"} == set(ENGINES)
    report = (ROOT / "docs/reports/browsers.md").read_text("utf-8")
    assert "no test runs on a phone" in report
    assert "do not run Safari itself" in report
    [tested, missing] = re.findall(r"Tested on (.*?)\. Not yet (.*?)\.", " ".join(README.split()))[0]
    assert all(name in tested for name in ("Linux", "Chromium", "Firefox", "WebKit"))
    assert all(name in missing for name in ("Windows", "macOS", "Safari", "real phones"))


def test_it_credits_the_authors() -> None:
    text = " ".join(README.split())
    for author in ("Bruno Faidutti", "Gwenaël Bouquin", "Balla Diarra", "Jacques Zeimet"):
        assert author in text
    assert "not affiliated" in text


def code(page: Path) -> list[str]:
    """All that a page shows as code: between back quotes, and lines of blocks."""
    text = page.read_text(encoding="utf-8")
    fenced = re.compile(r"^ *```\S*[^\n]*\n(.*?)^ *```", re.MULTILINE | re.DOTALL)
    blocks = fenced.findall(text)
    spans = re.findall(r"`([^`]+)`", fenced.sub("", text))
    return [*spans, *(line.strip() for block in blocks for line in block.splitlines())]


@every_page
def test_the_commands_that_it_names_exist(page: Path) -> None:
    for line in code(page):
        if found := re.match(r"(?:\$ )?(?:make|python3 run\.py) ([a-z-]+)", line):
            assert found[1] in run.COMMANDS, line


@every_page
def test_the_options_of_toctoc_that_it_names_exist(page: Path) -> None:
    for line in code(page):
        if found := re.match(r"(?:\$ )?toctoc ([a-z]+(?:-[a-z]+)*)(.*)", line):
            if line.startswith(FAIR):
                continue
            command = cli.get_command(click.Context(cli), found[1])
            assert command is not None, line
            known = {
                option for parameter in command.params for option in parameter.opts + parameter.secondary_opts
            }
            named = re.findall(r"(?<= )--[a-z-]+", found[2].split("#")[0].split("|")[0])
            assert {*named} <= {*known, "--help"}, line


def test_the_harnesses_that_the_tests_page_names_exist() -> None:
    text = (ROOT / "tests/README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \(`([\w/.]+)`\)", text, re.MULTILINE)
    assert len(rows) >= 9
    for names, place in rows:
        path = ROOT / "tests" / place
        source = "".join(
            file.read_text(encoding="utf-8") for file in ([path] if path.is_file() else path.glob("*.py"))
        )
        for name in re.findall(r"\w+", names):
            assert f"\nclass {name}" in source, name


def test_the_documentation_leads_to_the_glossary() -> None:
    for page in ("docs/reference/index.md", "docs/explanation/architecture.md"):
        assert "glossary.md)" in (ROOT / page).read_text("utf-8")
