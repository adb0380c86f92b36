"""Records the messages to one person in whole games against bots, with times: for the client's own tests.

`python -m tests.web.streams` writes the files anew.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from tests.table.harness import TableHarness
from toctoc.core.registry import BUILT_IN

FOLDER = Path(__file__).parents[2] / "web/src/testing/streams"
PLAYERS = 3
BOT = "petit-fantome"
STEP = 100  # milliseconds
THINKS = 4_000  # milliseconds: the person listens, and moves
OFTEN = {"pass": 12, "decline": 3, "snap": 0.2, "arrange": 0, "knock": 0.2}  # the game shall end in good time


def stream(game: str) -> dict[str, Any]:
    """Play a whole game; return the welcome, and each later message, which has its time in milliseconds."""
    harness = TableHarness.of(game, PLAYERS)
    harness.sit("anna")
    told = harness.welcome("anna")
    harness.heard["anna"].clear()
    harness.start(fill=BOT)
    dice = Random(1)
    since: int | None = None
    while harness.table.state.stage != "over":
        harness.wait(STEP)
        asked = harness.table.is_live and 0 in harness.match.actors
        since = since if asked and since is not None else harness.at if asked else None
        if since is not None and harness.at >= since + THINKS:
            harness.move("anna", chosen(dice, [str(action) for action in harness.match.legal(0)]))
            since = None
    return {"welcome": told, "updates": harness.heard["anna"]}


def chosen(dice: Random, legal: Sequence[str]) -> str:
    return dice.choices(legal, [OFTEN.get(action.split(" ")[0], 1) for action in legal])[0]


def written(game: str) -> str:
    """One message a line: a difference can be read."""
    told = stream(game)
    lines = ",\n".join(json.dumps(message, ensure_ascii=False) for message in told["updates"])
    return f'{{"welcome": {json.dumps(told["welcome"], ensure_ascii=False)},\n"updates": [\n{lines}\n]}}\n'


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for game in BUILT_IN:
        (FOLDER / f"{game}.json").write_text(written(game), encoding="utf-8")
