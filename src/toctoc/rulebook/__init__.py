"""Read the rules in our own words, clause by clause: the files of docs/rules.

In a wheel those files lie beside this one; in a checkout they are where people look for them. A plugin brings the
rules of its game along.
"""

import re
from functools import cache
from pathlib import Path

from toctoc.games import layout
from toctoc.games.registry import GAMES

HOUSE = "house"  # what holds at every digital table
BOOKS = {game.letter: game.name for game in GAMES.values()} | {"H": HOUSE}  # by the letter of their clauses
CHECKOUT = Path(__file__).parents[3] / "docs" / "rules"


@cache
def text(book: str, language: str) -> str:
    """Return a whole book, as Markdown; a plugin's in English where it lacks a language."""
    if book in GAMES and GAMES[book].home:
        own = layout.file(GAMES[book], "rulebook", f"{language}.md")
        return (own if own.is_file() else layout.file(GAMES[book], "rulebook", "en.md")).read_text(
            encoding="utf-8"
        )
    name = f"{book}.{language}.md"
    shipped = Path(__file__).with_name(name)
    return (shipped if shipped.is_file() else CHECKOUT / name).read_text(encoding="utf-8")


@cache
def clauses(book: str, language: str) -> dict[str, str]:
    """Return the clauses of a book by their number, `T7` and so on; each is one line of Markdown."""
    found = re.finditer(r"^- \*\*(\w+)\*\* (.+(?:\n  .+)*)", text(book, language), re.MULTILINE)
    return {clause[1]: re.sub(r"\s*\n\s*", " ", clause[2]) for clause in found}


@cache
def summary(book: str, language: str) -> str:
    """Return what a book says in one minute: its first section."""
    return text(book, language).split("\n## ")[1].split("\n", 1)[1].strip()


def book_of(clause: str) -> str | None:
    """Return the book that a clause is in; None if there is no such letter, or no such number."""
    book = BOOKS.get(clause[:1])
    return book if book and clause in clauses(book, "en") else None
