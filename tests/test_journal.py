"""Journals: one header for all kinds of work."""

import json
from pathlib import Path

import pytest

from toctoc.core import options
from toctoc.core.registry import find
from toctoc.journal import AnotherWork, Header, Journal, Kind, header, read_header, seed_in

KINDS: tuple[Kind, ...] = ("simulation", "arena", "study", "dataset", "exploit")


def some(kind: Kind = "arena", **more: object) -> Header:
    chosen = options.complete(find("escalier").options, {})
    return header(kind, "escalier", 2, chosen, {"bots": ["voyante"], "seed": 7, **more})


def test_a_block_is_a_line_after_the_header(tmp_path: Path) -> None:
    file = tmp_path / "file"
    for blocks in ([], [{"n": 1}]):
        found: list[object] = []
        journal = Journal(file, some(), found.append)
        journal.append({"n": len(blocks) + 1})
        journal.close()
        assert found == blocks
    assert [json.loads(line) for line in file.read_bytes().splitlines()] == [some(), {"n": 1}, {"n": 2}]


def test_work_of_another_kind_is_no_journal_of_this_one(tmp_path: Path) -> None:
    for number, kind in enumerate(KINDS):
        Journal(tmp_path / kind, some(kind), lambda _: None).close()
        with pytest.raises(AnotherWork) as caught:
            Journal(tmp_path / kind, some(KINDS[number - 1]), lambda _: None)
        assert caught.value.differing == []


def test_other_work_is_refused_by_the_names_that_differ(tmp_path: Path) -> None:
    Journal(tmp_path / "file", some(more=1), lambda _: None).close()
    with pytest.raises(AnotherWork, match="seed, more") as caught:
        Journal(tmp_path / "file", some(seed=8), lambda _: None)
    assert caught.value.differing == ["seed", "more"]


def test_another_format_is_refused_by_its_name(tmp_path: Path) -> None:
    for kind in KINDS:
        (tmp_path / kind).write_text(json.dumps({**some(kind), kind: 99}) + "\n", "utf-8")
        with pytest.raises(AnotherWork, match="other work: format"):
            Journal(tmp_path / kind, some(kind), lambda _: None)


def test_a_header_may_have_several_lines(tmp_path: Path) -> None:
    (tmp_path / "dataset.json").write_text(json.dumps(some("dataset"), indent=1), "utf-8")
    assert read_header(tmp_path / "dataset.json") == some("dataset")
    assert seed_in(tmp_path / "dataset.json") == 7
    assert seed_in(tmp_path) is None
    assert seed_in(Path("/dev/zero")) is None
