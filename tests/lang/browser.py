"""List the keys that the browser uses: those in web/src, and the prefixes of those that it composes."""

import json
import re
from functools import cache
from pathlib import Path

from toctoc import GAMES

SOURCES = Path(__file__).parents[2] / "web" / "src"
CODE = {
    file: file.read_text(encoding="utf-8")
    for file in sorted(SOURCES.rglob("*"))
    if file.suffix in (".ts", ".svelte") and not file.name.endswith(".test.ts")
}
PREFIXES: list[str] = [
    prefix
    for file in sorted(SOURCES.rglob("spoken.json"))
    for prefix in json.loads(file.read_text(encoding="utf-8"))
]
KEY = r"[\w-]+(?:[./][\w-]+)+"


@cache
def quoted() -> set[str]:
    """Every text in quotes that could be a key."""
    return {text for code in CODE.values() for text in re.findall(rf"[\"'`]({KEY})[\"'`]", code)}


def said() -> dict[str, str]:
    """Every key that a call says as it stands, with the file that says it."""
    return {
        key: file.name
        for file, code in CODE.items()
        for key in re.findall(rf"\bsay\(\s*[\"'`]({KEY})[\"'`]", code)
    }


@cache
def composed() -> list[re.Pattern[str]]:
    """The keys that the code composes, `bot.${name}.line`, as patterns."""
    texts = {text for code in CODE.values() for text in re.findall(r"`([\w-]+\.[\w./-]*\$\{[^`\s]*)`", code)}
    return [re.compile(".+".join(map(re.escape, re.split(r"\$\{[^}]*\}", text)))) for text in texts]


def composes(key: str) -> bool:
    return any(pattern.fullmatch(text) for pattern in composed() for text in shortened(key))


def asks_for(key: str) -> bool:
    return key.startswith(tuple(PREFIXES)) or not quoted().isdisjoint(shortened(key))


def shortened(key: str) -> list[str]:
    """How a key may stand in the code: a game's speaker knows its game, `speaker.text("ask.offer")`."""
    game, _, rest = key.partition(".")
    return [key, rest] if game in GAMES else [key]
