"""What the README says is true."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOP = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
PAGES = [*TOP, *sorted((ROOT / "docs").rglob("*.md"))]


def test_its_python_runs() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert failed == 0
    assert tried >= 6


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_its_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_it_credits_the_authors_and_fits_a_screen() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for author in ("Bruno Faidutti", "Gwenaël Bouquin", "Balla Diarra", "Jacques Zeimet"):
        assert author in text
    assert "not affiliated" in text
    assert text.count("\n") <= 60


def test_make_knows_the_commands_it_names() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for page in TOP:
        for target in re.findall(r"`?make (\w+)", page.read_text(encoding="utf-8")):
            if target not in ("all", "is"):
                assert re.search(rf"\b{target}\b", makefile), target
