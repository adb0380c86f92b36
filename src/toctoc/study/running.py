"""Run a study, on all cores or another executor; the same study gives the same sums."""

from collections.abc import Callable
from contextlib import closing

from toctoc.arena.pool import Workers, spread
from toctoc.bots import thinks_ahead, warm_up
from toctoc.core.compile import compiled
from toctoc.core.registry import find
from toctoc.study.answers import Answers
from toctoc.study.journal import StudyJournal
from toctoc.study.plan import Arm, Study, Sums, is_slow
from toctoc.study.table import table

Piece = tuple[Arm, int, int, int]  # the table, the seed, the first game, and how many


def run(
    study: Study,
    journal: StudyJournal | None = None,
    progress: Callable[[int], None] = lambda _: None,
    workers: Workers = None,
) -> Answers:
    """Play a study and add up its figures. The same study gives the same sums.

    Args:
        study: The study.
        journal: A `toctoc.study.journal.StudyJournal`. Batches in it are not played again; others are appended.
        progress: A function to call with the number of games played since its last call.
        workers: The number of processes, None for all cores, or an executor.
    """
    known = journal.batches if journal else {}
    wanted = study.pieces()
    missing: list[Piece] = [
        (arm, study.seed, first, count) for arm, first, count in wanted if (arm.key, first, count) not in known
    ]
    progress(sum(count for arm, first, count in wanted if (arm.key, first, count) in known))
    totals: dict[str, Sums] = {}
    for arm, first, count in wanted:
        if (arm.key, first, count) in known:
            _add(totals, arm, known[arm.key, first, count])
    _compile(list(dict.fromkeys(arm for arm, *_ in missing)), study)
    with closing(spread(play, missing, workers)) as played:
        for (arm, _, first, count), sums in zip(missing, played, strict=True):
            if journal:
                journal.write(arm, first, count, sums)
            _add(totals, arm, sums)
            progress(count)
    return Answers(study, totals)


def _compile(arms: list[Arm], study: Study) -> None:
    """Compile the kernels of these arms once, before the processes share them."""
    if not compiled.available():
        return
    if quick := [arm for arm in arms if not is_slow(arm)]:
        table(quick[0]).add_up(study.seed, 0, 1)
    if any(thinks_ahead(name, arm.game) for arm in arms for name in set(arm.lineup)):
        warm_up(find(study.game))


def play(piece: Piece) -> Sums:
    """Play one piece."""
    arm, seed, first, count = piece
    return table(arm).add_up(seed, first, count)


def _add(totals: dict[str, Sums], arm: Arm, sums: Sums) -> None:
    before = totals.get(arm.key)
    totals[arm.key] = sums if before is None else [
        [a + b for a, b in zip(old, new, strict=True)] for old, new in zip(before, sums, strict=True)
    ]  # fmt: skip
