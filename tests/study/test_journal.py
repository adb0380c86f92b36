"""Journals of earlier versions: the same games have the same sums, and the study continues."""

import json
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from toctoc.study import running
from toctoc.study.journal import FILE, SAME_PROGRAMS, StudyJournal
from toctoc.study.plan import Study, TableChoice

SAVED = Path(__file__).parent / "saved"
EVERY = [(folder.parent.name, folder.name) for folder in sorted(SAVED.glob("*/*"))]


def lines(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / FILE).read_text("utf-8").splitlines()]


def test_every_earlier_program_has_a_journal() -> None:
    assert {lines(SAVED / version / game)[0]["program"] for version, game in EVERY} == SAME_PROGRAMS


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize(("version", "game"), EVERY)
def test_a_journal_of_an_earlier_version_continues(version: str, game: str, tmp_path: Path) -> None:
    folder = Path(copytree(SAVED / version / game, tmp_path / game))
    header, *batches = lines(folder)
    only = [batch["table"] for batch in batches]
    study = Study.of(game, (header["players"],), header["bots"], 4, header["seed"], TableChoice(only=only))
    assert running.run(study, workers=1).sums == {batch["table"]: batch["sums"] for batch in batches}
    journal = StudyJournal(folder, study)
    done: list[int] = []
    running.run(study, journal, done.append, workers=1)
    journal.close()
    assert done == [4 * len(batches)], "nothing is played again"
    assert lines(folder) == [header, *batches]


@pytest.mark.usefixtures("plain")
def test_ablations_are_found_by_the_name_that_they_had_in_0_1_0(tmp_path: Path) -> None:
    with pytest.warns(DeprecationWarning, match="'lesion=never-opens' is now called 'ablation=never-opens'"):
        study = Study.of("toctoctoc", (3,), "medium", 4, 5, TableChoice(only=["lesion=never-opens"]))
    assert [arm.key for arm in study.arms] == list(study.only) == ["ablation=never-opens"]
    with pytest.warns(DeprecationWarning, match="'lesion' is now called 'ablation'"):
        every = Study.of("toctoctoc", (3,), "medium", 4, 5, TableChoice(only=["lesion"]))
    assert {arm.kind for arm in every.arms} == {"ablation"}

    journal = StudyJournal(tmp_path, study)
    found = running.run(study, journal, workers=1).sums
    journal.close()
    text = (tmp_path / FILE).read_text("utf-8")
    (tmp_path / FILE).write_text(text.replace("ablation=never-opens", "lesion=never-opens"), "utf-8")
    again = StudyJournal(tmp_path, study)
    done: list[int] = []
    assert running.run(study, again, done.append, workers=1).sums == found
    again.close()
    assert done == [4], "nothing is played again"
