"""The table of packages in docs/explanation/architecture.md names every package that code outside may import."""

import re

from tools import ROOT

PAGE = (ROOT / "docs/explanation/architecture.md").read_text("utf-8")
OTHERS = {"printable", "addresses", "extras"}  # no part of how Toctoc is built


def test_the_table_names_every_package() -> None:
    rows = re.findall(r"^\| (`.+?) \| .+ \| .+ \|$", PAGE, re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    paths = (ROOT / "src/toctoc").iterdir()
    found = {path.stem for path in paths if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert {name for name in found if not name.startswith("_")} - named == OTHERS
