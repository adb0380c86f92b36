"""Compare nets: one of each against a table of every other.

python -m training.compare WEIGHTS WEIGHTS... [--game GAME] [--games N] [--device cpu|cuda] [--temperature T]
"""

import argparse
import os
from collections.abc import Sequence
from functools import partial
from itertools import permutations
from math import sqrt
from pathlib import Path
from typing import Any

import torch

from training import nets
from training.group import Group
from training.league import LEAGUES, PAST
from training.rollout import Rollouts, pinned, shares

SEED = 1 << 41  # of games that no training plays, and no learning curve either


class Sharpened(torch.nn.Module):
    """Divide a net's logits by a temperature."""

    def __init__(self, net: nets.Player, temperature: float) -> None:
        super().__init__()
        self.net, self.temperature = net, temperature

    def forward(self, inputs: Any, mask: Any) -> Any:
        """Return as `nets.Player` does."""
        logits, victory = self.net(inputs, mask)
        return logits / self.temperature, victory


def share(game: str, players: int, games: int, device: str, one: Any, others: Any, threads: int) -> float:
    """Return the share of victory of `one` against a table of `others`."""
    parts = 1 if device == "cuda" else max(1, min(threads, games // 16))
    group = partial(Group, game, players, games // parts, against=PAST, room=pinned, device=device)
    playing = Rollouts([group(seed=SEED + part) for part in range(parts)], 1, torch.device(device), threads)
    found, _ = shares(playing, one, torch.Generator(device).manual_seed(1), others)
    playing.pool.shutdown()
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line, play, and print a table in Markdown."""
    parser = argparse.ArgumentParser("training.compare", description=__doc__)
    parser.add_argument("weights", type=Path, nargs="+")
    parser.add_argument("--game", choices=LEAGUES, default="toctoctoc")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=4096)
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--temperature", type=float, default=1.0, help="of the first net")
    given = parser.parse_args(arguments)
    found = {file.stem: nets.imported(file).to(given.device) for file in given.weights}
    first = given.weights[0].stem
    if given.temperature != 1.0:
        found[first] = Sharpened(found[first], given.temperature)
    threads, equal = os.cpu_count() or 1, 1 / given.players
    error = 1.96 * sqrt(equal * (1 - equal) / given.games)
    print(f"{given.games} games each, ±{error:.3f}; an equal share is {equal:.3f}")
    print("| one | a table of | share of the victory |\n|---|---|--:|")
    for one, others in permutations(found, 2):
        if first in (one, others):
            won = share(given.game, given.players, given.games, given.device, found[one], found[others], threads)
            print(f"| {one} | {others} | {won:.3f} |", flush=True)


if __name__ == "__main__":
    main()
