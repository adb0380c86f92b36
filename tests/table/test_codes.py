"""Codes are easy to say, to hear and to type, and nothing else passes for one."""

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.scale import each
from toctoc import lang
from toctoc.table.codes import CODE_NUMBERS, CODE_WORDS, new_code, read_code

BEINGS, THINGS = CODE_WORDS["fr"]
CODES = st.builds(new_code, st.randoms(use_true_random=False), st.sampled_from(sorted(CODE_WORDS)))

# How French letters sound, roughly: enough to find words that the connection could take for each other.
SOUNDS = [
    (r"ph", "f"), (r"qu|ck", "k"), (r"ch", "S"), (r"gn", "N"), (r"gu(?=[eiy])", "G"), (r"ge(?=[aou])", "j"),
    (r"g(?=[eiy])", "j"), (r"G", "g"), (r"sc(?=[eiy])|c(?=[eiy])", "s"), (r"c", "k"), (r"h", ""),
    (r"oeu|eu", "2"), (r"eau|au", "o"), (r"ou|oo", "U"), (r"oi|oy", "wa"), (r"ill", "iY"),
    (r"(ain|ein|aim|[iyu][nm])(?![aeiouy2nm])", "5"), (r"([ae][nm])(?![aeiouy2nm])", "@"),
    (r"(o[nm])(?![aeiouy2nm])", "0"), (r"ai|ei|e[rzts]$|ee$", "e"), (r"y", "i"), (r"z", "s"), (r"(?<=.)e$", ""),
    (r"(.)\1", r"\1"),
]  # fmt: skip


def sound(word: str) -> str:
    for letters, heard in SOUNDS:
        word = re.sub(letters, heard, word)
    return word


def near(words: tuple[str, ...]) -> list[tuple[str, str]]:
    """The pairs that one letter keeps apart: added, taken away or changed."""
    found = []
    shapes: dict[str, str] = {}
    for word in words:
        changed = {f"{word[:i]}?{word[i + 1 :]}" for i in range(len(word))}
        added = {f"{word[:i]}?{word[i:]}" for i in range(len(word) + 1)}
        found += [(shapes[shape], word) for shape in changed | added if shape in shapes]
        shapes |= dict.fromkeys(changed | added, word)
    return found


def test_there_are_about_six_million() -> None:
    assert len(set(BEINGS)) == len(set(THINGS)) == 256
    assert len(BEINGS) * len(THINGS) * len(CODE_NUMBERS) == 5_898_240


def test_every_language_has_its_own_words_and_millions_of_codes() -> None:
    assert set(CODE_WORDS) == set(lang.LANGUAGES)
    for beings, things in CODE_WORDS.values():
        assert len(set(beings)) * len(set(things)) * len(CODE_NUMBERS) > 3_000_000
    for language, (beings, things) in CODE_WORDS.items():
        others = {
            word for other in CODE_WORDS if other != language for words in CODE_WORDS[other] for word in words
        }
        own = [word for word in (*beings, *things) if word not in others]
        assert len(own) > 0.5 * len(beings + things), language  # panda and pizza are words everywhere


@each("words", [words for both in CODE_WORDS.values() for words in both])
def test_words_are_short_and_plain(words: tuple[str, ...]) -> None:
    assert list(words) == sorted(words)
    assert [word for word in words if not re.fullmatch("[a-z]{4,9}", word)] == []


@pytest.mark.parametrize("words", [BEINGS, THINGS])
def test_words_look_and_sound_different(words: tuple[str, ...]) -> None:
    """Two letters at least between any two, so no plurals beside singulars; and no two that sound alike."""
    assert near(words) == []
    assert len({sound(word) for word in words}) == len(words)


def test_the_ear_of_these_tests_is_good_enough() -> None:
    assert sound("cigne") == sound("cygne")
    assert sound("pain") == sound("pin")
    assert sound("sotte") == sound("saute")
    assert sound("quart") != sound("car") != sound("gare")
    assert near(("balle", "malle"))
    assert near(("balle", "balles"))
    assert not near(("balle", "mille", "ours"))


@pytest.mark.parametrize("language", CODE_WORDS)
def test_a_being_is_never_taken_for_a_thing(language: str) -> None:
    beings, things = CODE_WORDS[language]
    assert near(beings + things) == []


def test_a_french_being_never_sounds_like_a_thing() -> None:
    assert {sound(word) for word in BEINGS}.isdisjoint(sound(word) for word in THINGS)


def test_codes_contain_no_ambiguous_or_rude_words() -> None:
    misheard = {
        "ver",
        "vert",
        "verre",
        "mer",
        "mere",
        "maire",
        "cygne",
        "tente",
        "encre",
        "ancre",
        "pain",
        "sceau",
    }
    rude = {"bite", "chatte", "moule", "cochon", "gland", "morue", "pipe", "queue", "bourse", "truie", "pedale"}
    assert (misheard | rude).isdisjoint(BEINGS + THINGS)
    rude = {
        *("cock", "shag", "booby", "knob", "pussy", "bitch", "mutt", "swine", "nuts", "bugger", "willy", "hooker"),
        *("poes", "pruim", "doos", "kwal", "varken", "flamoes", "snikkel", "pik", "teef", "hoer", "trut"),
        *("muschi", "pflaume", "sau", "schwanz", "schnecke", "ritze", "ziege", "affe", "esel", "ratte", "dirne"),
    }
    assert all(rude.isdisjoint(beings + things) for beings, things in CODE_WORDS.values())


@given(CODES)
def test_a_new_code_reads_as_itself(code: str) -> None:
    assert read_code(code) == code


def test_the_code_of_a_table_on_this_device_keeps_its_mark() -> None:
    local = "local-hibou-lampe-42"
    for typed in (local, local.upper(), f"https://toctoc.example/t/{local}", f" {local}/"):
        assert read_code(typed) == local
    for typed in ("http://toctoc.local/hibou-lampe-42", "glocal-hibou-lampe-42", "http://a.local-hibou-lampe-42"):
        assert read_code(typed) == "hibou-lampe-42"


@each(
    "typed",
    [
        "hibou-lampe-42", "HIBOU LAMPE 42", "  Hibou,  lampe… 42. ", "hibou_lampe_42", "hibou lampe42",
        "https://toctoc.example/t/hibou-lampe-42", "https://toctoc.example/t/hibou-lampe-42/", "hïbôu-lâmpe-42",
        "ｈｉｂｏｕ－ｌａｍｐｅ－４２", "hibou\u2011lampe\u2011\u200b42",
        "Rejoins-moi : hibou – lampe – 42 !",
    ],
)  # fmt: skip
def test_a_code_is_read_in_every_usual_spelling(typed: str) -> None:
    assert read_code(typed) == "hibou-lampe-42"


def test_accents_are_welcome() -> None:
    assert read_code("zèbre fenêtre 10") == "zebre-fenetre-10"
    assert read_code("ze\u0300bre fene\u0302tre 10") == "zebre-fenetre-10"


@each(
    "typed",
    [
        "", "hibou", "hibou-lampe", "lampe-hibou-42", "hibou-lampe-9", "hibou-lampe-09", "hibou-lampe-100",
        "hibou-lampe-٤٢", "hiboux-lampe-42", "hibou-lampe-42-x", "hibou-hibou-42", "rhibou-lampe-42",
        "hibou-lampe-42" + " " * 5_000, "\ud800-lampe-42", "hibou-lampe-4 2",
    ],
)  # fmt: skip
def test_other_texts_are_no_code(typed: str) -> None:
    assert read_code(typed) is None


@given(st.text())
def test_any_text_is_a_code_or_none(text: str) -> None:
    code = read_code(text)
    assert code is None or read_code(code) == code


@given(CODES, st.text(alphabet=" -_.,/\t\n\u00a0\u2013"), st.sampled_from(["-", " ", "_", " / ", "\u2013"]))
def test_signs_around_and_between_do_not_matter(code: str, around: str, between: str) -> None:
    assert read_code(around + code.upper().replace("-", between) + around) == code


def test_all_codes_can_come() -> None:
    rng = random.Random(4)
    for language, (beings, things) in CODE_WORDS.items():
        spoken = {new_code(rng, language) for _ in range(5_000)}
        assert {code.split("-")[0] for code in spoken} == set(beings)
        assert {code.split("-")[1] for code in spoken} == set(things)
    assert new_code(random.Random(1), "tlh") == new_code(random.Random(1), "fr")  # no words of that language
    codes = {new_code(rng) for _ in range(5_000)}
    assert {code.split("-")[0] for code in codes} == set(BEINGS)
    assert {code.split("-")[1] for code in codes} == set(THINGS)
    assert {code.split("-")[2] for code in codes} == {str(number) for number in CODE_NUMBERS}
