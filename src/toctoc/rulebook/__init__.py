"""Read the rules in our own words, whole or by clause: those of each game, and those of every digital table."""

import re
from functools import cache
from importlib.resources import files

from toctoc.core import game_package
from toctoc.core.registry import GAMES

HOUSE_RULES = "house"  # the book for every digital table
BOOKS = {game.letter: game.name for game in GAMES.values()} | {"H": HOUSE_RULES}  # by the letter of their clauses


@cache
def text(book: str, language: str) -> str:
    """Return a whole book, as Markdown; of a plugin, the English one if a translation is missing."""
    if book in GAMES:
        own = game_package.file(GAMES[book], "rulebook", f"{language}.md")
        found = own if own.is_file() else game_package.file(GAMES[book], "rulebook", "en.md")
    else:
        found = files(__name__).joinpath(f"{book}.{language}.md")
    return found.read_text(encoding="utf-8")


@cache
def clauses(book: str, language: str) -> dict[str, str]:
    """Return the clauses of a book by number, such as `H2`; each is one line of Markdown."""
    found = re.finditer(r"^- \*\*(\w+)\*\* (.+(?:\n  .+)*)", text(book, language), re.MULTILINE)
    return {clause[1]: re.sub(r"\s*\n\s*", " ", clause[2]) for clause in found}


@cache
def online(book: str, language: str) -> list[list[str]]:
    """Return the items of the box of each chapter: matters of our tables, apart from the printed rules."""
    chapters = text(book, language).split("\n## ")[1:]
    return [
        [re.sub(r"\s*\n>\s*", " ", item) for item in re.findall(r"^> - (.+(?:\n>   .+)*)", chapter, re.MULTILINE)]
        for chapter in chapters
    ]


@cache
def summary(book: str, language: str) -> str:
    """Return the first section of a book: the rules in one minute."""
    return text(book, language).split("\n## ")[1].split("\n", 1)[1].strip()


def book_of(clause: str) -> str | None:
    """Return the book of a clause; None if there is no such clause."""
    book = BOOKS.get(clause[:1])
    return book if book and clause in clauses(book, "en") else None
