"""Run an arena from a program: play what is missing, on all cores, and report."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from os import PathLike
from pathlib import Path

from toctoc.arena.contests import Note, play_on
from toctoc.arena.journal import TournamentJournal
from toctoc.arena.playing import Block
from toctoc.arena.pool import Workers
from toctoc.arena.results import Report, report
from toctoc.arena.tournament import Tournament, usual_field
from toctoc.bots import Bot
from toctoc.bots.programs import named
from toctoc.games.registry import find


def run(
    field: Sequence[str | type[Bot]] | None,
    game: str,
    players: int | None = None,
    games: int = 400,
    seed: int = 0,
    chosen: Mapping[str, object] | None = None,
    ladder: bool = False,
    nemeses: bool = False,
    cores: Workers = None,
    save: str | PathLike[str] | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> Report:
    """Let the bots of a field play `game` against each other, and report how strong they are.

    Without a field all levels play, without a number of players the usual one. `save` is a file to go on from;
    `progress` is called with the number of games done since the last call.
    """
    players = players or find(game).usual_players or find(game).players[0]
    bots = usual_field(game) if field is None else [named(bot) for bot in field]
    tournament = Tournament.of(game, players, bots, games, seed, chosen or {})
    contests = tournament.programme(ladder, nemeses)
    with _noted(save, tournament) as (known, note):
        played = [blocks[: contest.blocks] for contest, blocks in zip(contests, known, strict=True)]
        progress(players * sum(map(len, played)))

        def noted(contest: int, number: int, block: Block) -> None:
            note(contest, number, block)
            progress(players)

        play_on(contests, played, noted, cores)
    return report(contests, played)


@contextmanager
def _noted(path: str | PathLike[str] | None, tournament: Tournament) -> Iterator[tuple[list[list[Block]], Note]]:
    """Yield the blocks played before, contest by contest, and a function that notes one more."""
    if path is None:
        yield [[] for _ in tournament.programme()], lambda *_: None
        return
    with closing(TournamentJournal(Path(path), tournament)) as journal:
        yield journal.blocks, journal.write
