"""Show the host's page: one file of HTML in the language of the browser, a script and a style beside it."""

import json
import re
from functools import cache
from html import escape
from importlib.resources import files

from toctoc import lang

HERE = files("toctoc.server.features.admin")
PARTS = {"page.js": "text/javascript", "page.css": "text/css"}
WORD = re.compile(r"\{(admin\.[\w-]+)\}")
PREFIX = "admin."
# Only these two files, and this server: whatever a name at a table may be, nothing else runs here.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
)


@cache
def page(language: str) -> bytes:
    """Return the page in a language, with the words that its script says."""
    say = lang.load(language)
    words = {key: text for key, text in say.texts.items() if key.startswith((PREFIX, "title."))}
    data = json.dumps(words, ensure_ascii=False).replace("<", "\\u003c")
    html = (HERE / "page.html").read_text(encoding="utf-8")
    html = WORD.sub(lambda word: escape(say(word[1])), html)
    return html.replace("{language}", language).replace("{words}", data).encode()


@cache
def part(name: str) -> bytes:
    """Return one of `PARTS`."""
    return (HERE / name).read_bytes()
