"""The glossary is short, and where people look for it."""

from tools import ROOT

PAGE = ROOT / "docs/glossary.md"


def test_the_glossary_has_at_most_thirty_lines() -> None:
    assert len(PAGE.read_text("utf-8").splitlines()) <= 30


def test_the_documentation_leads_to_the_glossary() -> None:
    for page in ("docs/README.md", "docs/architecture.md"):
        assert "(glossary.md)" in (ROOT / page).read_text("utf-8")
