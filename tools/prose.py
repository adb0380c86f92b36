"""Check the English of all pages: `make check` runs `python -m tools.prose [FILES]`.

It counts noun clauses such as "whoever waits", long sentences, long lines, dates outside of reports, and private
words where the field has one. Vale would do the same, but its packages on PyPI and npm download the program from a
forge during the first run, so a locked installation does not contain it.
"""

import math
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).parents[1]
PAGES = (
    "*.md",
    "docs/**/*.md",
    "examples/**/*.md",
    "tests/README.md",
    "src/toctoc/**/en.md",
    "src/toctoc/**/*.en.md",
)
MAY_HAVE_DATES = ("docs/reports/", "CHANGELOG.md")
RULEBOOK = "/rulebook/"  # for children: "nobody looks" is right there, so clauses are not counted

MAX_CLAUSES_PER_1000_WORDS = 2
MAX_SENTENCE_WORDS = 30
MAX_LONG_SENTENCES = 0.02  # share of all sentences
MAX_LINE = 120

CLAUSE = re.compile(r"\b(who|whoever|whom|whomever|what|whatever|whichever|somebody|nobody)\b", re.I)
DATE = re.compile(r"\b20\d\d-\d\d-\d\d\b|\b(January|February|March|April|May|June|July|August|September|October"
                  r"|November|December),? 20\d\d\b")  # fmt: skip
SENTENCE_END = re.compile(r"(?<=[.!?:;])[\"”’)*]*\s+(?=[\"“‘(*]*[A-Z0-9`])")

# Private words, and the words of the field.
WORDS = {
    r"lookbacks?": "analysis",
    r"outlooks?": "win probability",
    r"lesions?": "ablation",
    r"habitual|plays? by habit": "compiled policy",
    r"soloists?": "Gymnasium environment",
    r"the house (?:is|says|has|draws|closes)": "the server",
    r"lay(?:s|ing)? a table": "open a table",
    r"(?:is|are|was|were) told": "receives, is sent",
    r"stubborn players?": "fixed-policy opponent",
    r"(?:notebook|ledger)s?": "journal",
    r"since then|in earlier runs|of that day": "(say what is, not what was)",
}
PRIVATE = {re.compile(rf"\b(?:{pattern})\b", re.I): better for pattern, better in WORDS.items()}


@dataclass
class Page:
    """The prose of one page and its faults."""

    name: str
    words: int = 0
    sentences: int = 0
    clauses: list[str] = field(default_factory=list)  # "line N: sentence"
    long: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def check(self) -> None:
        """Add the faults that depend on the whole page: one is let pass, however short the page is."""
        if len(self.clauses) > max(1, math.ceil(self.words * MAX_CLAUSES_PER_1000_WORDS / 1000)):
            self.faults += self.clauses
        if len(self.long) > max(1, math.floor(self.sentences * MAX_LONG_SENTENCES)):
            self.faults += self.long


def main(arguments: list[str]) -> int:
    """Check the pages that `arguments` name, or all; print the faults; return 1 where there are any."""
    paths = [Path(name).resolve() for name in arguments] or pages()
    if missing := [str(path) for path in paths if not (path.is_file() and path.is_relative_to(ROOT))]:
        print(f"No page of this repository: {', '.join(missing)}")
        return 2
    checked = [read(path.relative_to(ROOT).as_posix(), path.read_text("utf-8")) for path in paths]
    for page in checked:
        for fault in page.faults:
            print(f"{page.name}: {fault}")
    total = sum(page.words for page in checked)
    clauses, long = (sum(len(getattr(page, part)) for page in checked) for part in ("clauses", "long"))
    sentences = sum(page.sentences for page in checked)
    per_1000, share = 1000 * clauses / max(1, total), long / max(1, sentences)
    print(
        f"{len(checked)} pages, {total} words: {per_1000:.1f} noun clauses in 1,000 words, "
        f"{100 * share:.1f} % of {sentences} sentences over {MAX_SENTENCE_WORDS} words"
    )
    too_many = not arguments and (per_1000 > MAX_CLAUSES_PER_1000_WORDS or share >= MAX_LONG_SENTENCES)
    return int(too_many or any(page.faults for page in checked))


def pages() -> list[Path]:
    """Return every page that people read."""
    found = {path for pattern in PAGES for path in ROOT.glob(pattern)}
    return sorted(path for path in found if "node_modules" not in path.parts and path.is_file())


def read(name: str, text: str) -> Page:
    """Return the page `name` with all its faults."""
    page = Page(name)
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    for number, line in prose_lines(tokens, text.splitlines()):
        if len(line) > MAX_LINE and " " in line.strip():
            page.faults.append(f"line {number} has {len(line)} characters, {MAX_LINE} are the most")
    for number, paragraph in paragraphs(tokens):
        for pattern, better in PRIVATE.items():
            for found in pattern.finditer(paragraph):
                page.faults.append(f"line {number}: {found[0]!r}; say: {better}")
        if not name.startswith(MAY_HAVE_DATES) and (date := DATE.search(paragraph)):
            page.faults.append(f"line {number}: a date, {date[0]!r}, which belongs into a report or the changelog")
        for sentence in SENTENCE_END.split(paragraph):
            count = len(words(sentence))
            page.words += count
            page.sentences += count > 0
            if count > MAX_SENTENCE_WORDS:
                page.long.append(f"line {number}: {count} words in a sentence: {sentence}")
            if RULEBOOK not in name and not sentence.rstrip('"”’)* ').endswith("?"):
                page.clauses += [f"line {number}: noun clause: {sentence}"] * len(CLAUSE.findall(sentence))
    page.check()
    return page


def words(sentence: str) -> list[str]:
    """Return the words of a sentence; a piece of code counts as one."""
    return re.findall(r"[\w’'-]*\w[\w’'-]*", sentence)


def paragraphs(tokens: list[Token]) -> Iterator[tuple[int, str]]:
    """Yield line and text of every heading, paragraph and list item; tables and code are no prose."""
    in_table = False
    for token in tokens:
        in_table = (in_table or token.type == "table_open") and token.type != "table_close"
        if token.type == "inline" and not in_table:
            yield (token.map or [0])[0] + 1, plain(token)


def plain(token: Token) -> str:
    """Return the text of an inline token without its marks; code is the word CODE."""
    parts = {"softbreak": " ", "hardbreak": " ", "code_inline": "CODE"}
    return "".join(
        child.content if child.type == "text" else parts.get(child.type, "") for child in token.children or []
    )


def prose_lines(tokens: list[Token], lines: list[str]) -> Iterator[tuple[int, str]]:
    """Yield number and text of the lines that belong to prose."""
    seen = set()
    in_table = False
    for token in tokens:
        in_table = (in_table or token.type == "table_open") and token.type != "table_close"
        if token.type == "inline" and not in_table and token.map:
            seen |= set(range(*token.map))
    for number in sorted(seen):
        yield number + 1, lines[number]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
