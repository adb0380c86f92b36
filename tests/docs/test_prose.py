"""The check of the English finds planted faults, and nothing in code or tables."""

import pytest

from tests.scale import each
from tools import prose

CLEAN = "# Title\n\nThe server sends an update. The client shows it.\n"


@each(
    "text, fault",
    [
        ("Whoever waits hears what is asked. The bot plays.", "noun clause"),
        (f"The server {'really ' * 31}works. A long {'very ' * 31}sentence.", "words in a sentence"),
        ("The client " + "receives updates " * 8, "characters"),
        ("The server was measured in November 2026.", "a date"),
        ("Measured on 2026-11-18.", "a date"),
        ("The lookback is ready.", "say: analysis"),
        ("The house is busy writing.", "say: the server"),
        ("- The client is told.", "say: receives"),
    ],
)
def test_a_planted_fault_is_found(text: str, fault: str) -> None:
    assert prose.read("docs/how-to/x.md", CLEAN).faults == []
    assert [found for found in prose.read("docs/how-to/x.md", f"{CLEAN}\n{text}\n").faults if fault in found]


@each(
    "text",
    [
        "```\nwhoever waits hears what is asked, whatever somebody says\n```",
        f"| a | b |\n|---|---|\n| who | what, {'very ' * 40}long |",
        "Who plays? What is asked? Nobody knows?",
        "Use `what` and `who` and `whoever`.",
    ],
)
def test_code_tables_and_questions_do_not_count(text: str) -> None:
    assert prose.read("docs/how-to/x.md", f"{CLEAN}\n{text}\n").faults == []


def test_reports_may_have_dates() -> None:
    assert prose.read("docs/reports/x.md", f"{CLEAN}\nMeasured on 2026-11-18.\n").faults == []


def test_one_noun_clause_in_a_short_page_is_no_fault(
    capsys: pytest.CaptureFixture[str],
) -> None:
    page = prose.read("docs/how-to/x.md", "The server sends what it has.")
    assert page.faults == []
    assert len(page.clauses) == 1
    assert prose.main([str(prose.ROOT / "README.md")]) == 0
    assert "1 pages" in capsys.readouterr().out
