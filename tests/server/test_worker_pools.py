"""Lanes are fair: nobody gets more of them by asking for more, and nobody waits behind another lane."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest

from toctoc.server.bot_pools.fair_queue import NOBODY, PoolJob, QueueFull, QueueLimits, Requester, WorkerPool


class Threads(Executor):
    """Threads that the test lets think, one thought after the other."""

    def __init__(self) -> None:
        self.begun: list[tuple[Future[Any], Callable[[], Any]]] = []

    def submit(self, fn: Callable[..., Any], /, *_args: Any, **_kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.begun.append((future, fn))
        return future

    def finish(self) -> None:
        """Let the thought that was begun first come to its end."""
        future, think = self.begun.pop(0)
        future.set_result(think())


class Clock:
    """A loop whose alarms the test lets ring."""

    def __init__(self) -> None:
        self.now = 0.0
        self.alarms: list[tuple[float, Alarm]] = []

    def call_later(self, delay: float, callback: Callable[[], None], /) -> "Alarm":
        alarm = Alarm(callback)
        self.alarms.append((self.now + delay, alarm))
        return alarm

    def call_soon_threadsafe(self, callback: Callable[[], None], /) -> None:
        callback()

    def wait(self, seconds: float) -> None:
        self.now += seconds
        due = [alarm for at, alarm in self.alarms if at <= self.now]
        self.alarms = [(at, alarm) for at, alarm in self.alarms if at > self.now]
        for alarm in due:
            if not alarm.is_off:
                alarm.ring()


class Alarm:
    def __init__(self, ring: Callable[[], None]) -> None:
        self.ring, self.is_off = ring, False

    def cancel(self) -> None:
        self.is_off = True


class Scene:
    """A lane of one thread, and what came of every thought: in which order they were done or turned away."""

    def __init__(self, **room: Any) -> None:
        self.clock, self.threads = Clock(), Threads()
        self.lane = WorkerPool(self.clock, self.threads, 1, QueueLimits(**room), lambda: self.clock.now)
        self.done: list[str] = []
        self.away: list[str] = []

    def ask(self, name: str, address: str, table: str = "t", is_stale: Callable[[], bool] = lambda: False) -> None:
        self.lane.submit(
            PoolJob(
                Requester(address, table), lambda: name, lambda future: self.done.append(future.result()),
                lambda: self.away.append(name), is_stale,
            )
        )  # fmt: skip

    def finish_all(self) -> list[str]:
        while self.threads.begun:
            self.threads.finish()
        assert (self.lane.busy, self.lane.waiting) == (0, 0)
        return self.done


def test_addresses_take_turns_however_much_one_asks_for() -> None:
    scene = Scene()
    for number in range(6):
        scene.ask(f"flood {number}", "192.0.2.66", f"table {number}")
    scene.ask("honest 0", "192.0.2.1")
    scene.ask("honest 1", "192.0.2.1")
    assert scene.finish_all()[:5] == ["flood 0", "flood 1", "honest 0", "flood 2", "honest 1"]


def test_the_tables_of_one_address_take_turns() -> None:
    scene = Scene()
    for number in range(5):
        scene.ask(f"five bots {number}", "192.0.2.1", "big")
    scene.ask("one bot", "192.0.2.1", "small")
    assert scene.finish_all()[:3] == ["five bots 0", "five bots 1", "one bot"]


def test_an_address_has_its_share_of_the_places_and_no_more() -> None:
    scene = Scene(waiting=10, waiting_per_address=2)
    for number in range(5):
        scene.ask(f"flood {number}", "192.0.2.66")
    assert scene.away == ["flood 3", "flood 4"]  # one is in the thread, two wait
    assert scene.lane.rejected == 2


def test_a_full_queue_rejects_a_job_of_the_address_with_the_most() -> None:
    scene = Scene(waiting=4)
    for number in range(5):
        scene.clock.now = number
        scene.ask(f"flood {number}", "192.0.2.66", f"table {number}")
    scene.ask("honest", "192.0.2.1")
    assert scene.away == ["flood 4"]
    scene.ask("flood 5", "192.0.2.66")
    assert scene.away == ["flood 4", "flood 5"]
    assert scene.finish_all() == ["flood 0", "flood 1", "honest", "flood 2", "flood 3"]


def test_a_job_that_waits_too_long_is_rejected_once() -> None:
    scene = Scene(seconds=5.0)
    scene.ask("slow", "192.0.2.1")
    scene.ask("late", "192.0.2.1")
    scene.clock.wait(4)
    scene.ask("later", "192.0.2.1")
    scene.clock.wait(2)
    assert scene.away == ["late"]
    assert scene.finish_all() == ["slow", "later"]
    scene.clock.wait(10)
    assert scene.away == ["late"]
    assert scene.lane.waited == 2.0  # seconds, of the one that was thought over in the end


def test_a_stale_job_is_not_run() -> None:
    scene = Scene()
    is_over = False
    scene.ask("first", "192.0.2.1")
    scene.ask("stale", "192.0.2.1", is_stale=lambda: is_over)
    scene.ask("fresh", "192.0.2.1")
    is_over = True
    assert scene.finish_all() == ["first", "fresh"]
    assert scene.away == ["stale"]


def test_background_jobs_come_after_all_others_and_are_never_rejected() -> None:
    scene = Scene(waiting=2, waiting_per_address=2)
    for number in range(4):
        scene.lane.submit(
            PoolJob(
                NOBODY, f"background {number}".strip, lambda future: scene.done.append(future.result()),
                lambda: scene.away.append("background"), is_background=True,
            )
        )  # fmt: skip
    for name in ("honest 0", "honest 1", "too many"):
        scene.ask(name, "192.0.2.1")
    assert scene.away == ["too many"]
    first = ["background 0", "honest 0", "honest 1"]
    assert scene.finish_all() == [*first, "background 1", "background 2", "background 3"]


def test_a_closed_lane_begins_nothing() -> None:
    scene = Scene()
    scene.ask("first", "192.0.2.1")
    scene.ask("second", "192.0.2.1")
    scene.lane.close()
    scene.ask("third", "192.0.2.1")
    scene.threads.finish()
    assert (scene.done, scene.threads.begun) == (["first"], [])


def test_a_request_gets_the_result_or_is_rejected() -> None:
    async def ask() -> list[Any]:
        loop = asyncio.get_running_loop()
        with ThreadPoolExecutor(1) as executor:
            lane = WorkerPool(loop, executor, 1, QueueLimits(waiting=1))
            may_end = Event()

            def slow() -> str:
                may_end.wait(60)
                return "first"

            asked = [asyncio.ensure_future(lane.run(Requester("192.0.2.1", "t"), slow))]
            asked += [asyncio.ensure_future(lane.run(Requester("192.0.2.1", "t"), lambda: "second"))]
            await asyncio.sleep(0)
            with pytest.raises(QueueFull):
                await lane.run(Requester("192.0.2.1", "t"), lambda: "third")
            may_end.set()
            return await asyncio.gather(*asked)

    assert asyncio.run(ask()) == ["first", "second"]
