"""A game's package written for 0.1 has a module `telling` with LESIONS, and is still studied."""

from dataclasses import replace
from pathlib import Path

import pytest

from toctoc.core.registry import GAMES
from toctoc.study import plan, sections, study_modules


@pytest.fixture
def old_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    folder = tmp_path / "old_game" / "study"
    folder.mkdir(parents=True)
    for name in ("__init__.py", "study/__init__.py", "study/questions.py"):
        (folder.parent / name).touch()
    (folder / "telling.py").write_text("LESIONS = ('one',)\n", "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr("toctoc.study.study_modules.bot_modules.has", lambda *_: True)
    return "old_game"


def test_the_old_name_of_report_text_works_and_warns(old_package: str) -> None:
    game = replace(GAMES["escalier"], name="old", home=old_package)
    assert study_modules.has(game)
    with pytest.warns(DeprecationWarning, match="should be called report_text"):
        assert study_modules.ablations(game) == ("one",)


def test_old_names_of_classes_work_and_warn() -> None:
    for module, old, new in (
        (plan, "Lesion", "Ablation"),
        (plan, "Memory", "MemoryVariant"),
        (sections, "Column", "FigureColumn"),
    ):
        with pytest.warns(DeprecationWarning, match=f"{old} is now {new}"):
            assert getattr(module, old) is getattr(module, new)
