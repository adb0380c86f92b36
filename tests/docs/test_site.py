"""The documentation site builds without a warning, and a fault in a page is an error."""

import re
import shutil
from pathlib import Path

import pytest

from tools import ROOT
from tools import docs as site


def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    assert site.build(tmp_path / "source", tmp_path / "html", "dummy") == 0


@pytest.mark.nightly
def test_the_site_links_the_files_to_edit(tmp_path: Path) -> None:
    assert site.build(tmp_path / "source", tmp_path / "html") == 0
    home = (tmp_path / "html/index.html").read_text("utf-8")
    assert "Tutorials" in home
    rules = (tmp_path / "html/rules/toctoctoc.fr.html").read_text("utf-8")
    assert "/edit/main/src/toctoc/games/toctoctoc/rulebook/fr.md" in rules


FAULTS = {
    "[nowhere](nowhere.md)": "'nowhere.md'",
    "[no heading](play.md#no-such-heading)": "no-such-heading",
    "```{generated} nothing\n```": "No table is called 'nothing'",
}


@pytest.mark.nightly
def test_all_faults_of_a_page_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """On a site of two pages, so that it is short."""
    for folder in ("_ext", "_static", "_templates"):
        shutil.copytree(ROOT / "docs" / folder, tmp_path / "docs" / folder)
    shutil.copy(ROOT / "docs/conf.py", tmp_path / "docs")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "docs/play.md").write_text("# Play\n", "utf-8")
    home = "# Home\n\n- [Play](play.md#play)\n"
    (tmp_path / "docs/index.md").write_text(home, "utf-8")
    monkeypatch.setattr(site, "ROOT", tmp_path)
    monkeypatch.setattr(site, "other_pages", dict)
    assert site.build(tmp_path / "source", tmp_path / "html", "dummy") == 0
    capfd.readouterr()
    (tmp_path / "docs/index.md").write_text("\n".join([home, *FAULTS]), "utf-8")
    assert site.build(tmp_path / "source", tmp_path / "html", "dummy") != 0
    complaints = capfd.readouterr().err
    assert [fault for fault, name in FAULTS.items() if name not in complaints] == []
    assert "docs/index.md:" in complaints  # the file to edit, not its copy


def test_every_index_links_all_pages_of_its_folder() -> None:
    for index in (ROOT / "docs").rglob("index.md"):
        linked = re.findall(r"\]\(([\w.-]+\.md)", index.read_text("utf-8"))
        pages = {page.name for page in index.parent.glob("*.md")} - {"index.md"}
        assert pages <= set(linked), index
