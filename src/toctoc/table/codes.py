"""Table codes that can be said over the telephone: two words of the table's language and a number, `owl-lamp-42`.

A code finds a table and proves nothing: of some million a language a few can be guessed, so the server counts the
wrong ones. A code is read in every language: whoever is invited may speak another one.
"""

import random
import re
import unicodedata
from importlib.resources import files

LONGEST_TYPED = 2_000  # characters of a pasted link; what is longer is no code
FIRST = "fr"  # of programs, and of languages that have no words here


def _words(language: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    text = files(__package__).joinpath(f"words_{language}.txt").read_text("utf-8")
    _, beings, things = text.split("\n\n")  # the first paragraph says what this is
    return tuple(beings.split()), tuple(things.split())


WORDS = {language: _words(language) for language in (FIRST, "en", "nl", "de")}  # beings and things
NUMBERS = range(10, 100)

_KNOWN = [(frozenset(beings), frozenset(things)) for beings, things in WORDS.values()]


def new_code(rng: random.Random | random.SystemRandom, language: str = FIRST) -> str:
    """Draw a code of a language, each as likely as the others."""
    beings, things = WORDS.get(language, WORDS[FIRST])
    return f"{rng.choice(beings)}-{rng.choice(things)}-{rng.choice(NUMBERS)}"


def read_code(text: str) -> str | None:
    """Return the code in a text that was typed or pasted, perhaps at the end of a link; None if there is none."""
    if len(text) > LONGEST_TYPED:
        return None
    plain = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(sign for sign in plain if not unicodedata.combining(sign))
    # The number may stand close to its word; whatever else is no letter separates.
    parts = re.findall(r"[^\W\d_]+|[0-9]+", letters)
    if len(parts) < 3:
        return None
    being, thing, number = parts[-3:]
    if not any(being in beings and thing in things for beings, things in _KNOWN):
        return None
    return f"{being}-{thing}-{number}" if re.fullmatch(r"[1-9][0-9]", number) else None
