"""Work on several cores: the same results in order, failures come home, and the processes are fresh ones."""

import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.bots.own_bots import written
from toctoc.arena.contests import play_on
from toctoc.arena.playing import Block, BotFailed
from toctoc.arena.pool import spread
from toctoc.arena.tournament import Tournament


def played(contests: Sequence[Tournament], cores: int) -> list[list[Block]]:
    blocks: list[list[Block]] = [[] for _ in contests]
    play_on(contests, blocks, lambda *_: None, cores)
    return blocks


marks: list[str] = []


def marks_seen(_: int) -> int:
    return len(marks)


def test_the_number_of_cores_changes_nothing() -> None:
    contest = Tournament.of("toctoctoc", 3, ["random", "petit-fantome"], 24, 5, {})
    contests = [contest, *contest.ladder()]
    assert played(contests, 1) == played(contests, 2)


def test_a_failure_on_another_core_comes_home(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('like = "apprenti"\n', encoding="utf-8")
    contest = Tournament.of("toctoctoc", 3, ["random", str(file)], 6, 5, {})
    file.unlink()
    with pytest.raises(BotFailed, match=r"mine\.toml failed in block 0, game 0"):
        played([contest], 2)


@pytest.mark.parametrize("name", ["Deaf", "Cheat", "Leaver"])
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


def is_deaf(_: int) -> bool:
    return signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, [])


@pytest.mark.skipif(sys.platform == "win32", reason="processes have no signal masks there")
def test_processes_do_not_hear_ctrl_c_from_their_first_moment_on() -> None:
    """In a fresh process: what watches over shared memory, once it runs, changes no masks any more."""
    code = f"from {__name__} import is_deaf, spread; print(list(spread(is_deaf, range(4), 2)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[True, True, True, True]"
