"""Table codes that can be said over the telephone: two words of the table's language and a number, `owl-lamp-42`.

A code finds a table and proves nothing: of some million a language a few can be guessed, so the server counts the
wrong ones. A code is read in every language: whoever is invited may speak another one.
"""

import random
import re
import unicodedata
from importlib.resources import files

LONGEST_TYPED = 2_000  # characters of a pasted link; what is longer is no code


def _words() -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """Read the beings and things of every language that has a list of them."""
    found = {}
    for file in sorted(files(__package__).iterdir(), key=lambda file: file.name):
        if file.name.startswith("words_"):
            language = file.name.removeprefix("words_").removesuffix(".txt")
            _, beings, things = file.read_text("utf-8").split("\n\n")  # the first paragraph says what this is
            found[language] = tuple(beings.split()), tuple(things.split())
    return found


WORDS = _words()
FIRST = max(WORDS, key=lambda language: len(WORDS[language][0]))  # of programs, and of languages without words
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
