"""Analyse records in a process of its own: python -m toctoc.analysis.worker.

Standard input has a line for each request, `[record, seat, open]` in JSON. The answer is lines `{"share": 0.4}`,
then `{"analysis": …}` or `{"failed": code}`. The process exits with its parent, even in the middle of an analysis.
"""

import json
import os
import sys
from dataclasses import asdict
from queue import SimpleQueue
from threading import Thread
from typing import Any

from toctoc.bots import warm_up
from toctoc.record import BadRecord, read

from .analyse import Progress, analyse, can_analyse
from .model import NoAnalysis, to_json

SHARE_STEP = 0.02  # of the work, between two reports


def answer(line: bytes) -> None:
    """Handle one request: write its shares, and its analysis or failure."""
    text, seat, all_open = json.loads(line)
    _write(outcome(text, seat, all_open, lambda share: _write({"share": share})))


def outcome(
    text: str, seat: int, all_open: bool, report: Progress, plain: bool = False, effort: float = 1.0
) -> dict[str, Any]:
    """Return the answer to a request, an analysis or a failure.

    `report` is called with shares of the work; `plain` and `effort` are as `plain` and `share` of `analyse`.
    """
    reported = 0.0

    def tell(share: float) -> None:
        nonlocal reported
        if share >= reported + SHARE_STEP:
            reported = share
            report(round(share, 2))

    try:
        record = read(text)
        if not plain and can_analyse(record.game):
            warm_up(record.game)
        return {"analysis": asdict(analyse(record, seat, all_open, plain, tell, effort))}
    except BadRecord:
        return {"failed": "record/old"}
    except NoAnalysis as error:
        return {"failed": f"analysis/{error.code}"}


def _write(message: dict[str, Any]) -> None:
    sys.stdout.buffer.write(f"{to_json(message)}\n".encode())
    sys.stdout.buffer.flush()


def _receive(lines: "SimpleQueue[bytes]") -> None:
    for line in sys.stdin.buffer:
        lines.put(line)
    os._exit(0)


def main() -> None:
    """Handle requests, one after the other."""
    lines: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_receive, args=(lines,), daemon=True).start()
    while True:
        answer(lines.get())


if __name__ == "__main__":
    main()
