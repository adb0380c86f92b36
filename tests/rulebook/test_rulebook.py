"""The rules for people are found, and are the same in every language."""

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.scale import each
from toctoc import lang, rulebook

ROOT = Path(__file__).parents[2]
MAX_SENTENCES, MAX_WORDS = 3, 65  # of a clause: the app shows it whole at "?" and with a refusal
ITEM_WORDS = 75  # of an item in a box
# The titles of boxes: of a chapter of a game, and of the house rules.
ONLINE = {"en": "Online", "fr": "En ligne", "nl": "Online", "de": "Online"}
DETAIL = {"en": "In detail", "fr": "En détail", "nl": "In detail", "de": "Genauer"}


@pytest.fixture(autouse=True)
def _afresh() -> Iterator[None]:
    """Each test reads the files itself, and what it read is nobody else's."""
    forget()
    yield
    forget()


def forget() -> None:
    for read in (rulebook.text, rulebook.clauses, rulebook.online, rulebook.summary):
        read.cache_clear()


@each("language", lang.LANGUAGES)
@each("letter, book", rulebook.BOOKS.items())
def test_every_clause_is_read_whole(letter: str, book: str, language: str) -> None:
    found = rulebook.clauses(book, language)
    assert list(found) == [f"{letter}{n}" for n in range(1, len(found) + 1)]
    source = rulebook.text(book, language)
    said = "".join(found.values())
    written = "".join(
        part for part in re.split(r"^(?=- \*\*|\n|#)", source, flags=re.MULTILINE) if part.startswith("- **")
    )
    assert re.sub(r"\s", "", said) == re.sub(
        r"^-\*\*\w+\*\*|\s", "", re.sub(r"^- \*\*\w+\*\*", "", written, flags=re.MULTILINE)
    )


def cited(text: str) -> list[str]:
    return re.findall(r"\b[TCEH]\d+", text)


def sentences(text: str) -> int:
    return len(re.findall(r"[.!?][”“»]*(?=\s|$)", text.replace("\u00a0", "")))


@each("language", lang.LANGUAGES)
@each("book", rulebook.BOOKS.values())
def test_a_clause_is_short_enough_to_be_shown_at_the_table(book: str, language: str) -> None:
    for number, said in rulebook.clauses(book, language).items():
        assert 1 <= sentences(said) <= MAX_SENTENCES, number
        assert len(said.split(" ")) <= MAX_WORDS, number


@each("language", lang.LANGUAGES)
@each("book", rulebook.BOOKS.values())
def test_a_chapter_has_at_most_one_box_after_its_clauses(book: str, language: str) -> None:
    title = (DETAIL if book == rulebook.HOUSE_RULES else ONLINE)[language]
    for chapter, items in zip(sections(book, language)[1:], rulebook.online(book, language), strict=True):
        quoted = [line for line in chapter.splitlines() if line.startswith(">")]
        if not quoted:
            assert items == []
            continue
        *_, clauses, box = chapter.strip().split("\n\n")
        assert clauses.startswith("- **")
        assert box.splitlines() == quoted
        assert quoted[:2] == [f"> **{title}**", ">"]
        written = " ".join(line.removeprefix(">").removeprefix(" - ").strip() for line in quoted[2:])
        assert " ".join(items) == written
        assert [item for item in items if len(item.split(" ")) > ITEM_WORDS] == []


@each("language", lang.LANGUAGES)
@each("book", rulebook.BOOKS.values())
def test_an_item_of_a_box_begins_with_a_clause_of_its_chapter(book: str, language: str) -> None:
    for chapter, items in zip(sections(book, language)[1:], rulebook.online(book, language), strict=True):
        numbers = re.findall(r"^- \*\*(\w+)\*\*", chapter, re.MULTILINE)
        heads = [re.split(r"[:,\u00a0]", item)[0] for item in items]
        assert set(heads) <= set(numbers)
        assert heads == sorted(heads, key=numbers.index)


@each("language", lang.LANGUAGES)
@each("book", rulebook.BOOKS.values())
def test_the_boxes_are_in_the_same_chapters_and_cite_the_same_clauses_in_every_language(
    book: str, language: str
) -> None:
    english, other = (
        [[cited(item) for item in box] for box in rulebook.online(book, each)] for each in ("en", language)
    )
    assert other == english
    assert any(english)


@each("language", lang.LANGUAGES)
@each("book", rulebook.BOOKS.values())
def test_no_sentence_stands_twice_in_a_book(book: str, language: str) -> None:
    items = [item for box in rulebook.online(book, language) for item in box]
    told = [*rulebook.clauses(book, language).values(), *(item.partition(":")[2].strip() for item in items)]
    said = [one for text in told for one in re.split(r"(?<=[.!?])\s", text) if len(one.split()) > 6]
    assert [one for one in said if said.count(one) > 1] == []


def test_the_index_lists_every_book_in_every_language() -> None:
    """A table of four languages is wider than a phone."""
    page = (ROOT / "docs/rules/index.md").read_text(encoding="utf-8")
    linked = re.findall(r"^- \*\*|^  \[\w+\]\(\.\./\.\./(.+?)\)", page, re.MULTILINE)
    books = [[file for file in linked if file.endswith(f"{language}.md")] for language in lang.LANGUAGES]
    assert {len(files) for files in books} == {len(rulebook.BOOKS)}
    assert all((ROOT / file).is_file() for files in books for file in files)


def test_rulings_are_on_their_own_page_in_the_order_of_the_clauses() -> None:
    page = (ROOT / "docs/rules/rulings.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| ([TCEH]\d+) \|", page, re.MULTILINE)
    assert listed == [f"{letter}{number}" for letter, numbers in RULED.items() for number in numbers]
    assert all(rulebook.book_of(number) for number in listed)


# Where the printed rules are silent or unclear: the handbook's rulings.
RULED = {
    "T": (1, 6, 7, 12, 16, 17, 19, 22, 23),
    "C": (1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 14, 15, 16, 17, 18, 19, 20, 21, 22, 25, 26, 27),
    "E": (3, 5, 7, 8, 9, 10, 11, 12, 13, 14),
    "H": (1,),
}


@each("language", lang.LANGUAGES)
@each("book", rulebook.BOOKS.values())
def test_a_book_carries_no_marks_of_rulings(book: str, language: str) -> None:
    assert re.findall(r"\*\([^)]+\)\*", rulebook.text(book, language)) == []


@each("language", lang.LANGUAGES)
@each("book", rulebook.BOOKS.values())
def test_a_clause_cites_the_same_clauses_in_every_language(book: str, language: str) -> None:
    for number, said in rulebook.clauses(book, "en").items():
        told = rulebook.clauses(book, language)[number]
        assert set(cited(told)) == set(cited(said)), number


def test_the_summary_is_the_first_section_without_its_title() -> None:
    summary = rulebook.summary("toctoctoc", "en")
    assert summary.startswith("It is Halloween night")
    assert "##" not in summary


@each(
    "clause, book",
    [("T7", "toctoctoc"), ("C27", "chocottes"), ("H2", "house"), ("T99", None), ("X1", None), ("", None)],
)
def test_a_clause_has_its_book(clause: str, book: str | None) -> None:
    assert rulebook.book_of(clause) == book


# Whom the printed rules name. The rest of their makers is thanked, too, but spelt as each language does.
MAKERS = {
    "toctoctoc": ("Bruno Faidutti", "Gwenaël Bouquin", "Sandro Masin", "Greg Cervall", "Asmodee"),
    "chocottes": ("Balla Diarra", "Paul Mafayon", "Benjamin Léva", "Thierry Mercier"),
    "escalier": ("Jacques Zeimet", "Rolf Vogt", "Claudia Wieczorek", "Éric Bouret"),
}


def sections(book: str, language: str) -> list[str]:
    return rulebook.text(book, language).split("\n## ")


@each("language", lang.LANGUAGES)
@each("book", MAKERS)
def test_a_book_shows_an_example_before_its_clauses_and_ends_with_thanks(book: str, language: str) -> None:
    _, _, example, *_, thanks = sections(book, language)
    paragraphs = [len(sections(book, each)[2].split("\n\n")) for each in lang.LANGUAGES]
    assert len(example.split("\n\n")) == paragraphs[0] >= 3  # a heading, a set-up, a turn
    assert "\n- **" not in example + thanks
    flat = re.sub(r"\s+", " ", thanks)
    assert [name for name in (*MAKERS[book], "escaleajeux.fr", "Toctoc") if name not in flat] == []


@each("language", lang.LANGUAGES)
@each("book", MAKERS)
def test_a_book_tells_its_story_before_the_game(book: str, language: str) -> None:
    assert len(rulebook.summary(book, language).split("\n\n")) == 2


@each("language", lang.LANGUAGES)
def test_what_is_often_forgotten_is_stressed_and_the_call_is_there(language: str) -> None:
    clauses = rulebook.clauses("toctoctoc", language)
    assert re.search(r"\*\*.+\*\*", clauses["T5"])
    assert "toc, toc, toc" in clauses["T7"]


@each("language", lang.LANGUAGES)
@each("book", rulebook.BOOKS.values())
def test_apostrophes_and_quotes_are_those_of_print(book: str, language: str) -> None:
    assert re.findall(r".{9}['\"].{9}", rulebook.text(book, language)) == []


@each("book", rulebook.BOOKS.values())
def test_french_says_tu_and_keeps_its_double_marks_on_the_line(book: str) -> None:
    text = rulebook.text(book, "fr")
    verbs = [word for word in re.findall(r"\b\w+ez\b", text) if word not in ("chez", "assez", "nez")]
    assert re.findall(r"(?i)\b(?:vous|votre|vos|vôtres?)\b", text) + verbs == []
    names = text.replace("Toc Toc Toc!", "")
    assert re.findall(r".{9}(?: [;:!?»]|« |[^\s\u00a0][;!?»])", names) == []


@each("language", lang.LANGUAGES)
def test_the_about_page_names_all_makers(language: str) -> None:
    text = re.sub(r"\s+", " ", rulebook.text("about", language))
    assert [name for names in MAKERS.values() for name in names if name not in text] == []
    assert "www.escaleajeux.fr" in text
    assert "MIT" in text
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    documentation = project["urls"].get("Documentation", "")  # none yet: tests/house/test_addresses.py
    assert documentation.removeprefix("https://").removesuffix("/") in text
    assert not re.search(r"['\"]", text)


@each("language", lang.LANGUAGES)
def test_the_about_page_says_nothing_that_ages(language: str) -> None:
    """The server tells the version; years of ours and what we are built with stand in their own files."""
    text = rulebook.text("about", language)
    assert not re.search(r"20\d\d", text)
    client = json.loads((ROOT / "web/package.json").read_text(encoding="utf-8"))
    built_with = [*client["dependencies"], "litestar", "numba", "click"]
    assert [name for name in built_with if re.search(rf"\b{re.escape(name)}\b", text, re.I)] == []


@each("language", lang.LANGUAGES)
@each("book", MAKERS)
def test_a_book_has_the_title_that_the_game_has_everywhere(book: str, language: str) -> None:
    title = str(lang.load(language)(f"title.{book}"))
    assert rulebook.text(book, language).startswith(f"# {title}\n")


@each("language", lang.LANGUAGES)
def test_cards_are_called_as_at_the_table(language: str) -> None:
    say, clauses = lang.load(language), rulebook.clauses("chocottes", language)
    for clause, value in {"C14": 7, "C15": 10, "C16": 11, "C17": 12, "C18": 13, "C19": 14}.items():
        number, names = str(say(f"chocottes.effect.{value}")).split(" ", 1)
        assert clauses[clause].startswith(f"{number}, ")
        assert [name for name in names.split(" / ") if name not in clauses[clause]] == []
