"""The documentation site builds without a warning, and a fault in a page is an error."""

import re
import shutil
from pathlib import Path

import pytest

from tools import ROOT
from tools import docs as site


def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    assert site.build(tmp_path / "source", tmp_path / "html", "dummy") == 0


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a site of two pages, so that it is short, with pyproject.toml; return its folder."""
    for folder in ("_ext", "_static", "_templates"):
        shutil.copytree(ROOT / "docs" / folder, tmp_path / "docs" / folder)
    shutil.copy(ROOT / "docs/conf.py", tmp_path / "docs")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "docs/play.md").write_text("# Play\n", "utf-8")
    (tmp_path / "docs/index.md").write_text(SMALL, "utf-8")
    (tmp_path / "RULES.md").write_text("# Rules\n", "utf-8")
    monkeypatch.setattr(site, "ROOT", tmp_path)
    monkeypatch.setattr(site, "other_pages", dict)
    return tmp_path


@pytest.mark.nightly
@pytest.mark.parametrize("has_home", [False, True])
def test_pages_link_the_files_to_edit_where_there_is_a_repository(
    small: Path, monkeypatch: pytest.MonkeyPatch, has_home: bool
) -> None:
    text = (small / "pyproject.toml").read_text("utf-8")
    urls = '[project.urls]\nSource = "https://github.com/example/ours"\n' if has_home else "[project.urls]\n"
    (small / "pyproject.toml").write_text(re.sub(r"\[project.urls\]\n(.+\n)*", urls, text), "utf-8")
    monkeypatch.setattr(site, "other_pages", lambda: {"rules.md": "RULES.md"})
    (small / "docs/index.md").write_text(f"{SMALL}- [Rules](rules.md)\n", "utf-8")
    assert site.build(small / "source", small / "html") == 0
    assert ("ours/edit/main/RULES.md" in (small / "html/rules.html").read_text("utf-8")) == has_home
    assert ("ours/edit/main/docs/play.md" in (small / "html/play.html").read_text("utf-8")) == has_home


SMALL = "# Home\n\n- [Play](play.md#play)\n"
FAULTS = {
    "[nowhere](nowhere.md)": "'nowhere.md'",
    "[no heading](play.md#no-such-heading)": "no-such-heading",
    "```{generated} nothing\n```": "No table is called 'nothing'",
}


@pytest.mark.nightly
def test_all_faults_of_a_page_are_named(small: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert site.build(small / "source", small / "html", "dummy") == 0
    capfd.readouterr()
    (small / "docs/index.md").write_text("\n".join([SMALL, *FAULTS]), "utf-8")
    assert site.build(small / "source", small / "html", "dummy") != 0
    complaints = capfd.readouterr().err
    assert [fault for fault, name in FAULTS.items() if name not in complaints] == []
    assert "docs/index.md:" in complaints  # the file to edit, not its copy


def test_every_index_links_all_pages_of_its_folder() -> None:
    for index in (ROOT / "docs").rglob("index.md"):
        linked = re.findall(r"\]\(([\w.-]+\.md)", index.read_text("utf-8"))
        pages = {page.name for page in index.parent.glob("*.md")} - {"index.md"}
        assert pages <= set(linked), index
