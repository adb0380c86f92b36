"""The admin page: one file of HTML in the language of the browser, a script and a style beside it."""

import json
import re
from functools import cache
from html import escape
from importlib.resources import files

from toctoc import lang

PAGE_FOLDER = files("toctoc.server.features.admin")
PAGE_PARTS = {"page.js": "text/javascript", "page.css": "text/css"}
PLACEHOLDER = re.compile(r"\{(admin\.[\w-]+)\}")
TEXT_PREFIX = "admin."
# Only these two files, and this server: no other script runs here.
PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
)


@cache
def page(language: str) -> bytes:
    """Return the page in `language`, with the texts of its script."""
    say = lang.load(language)
    words = {key: text for key, text in say.texts.items() if key.startswith((TEXT_PREFIX, "title."))}
    data = json.dumps(words, ensure_ascii=False).replace("<", "\\u003c")
    html = (PAGE_FOLDER / "page.html").read_text(encoding="utf-8")
    html = PLACEHOLDER.sub(lambda word: escape(say(word[1])), html)
    return html.replace("{language}", language).replace("{words}", data).encode()


@cache
def part(name: str) -> bytes:
    """Return one of `PAGE_PARTS`."""
    return (PAGE_FOLDER / name).read_bytes()
