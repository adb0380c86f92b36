"""Lines of good records, and ways to spoil them."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

from toctoc import GAMES, Match, record
from toctoc.record import Seat


def game_of(name: str, **chosen: object) -> Match:
    rng = Random(name)
    match = Match(name, GAMES[name].players[0], chosen, chance=rng.randrange)
    while (seat := match.asked) is not None:
        match.play(seat, rng.choice(match.legal(seat)))
    return match


def line_of(name: str, **chosen: object) -> str:
    match = game_of(name, **chosen)
    seats = [Seat("Ada"), *(Seat(f"Random {p}", "random") for p in range(1, match.players))]
    return record.write(record.record(match, tuple(seats)))


LINES = {name: line_of(name) for name in GAMES}


def edited(change: Callable[[dict[str, Any]], object], name: str = "escalier") -> str:
    data = json.loads(LINES[name])
    change(data)
    return json.dumps(data)


HASH = "ab" * 32
FAIR: dict[str, Any] = {
    "number": 1,
    "commitment": HASH,
    "secret": HASH,
    "seats": [{"hash": HASH, "part": HASH}, {}],
}
