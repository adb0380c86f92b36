"""Names have the same allowed characters everywhere, independent of Python's Unicode tables."""

import re
import unicodedata
from pathlib import Path

from tests.referee.core import is_printable
from tests.scale import each
from toctoc.printable import UNPRINTABLE, printable, printable_name

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "record.md"
EXCLUDED = ("Cc", "Cf", "Cs", "Co", "Zs", "Zl", "Zp")

# Characters that Unicode assigned after the tables of the oldest Python that we run on, and one that it has not.
NEW = ["Ada \U0001fae8", "\U0001faf8\U0001f3fd", "\U0001fadf", "\U0001c900", "\U000323b0", "\u0378"]
GOOD = ["Ada", "Zoë", "李", "أحمد", "a b", "\U0001f468\u200d\U0001f469\u200d\U0001f467", "🏳️‍🌈", *NEW]
BAD = [
    "\x1b[2J",
    "a\u202eb",
    "a\u00a0b",
    "a\u2028b",
    "\ue000",
    "\ud800",
    "\ufeff",
    "a\u00adb",
    "\U000e0041",
    "\uffff",
    "\n",
]


@each("name", GOOD)
def test_a_name_with_new_old_and_joined_characters_is_printable(name: str) -> None:
    assert printable_name(name)
    assert is_printable(name)


@each("name", [*BAD, "", "\u200d", "\u200d\u200d"])
def test_a_name_with_an_invisible_character_is_not_printable(name: str) -> None:
    assert not printable_name(name)
    assert not is_printable(name)


def test_only_a_name_may_have_joiners() -> None:
    assert not printable("a\u200db")
    assert printable("")


def test_the_list_has_all_invisible_characters_of_this_python_and_no_letter() -> None:
    for code in range(0x110000):
        category = unicodedata.category(chr(code))
        if category != "Cn":
            assert printable(chr(code)) == (category not in EXCLUDED or chr(code) == " "), f"U+{code:04X}"


def test_the_page_has_the_same_list() -> None:
    (listed,) = re.findall(r"```text\n(0000.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert listed.split() == UNPRINTABLE.split()
