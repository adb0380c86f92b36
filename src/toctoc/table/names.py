"""What players may be called.

Everywhere a name is a short line of signs that can be seen. At a listed table, where strangers read it, it is
also compared with a short list of abuse (`abuse.txt`). The list stops the obvious and no more: a player who wants
to insult finds a spelling. That is why players can also be muted, and why a private table has no such list.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from toctoc.table.text import BadText, tidy

LONGEST_NAME = 20

# The pictures that people choose for their seats, in the order in which they are offered. Logs and records hold
# the names, so a name stays once it is there.
AVATARS = (
    "owl", "cat", "bat", "pumpkin", "moon", "candle", "spider", "toad",
    "wolf", "witch", "skeleton", "mummy", "lantern", "raven", "mouse", "star",
)  # fmt: skip


class BadName(BadText):
    """A name that the table does not take."""

    area = "name"
    noun = "a name"


def checked_name(name: str, listed: bool) -> str:
    """Return the name made tidy; raise `BadName` with what is wrong with it."""
    name = tidy(name, LONGEST_NAME, BadName)
    if listed and abusive(name):
        raise BadName("abusive", "this name may hurt others at an open table; please choose another")
    return name


def abusive(name: str) -> bool:
    """Tell whether a name has a word of the list in it, however it is spelt."""
    anywhere, words, fine = _list()
    for reading in _readings(name):
        parts = [part for part in reading if part not in fine]
        if any(anywhere.search(part) for part in parts):
            return True
        for first in range(len(parts)):
            for last in range(first + 1, len(parts) + 1):
                joined = "".join(parts[first:last])
                if len(joined) > LONGEST_NAME:
                    break
                if words.fullmatch(joined) or anywhere.match(joined):
                    return True
    return False


# Signs that are written for letters; 1 is read in two ways.
LOOKALIKE = str.maketrans("0134578@$€!|+авеіоръстухкмнαβεικνορτυχ", "oieastbaseiitabeiopbctyxkmhabeiknoptux")
ANOTHER_ONE = str.maketrans("1|!", "lll")


def _readings(name: str) -> Iterator[list[str]]:
    """Yield the words of a name in small plain letters: as it stands, and with signs read as letters."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    plain = "".join(sign for sign in plain if not unicodedata.combining(sign))[: 3 * LONGEST_NAME]
    for text in (plain, plain.translate(LOOKALIKE), plain.translate(ANOTHER_ONE).translate(LOOKALIKE)):
        yield re.findall("[a-z]+", re.sub("['’]", "", text))


@cache
def _list() -> tuple[re.Pattern[str], re.Pattern[str], frozenset[str]]:
    text = files(__package__).joinpath("abuse.txt").read_text("utf-8")
    _, anywhere, words, fine = (part.splitlines()[1:] for part in text.split("\n\n"))
    return _pattern(anywhere), _pattern(words), frozenset(" ".join(fine).split())


def _pattern(lines: list[str]) -> re.Pattern[str]:
    """Match any of these words, letters repeated at will: `nigger` has two g or more, and Niger has one."""
    words = (word.translate(LOOKALIKE) for line in lines for word in line.split())
    return re.compile("|".join("".join(f"{letter}+" for letter in word) for word in words))
