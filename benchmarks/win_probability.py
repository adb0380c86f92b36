"""Compare the win probabilities of a network with the winners: python -m benchmarks.win_probability toctoctoc."""

import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from importlib import import_module
from io import BytesIO
from math import exp, log
from pathlib import Path
from random import Random

import click
import numpy as np

from toctoc.arena.pool import spread
from toctoc.bots import LEVELS, SeatInfo, bot_modules, make, net
from toctoc.bots.learned import Learned
from toctoc.core.game_package import package
from toctoc.core.match import Match
from toctoc.core.registry import GAMES, find

from .report import between
from .strength import CALIBRATION, PICTURES, machine_line, table

MARKS = "<!-- win probability of {}: written by the command above -->", "<!-- end of the win probability of {} -->"
PEOPLE = LEVELS[:-1]  # at the tables: all levels that play like people
TENTHS = 10
ROW = re.compile(r"^\| (win probability|outlook) \|.*\n", re.MULTILINE)  # of a card, and by its former name
WIDTH, EDGE = 420, 40

Answer = tuple[
    tuple[float, ...], tuple[float, ...]
]  # each seat's chance as it was said, and its share of the victory


@dataclass(frozen=True, slots=True)
class Tenth:
    """The predictions between two tenths, and their results."""

    said: float
    was: float
    count: int

    @property
    def error(self) -> float:
        """Return by how much too little was said."""
        return self.was - self.said


@click.command(name="win-probability")
@click.argument("game", type=click.Choice([name for name, game in GAMES.items() if bot_modules.has_net(game)]))
@click.option("--games", default=600, show_default=True, help="Games, as many for each number of players.")
@click.option("--seed", default=1, show_default=True, help="Of the games that are judged; others are fitted.")
@click.option("--cores", type=int, help="Processes. [default: all cores]")
@click.option("--write", is_flag=True, help="Put table and plot into docs/reports/calibration.md.")
@click.option(
    "--adopt",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="First take these weights for the game's own, at the temperature that suits other games best.",
)
def main(game: str, games: int, seed: int, cores: int | None, write: bool, adopt: Path | None) -> None:
    """Play games of all levels but the strongest, and compare the net's win probabilities with the results."""
    if adopt:
        put(game, adopt.read_bytes())
    others = [answer for answers in played(game, games, f"fitted {seed}", cores) for answer in answers]
    heat = best_heat(others)
    if adopt:
        best = f"the temperature {heat:.2f}, which suits {games} games of {PEOPLE[0]} to {PEOPLE[-1]} best"
        remark = f"its chances to win are given at {best}; what it plays is as it was trained"
        put(game, tempered(adopt.read_bytes(), heat), remark)
    judged = [answer for answers in played(game, games, f"judged {seed}", cores) for answer in answers]
    tenths = by_tenths(judged)
    text = markdown(game, games, len(judged), tenths)
    click.echo(f"{text}\n\nThe temperature that suits other games best{' was' if adopt else ''}: {heat:.2f}")
    if write:
        begin, end = (mark.format(game) for mark in MARKS)
        page = between(CALIBRATION.read_text(encoding="utf-8"), begin, end, text)
        CALIBRATION.write_text(page, encoding="utf-8")
        (PICTURES / f"win-probability-{game}.svg").write_text(plot(tenths), encoding="utf-8")


def played(name: str, games: int, seed: str, cores: int | None = None) -> Iterable[list[Answer]]:
    """Play games, and ask at every decision with a choice."""
    sizes = find(name).players
    pieces = [(sizes[number % len(sizes)], number) for number in range(games)]
    return spread(partial(_played, name, seed), pieces, cores)


def _played(name: str, seed: str, piece: tuple[int, int]) -> list[Answer]:
    players, number = piece
    rng = Random(f"{name} {seed} {number}")
    match = Match(name, players, chance=rng.randrange)
    seat_infos = [SeatInfo(match.game, players, match.options, seat, number) for seat in range(players)]
    bots = [make(rng.choice(PEOPLE), seat_info) for seat_info in seat_infos]
    nets = [Learned(seat_info) for seat_info in seat_infos]
    for own in range(players):
        match.follow(own, bots[own].observe)
        match.follow(own, nets[own].observe)
    said = []
    while (seat := match.asked) is not None:
        legal = match.legal(seat)
        if len(legal) > 1:
            said.append(tuple(nets[seat].win_probabilities(rng)))
        match.play(seat, bots[seat].act(match.view(seat), legal))
    won = tuple(1.0 / len(match.winners) if seat in match.winners else 0.0 for seat in range(players))
    return [(chances, won) for chances in said]


def by_tenths(answers: Sequence[Answer]) -> list[Tenth]:
    """Sort all chances into tenths, of every seat."""
    sums = [[0.0, 0.0, 0.0] for _ in range(TENTHS)]
    for chances, won in answers:
        for chance, share in zip(chances, won, strict=True):
            row = sums[min(int(TENTHS * chance), TENTHS - 1)]
            row[0] += chance
            row[1] += share
            row[2] += 1
    return [Tenth(said / count, was / count, int(count)) for said, was, count in sums if count]


def expected_error(tenths: Sequence[Tenth]) -> float:
    """Return the expected calibration error: the mean distance, weighed by how often each tenth was said."""
    return sum(abs(tenth.error) * tenth.count for tenth in tenths) / sum(tenth.count for tenth in tenths)


def heated(answers: Sequence[Answer], heat: float) -> list[Answer]:
    """Return the answers at another temperature: above 1 they are less sure."""
    found = []
    for chances, won in answers:
        weights = [exp(log(max(chance, 1e-9)) / heat) for chance in chances]
        found.append((tuple(weight / sum(weights) for weight in weights), won))
    return found


def best_heat(answers: Sequence[Answer]) -> float:
    """Return the temperature at which the predictions have the greatest likelihood."""
    return min((0.7 + 0.02 * n for n in range(51)), key=lambda heat: surprise(heated(answers, heat)))


def tempered(packed: bytes, heat: float) -> bytes:
    """Return the weights of a network with predictions at the temperature `heat`; its policy stays."""
    with np.load(BytesIO(packed), allow_pickle=False) as found:
        weights = {name: found[name] for name in found.files}
    for name in (f"{net.WIN_PROBABILITY}.weight", f"{net.WIN_PROBABILITY}.bias"):
        weights[name] = (weights[name] / heat).astype(weights[name].dtype)
    written = BytesIO()
    np.savez(written, **weights)
    return written.getvalue()


def put(game: str, packed: bytes, remark: str = "as it was trained") -> None:
    """Make weights those that a game's bots have, and say so on their card."""
    home = Path(str(import_module(str(package(find(game), "bots"))).__file__)).parent
    card = home / bot_modules.CARD
    text = ROW.sub("", card.read_text(encoding="utf-8"))
    line = f"| win probability | {remark} |\n| SHA-256 | `{sha256(packed).hexdigest()}` |"
    (home / bot_modules.WEIGHTS).write_bytes(packed)
    card.write_text(net.DIGEST.sub(line, text), encoding="utf-8")
    net.net.cache_clear()


def surprise(answers: Sequence[Answer]) -> float:
    """Return the mean cross-entropy."""
    total = sum(-share * log(max(chance, 1e-9)) for each in answers for chance, share in zip(*each, strict=True))
    return total / max(len(answers), 1)


def markdown(game: str, games: int, answers: int, tenths: Sequence[Tenth]) -> str:
    """Return the table, and notes about it."""
    rows = [
        [f"{tenth.said:.3f}", f"{tenth.was:.3f}", f"{100 * tenth.error:+.1f}", f"{tenth.count:,}"]
        for tenth in tenths
    ]
    least, most = find(game).players[0], find(game).players[-1]
    notes = [
        f"{find(game).title}: {answers:,} decisions of {games:,} games of {least} to {most} players,",
        f"each of any level from `{PEOPLE[0]}` to `{PEOPLE[-1]}`.",
        f"The expected calibration error is {100 * expected_error(tenths):.1f} points.",
    ]
    shown = table(["predicted", "observed", "difference, points", "predictions"], rows)
    picture = f"![Observed over predicted shares of victories](../images/win-probability-{game}.svg)"
    return "\n\n".join(["\n".join(notes), shown, picture, machine_line()])


def plot(tenths: Sequence[Tenth]) -> str:
    """Draw results over predictions: calibrated ones are on the diagonal."""

    def place(share: float) -> float:
        return EDGE + (WIDTH - 2 * EDGE) * share

    most = max(tenth.count for tenth in tenths)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {WIDTH}" font-family="sans-serif"'
        ' font-size="12" role="img" aria-label="Observed share of victories over predicted win probability">',
        f'<rect width="{WIDTH}" height="{WIDTH}" fill="white"/>',
        f'<path d="M{EDGE} {WIDTH - EDGE}L{WIDTH - EDGE} {EDGE}" stroke="#9ca3af" stroke-dasharray="4"/>',
        f'<path d="M{EDGE} {EDGE}V{WIDTH - EDGE}H{WIDTH - EDGE}" stroke="#374151" fill="none"/>',
        f'<text x="{WIDTH / 2:.0f}" y="{WIDTH - 8}" text-anchor="middle">predicted win probability</text>',
        f'<text x="8" y="{EDGE - 14}">observed share of victories; larger dots: more predictions</text>',
    ]
    for tenth in range(0, 11, 2):
        there = place(tenth / 10)
        lines.append(f'<text x="{there - 8:.0f}" y="{WIDTH - EDGE + 16}">{tenth / 10:.1f}</text>')
        lines.append(f'<text x="{EDGE - 24}" y="{WIDTH - there + 4:.0f}">{tenth / 10:.1f}</text>')
    dots = [(place(tenth.said), WIDTH - place(tenth.was), tenth.count) for tenth in tenths]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y, _ in dots)
    lines.append(f'<polyline points="{path}" fill="none" stroke="#1d4ed8" stroke-width="1.5"/>')
    for x, y, count in dots:
        size = 2 + 5 * (count / most) ** 0.5
        lines.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size:.1f}" fill="#1d4ed8"/>')
    return "\n".join([*lines, "</svg>", ""])


if __name__ == "__main__":
    sys.exit(main(prog_name="python -m benchmarks.win_probability"))
