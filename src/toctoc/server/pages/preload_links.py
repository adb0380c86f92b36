"""Let browsers fetch at once what a page is going to ask for, instead of one after the other.

The client's build notes in its page which files there are (`web/shell.ts`); each page gets links to its own.
"""

import re
from collections.abc import Iterator
from html import escape

import msgspec

NOTED = re.compile(r"<!-- ahead: (\{.*?\}) -->")


class Ahead(msgspec.Struct):
    """Hold what the build noted: texts by language, and the files of tables."""

    first: dict[str, str]
    texts: dict[str, str]
    table: list[str]
    games: dict[str, list[str]]

    def links(self, language: str, game: str | None) -> Iterator[str]:
        """Yield links to what a page needs in a language; with a game, to what its table needs, too."""
        if language in self.first:
            yield _link(self.first[language])
        if game is not None:
            texts = [self.texts[language]] if language in self.texts else []
            files = dict.fromkeys([*texts, *self.table, *self.games.get(game, ())])
            # After what the page is first drawn with: that a table is coming shows before it is there.
            yield from (_link(file, ' fetchpriority="low"') for file in files)


def written(text: str, language: str, game: str | None) -> str:
    """Return the page with links to its files, if its build noted any; with a game, to those of its table."""

    def links(noted: re.Match[str]) -> str:
        return "\n    ".join(msgspec.json.decode(noted[1], type=Ahead).links(language, game))

    return NOTED.sub(links, text)


def _link(file: str, more: str = "") -> str:
    kind = 'rel="preload" as="style"' if file.endswith(".css") else 'rel="modulepreload"'
    return f'<link {kind} crossorigin href="{escape(file)}"{more}>'
