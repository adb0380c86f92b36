"""docs/reference/python.md has every public name with its parameters, and every example in it runs."""

import dataclasses
import doctest
import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any, NamedTuple, get_args

import pytest

from toctoc import Match
from toctoc.core.game import Action, Event
from toctoc.core.notation import Phrase
from toctoc.testing.conformance import Conformance, Counts
from tools import ROOT

PAGE = ROOT / "docs/reference/python.md"
PACKAGES = ("toctoc", "toctoc.core", "toctoc.bots", "toctoc.arena", "toctoc.lab")


class Section(NamedTuple):
    """A name of the page, with the text under it."""

    package: str
    name: str
    text: str

    @property
    def thing(self) -> Any:
        return getattr(import_module(self.package), self.name)

    def listed(self, kind: str) -> dict[str, list[str]]:
        """Return the names in the first column of its tables of a kind, each with its parameters."""
        tables = re.findall(rf"^\| {kind} \|.*\n((?:\|.*\n)+)", self.text, re.MULTILINE)
        cells = [row.split("|")[1] for table in tables for row in table.splitlines()[1:]]
        spans = [span for cell in cells for span in re.findall(r"`(.+?)`", cell)]
        return {span.partition("(")[0]: re.findall(r"[(,] *(\w+)", span) for span in spans}


def parts(text: str, mark: str) -> Iterator[tuple[str, str]]:
    """Return the headings of a kind, each with the text under it."""
    _, *rest = re.split(rf"^{mark} `(.+)`$", text, flags=re.MULTILINE)
    return zip(rest[::2], rest[1::2], strict=True)


PARTS = dict(parts(PAGE.read_text("utf-8"), "##"))
SECTIONS = [Section(package, *part) for package, text in PARTS.items() for part in parts(text, "###")]
every_name = pytest.mark.parametrize("section", SECTIONS, ids=lambda section: f"{section.package}.{section.name}")


def test_the_page_has_the_five_packages() -> None:
    assert tuple(PARTS) == PACKAGES


@pytest.mark.parametrize("package", PACKAGES)
def test_the_page_has_every_public_name_and_no_other(package: str) -> None:
    public = import_module(package).__all__
    named = [section.name for section in SECTIONS if section.package == package]
    again = re.search(r"^Also here, as above: (.*)\.$", PARTS[package], re.MULTILINE)
    named += re.findall("`(.+?)`", again[1]) if again else []
    assert sorted(named) == sorted(public)
    assert len(set(public)) == len(public)


@every_name
def test_every_name_has_an_example(section: Section) -> None:
    assert ">>> " in section.text
    assert re.search(rf"\b{section.name}\b", "".join(re.findall(r"```pycon\n(.*?)```", section.text, re.DOTALL)))


@every_name
def test_every_parameter_is_named(section: Section) -> None:
    try:
        parameters = inspect.signature(section.thing).parameters.values()
    except (TypeError, ValueError):  # a constant or a type of another kind
        return
    said = {word for span in re.findall(r"`([^`\n]+)`", section.text) for word in re.findall(r"\w+", span)}
    assert [p.name for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD and p.name not in said] == []


@every_name
def test_every_parameter_of_the_page_is_there(section: Section) -> None:
    listed = section.listed("parameter")
    there = set(inspect.signature(section.thing).parameters) if listed else set()
    if "how" in there:  # keywords of a TypedDict
        [options] = get_args(section.thing.__annotations__["how"])
        there |= set(options.__annotations__)
    assert [name for name in listed if name not in there] == []


def test_every_member_of_the_page_is_there_with_its_parameters() -> None:
    listed = {section.name: section.listed("member") for section in SECTIONS}
    assert [name for name, members in listed.items() if members] == ["Match"]
    match = Match("escalier", 3)
    for name, parameters in listed["Match"].items():
        member = getattr(match, name)
        assert parameters == (list(inspect.signature(member).parameters) if callable(member) else []), name


@every_name
def test_every_name_has_a_docstring_or_is_data(section: Section) -> None:
    if inspect.isclass(section.thing) or inspect.isroutine(section.thing):
        assert inspect.getdoc(section.thing)


def test_every_example_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bots without Numba, which would compile for half a minute; the laboratory with it."""
    text = re.sub(r"^```.*$", "", PAGE.read_text("utf-8"), flags=re.MULTILINE)
    before, heading, lab = text.partition("\n## `toctoc.lab`\n")
    assert heading
    told: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    with monkeypatch.context() as plain:
        plain.setattr("toctoc.core.compile.compiled.available", lambda: False)
        runner.run(examples := parsed(before, {}), out=told.append, clear_globs=False)
    runner.run(parsed(lab, examples.globs), out=told.append)
    assert runner.failures == 0, "".join(told)
    assert runner.tries > len(SECTIONS)


def parsed(text: str, names: dict[str, Any]) -> doctest.DocTest:
    return doctest.DocTestParser().get_doctest(text, names, PAGE.name, str(PAGE), 0)


def test_the_page_has_all_that_those_who_write_a_game_say() -> None:
    """It has the class variables of actions and events, and the fields of the conformance suites."""
    text = PAGE.read_text("utf-8").split("\n## For those who write a game\n")[1]
    said = {word for span in re.findall(r"`([^`\n]+)`", text) for word in re.findall(r"\w+", span)}
    words = {name for kind in (Phrase, Action, Event) for name in inspect.get_annotations(kind)} - {"HISTORY"}
    known = {field.name for kind in (Conformance, Counts) for field in dataclasses.fields(kind)}
    assert len(words | known) > 30
    assert (words | known) - said == set()
