"""Spoken table codes: two words of the table's language and a number, `owl-lamp-42`.

A code finds a table and proves nothing. Some of the millions of codes of a language can be guessed, so the server
limits wrong guesses. In a link, a key that cannot be guessed follows the code: `owl-lamp-42-k7q2mzx3ab`. A code
is read in every language, since guests may speak different ones. The code of a table that a browser runs on its
own device begins with `local-`.
"""

import random
import re
import unicodedata
from importlib.resources import files

MAX_TYPED_CHARS = 2_000  # of a pasted link; a longer text has no code


def _words() -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """Read the beings and things of every language that has a list of them."""
    found = {}
    for file in sorted(files(__package__).iterdir(), key=lambda file: file.name):
        if file.name.startswith("words_"):
            language = file.name.removeprefix("words_").removesuffix(".txt")
            _, beings, things = file.read_text("utf-8").split("\n\n")  # the first paragraph is a comment
            found[language] = tuple(beings.split()), tuple(things.split())
    return found


CODE_WORDS = _words()
DEFAULT_LANGUAGE = max(CODE_WORDS, key=lambda language: len(CODE_WORDS[language][0]))  # without words of its own
CODE_NUMBERS = range(10, 100)
LOCAL_PREFIX = "local-"
LINK_KEY_LENGTH = 10  # of the key in a link: 50 bits
SCREEN_KEY_LENGTH = 6  # of the key of a television, which people type with a remote control: 30 bits
LINK_KEY = re.compile(rf"(.+[0-9])-([a-z2-7]{{{LINK_KEY_LENGTH}}}|[a-z2-7]{{{SCREEN_KEY_LENGTH}}})", re.DOTALL)

_KNOWN = [(frozenset(beings), frozenset(things)) for beings, things in CODE_WORDS.values()]


def new_code(rng: random.Random | random.SystemRandom, language: str = DEFAULT_LANGUAGE) -> str:
    """Draw a code of `language`, uniformly."""
    beings, things = CODE_WORDS.get(language, CODE_WORDS[DEFAULT_LANGUAGE])
    return f"{rng.choice(beings)}-{rng.choice(things)}-{rng.choice(CODE_NUMBERS)}"


def read_keyed(text: str) -> tuple[str | None, str]:
    """Return the code in a typed or pasted text, as `read_code`, and the key after it, or an empty one."""
    found = LINK_KEY.fullmatch(text.strip().casefold()) if len(text) <= MAX_TYPED_CHARS else None
    return (read_code(found[1]), found[2]) if found else (read_code(text), "")


def keyed(code: str, key: str) -> str:
    """Return a code with its key, as it stands in links and paths; without a key, the code alone."""
    return f"{code}-{key}" if key else code


def read_code(text: str) -> str | None:
    """Return the code in a typed or pasted text, perhaps at the end of a link; None if there is none."""
    if len(text) > MAX_TYPED_CHARS:
        return None
    plain = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(sign for sign in plain if not unicodedata.combining(sign))
    # The number may follow its word directly; all other signs separate words.
    parts = list(re.finditer(r"[^\W\d_]+|[0-9]+", letters))
    if len(parts) < 3:
        return None
    being, thing, number = (part[0] for part in parts[-3:])
    if not any(being in beings and thing in things for beings, things in _KNOWN):
        return None
    if not re.fullmatch(r"[1-9][0-9]", number):
        return None
    # Not in `http://toctoc.local/owl-lamp-42`, the name of a server at home.
    is_local = re.search(rf"(?<!\w|\.){LOCAL_PREFIX}$", letters[: parts[-3].start()])
    return f"{LOCAL_PREFIX if is_local else ''}{being}-{thing}-{number}"
