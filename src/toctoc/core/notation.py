"""Read and write notation, as people type it: `offer brute-ghost to 2`, `snap 3`, `swap red white`.

A phrase is a dataclass with a `form`. The words in braces are its fields; a field's type lists its values.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, ClassVar, TypeVar, cast, get_args, get_type_hints

from .errors import UnknownWords

MOST_SEATS = 5  # of any table
Seat = Annotated[int, "a seat (from 0)", 0, MOST_SEATS - 1]
Place = Annotated[int, "a place (from 1 at the left)", 1, 99]
MAX_PHRASE_LENGTH = 80  # characters; no phrase of any game comes near


@dataclass(frozen=True, slots=True)
class Phrase:
    """An action or an outcome of chance, as it is written in notation."""

    form: ClassVar[str]
    is_private: ClassVar[bool] = False  # whether a seat may be shown other events of it than spectators
    # The seats of a private phrase that may be, where that saves narrating to all: "mover", "active" (the active
    # player before the step), or a field of the phrase that holds a seat. Empty: any seat may be.
    privy: ClassVar[tuple[str, ...]] = ()

    def __str__(self) -> str:
        return _written(self)


P = TypeVar("P", bound=Phrase)


def read(text: str, phrases: Sequence[type[P]]) -> P:
    """Read a phrase from `text`; raise `UnknownWords`, with the possible forms, if it is none of `phrases`."""
    return cast(P, _read(text, tuple(phrases)))


@lru_cache(maxsize=4096)  # there are a few hundred actions, and they are said again and again
def _read(text: str, phrases: tuple[type[P], ...]) -> P:
    words = text.lower().split() if len(text) <= MAX_PHRASE_LENGTH else []
    if not words:
        raise UnknownWords(
            "words/none", "H2", f"Say one of: {_forms(phrases)}.", forms=[phrase.form for phrase in phrases]
        )
    begun = [phrase for phrase in phrases if phrase.form.split()[0] == words[0]]
    if not begun:
        raise UnknownWords(
            "words/unknown-verb",
            "H2",
            f"{words[0]!r} is not a word that begins a move. Say one of: {_forms(phrases)}.",
            word=words[0],
            forms=[phrase.form for phrase in phrases],
        )
    for phrase in begun:
        found = _matched(phrase, words)
        if found is not None:
            return found
    raise UnknownWords(
        "words/wrong-form",
        "H2",
        f"{text!r} is not complete or not spelt right. Write: {_forms(begun)}; {_explained(begun)}.",
        text=text,
        forms=[phrase.form for phrase in begun],
    )


@lru_cache(maxsize=4096)
def _written(phrase: Phrase) -> str:
    return phrase.form.format_map({name: getattr(phrase, name) for name in blanks(type(phrase))})


def proper(phrase: Phrase) -> bool:
    """Tell whether each field of a phrase that was made by hand has a possible value."""
    return all(
        _value(blank, str(getattr(phrase, name))) == getattr(phrase, name)
        for name, blank in blanks(type(phrase)).items()
    )


def _matched(phrase: type[P], words: list[str]) -> P | None:
    form = phrase.form.split()
    if len(form) != len(words):
        return None
    values: dict[str, int | str] = {}
    for expected, word in zip(form, words, strict=True):
        if not expected.startswith("{"):
            if expected != word:
                return None
            continue
        name = expected[1:-1]
        value = _value(blanks(phrase)[name], word)
        if value is None:
            return None
        values[name] = value
    return phrase(**values)


def _value(blank: tuple[object, ...], word: str) -> int | str | None:
    if isinstance(blank[0], tuple):
        return word if word in blank[0] else None
    _, least, most = blank
    if not re.fullmatch(r"0|[1-9][0-9]?", word):
        return None
    number = int(word)
    return number if least <= number <= most else None  # type: ignore[operator]  # bounds of a number's type


_BLANKS: dict[type, dict[str, tuple[object, ...]]] = {}


def blanks(phrase: type[Phrase]) -> dict[str, tuple[object, ...]]:
    """Return the values of each blank: a tuple of words, or a description with a least and a most number."""
    if phrase not in _BLANKS:
        hints = get_type_hints(phrase, include_extras=True)
        names = re.findall(r"{(\w+)}", phrase.form)
        _BLANKS[phrase] = {name: get_args(hints[name])[1:] for name in names}
    return _BLANKS[phrase]


def _forms(phrases: Iterable[type[Phrase]]) -> str:
    return ", ".join(f"`{phrase.form}`" for phrase in phrases)


def _explained(phrases: Iterable[type[Phrase]]) -> str:
    parts = {name: blank for phrase in phrases for name, blank in blanks(phrase).items()}
    return "; ".join(
        f"{name} is {' '.join(blank[0]) if isinstance(blank[0], tuple) else blank[0]}"
        for name, blank in parts.items()
    )
