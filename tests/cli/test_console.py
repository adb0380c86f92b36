"""Printed text keeps its no-break spaces."""

import io

from rich.console import Console

from toctoc.cli.console import console


def test_french_marks_stay_on_the_line_of_their_word() -> None:
    console()  # has taught rich
    paper = Console(width=24, file=io.StringIO(), highlight=False)
    paper.print("Je dirais que Max refuse\u00a0: environ 42\u00a0% des fois, ou plus\u00a0!")
    lines = paper.file.getvalue().splitlines()  # type: ignore[attr-defined]  # a StringIO
    assert len(lines) > 2
    assert not any(line.lstrip("\u00a0 ").startswith((":", "%", "!")) for line in lines)
