"""Table codes that can be said over the telephone: two French words and a number, `hibou-lampe-42`.

A code finds a table and proves nothing: of 5.9 million some can be guessed, so the server counts the wrong ones.
"""

import random
import re
import unicodedata
from importlib.resources import files

LONGEST_TYPED = 2_000  # characters of a pasted link; what is longer is no code


def _words() -> tuple[tuple[str, ...], tuple[str, ...]]:
    text = files(__package__).joinpath("words_fr.txt").read_text("utf-8")
    _, beings, things = text.split("\n\n")  # the first paragraph says what this is
    return tuple(beings.split()), tuple(things.split())


BEINGS, THINGS = _words()
NUMBERS = range(10, 100)

_BEINGS, _THINGS = frozenset(BEINGS), frozenset(THINGS)


def new_code(rng: random.Random | random.SystemRandom) -> str:
    """Draw a code, each as likely as the others."""
    return f"{rng.choice(BEINGS)}-{rng.choice(THINGS)}-{rng.choice(NUMBERS)}"


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
    if being not in _BEINGS or thing not in _THINGS or not re.fullmatch(r"[1-9][0-9]", number):
        return None
    return f"{being}-{thing}-{number}"
