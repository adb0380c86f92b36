"""The page of the examples names every one of them."""

import re
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "examples"
NO_EXAMPLES = {"README.md", "__pycache__"}


def test_every_example_is_listed() -> None:
    listed = re.findall(
        r"^\| \[[^]]+\]\(([^/)]+)", (FOLDER / "README.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert set(listed) == {file.name for file in FOLDER.iterdir()} - NO_EXAMPLES
    assert len(listed) == len(set(listed))
