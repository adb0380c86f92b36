"""Time the decisions of every level inside Pyodide; benchmarks/browser.py runs this by tools/pyodide.mjs."""

import json
from random import Random

from js import process  # type: ignore[import-not-found]  # Node's

from toctoc import Match
from toctoc.bots import LEVELS, SeatInfo, make
from toctoc.core.registry import BUILT_IN

DECISIONS, MOST_SECONDS = 60, 6.0


def cpu_seconds() -> float:
    """Return the CPU time of Node, with that of the threads that compile WebAssembly."""
    used = process.cpuUsage()
    return float(used.user + used.system) / 1e6


def time_level(game: str, level: str) -> tuple[float, float, int]:
    """Return the mean and the largest milliseconds of CPU time for a decision, and the number of decisions."""
    times: list[float] = []
    for seed in range(100):
        match = Match(game, BUILT_IN[game].usual_players or 4, chance=Random(seed).randrange)
        bots = [
            make(level, SeatInfo(match.game, match.players, match.options, number, seed))
            for number in range(match.players)
        ]
        for number, bot in enumerate(bots):
            match.follow(number, bot.observe)
        while (seat := match.asked) is not None:
            start = cpu_seconds()
            action = bots[seat].act(match.view(seat), match.legal(seat))
            times.append(1000 * (cpu_seconds() - start))
            match.play(seat, action)
            if len(times) > DECISIONS or sum(times) > 1000 * MOST_SECONDS:
                times = times[1:]  # the first reads files
                return sum(times) / len(times), max(times), len(times)
    raise AssertionError("a hundred games have more decisions")


print(json.dumps([[game, level, *time_level(game, level)] for game in BUILT_IN for level in LEVELS]))
