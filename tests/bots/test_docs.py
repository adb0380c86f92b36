"""The bot in docs/bots.md is short, and plays."""

import re
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "bots.md"
[EXAMPLE] = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)


def test_the_example_plays_a_whole_game() -> None:
    done = subprocess.run([sys.executable, "-c", EXAMPLE], capture_output=True, text=True, check=True)
    assert re.fullmatch(r"\(\d+, \d+, \d+\)\n", done.stdout)


def test_the_example_bot_has_about_twenty_lines() -> None:
    bot = EXAMPLE[EXAMPLE.index("class") : EXAMPLE.index("match = ")]
    assert len([line for line in bot.splitlines() if line.strip()]) <= 20
