"""Where the description of the protocol lies in a checkout."""

import json
import re
from pathlib import Path

from . import refusals
from .messages import schema
from .typescript import typescript

SCHEMA = "docs/reference/protocol.schema.json"
TYPES = "web/src/protocol.ts"
PAGE = "docs/reference/protocol.md"
LISTS = {
    "problems": refusals.HTTP,
    "admin": refusals.ADMIN,
    "connection": refusals.CONNECTION,
    "table": refusals.TABLE,
    "games": refusals.GAMES,
    "bye": refusals.BYE,
}


def files(root: Path) -> dict[Path, str]:
    """Return what each file has to be; of the page only its lists of codes are ours."""
    described = schema()
    page = (root / PAGE).read_text(encoding="utf-8")
    for name, codes in LISTS.items():
        rows = "".join(f"| `{code}` | {right} |\n" for code, right in codes.items())
        listed = f"<!-- {name} -->\n| code | what would be right |\n|---|---|\n{rows}<!-- /{name} -->"
        page = re.sub(f"<!-- {name} -->.*?<!-- /{name} -->", lambda _, text=listed: text, page, flags=re.DOTALL)  # type: ignore[misc]  # bound now
    return {
        root / SCHEMA: json.dumps(described, indent=1, ensure_ascii=False) + "\n",
        root / TYPES: typescript(described),
        root / PAGE: page,
    }
