"""The directive `generated`: tables that the code knows, such as the options of the server."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields
from typing import Any

import generated_bots
from docutils import nodes
from docutils.parsers.rst import Directive
from docutils.statemachine import StringList
from sphinx.application import Sphinx

from toctoc import lang


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive."""
    app.add_directive("generated", Generated)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def server_options() -> str:
    """List the options of `toctoc serve`, from the fields of `ServerConfig`."""
    from toctoc.server.config import ServerConfig

    say = lang.program("en")
    rows = []
    for field in fields(ServerConfig):
        setting = field.metadata["setting"]
        option = setting.option or f"--{field.name.replace('_', '-')}"
        default = "" if field.default in (None, (), False) else f"`{field.default}`"
        environment = f"`{setting.environment}`" if setting.environment else ""
        rows.append((f"`{option}`", default, environment, setting.hidden or str(say(f"usage.serve.{field.name}"))))
    return table(("option", "default", "variable", "meaning"), rows)


TABLES: dict[str, Callable[[], str]] = {"server-options": server_options}
TABLES |= generated_bots.TABLES


class Generated(Directive):
    """Insert the table with the name that is given."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Parse the Markdown of the table where the directive stands."""
        [name] = self.arguments
        if name not in TABLES:
            raise self.error(f"No table is called {name!r}: it is one of {', '.join(TABLES)}.")
        container = nodes.container()
        text: Any = StringList(TABLES[name]().splitlines(), source=f"generated {name}")
        self.state.nested_parse(text, self.content_offset, container)
        return container.children
