"""What people write at a table, made tidy: nothing invisible, nothing that leaves its line."""

import re
import unicodedata

from toctoc.printable import JOINER, printable


class BadText(ValueError):
    """Text that the table does not take; `code` says why, for programs."""

    area = "text"  # what the codes begin with
    noun = "a text"

    def __init__(self, why: str, message: str) -> None:
        super().__init__(message)
        self.code = f"{self.area}/{why}"


# Letters that nobody can see, and one that is as long as a sentence.
ODD = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufdfd")
PICTURE = "\ufe0f"  # makes a picture of a sign
# Where Unicode puts pictures: one that this Python does not know yet is taken for one all the same.
FIRST_PICTURE, LAST_PICTURE = "\U0001f000", "\U0001faff"

# The kinds of signs, one letter each, that may follow each other. Marks stand on letters: two accents, and as
# many vowel signs as the scripts of Asia need, but no towers. Joiners stand between pictures. Every sign can be
# taken in one way only, so that this is fast on any text.
SHAPE = re.compile(r"(?:S[PT]{0,2}(?:JS[PT]{0,2})*|L(?:V|A(?!AA)){0,5}| )+")


def tidy(text: str, longest: int, refusal: type[BadText]) -> str:
    """Return the text in NFC with single spaces, 1 to `longest` visible characters; or raise `refusal`."""
    huge = len(text) > 8 * longest  # more than any spaces explain: not worth our time
    text = "" if huge else unicodedata.normalize("NFC", " ".join(text.split()))
    if huge or len(text) > longest:
        raise refusal("too-long", f"{refusal.noun} has at most {longest} characters")
    if not text:
        raise refusal("empty", f"{refusal.noun} has at least one character")
    if not SHAPE.fullmatch("".join(map(_kind, text))):
        raise refusal(
            "unprintable",
            f"{refusal.noun} has letters, numbers, signs and pictures, and none that are invisible or piled up",
        )
    return text


def _kind(sign: str) -> str:
    category = unicodedata.category(sign)
    if sign == PICTURE:
        return "P"
    if sign == JOINER:
        return "J"
    if sign in ODD or category == "Me" or not printable(sign):
        return "?"  # fits nowhere: controls, invisible signs, changes of direction, private ones
    if category in ("Mn", "Mc"):
        # 200 and up: the accents above and below, which pile up
        return "A" if unicodedata.combining(sign) >= 200 else "V"
    if "\U0001f3fb" <= sign <= "\U0001f3ff":
        return "T"  # the tone of a skin
    if category == "So" or (category == "Cn" and FIRST_PICTURE <= sign <= LAST_PICTURE):
        return "S"
    return " " if sign == " " else "L"
