"""Let "edit this page" lead to the file that a page was copied from, for pages from outside of docs/."""

import json
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect to Sphinx, if there is a repository to lead to."""
    if "source_repository" in app.config.html_theme_options:
        app.connect("html-page-context", set_edit_link)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def set_edit_link(app: Sphinx, page: str, _template: str, context: dict[str, Any], _doctree: object) -> None:
    """Replace Furo's links for pages that copied.json names; tools/docs.py writes that file."""
    copied = json.loads((Path(app.srcdir) / "_ext/copied.json").read_text("utf-8"))
    if original := copied.get(f"{page}.md"):
        repository = app.config.html_theme_options["source_repository"]
        context["theme_source_edit_link"] = f"{repository}/edit/main/{original}"
        context["theme_source_view_link"] = f"{repository}/blob/main/{original}"
