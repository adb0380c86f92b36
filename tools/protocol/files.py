"""The files in a checkout that describe the protocol."""

import json
import re
from pathlib import Path

from . import refusals
from .messages import schema
from .typescript import typescript

SCHEMA_FILE = "docs/reference/protocol.schema.json"
TYPES_FILE = "web/src/protocol.ts"
PROTOCOL_PAGE = "docs/reference/protocol.md"
REFUSAL_LISTS = {
    "problems": refusals.HTTP_REFUSALS,
    "local": refusals.LOCAL_REFUSALS,
    "admin": refusals.ADMIN_REFUSALS,
    "connection": refusals.CONNECTION_REFUSALS,
    "table": refusals.TABLE_REFUSALS,
    "games": refusals.GAME_REFUSALS,
    "bye": refusals.BYE_CODES,
}


def files(root: Path) -> dict[Path, str]:
    """Return the content of each file; of the page, only the lists of codes are generated."""
    described = schema()
    page = (root / PROTOCOL_PAGE).read_text(encoding="utf-8")
    for name, codes in REFUSAL_LISTS.items():
        rows = "".join(f"| `{code}` | {right} |\n" for code, right in codes.items())
        listed = f"<!-- {name} -->\n| code | remedy |\n|---|---|\n{rows}<!-- /{name} -->"
        page = re.sub(f"<!-- {name} -->.*?<!-- /{name} -->", lambda _, text=listed: text, page, flags=re.DOTALL)  # type: ignore[misc]  # bound now
    return {
        root / SCHEMA_FILE: json.dumps(described, indent=1, ensure_ascii=False) + "\n",
        root / TYPES_FILE: typescript(described),
        root / PROTOCOL_PAGE: page,
    }
