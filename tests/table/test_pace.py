"""Bots pause as the slowest player wishes; their pause tells nothing of their thoughts."""

from random import Random

import pytest

from tests.table.harness import TableHarness, make_player
from toctoc.bots import usual_opponent
from toctoc.table import commands as c
from toctoc.table.bots import DecisionRequest
from toctoc.table.scheduler import AFTER_BOT_FACTOR, BOT_PAUSE_MS, PAUSE_FACTORS, Scheduler


def begun(*people: str, bot: str = "voyante", seed: int = 1) -> TableHarness:
    """A game of Toc Toc Toc! with five seats."""
    harness = TableHarness.of("toctoctoc", 5)
    harness.scheduler = Scheduler(make_player, usual_opponent, Random(seed))
    harness.sit(*people)
    harness.start(fill=bot)
    return harness


def knocked(harness: TableHarness, to: int = 4) -> DecisionRequest:
    """Let Anna knock at a bot's door; the bot has to decide now."""
    action = next(str(one) for one in harness.match.legal(0) if str(one).endswith(f" to {to}"))
    harness.move("anna", action)
    (request,) = harness.scheduler.decision_requests(harness.table, harness.at)
    return request


def pause(harness: TableHarness, request: DecisionRequest, thought: int = 0) -> int:
    """The time from the request to the planned move, of a bot that has thought for so long."""
    harness.scheduler.decided(harness.table, request, request.think(), harness.at + thought)
    ((due, _, _),) = harness.table.bots.due(request.moment)
    return due - request.requested_at


def pauses(pace: c.PaceSetting | None, is_quick: bool = True) -> list[int]:
    found = []
    for seed in range(40):
        harness = begun("anna", seed=seed)
        if pace:
            harness.ask("anna", c.Pace(pace))
        request = knocked(harness)
        request.player.is_quick = is_quick  # type: ignore[misc]  # a level's attribute
        found.append(pause(harness, request))
    return found


@pytest.mark.parametrize(
    ("pace", "low", "high"), [("slow", 1620, 2880), ("normal", 900, 1600), ("fast", 270, 480)]
)
def test_bots_pause_at_the_pace_of_the_player(pace: c.PaceSetting, low: int, high: int) -> None:
    found = pauses(pace)
    assert low <= min(found) < low + 0.1 * (high - low)
    assert high - 0.1 * (high - low) < max(found) <= high


def test_a_device_that_says_nothing_is_at_the_normal_pace() -> None:
    assert pauses(None) == pauses("normal") != pauses("fast")


def test_a_bot_that_may_think_for_long_never_pauses_for_less_than_at_the_normal_pace() -> None:
    assert min(pauses("fast", is_quick=False)) == BOT_PAUSE_MS[0]
    assert pauses("slow", is_quick=False) == pauses("slow")


@pytest.mark.parametrize("pace", PAUSE_FACTORS)
def test_the_pause_is_the_same_however_long_a_bot_has_thought(pace: c.PaceSetting) -> None:
    def after(thought: int, is_quick: bool) -> int:
        harness = begun("anna")
        harness.ask("anna", c.Pace(pace))
        request = knocked(harness)
        request.player.is_quick = is_quick  # type: ignore[misc]  # a level's attribute
        return pause(harness, request, thought)

    assert after(0, True) == after(5, True)
    assert after(0, False) == after(850, False)


def test_a_bot_pauses_half_as_long_after_a_bot() -> None:
    harness = begun("anna")
    knocked(harness)
    harness.table.bots.clear()  # they are asked anew while time passes
    harness.wait(BOT_PAUSE_MS[1] + BOT_PAUSE_MS[1])
    moves = [line for line in harness.log if b'"moved"' in line]
    first, second, third, *_ = [int(line[1 : line.index(b",")]) for line in moves]
    assert BOT_PAUSE_MS[0] <= second - first <= BOT_PAUSE_MS[1]
    assert AFTER_BOT_FACTOR * BOT_PAUSE_MS[0] <= third - second <= AFTER_BOT_FACTOR * BOT_PAUSE_MS[1]


def test_the_slowest_present_player_sets_the_pace() -> None:
    harness, found = begun("anna", "bob", "eve"), []
    for guest, pace in (("anna", "fast"), ("bob", "fast"), ("eve", "fast"), ("bob", "slow")):
        harness.ask(guest, c.Pace(pace))  # type: ignore[arg-type]
        found.append(harness.table.pace)
    assert found == ["normal", "normal", "fast", "slow"]  # a device that has said nothing is at the normal pace
    harness.go("bob")
    found = [harness.table.pace]
    harness.come("bob")
    found.append(harness.table.pace)  # until his device says it again
    assert found == ["fast", "normal"]


def test_spectators_have_no_say() -> None:
    harness = begun("anna")
    harness.come("zoe")
    harness.ask("zoe", c.Pace("slow"))
    harness.ask("anna", c.Pace("fast"))
    assert harness.table.pace == "fast"


def test_the_pace_is_not_in_the_log() -> None:
    harness = begun("anna")
    before = list(harness.log)
    harness.ask("anna", c.Pace("fast"))
    assert harness.log == before
