"""Add preload links to a page, so that browsers fetch its files at once, and not one after the other.

The client's build writes a list of files into its page (`web/shell.ts`); each page gets links to its own.
"""

import re
from collections.abc import Iterator
from html import escape

import msgspec

PRELOAD_COMMENT = re.compile(r"<!-- ahead: (\{.*?\}) -->")


class PreloadFiles(msgspec.Struct):
    """The files in the list of the build: texts by language, and the files of tables."""

    first: dict[str, str]
    texts: dict[str, str]
    table: list[str]
    games: dict[str, list[str]]

    def links(self, language: str, game: str | None) -> Iterator[str]:
        """Yield links to the files of a page in `language`, and of the table of `game`."""
        if language in self.first:
            yield _link(self.first[language])
        if game is not None:
            texts = [self.texts[language]] if language in self.texts else []
            files = dict.fromkeys([*texts, *self.table, *self.games.get(game, ())])
            # At low priority: the page is drawn before its table is there.
            yield from (_link(file, ' fetchpriority="low"') for file in files)


def add_preload_links(text: str, language: str, game: str | None) -> str:
    """Return the page `text` with links to its files in `language`, and to those of the table of `game`."""

    def links(noted: re.Match[str]) -> str:
        return "\n    ".join(msgspec.json.decode(noted[1], type=PreloadFiles).links(language, game))

    return PRELOAD_COMMENT.sub(links, text)


def _link(file: str, more: str = "") -> str:
    kind = 'rel="preload" as="style"' if file.endswith(".css") else 'rel="modulepreload"'
    return f'<link {kind} crossorigin href="{escape(file)}"{more}>'
