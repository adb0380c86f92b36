"""A card that was looked at is sent again until the device says that it was seen, and never afterwards."""

from random import Random
from typing import Any

from tests.table.harness import TableHarness
from toctoc.table import commands as c
from toctoc.table.state import KEPT_GLIMPSES


def looking() -> TableHarness:
    """Anna has looked at one card of hers."""
    harness = TableHarness.of("chocottes", 3)
    harness.sit("anna", "bob", "eve")
    harness.start()
    harness.move("anna", "look 2")
    return harness


def cards(told: dict[str, Any]) -> list[tuple[int, str]]:
    return [
        (event["place"], event["card"])
        for missed in told.get("missed", [])
        for event in missed["events"]
        if event["type"] == "YouLookedAt"
    ]


def test_a_glimpse_is_in_every_welcome_until_it_was_seen_and_never_afterwards() -> None:
    harness = looking()
    version = harness.table.state.version
    (card,) = cards(harness.welcome("anna"))
    assert card[0] == 2
    for _ in range(3):
        assert cards(harness.welcome("anna")) == cards(harness.welcome("anna", version - 1)) == [card]
        harness.table = harness.again()
        harness.come("anna")
    harness.ask("anna", c.Seen(version - 1))
    assert cards(harness.welcome("anna")) == [card]
    harness.ask("anna", c.Seen(version))
    for since in (0, 1, version - 1, version):  # whatever the device says that it has shown
        assert cards(harness.welcome("anna", since)) == []
        assert cards(again(harness, since)) == []


def again(harness: TableHarness, since: int) -> dict[str, Any]:
    """The welcome after a restart."""
    other = TableHarness(harness.again(), harness.scheduler)
    return other.welcome("anna", since)


def test_a_glimpse_is_sent_to_no_other_player() -> None:
    harness = looking()
    for guest in ("bob", "eve", "nobody"):
        for since in range(harness.table.state.version):
            assert cards(harness.welcome(guest, since)) == []
    assert b"YouLookedAt" not in b"".join(str(harness.heard[guest]).encode() for guest in ("bob", "eve"))


def test_a_glimpse_that_was_seen_costs_one_line_and_others_none() -> None:
    harness = looking()
    lines = len(harness.log)
    harness.ask("bob", c.Seen(harness.table.state.version))
    harness.ask("nobody", c.Seen(harness.table.state.version))
    assert len(harness.log) == lines
    harness.ask("anna", c.Seen(10**9))
    harness.ask("anna", c.Seen(10**9))
    assert len(harness.log) == lines + 1


def test_an_acknowledgement_covers_no_later_look() -> None:
    harness = looking()
    harness.ask("anna", c.Seen(10**9))
    harness.move("anna", "look 3")
    assert [place for place, _ in cards(harness.welcome("anna"))] == [3]


def test_a_look_of_a_stand_in_is_not_kept() -> None:
    harness = looking()
    harness.ask("anna", c.Seen(harness.table.state.version))
    harness.go("anna")
    harness.wait(30_000)
    assert harness.match.state.looks[0] == 2
    assert cards(harness.back("anna", 1)) == []


def test_a_glimpse_before_one_went_away_is_still_there() -> None:
    harness = looking()
    (card,) = cards(harness.welcome("anna"))
    harness.go("anna")
    harness.wait(30_000)
    assert cards(harness.back("anna")) == [card]


def test_a_glimpse_moves_to_another_device_but_not_to_another_player() -> None:
    harness = looking()
    (card,) = cards(harness.welcome("anna"))
    harness.rehome("anna", "phone")
    assert cards(harness.welcome("phone")) == [card]
    assert cards(harness.welcome("anna", 1)) == []
    harness.ask("phone", c.Leave("l"))
    harness.ask("zoe", c.Sit("s", 0, "Zoé"))
    for since in range(harness.table.state.version):
        assert cards(harness.welcome("zoe", since)) == []


def test_a_device_that_never_answers_does_not_make_the_welcome_grow() -> None:
    harness = looking()
    rng = Random(5)
    sizes = []
    while len(harness.log) < 600 and harness.table.is_live:
        harness.play_on(rng.choice, steps=1)
        sizes.append(sum(g.seat == 0 for g in harness.table.state.glimpses))
    assert max(sizes) <= KEPT_GLIMPSES
