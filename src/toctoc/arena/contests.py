"""Play several tournaments one after the other, on all cores, from where they stopped."""

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial

from toctoc.arena.playing import Block, play_block
from toctoc.arena.pool import Workers, spread
from toctoc.arena.tournament import Tournament
from toctoc.bots import thinks_ahead, warm_up
from toctoc.games.registry import find

Note = Callable[[int, int, Block], None]  # the tournament's number, the block's number, the block
Piece = Sequence[tuple[int, int]]  # tournaments' numbers, and blocks' numbers

MOST_AT_ONCE = 10  # blocks of bots that do not search, about a second's work


def play_on(
    tournaments: Sequence[Tournament],
    played: Sequence[list[Block]],
    note: Note,
    cores: Workers,
    keep_records: bool = False,
) -> None:
    """Play the blocks that are missing, add each to `played`, and call `note` with each, in order.

    With `keep_records` the games that `note` gets have their records; those added to `played` do not.
    """
    missing = [
        (number, block)
        for number, tournament in enumerate(tournaments)
        for block in range(len(played[number]), tournament.blocks)
    ]
    game = tournaments[0].game
    bots = {name for number in {number for number, _ in missing} for name in tournaments[number].field}
    at_once = max(1, min(MOST_AT_ONCE, len(missing) // 64))
    if any(thinks_ahead(name, game) for name in bots):
        warm_up(find(game))  # once, before the cores share it
        at_once = 1
    pieces = [missing[first : first + at_once] for first in range(0, len(missing), at_once)]
    with closing(spread(partial(_play, tuple(tournaments), keep_records), pieces, cores)) as results:
        for piece, blocks in zip(pieces, results, strict=True):
            for (number, block), result in zip(piece, blocks, strict=True):
                note(number, block, result)
                played[number].append(tuple(replace(game, record="") for game in result))


def _play(tournaments: Sequence[Tournament], keep_records: bool, piece: Piece) -> list[Block]:
    return [play_block(tournaments[number], block, keep_records) for number, block in piece]
