"""Names are short, visible and, at listed tables, not abusive; ordinary people keep theirs."""

import unicodedata
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.scale import each
from toctoc.printable import printable_name
from toctoc.table.text import MAX_NAME_CHARS, BadName, checked_name, distinct_name


def code(name: str, listed: bool = False) -> str | None:
    try:
        checked_name(name, listed)
    except BadName as refused:
        return refused.code
    return None


@each(
    "typed, name",
    [
        ("  Zoé  ", "Zoé"), ("Zoe\u0301", "Zoé"), ("Anne\t \n Marie", "Anne Marie"),
        ("Anne\u00a0Marie", "Anne Marie"), ("x" * 20, "x" * 20), ("中村", "中村"), ("משה", "משה"),
        ("अनुष्का", "अनुष्का"), ("မြို့", "မြို့"), ("น้ำ", "น้ำ"), ("❤️ Léa", "❤️ Léa"),
        ("👨‍👩‍👧", "👨‍👩‍👧"), ("👍🏽", "👍🏽"), ("Ada \U0001fae8", "Ada \U0001fae8"),
        ("\U0001faf8🏽", "\U0001faf8🏽"), ("🇫🇷", "🇫🇷"), ("O'Neill-Łoś_2", "O'Neill-Łoś_2"),
    ],
)  # fmt: skip
def test_a_name_is_made_tidy(typed: str, name: str) -> None:
    assert checked_name(typed, listed=True) == name
    assert checked_name(name, listed=True) == name


@pytest.mark.parametrize("typed", ["", " ", "\u3000\u2003\n", "\t" * 100])
def test_an_empty_name_is_refused(typed: str) -> None:
    assert code(typed) == "name/empty"


@pytest.mark.parametrize("typed", ["x" * 21, "a " * 11, " " * 1_000, "x" * 10_000_000, "\u0301" * 10_000])
def test_a_long_name_is_refused(typed: str) -> None:
    assert code(typed) == "name/too-long"


TRICKS = [
    "a\x00b", "a\x07", "\x1b[31mred", "a\u200bb", "a\u200db", "\u200d", "\ufe0f", "a\u202eb",
    "\u2066a", "a\u200f", "\ufeffa", "\u00ad", "\u2800", "\u3164", "\uffa0", "\ufdfd", "\u0301a",
    "a \u0301", "a\u0301\u0302\u0303\u0304", "\ud800", "\ue000", "\U000e0041", "\uffff", "a\u20dd",
    "a\u0489", "❤\u200d", "\U0001f3fb", "क" + "\u093e" * 9,
]  # fmt: skip


@each("listed, typed", product([True, False], TRICKS))
def test_tricks_are_refused(typed: str, listed: bool) -> None:
    assert code(typed, listed) == "name/unprintable"


@given(st.text(), st.booleans())
def test_any_name_is_refused_or_safe(typed: str, listed: bool) -> None:
    refused = code(typed, listed)
    if refused:
        assert refused in {"name/empty", "name/too-long", "name/unprintable", "name/abusive"}
        return
    name = checked_name(typed, listed)
    assert 1 <= len(name) <= MAX_NAME_CHARS
    assert name == unicodedata.normalize("NFC", name) == " ".join(name.split()) == checked_name(name, listed)
    assert printable_name(name)


@given(st.text(alphabet="❤a\u0301\u0302\ufe0f\u200d\U0001f3fb \u093e", max_size=20))
def test_marks_and_joiners_never_take_long(typed: str) -> None:
    assert code(typed) in {None, "name/empty", "name/unprintable"}


@each(
    "name",
    [
        "Connard", "CONNARD", "c0nnard", "connnnaaard", "c o n n a r d", "c.o.n.n.a.r.d", "con nard",
        "GrosConnard2", "Enculé", "énçulé", "fuck you", "fuuuck", "f_u_c_k", "fu ck", "ｆｕｃｋ", "𝓯𝓾𝓬𝓴",
        "phuck fuck", "fucк", "N1gger", "niiiggger", "b1te", "B!te", "la pute", "PUTE", "p.u.t.e",
        "sa10pe", "con", "Hitler88", "h1tl3r", "Max1488", "Arschloch", "Hurensohn", "Sch1ampe", "scheiße",
        "klootzak", "kut", "$hit", "a$$", "asshole", "merde", "NTM", "ta mère", "pédé", "slet", "Neger",
        "kanker",
    ],
)  # fmt: skip
def test_abuse_is_refused_at_listed_tables_only(name: str) -> None:
    assert code(name, listed=True) == "name/abusive"
    assert code(name, listed=False) is None


@each(
    "name",
    [
        "Scunthorpe", "Dick", "Dickens", "Cocker", "Hancock", "Assia", "Cassandra", "Niger", "Nigeria",
        "Konstantin", "Constance", "Concetta", "Conrad", "Monique", "Dominique", "Véronique", "Annick",
        "Hercule", "Pascual", "Culkin", "Essex", "Sussex", "Penistone", "Nazir", "Ignazio", "Lulu",
        "Slutsky", "Fukuda", "Yoshitaka", "Pornic", "Bitche", "Puteaux", "Putten", "Aarschot", "Neukölln",
        "Kutlu", "Analía", "Titouan", "Fanny", "Randy", "Gay", "Isis", "Adrien Culot", "Julien Cule",
        "Salopette", "Couillet", "Montenegro", "Wankel", "Shiitake", "Mohamed", "Ass'ad", "Léa 2015",
        "Marc 88", "Jean-Constant", "Arthur", "Hitchcock", "Merdeka", "Van Dyke", "Kate Middleton",
        "Le comte", "Fantôme", "Whitney", "Matsushita", "Virginie", "Sexton", "Grassi", "Lullaby",
    ],
)  # fmt: skip
def test_ordinary_names_pass(name: str) -> None:
    assert checked_name(name, listed=True) == name


@each(
    "typed, others, name",
    [
        ("Zoé", [], "Zoé"), ("Zoé", ["Tom"], "Zoé"), ("Zoé", ["zoÉ"], "Zoé 2"),
        ("Zoé", ["Zoé", "Zoé 2"], "Zoé 3"), ("x" * 20, ["x" * 20], "x" * 18 + " 2"),
        ("🙂" * 17 + "👍🏽", ["🙂" * 17 + "👍🏽"], "🙂" * 17 + "👍 2"),
        ("🙂" * 16 + "👨‍👩‍👧", ["🙂" * 16 + "👨‍👩‍👧"], "🙂" * 16 + "👨 2"),
    ],
)  # fmt: skip
def test_a_name_that_another_player_has_gets_a_number(typed: str, others: list[str], name: str) -> None:
    assert distinct_name(typed, others) == name
    assert checked_name(name, listed=True) == name
