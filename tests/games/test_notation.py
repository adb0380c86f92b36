"""Notation that people read and type."""

import re
from dataclasses import dataclass
from random import Random
from typing import Annotated, ClassVar, get_args, get_origin, get_type_hints

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.scale import each, scaled
from toctoc.core import notation
from toctoc.core.errors import UnknownWords
from toctoc.core.notation import MAX_PHRASE_LENGTH, Phrase, Place, Seat
from toctoc.core.registry import GAMES


@dataclass(frozen=True, slots=True)
class Fly(Phrase):
    form: ClassVar[str] = "fly"


@dataclass(frozen=True, slots=True)
class FlyTo(Phrase):
    form: ClassVar[str] = "fly to {seat}"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Haunt(Phrase):
    form: ClassVar[str] = "haunt {room} at {place}"
    room: Annotated[str, ("attic", "cellar-2")]
    place: Place


PHRASES: tuple[type[Phrase], ...] = (Fly, FlyTo, Haunt)


def unknown(text: str) -> UnknownWords:
    with pytest.raises(UnknownWords) as caught:
        notation.read(text, PHRASES)
    return caught.value


def blanks(phrase: type[Phrase]) -> dict[str, list[int] | list[str]]:
    """What may stand in each blank of a phrase."""
    may: dict[str, list[int] | list[str]] = {}
    for name, hint in get_type_hints(phrase, include_extras=True).items():
        if get_origin(hint) is not ClassVar:
            _, first, *bounds = get_args(hint)
            may[name] = list(range(bounds[0], bounds[1] + 1)) if bounds else list(first)
    return may


@each(
    "text, phrase",
    [
        ("fly", Fly()),
        ("fly to 0", FlyTo(0)),
        ("fly to 4", FlyTo(4)),
        ("haunt attic at 1", Haunt("attic", 1)),
        ("haunt cellar-2 at 99", Haunt("cellar-2", 99)),
    ],
)
def test_a_phrase_is_read_and_written(text: str, phrase: Phrase) -> None:
    assert notation.read(text, PHRASES) == phrase
    assert str(phrase) == text


@each("text", ["  FLY \t to\n 3 ", "Fly To 3", "fly to 3\n"])
def test_capitals_and_spaces_do_not_matter(text: str) -> None:
    assert notation.read(text, PHRASES) == FlyTo(3)


@each("text", ["", "   ", "\n\t", f"fly{' ' * MAX_PHRASE_LENGTH}"])
def test_nothing_or_far_too_much_is_answered_with_all_forms(text: str) -> None:
    why = unknown(text)
    assert (why.code, why.clause) == ("words/none", "H2")
    assert why.message == "Say one of: `fly`, `fly to {seat}`, `haunt {room} at {place}`."
    assert why.details == {"forms": ["fly", "fly to {seat}", "haunt {room} at {place}"]}


def test_a_text_as_long_as_the_longest_is_still_read() -> None:
    assert notation.read("fly".ljust(MAX_PHRASE_LENGTH), PHRASES) == Fly()


def test_an_unknown_verb_is_answered_with_all_forms() -> None:
    why = unknown("Sing to 3")
    assert (why.code, why.clause) == ("words/unknown-verb", "H2")
    assert why.message == (
        "'sing' is not a word that begins a move. Say one of: `fly`, `fly to {seat}`, `haunt {room} at {place}`."
    )
    assert why.details == {"word": "sing", "forms": ["fly", "fly to {seat}", "haunt {room} at {place}"]}


@each(
    "text",
    [
        "fly to", "fly to 5", "fly to -1", "fly to 00", "fly to 01", "fly to +1", "fly to 1.0", "fly to 100",
        "fly to one", "fly to ²", "fly to ٣", "fly at 3", "fly to 3 now",
    ],
)  # fmt: skip
def test_a_wrong_form_is_answered_with_the_forms_of_its_verb(text: str) -> None:
    why = unknown(text)
    assert (why.code, why.clause) == ("words/wrong-form", "H2")
    assert why.message == (
        f"{text!r} is not complete or not spelt right. Write: `fly`, `fly to {{seat}}`; seat is a seat (from 0)."
    )
    assert why.details == {"text": text, "forms": ["fly", "fly to {seat}"]}


@each("text", ["haunt", "haunt hall at 1", "haunt attic at 0", "haunt attic at 100", "haunt attic in 1"])
def test_a_wrong_form_explains_each_blank(text: str) -> None:
    assert unknown(text).message.endswith("room is attic cellar-2; place is a place (from 1 at the left).")


LISTS: dict[str, tuple[type[Phrase], ...]] = {
    f"{name} {what}": getattr(game, what) for name, game in GAMES.items() for what in ("actions", "outcomes")
}
KINDS = {f"{name}: {kind.form}": (kind, phrases) for name, phrases in LISTS.items() for kind in phrases}


@pytest.mark.untraced
@each("name", KINDS)
def test_every_phrase_of_every_game_is_read_as_it_is_written(name: str) -> None:
    kind, phrases = KINDS[name]
    rng, may = Random(name), blanks(kind)
    for _ in range(scaled(20, most=200)):
        phrase = kind(**{blank: rng.choice(values) for blank, values in may.items()})
        assert len(str(phrase)) <= MAX_PHRASE_LENGTH
        assert notation.read(str(phrase), phrases) == phrase
        assert notation.read(f" {str(phrase).upper()} ", phrases) == phrase


@each("name", KINDS)
def test_every_blank_of_every_form_is_a_field_and_every_field_a_blank(name: str) -> None:
    kind, _ = KINDS[name]
    assert re.findall(r"{(\w+)}", kind.form) == list(blanks(kind))


def own_words(phrases: tuple[type[Phrase], ...]) -> list[str]:
    words = {word for kind in phrases for word in kind.form.split()}
    return sorted(words | {str(value) for kind in phrases for may in blanks(kind).values() for value in may})


RUBBISH = ["-1", "00", "1e3", "{", "}", "{seat}", "é", "\x00"]
OWN_WORDS = {name: own_words(phrases) + RUBBISH for name, phrases in LISTS.items()}
hostile = st.text(max_size=100) | st.one_of(
    [st.lists(st.sampled_from(words), max_size=7).map(" ".join) for words in OWN_WORDS.values()]
)


def known(text: str, phrases: tuple[type[Phrase], ...]) -> Phrase | None:
    try:
        return notation.read(text, phrases)
    except UnknownWords:
        return None


@settings(max_examples=scaled(50, most=300))
@given(name=st.sampled_from(list(LISTS)), text=hostile)
@example(name="toctoctoc actions", text="offer {card} to {to}")
@example(name="chocottes actions", text="look 9999999999999999999999")
@example(name="escalier actions", text="turn \ud800")
@example(name="escalier outcomes", text="x" * 100_000)
def test_any_text_is_read_or_unknown(name: str, text: str) -> None:
    phrase = known(text, LISTS[name])
    assert phrase is None or str(phrase) == " ".join(text.lower().split())


def test_the_answer_to_a_very_long_text_is_not_long() -> None:
    assert len(str(unknown("fly " * 100_000))) < 200
