"""Measure how long bots think: the CPU time of single decisions, on one core."""

from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

from toctoc.bots import LevelBot, SeatInfo, level, make, thinks_ahead, warm_up
from toctoc.bots.registry import has_learned, short_name
from toctoc.core.match import Match
from toctoc.core.registry import GAMES

SEARCHER = str(Path(__file__).parent.parent / "examples" / "searcher.toml")
CASES = [
    ("medium", True),
    ("comte", False),
    (SEARCHER, False),
    (SEARCHER, True),
]  # whether without Numba


@dataclass(frozen=True, slots=True)
class Pace:
    game: str
    players: int
    bot: str
    plain: bool
    milliseconds: list[float]

    def row(self) -> list[str]:
        times = sorted(self.milliseconds)
        figures = (median(times), times[int(0.99 * len(times))], times[-1])
        runtime = "plain" if self.plain else "compiled"
        if has_learned(self.bot, self.game):
            runtime = "net, compiled" if thinks_ahead(self.bot, self.game) else "net"
        bot, count = short_name(self.bot), str(len(times))
        return [self.game, str(self.players), bot, runtime, count, *(f"{ms:.2f}" for ms in figures)]


HEADER = ["game", "players", "bot", "runtime", "decisions", "median ms", "99 % below", "longest"]


def paces() -> list[Pace]:
    """Measure at the largest table of every game, where there is most to think about."""
    found = []
    for game in GAMES.values():
        warm_up(game)
        for bot, plain in CASES if has_learned("comte", game.name) else CASES[:1] + CASES[2:]:
            times = [ms for seed in range(2) for ms in decisions(game.name, game.players[-1], bot, plain, seed)]
            found.append(Pace(game.name, game.players[-1], bot, plain, times))
    return found


def decisions(game: str, players: int, name: str, plain: bool, seed: int) -> list[float]:
    """Time every decision of one bot, at seat 0, in a game against mediums."""
    match = Match(game, players, {}, chance=Random(f"pace {seed}").randrange)
    seat_infos = [SeatInfo(match.game, players, match.options, seat, seed) for seat in range(players)]
    bots = [
        LevelBot(seat_infos[0], level(name), plain=plain),
        *(make("medium", seat_info) for seat_info in seat_infos[1:]),
    ]
    for own, bot in enumerate(bots):
        match.follow(own, bot.observe)
    times = []
    while (seat := match.asked) is not None:
        view, legal = match.view(seat), match.legal(seat)
        start = process_time()
        action = bots[seat].act(view, legal)
        if seat == 0 and len(legal) > 1:
            times.append(1000 * (process_time() - start))
        match.play(seat, action)
    return times
