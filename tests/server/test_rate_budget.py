"""One budget an address: what is more than it waits, and only what would wait too long is refused."""

import asyncio

import pytest

from toctoc.server.security.delayed_queue import MAX_DELAYED_MESSAGES, DelayedQueue
from toctoc.server.security.rate_budget import MIN_REFUSAL_BUDGET, Budget, Cost


def test_requests_over_the_burst_are_delayed() -> None:
    budget = Budget(per_second=10, burst=5, wait_seconds=1)
    assert [budget.spend(1, 0.0) for _ in range(5)] == [0] * 5
    assert [budget.spend(1, 0.0) for _ in range(3)] == pytest.approx([0.1, 0.2, 0.3])
    assert budget.spend(1, 0.3) == pytest.approx(0.1)
    assert budget.spend(1, 60.0) == 0


def test_requests_with_a_long_delay_are_refused_at_a_lower_cost() -> None:
    budget = Budget(per_second=10, burst=5, wait_seconds=1)
    assert budget.spend(15, 0.0) == pytest.approx(1.0)
    assert budget.spend(1, 0.0) is None
    assert budget.spend(1, (1 + Cost.REFUSAL) / 10 + 0.001) == pytest.approx(1.0, abs=0.01)


def test_after_many_refusals_the_budget_is_spent_until_time_passes() -> None:
    budget = Budget(per_second=10, burst=5, wait_seconds=1)
    budget.spend(15, 0.0)
    refusals = 0
    while not budget.is_spent(0.0):
        assert budget.spend(1, 0.0) is None
        refusals += 1
    assert refusals == pytest.approx(MIN_REFUSAL_BUDGET / Cost.REFUSAL, abs=1)
    assert not budget.is_spent(1.0)


def test_returned_costs_are_not_saved_up() -> None:
    budget = Budget(per_second=10, burst=5, wait_seconds=1)
    assert budget.spend(5, 0.0) == 0
    budget.give_back(4)
    assert budget.spend(4, 0.0) == 0
    budget.give_back(100)
    assert budget.spend(5, 0.0) == 0
    assert budget.spend(1, 0.0) == pytest.approx(0.1)


def test_a_clock_that_goes_back_gives_nothing() -> None:
    budget = Budget(per_second=1, burst=1, wait_seconds=1)
    assert budget.spend(1, 10.0) == 0
    assert budget.spend(1, 0.0) == 1
    assert budget.spend(1, 0.0) is None


def test_messages_are_done_in_their_order_even_if_a_later_one_need_not_wait() -> None:
    done: list[str] = []

    async def play() -> None:
        waits = iter([0.0, 0.01, 0.0])
        turns = DelayedQueue(lambda _: next(waits))
        for name in "abc":
            assert turns.submit(1, lambda name=name: done.append(name))  # type: ignore[misc]
        while len(done) < 3:
            await asyncio.sleep(0)

    asyncio.run(play())
    assert done == ["a", "b", "c"]


def test_only_so_many_wait_and_none_after_the_end() -> None:
    done: list[int] = []

    async def play() -> None:
        turns = DelayedQueue(lambda _: 0.001)
        assert all(turns.submit(1, lambda: done.append(1)) for _ in range(MAX_DELAYED_MESSAGES))
        assert not turns.submit(1, lambda: done.append(1))
        turns.clear()
        await asyncio.sleep(0.01)

    asyncio.run(play())
    assert done == []
