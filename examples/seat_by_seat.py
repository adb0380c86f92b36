"""Look at records seat by seat: what each did, between how many things it chose, and how much it knew then.

toctoc export STORE games.jsonl       # of a server; or: toctoc simulate GAME --record games.jsonl
python examples/seat_by_seat.py games.jsonl
"""

import sys
from collections import Counter
from pathlib import Path

import numpy as np

from toctoc.core.game import Move
from toctoc.lab import codec
from toctoc.record import BadRecord, Record, lines, replay


def look(record: Record) -> list[str]:
    """Return a line for each seat of a game: its moves, its choices, and how much of an observation was not 0."""
    coded = codec(record.game, len(record.seats))
    seats = range(len(record.seats))
    known = [coded.knowledge(seat, record.options) for seat in seats]
    choices: list[list[int]] = [[] for _ in seats]
    seen: list[list[int]] = [[] for _ in seats]
    verbs = [Counter[str]() for _ in seats]
    for number, (match, _) in enumerate(replay(record)):
        if number == 0:  # before the first step: each seat hears what it is shown, and nothing else
            for seat in seats:
                match.listen(seat, known[seat].observe)
        if number < len(record.steps) and isinstance(move := record.steps[number], Move):
            choices[move.seat].append(int(coded.mask(known[move.seat]).sum()))
            seen[move.seat].append(int(np.count_nonzero(coded.observe(known[move.seat]))))
            verbs[move.seat][str(move.action).split()[0]] += 1
    return [
        f"{record.seats[seat].name}: {len(choices[seat])} moves, {np.mean(choices[seat] or [0]):.1f} choices, "
        f"{np.mean(seen[seat] or [0]):.0f} of {coded.D} numbers not 0, {match.scores[seat]} points; "
        + ", ".join(f"{verb} {count}" for verb, count in verbs[seat].most_common())
        for seat in seats
    ]


def main(path: str) -> None:
    """Look at every game of a file; a line that is no record is named."""
    with Path(path).open("rb") as file:
        for number, record in lines(file):
            if isinstance(record, BadRecord):
                sys.exit(f"line {number}: {record}")
            print(f"game {number}, {record.game.title}:", *look(record), sep="\n  ")


if __name__ == "__main__":
    main(sys.argv[1])
