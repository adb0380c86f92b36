"""Write defaults that are functions or factories as `...`, so that Sphinx can parse the signature."""

import re

from sphinx.application import Sphinx

UNREADABLE = re.compile(r"<function [\w.<>]*?>>?(?: at 0x[0-9a-f]+>)?|<factory>")


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect to autodoc."""
    app.connect("autodoc-process-signature", readable)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def readable(
    _app: Sphinx,
    _kind: str,
    _name: str,
    _thing: object,
    _options: object,
    signature: str | None,
    returns: str | None,
) -> tuple[str | None, str | None]:
    """Return the signature without defaults that are no Python."""
    return signature and UNREADABLE.sub("...", signature), returns
