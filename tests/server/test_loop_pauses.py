"""The longest pause of the event loop is known for a minute at least."""

from toctoc.server.loop_pauses import TICK_SECONDS, WINDOW_SECONDS, LoopPauses


class Clock:
    """A clock that the test turns."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def wait(clock: Clock, pauses: LoopPauses, seconds: float, late: float = 0.0) -> None:
    """Let `seconds` pass, with a measurement in each, the last of them `late`."""
    for _ in range(int(seconds)):
        pauses._due = clock.now = clock.now + 1.0
        clock.now += late
        pauses.measure()


def test_the_longest_pause_is_kept_for_one_to_two_minutes() -> None:
    clock = Clock()
    pauses = LoopPauses(clock)
    wait(clock, pauses, 1, late=0.25)
    wait(clock, pauses, 1, late=0.125)
    assert pauses.longest == 0.25
    wait(clock, pauses, WINDOW_SECONDS)
    assert pauses.longest == 0.25
    wait(clock, pauses, 2 * WINDOW_SECONDS)
    assert pauses.longest == 0.0


def test_a_measurement_is_late_by_the_pause_alone() -> None:
    clock = Clock()
    pauses = LoopPauses(clock)
    pauses.measure()
    clock.now += TICK_SECONDS + 0.5
    pauses.measure()
    assert round(pauses.longest, 6) == 0.5
