"""Check and normalise text that people write: names and table talk. Lists avatars and phrases.

A name or a text is one line of visible characters. At a listed table, where strangers read it, a name is also
compared with a short list of abuse (`abuse.txt`). The list stops the obvious only: other spellings get through.
That is why players can also be muted, and why a private table has no such list.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from itertools import count

from toctoc.printable import JOINER, printable


class BadText(ValueError):
    """Text that the table refuses; `code` is the reason, for programs."""

    area = "text"  # first part of the codes
    noun = "a text"

    def __init__(self, why: str, message: str) -> None:
        super().__init__(message)
        self.code = f"{self.area}/{why}"


# Invisible letters, and one that is as long as a sentence.
REFUSED_LETTERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufdfd")
EMOJI_SELECTOR = "\ufe0f"  # turns the sign before it into a picture
# The range of pictures in Unicode, for those that this Python does not know yet.
FIRST_PICTURE, LAST_PICTURE = "\U0001f000", "\U0001faff"

# The kinds of signs, one letter each, that may follow each other. Marks stand on letters: two accents, and as
# many vowel signs as the scripts of Asia need, but no towers. Joiners stand between pictures. Every sign matches
# in one way only, so that this is fast on any text.
VALID_SIGNS = re.compile(r"(?:S[PT]{0,2}(?:JS[PT]{0,2})*|L(?:V|A(?!AA)){0,5}| )+")


def tidy(text: str, longest: int, refusal: type[BadText]) -> str:
    """Return the text in NFC with single spaces, 1 to `longest` visible characters; or raise `refusal`."""
    huge = len(text) > 8 * longest  # more than superfluous spaces can explain
    text = "" if huge else unicodedata.normalize("NFC", " ".join(text.split()))
    if huge or len(text) > longest:
        raise refusal("too-long", f"{refusal.noun} has at most {longest} characters")
    if not text:
        raise refusal("empty", f"{refusal.noun} has at least one character")
    if not VALID_SIGNS.fullmatch("".join(map(_kind, text))):
        raise refusal(
            "unprintable",
            f"{refusal.noun} has letters, numbers, signs and pictures, and none that are invisible or piled up",
        )
    return text


def _kind(sign: str) -> str:
    category = unicodedata.category(sign)
    if sign == EMOJI_SELECTOR:
        return "P"
    if sign == JOINER:
        return "J"
    if sign in REFUSED_LETTERS or category == "Me" or not printable(sign):
        return "?"  # fits nowhere: controls, invisible signs, changes of direction, private ones
    if category in ("Mn", "Mc"):
        # 200 and up: the accents above and below, which pile up
        return "A" if unicodedata.combining(sign) >= 200 else "V"
    if "\U0001f3fb" <= sign <= "\U0001f3ff":
        return "T"  # the tone of a skin
    if category == "So" or (category == "Cn" and FIRST_PICTURE <= sign <= LAST_PICTURE):
        return "S"
    return " " if sign == " " else "L"


MAX_NAME_CHARS = 20

# The avatars, in the order in which they are offered. Logs and records hold the names, so a name never changes.
AVATARS = (
    "owl", "cat", "bat", "pumpkin", "moon", "candle", "spider", "toad",
    "wolf", "witch", "skeleton", "mummy", "lantern", "raven", "mouse", "star",
)  # fmt: skip


class BadName(BadText):
    """A name that the table refuses."""

    area = "name"
    noun = "a name"


def checked_name(name: str, listed: bool) -> str:
    """Return the normalised name; raise `BadName` if it is invalid, or abusive at a listed table."""
    name = tidy(name, MAX_NAME_CHARS, BadName)
    if listed and abusive(name):
        raise BadName("abusive", "this name may hurt others at an open table; please choose another")
    return name


def distinct_name(name: str, others: Iterable[str]) -> str:
    """Return a checked name that none of `others` has, in any case of letters: "Zoé", or else "Zoé 2"."""
    taken = {other.casefold() for other in others}
    if name.casefold() not in taken:
        return name
    for number in count(2):
        ending = f" {number}"
        start = name[: MAX_NAME_CHARS - len(ending)].rstrip()
        while start and not VALID_SIGNS.fullmatch("".join(map(_kind, start))):
            start = start[:-1].rstrip()  # not in the middle of a picture
        if (numbered := f"{start}{ending}".strip()).casefold() not in taken:
            return numbered
    raise AssertionError("a table has few seats")


def abusive(name: str) -> bool:
    """Tell whether a name has a word of the abuse list, in any common spelling."""
    anywhere, words, fine = _abuse_list()
    for reading in _readings(name):
        parts = [part for part in reading if part not in fine]
        if any(anywhere.search(part) for part in parts):
            return True
        for first in range(len(parts)):
            for last in range(first + 1, len(parts) + 1):
                joined = "".join(parts[first:last])
                if len(joined) > MAX_NAME_CHARS:
                    break
                if words.fullmatch(joined) or anywhere.match(joined):
                    return True
    return False


# Signs that stand for letters; 1 stands for i or l.
LOOKALIKE = str.maketrans("0134578@$€!|+авеіоръстухкмнαβεικνορτυχ", "oieastbaseiitabeiopbctyxkmhabeiknoptux")
ANOTHER_ONE = str.maketrans("1|!", "lll")


def _readings(name: str) -> Iterator[list[str]]:
    """Yield the words of a name in plain lower case: unchanged, and with signs replaced by letters."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    plain = "".join(sign for sign in plain if not unicodedata.combining(sign))[: 3 * MAX_NAME_CHARS]
    for text in (plain, plain.translate(LOOKALIKE), plain.translate(ANOTHER_ONE).translate(LOOKALIKE)):
        yield re.findall("[a-z]+", re.sub("['’]", "", text))


@cache
def _abuse_list() -> tuple[re.Pattern[str], re.Pattern[str], frozenset[str]]:
    text = files(__package__).joinpath("abuse.txt").read_text("utf-8")
    _, anywhere, words, fine = (part.splitlines()[1:] for part in text.split("\n\n"))
    return _pattern(anywhere), _pattern(words), frozenset(" ".join(fine).split())


def _pattern(lines: list[str]) -> re.Pattern[str]:
    """Match any of these words, letters repeated at will: `nigger` has two g or more, and Niger has one."""
    words = (word.translate(LOOKALIKE) for line in lines for word in line.split())
    return re.compile("|".join("".join(f"{letter}+" for letter in word) for word in words))


MAX_TALK_CHARS = 200

# The phrases of table talk, in the order in which they are offered, with their pictures. The words are in the
# catalogues as `talk.<id>`. Logs and records hold the ids, so an id never changes.
PHRASE_PICTURES = {
    "hello": "👋",
    "good-luck": "🍀",
    "yes": "👍",
    "no": "👎",
    "thanks": "🙏",
    "please": "🥺",
    "well-played": "👏",
    "oops": "🙈",
    "hurry": "⏳",
    "thinking": "🤔",
    "laugh": "😂",
    "cry": "😭",
    "wow": "😮",
    "boo": "👻",
    "again": "🔁",
    "goodbye": "🌙",
}
PHRASES = tuple(PHRASE_PICTURES)


def checked_text(text: str) -> str:
    """Return the normalised text; raise `BadText` if it is invalid."""
    return tidy(text, MAX_TALK_CHARS, BadText)
