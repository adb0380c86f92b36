"""Bound the share of the victory that a player can win: python -m benchmarks.oracle escalier.

An oracle reads the true state, so it is a research tool and never a bot at a table.
"""

import sys
import time
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from random import Random

import click

from toctoc.arena.bot_play import SEED_BITS, Block, Played
from toctoc.arena.pool import spread
from toctoc.arena.results import win_share
from toctoc.bots import SeatInfo, bot_modules, level, make, warm_up
from toctoc.bots.engine import Alternatives, WorldSample, best_engine
from toctoc.bots.registry import strongest
from toctoc.core import fields
from toctoc.core.game import Action, Event
from toctoc.core.match import Match
from toctoc.core.registry import GAMES, find

ORACLE = "oracle"
ALL = 1000  # chapters: to the end of the game


class Oracle:
    """Choose by playouts of the true state to the end of the game.

    In them all seats play by the policy of the strongest level.
    """

    def __init__(self, match: Match, seat_info: SeatInfo, playouts: int) -> None:
        game, best = match.game, level(str(strongest(match.game.name)))
        self.match, self.seat, self.playouts = match, seat_info.seat, playouts
        self.rng, self.engine = Random(seat_info.seed), best_engine(game)
        self.traits = [best.traits[game.name]] * game.rules.SEATS
        self.memory = bot_modules.part(game, "memory").Memory(seat_info, best, [best])

    def observe(self, event: Event) -> None:
        """Update the memories of all players."""
        self.memory.observe(event, self.rng)

    def act(self, _view: object, legal: Sequence[Action]) -> Action:
        """Return the action with the largest share of victories; all of them meet the same luck."""
        if len(legal) == 1:
            return legal[0]
        _, mind = self.memory.world(self.rng, [0] * self.match.game.rules.SEATS)
        sample = WorldSample([(fields.clone(self.match.state), mind)], self.traits)
        choice = Alternatives(self.seat, [self.match.game.action_code(action) for action in legal])
        [shares] = self.engine.endings(sample, choice, self.playouts, ALL, self.rng.getrandbits(48))
        return max(zip(legal, shares, strict=True), key=lambda pair: pair[1][self.seat])[0]


def play_block(game: str, players: int, against: str, playouts: int, seed: int, block: int) -> Block:
    """Play a game with the oracle at each seat, all of them with the same luck."""
    return tuple(_play(game, players, against, playouts, seed, block, seat) for seat in range(players))


def _play(game: str, players: int, against: str, playouts: int, seed: int, block: int, own: int) -> Played:
    luck, dice = Random(f"luck {seed} {block}"), Random(f"bots {seed} {block} {own}")
    match = Match(game, players, chance=luck.randrange)
    seats = [
        SeatInfo(match.game, players, match.options, seat, dice.getrandbits(SEED_BITS)) for seat in range(players)
    ]
    bots = [Oracle(match, each, playouts) if each.seat == own else make(against, each) for each in seats]
    for each, bot in zip(seats, bots, strict=True):
        match.follow(each.seat, bot.observe)
    while (seat := match.asked) is not None:
        match.play(seat, bots[seat].act(match.view(seat), match.legal(seat)))
    names = tuple(ORACLE if each.seat == own else against for each in seats)
    return Played(names, match.scores, match.winners)


@click.command(name="oracle")
@click.argument("game", type=click.Choice(list(GAMES)))
@click.option("--against", default="examples/searcher.toml", show_default=True, help="The bot at all other seats.")
@click.option("--players", default=4, show_default=True)
@click.option("--games", default=1000, show_default=True)
@click.option("--playouts", default=400, show_default=True, help="For each action of a decision.")
@click.option("--seed", default=1, show_default=True)
@click.option("--cores", type=int, help="Processes. [default: all cores]")
@click.option("--minutes", default=600.0, help="Stop after so many, with the games played by then.")
def main(
    game: str, against: str, players: int, games: int, playouts: int, seed: int, cores: int | None, minutes: float
) -> None:
    """Let an oracle, which sees all cards, play alone against a table of a bot."""
    warm_up(find(game))
    end, blocks = time.monotonic() + 60 * minutes, []
    work = partial(play_block, game, players, against, playouts, seed)
    with closing(spread(work, range(-(-games // players)), cores)) as results:
        for block in results:
            blocks.append(block)
            if time.monotonic() > end:
                break
    share = win_share(ORACLE, blocks)
    count = sum(map(len, blocks))
    click.echo(f"{share.value:.3f} ({share.low:.3f}-{share.high:.3f}), {count} games, seed {seed}")


if __name__ == "__main__":
    sys.exit(main(prog_name="python -m benchmarks.oracle"))
