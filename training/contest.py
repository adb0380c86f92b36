"""Let a trained net play in the arena, alone against a table of each level.

python -m training.contest WEIGHTS LEVEL... [--game GAME] [--law RULE]

With a law it follows that rule of the game's study: what does it cost never to open the door?
The arena's own games: in blocks, with every bot once at every seat and the same luck.
"""

import argparse
import os
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

from toctoc.arena import Tournament, play_block
from toctoc.arena.bot_play import Block
from toctoc.arena.pool import spread
from toctoc.arena.results import win_share
from toctoc.bots import thinks_ahead, warm_up
from toctoc.core.registry import find
from training.league import LEAGUES

NET, STUBBORN = (f"{Path(__file__).with_name('player.py')}:{name}" for name in ("Net", "Stubborn"))


def contests(
    game: str, players: int, levels: Sequence[str], games: int, seed: int, bot: str = NET
) -> list[Tournament]:
    """Plan a challenge of the net to a table of each level."""
    whole = Tournament.of(game, players, [bot, *levels], games, seed, {})
    return [replace(whole, field=(bot, level), challenge=True) for level in levels]


def play(plans: Sequence[Tournament], minutes: float) -> list[list[Block]]:
    """Play all of them side by side, or as far as it goes in so many minutes."""
    end = time.monotonic() + 60 * minutes
    if any(thinks_ahead(plan.field[1], plan.game) for plan in plans):
        warm_up(find(plans[0].game))
    pieces = [(number, block) for block in range(plans[0].blocks) for number in range(len(plans))]
    played: list[list[Block]] = [[] for _ in plans]
    with closing(spread(partial(_play, tuple(plans)), pieces)) as results:
        for (number, _), block in zip(pieces, results, strict=True):
            played[number].append(block)
            if time.monotonic() > end:
                break
    return played


def _play(plans: Sequence[Tournament], piece: tuple[int, int]) -> Block:
    number, block = piece
    return play_block(plans[number], block)


def main() -> None:
    """Read the command line, play, and print the shares of victory."""
    parser = argparse.ArgumentParser("training.contest", description=__doc__)
    parser.add_argument("weights", type=Path)
    parser.add_argument("levels", nargs="+")
    parser.add_argument("--game", choices=LEAGUES, default="toctoctoc")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=60.0, help="at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--law", help="a stubborn rule that the net follows")
    given = parser.parse_args()
    os.environ["TOCTOC_WEIGHTS"] = str(given.weights.resolve())
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the cores play different games already
    if given.law:
        os.environ["TOCTOC_LAW"] = given.law
    bot = STUBBORN if given.law else NET
    plans = contests(given.game, given.players, given.levels, given.games, given.seed, bot)
    for plan, blocks in zip(plans, play(plans, given.minutes), strict=True):
        share, count = win_share(bot, blocks), sum(map(len, blocks))
        found = f"{share.value:.3f} ({share.low:.3f}-{share.high:.3f}), {count} games"
        print(f"{plan.players} players, against {plan.field[1]}: {found}")


if __name__ == "__main__":
    main()
