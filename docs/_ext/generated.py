"""The directive `generated`: tables that the code knows, such as the options of the server."""

import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import generated_bots
import generated_codec
import generated_features
import generated_server
from docutils import nodes
from docutils.parsers.rst import Directive
from docutils.statemachine import StringList
from sphinx.application import Sphinx

ROOT = Path(os.environ["TOCTOC_ROOT"])


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive."""
    app.add_directive("generated", Generated)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def _server_table(rows: Callable[[], generated_server.Rows]) -> Callable[[], str]:
    return lambda: table(*rows())


TABLES: dict[str, Callable[[], str]] = {
    **{name: _server_table(rows) for name, rows in generated_server.tables(ROOT).items()},
}
TABLES |= generated_codec.tables(table)
TABLES |= generated_bots.TABLES
TABLES |= generated_features.tables(table, ROOT)


class Generated(Directive):
    """Insert the table with the name that is given."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Parse the Markdown of the table where the directive stands."""
        [name] = self.arguments
        if name not in TABLES:
            raise self.error(f"No table is called {name!r}: it is one of {', '.join(TABLES)}.")
        self.state.document.settings.env.note_reread()  # the code may change while the page does not
        container = nodes.container()
        text: Any = StringList(TABLES[name]().splitlines(), source=f"generated {name}")
        self.state.nested_parse(text, self.content_offset, container)
        return container.children
