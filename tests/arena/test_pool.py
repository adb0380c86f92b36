"""Work on several cores returns its results in order, and failures are raised here; its processes are fresh."""

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests import scale
from tests.bots.own_bots import written
from toctoc.arena import pool
from toctoc.arena.bot_play import Block, BotFailed
from toctoc.arena.plan import Tournament
from toctoc.arena.pool import Processes, spread
from toctoc.arena.tournament import play_on


def played(contests: Sequence[Tournament], cores: int) -> list[list[Block]]:
    blocks: list[list[Block]] = [[] for _ in contests]
    play_on(contests, blocks, lambda *_: None, cores)
    return blocks


marks: list[str] = []


def marks_seen(_: int) -> int:
    return len(marks)


@pytest.mark.nightly
def test_the_number_of_cores_changes_nothing() -> None:
    contest = Tournament.of("toctoctoc", 3, ["random", "petit-fantome"], 24, 5, {})
    contests = [contest, *contest.ladder()]
    assert played(contests, 1) == played(contests, 2)


@pytest.mark.parametrize("name", scale.spread(["Deaf", "Cheat", "Leaver"], 1))
def test_a_class_that_fails_on_another_core_is_named(name: str, tmp_path: Path) -> None:
    contest = Tournament.of("escalier", 2, ["random", f"{written(tmp_path)}:{name}"], 4, 5, {})
    with pytest.raises(BotFailed, match=rf"own\.py:{name} failed in block 0, game 0, seat \d, seed 5: ") as caught:
        played([contest], 2)
    assert contest.seats(0, 0)[caught.value.seat] == caught.value.bot


def test_processes_are_not_copies_of_this_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy of a process with threads, as this one is under xdist, can hang on a lock that one of them held."""
    monkeypatch.setattr(f"{__name__}.marks", ["here"])
    assert marks_seen(0) == 1
    assert set(spread(marks_seen, range(4), 2)) == {0}


def blocks_ctrl_c(_: int) -> bool:
    return signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, [])


@pytest.mark.skipif(sys.platform == "win32", reason="processes have no signal masks there")
def test_processes_block_ctrl_c_from_their_start() -> None:
    """In a fresh process: a running resource tracker would change no masks."""
    code = f"from {__name__} import blocks_ctrl_c, spread; print(list(spread(blocks_ctrl_c, range(4), 2)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[True, True, True, True]"


def killed(marks: Path, victims: int, piece: int) -> int:
    """Kill the own process at one piece, as the system does without memory, `victims` times."""
    if piece == 3:
        done = len(list(marks.iterdir()))
        if done < victims:
            (marks / str(done)).touch()
            os.kill(os.getpid(), signal.SIGKILL)
    return piece**2


def test_the_pieces_of_a_killed_process_are_repeated(tmp_path: Path) -> None:
    lost: list[int] = []
    found = list(spread(partial(killed, tmp_path, 1), range(9), Processes(2, lost.append)))
    assert found == [piece**2 for piece in range(9)]
    assert len(lost) == 1
    assert all(1 <= pieces <= 4 for pieces in lost)


@pytest.mark.nightly
def test_a_piece_that_kills_its_processes_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "MAX_PIECE_ATTEMPTS", 2)
    found: list[int] = []
    with pytest.raises(BrokenExecutor):
        found.extend(spread(partial(killed, tmp_path, 99), range(9), 2))
    assert len(list(tmp_path.iterdir())) == 2


class Rented(ThreadPoolExecutor):
    """An executor of the caller, with any number of workers."""

    ahead = 3

    def __init__(self) -> None:
        super().__init__(2)
        self.given: list[int] = []

    def submit(self, work: Any, /, *args: Any, **_: Any) -> Any:
        self.given += args
        return super().submit(work, *args)


def test_an_executor_gets_a_few_pieces_ahead() -> None:
    with Rented() as executor:
        results = spread(marks_seen, range(9), executor)
        assert next(results) == 0
        assert executor.given == [0, 1, 2]
        next(results)
        assert executor.given == [0, 1, 2, 3]
        assert len(list(results)) == 7
        assert executor.submit(marks_seen, 1).result() == 0  # and is still open


def test_a_broken_executor_of_the_caller_is_not_replaced() -> None:
    with Rented() as executor, pytest.raises(BrokenExecutor):
        list(spread(broken, range(9), executor))


def broken(_: int) -> None:
    raise BrokenExecutor
