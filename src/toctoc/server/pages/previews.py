"""Previews of links: a title, a line and a picture for each page, by language.

All pages are the same file of the client; only their heads and their status differ.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qs

from toctoc import lang
from toctoc.core.registry import BUILT_IN, GAMES
from toctoc.rulebook import HOUSE_RULES
from toctoc.server.errors import HTTPError
from toctoc.server.live.table_lookup import TableLookup
from toctoc.server.pages.links import with_language
from toctoc.server.pages.preload_links import add_preload_links
from toctoc.server.pages.static import INDEX, REVALIDATE, Page
from toctoc.storage import StoreError
from toctoc.table.codes import read_keyed
from toctoc.table.state import TableState

# The first part of the path of each page; the server answers 404 for any other. The client's router has the same
# list, from web/src/protocol.ts.
PAGES = ("join", "play", "mine", "daily", "g", "rules", "about", "replay", "t")
HOST_HEADER = re.compile(r"[A-Za-z0-9.\-_\[\]:]{1,260}")
TITLE_TAG = re.compile("<title>.*?</title>", re.S)
DESCRIPTION_TAG = re.compile('<meta name="description"[^>]*>', re.S)
HTML_TAG = re.compile('<html lang="[^"]*">')
PICTURE_SIZE = (1200, 630)


@dataclass(frozen=True, slots=True)
class Preview:
    """The preview of a page, for its head."""

    title: str
    line: str
    game: str | None = None
    opens_table: bool = False  # of that game
    hidden: bool = False  # from search engines: only people with the link shall find it
    status: HTTPStatus = HTTPStatus.OK


@dataclass(frozen=True, slots=True)
class TablePreview:
    """The public facts of a table; an empty game if they are not known now."""

    game: str = ""
    is_full: bool = False


class Previews:
    """Writes the heads of all pages into the client's one file."""

    def __init__(self, lookup: TableLookup, public_url: str | None, index: Page) -> None:
        self._lookup, self._public_url, self.index = lookup, public_url, index

    async def page(self, scope: Any) -> Page:
        """Return the client's file for the request of `scope`, with the head of its page."""
        if self.index.status != HTTPStatus.OK:
            return self.index  # the client is not built
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        asked = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("lang", [""])[0]
        accepted = headers.get("accept-language", "")
        browsers = preferred(accepted, asked)  # the language of the page, as far as the server can know
        language = asked if asked in lang.KNOWN else browsers
        preview = await self._preview(scope["path"], language, str(scope["client"][0]) if scope["client"] else "")
        host = headers.get("host", "")
        here = f"{scope['scheme']}://{host}" if HOST_HEADER.fullmatch(host) else ""
        base = self._public_url or here
        url = with_language(f"{base}{scope['path']}", asked) if base else ""
        return _with_head(self.index, preview, (language, browsers), base, url)

    async def _preview(self, path: str, language: str, address: str) -> Preview:
        say = lang.load(language)
        missing = Preview(say("web.not-found"), say("page.home"), hidden=True, status=HTTPStatus.NOT_FOUND)
        match [part for part in path.split("/") if part]:
            case [] | ["join"] | ["index.html"]:
                return Preview(say("home.title"), say("page.home"))
            case ["play", game] if game in GAMES:
                return Preview(say("page.play", game=title(game, say)), line(game, say), game, opens_table=True)
            case ["about"]:
                return Preview(say("about.title"), say("page.home"))
            case ["daily"]:
                return Preview(say("daily.title"), say("daily.line"))
            case ["g"]:
                return Preview(say("group.title"), say("group.line"))
            case ["g", _]:
                return Preview(say("group.title"), say("group.line"), hidden=True)
            case ["mine"]:
                return Preview(say("home.mine"), say("mine.line"))
            case ["rules"]:
                return Preview(say("page.rules", game="Toctoc"), say("page.home"))
            case ["rules", book] if book in GAMES or book == HOUSE_RULES:
                return Preview(say("page.rules", game=title(book, say)), line(book, say), book)
            case ["t", code] | ["t", code, "screen"] | ["replay", code] | ["replay", code, _] if has_no_key(code):
                return Preview(say("home.title"), say("page.home"), hidden=True)
            case ["t", code] | ["t", code, "screen"]:
                found = await self._table(code, address)
                return invitation(found, say) if found is not None else missing
            case ["replay", code] | ["replay", code, _]:
                found = await self._table(code, address)
                return replay(found.game, say) if found is not None else missing
        return missing

    async def _table(self, code: str, address: str) -> TablePreview | None:
        """Return the public facts of a table by a code with its key, or None if there is no such table."""
        try:
            live = await self._lookup.find(code, address)
        except HTTPError as why:
            return None if why.code in ("table/unknown", "table/guessing") else TablePreview()
        except StoreError:
            return TablePreview()
        return TablePreview(live.head.game, is_full(live.table.state))


def has_no_key(code: str) -> bool:
    """Tell whether a link has a table's code alone: whether there is such a table is said to whoever types it."""
    found, key = read_keyed(code)
    return found is not None and not key


def title(game: str, say: lang.Catalogue) -> str:
    """Return the title of a game in a language; that of a plugin may be the same in all."""
    key = "rules.house" if game == HOUSE_RULES else f"title.{game}"
    return say(key) if key in say else GAMES[game].title


def line(game: str, say: lang.Catalogue) -> str:
    """Return the description of a game in one line, or that of the site."""
    key = f"game.{game}"
    return say(key) if key in say and game != HOUSE_RULES else say("page.home")


def is_full(s: TableState) -> bool:
    """Tell whether no seat is free; between games, the seat of a bot counts as free."""
    return not any(seat.is_free or (seat.bot and s.stage in ("lobby", "over")) for seat in s.seats)


def invitation(found: TablePreview, say: lang.Catalogue) -> Preview:
    """Return the preview of a table: its game and whether a seat is free, and nothing else."""
    name = title(found.game, say) if found.game in GAMES else "Toctoc"
    head, line = (
        (say("page.full", game=name), say("page.full-line"))
        if found.is_full
        else (say("page.invitation", game=name), say("page.invitation-line"))
    )
    return Preview(head, line, found.game, opens_table=True, hidden=True)


def replay(game: str, say: lang.Catalogue) -> Preview:
    """Return the preview of a finished game."""
    name = title(game, say) if game in GAMES else "Toctoc"
    return Preview(say("page.replay", game=name), say("replay.web.look"), game, hidden=True)


def preferred(accepted: str, otherwise: str = "") -> str:
    """Return the first of our languages in an Accept-Language header, by weight; else `otherwise`, or English."""
    wanted: list[tuple[float, str]] = []
    for part in accepted.lower().split(","):
        name, _, weight = part.replace(" ", "").partition(";q=")
        try:
            wanted.append((-float(weight or 1), name.split("-")[0]))
        except ValueError:
            continue
    found = (name for weight, name in sorted(wanted, key=lambda one: one[0]) if weight < 0)
    return next((name for name in (*found, otherwise) if name in lang.KNOWN), lang.LANGUAGES[0])


@lru_cache(maxsize=512)
def _with_head(index: Page, preview: Preview, languages: tuple[str, str], base: str, url: str) -> Page:
    """Return the client's file with this head, escaped. `languages` are those of the head and of the page."""
    language, browsers = languages
    text = index.plain.content.decode()
    text = HTML_TAG.sub(f'<html lang="{language}">', text, count=1)
    text = DESCRIPTION_TAG.sub("", text)
    text = add_preload_links(text, browsers, preview.game if preview.opens_table else None)
    head = "\n    ".join(_head(preview, language, base, url))
    text = TITLE_TAG.sub(lambda _: head, text, count=1)
    home = f'<p><a href="/">{escape(lang.load(language)("page.way-home"))}</a></p>'
    text = text.replace("</noscript>", f"{home}</noscript>")
    return Page.of(INDEX, text.encode(), REVALIDATE, preview.status, "Accept-Encoding, Accept-Language")


def _head(preview: Preview, language: str, base: str, url: str) -> list[str]:
    name = preview.game if preview.game in BUILT_IN else "toctoc"
    properties = {
        "og:site_name": "Toctoc",
        "og:type": "website",
        "og:title": preview.title,
        "og:description": preview.line,
        "og:locale": lang.KNOWN[language].locale,
        "og:image": f"{base}/previews/{name}.jpg",
        "og:image:width": str(PICTURE_SIZE[0]),
        "og:image:height": str(PICTURE_SIZE[1]),
        **({"og:url": url} if url else {}),
    }
    names: Mapping[str, str] = {
        "description": preview.line,
        "twitter:card": "summary_large_image",
        **({"robots": "noindex"} if preview.hidden else {}),
    }
    return [
        f"<title>{escape(preview.title)}</title>",
        *(f'<meta name="{key}" content="{escape(value)}" />' for key, value in names.items()),
        *(f'<meta property="{key}" content="{escape(value)}" />' for key, value in properties.items()),
    ]
