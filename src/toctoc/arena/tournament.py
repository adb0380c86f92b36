"""Play tournaments on all cores, from where they stopped."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from os import PathLike
from pathlib import Path
from typing import TypedDict, Unpack

from toctoc.arena.bot_play import Block, play_block
from toctoc.arena.journal import TournamentJournal
from toctoc.arena.plan import Tournament, usual_field
from toctoc.arena.pool import Workers, spread
from toctoc.arena.results import Report, report
from toctoc.bots import Bot, thinks_ahead, warm_up
from toctoc.bots.programs import named
from toctoc.core.registry import find

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
    """Play the missing blocks of some tournaments, one tournament after the other.

    Args:
        tournaments: The tournaments, such as `tournament.programme()`.
        played: For each tournament, the blocks that exist; the missing ones are appended.
        note: A function to call after each block, in order, with the number of the tournament, the number of the
            block and the block.
        cores: The number of processes, None for all cores, or an executor.
        keep_records: Whether the games that `note` receives have their records. Those in `played` never do.

    Raises:
        BotFailed: If a bot fails.
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


class RunOptions(TypedDict, total=False):
    """Options of `run`, all with defaults."""

    ladder: bool  # let each bot also play alone against a table of the next one
    nemeses: bool  # let the nemesis of each bot play alone against a table of it
    cores: Workers  # all cores if left out
    save: str | PathLike[str] | None  # the journal to go on from
    progress: Callable[[int], None]  # called with the number of games done since the last call


def run(
    field: Sequence[str | type[Bot]] | None,
    game: str,
    players: int | None = None,
    games: int = 400,
    seed: int = 0,
    chosen: Mapping[str, object] | None = None,
    **how: Unpack[RunOptions],
) -> Report:
    """Let bots play against each other, as `toctoc arena` does.

    A class must be in a file, since other processes import it by its name. A script that calls `run` needs
    `if __name__ == "__main__":`.

    Args:
        field: The bots, strongest first if there is a ladder: names as `make` takes them, or classes. None for all
            levels.
        game: The name of the game.
        players: The number of players; None for the usual one.
        games: The number of games, rounded up to whole blocks.
        seed: The same seed gives the same games and the same report.
        chosen: Options by name; others keep their defaults.
        **how: Further arguments, all with defaults:

            - `ladder`: each bot also plays alone against a table of the next one.
            - `nemeses`: the nemesis of each bot plays alone against a table of it.
            - `cores`: the number of processes, by default all cores, or an executor.
            - `save`: a journal file; a repeated call continues from it.
            - `progress`: a function to call with the number of games played since its last call.

    Returns:
        The report.

    Raises:
        ValueError: If something cannot be played, or if `save` is the journal of another tournament.
        OSError: If `save` cannot be written.
        BotFailed: If a bot fails.

    Example:
        >>> from toctoc.arena import run
        >>> rated = run(["apprenti", "examples/grudge.py:Grudge"], "toctoctoc", 3, games=12, seed=7, cores=1)
        >>> [(standing.bot, standing.games) for standing in rated.standings]
        [('examples/grudge.py:Grudge', 21), ('apprenti', 15)]
    """
    progress: Callable[[int], None] = how.get("progress", lambda _: None)
    players = players or find(game).usual_players or find(game).players[0]
    bots = usual_field(game) if field is None else [named(bot) for bot in field]
    tournament = Tournament.of(game, players, bots, games, seed, chosen or {})
    contests = tournament.programme(how.get("ladder", False), how.get("nemeses", False))
    with _journal(how.get("save"), tournament) as (known, note):
        played = [blocks[: contest.blocks] for contest, blocks in zip(contests, known, strict=True)]
        progress(players * sum(map(len, played)))

        def noted(contest: int, number: int, block: Block) -> None:
            note(contest, number, block)
            progress(players)

        play_on(contests, played, noted, how.get("cores"))
    return report(contests, played)


@contextmanager
def _journal(path: str | PathLike[str] | None, tournament: Tournament) -> Iterator[tuple[list[list[Block]], Note]]:
    """Yield the blocks that are in the journal at `path`, contest by contest, and a function that appends one."""
    if path is None:
        yield [[] for _ in tournament.programme()], lambda *_: None
        return
    with closing(TournamentJournal(Path(path), tournament)) as journal:
        yield journal.blocks, journal.write
