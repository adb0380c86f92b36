"""A card that was looked at is sent again until the device says that it was seen, and never afterwards."""

from random import Random
from typing import Any

from tests.table.desk import Desk
from toctoc.table import commands as c
from toctoc.table.state import KEPT_GLIMPSES


def looking() -> Desk:
    """Anna has looked at one card of hers."""
    desk = Desk.of("chocottes", 3)
    desk.sit("anna", "bob", "eve")
    desk.start()
    desk.move("anna", "look 2")
    return desk


def cards(told: dict[str, Any]) -> list[tuple[int, str]]:
    return [
        (event["place"], event["card"])
        for missed in told.get("missed", [])
        for event in missed["events"]
        if event["type"] == "YouLookedAt"
    ]


def test_a_glimpse_is_in_every_welcome_until_it_was_seen_and_never_afterwards() -> None:
    desk = looking()
    version = desk.table.s.version
    (card,) = cards(desk.welcome("anna"))
    assert card[0] == 2
    for _ in range(3):
        assert cards(desk.welcome("anna")) == cards(desk.welcome("anna", version - 1)) == [card]
        desk.table = desk.again()
        desk.come("anna")
    desk.ask("anna", c.Seen(version - 1))
    assert cards(desk.welcome("anna")) == [card]
    desk.ask("anna", c.Seen(version))
    for since in (0, 1, version - 1, version):  # whatever the device says that it has shown
        assert cards(desk.welcome("anna", since)) == []
        assert cards(again(desk, since)) == []


def again(desk: Desk, since: int) -> dict[str, Any]:
    """The welcome after a restart."""
    other = Desk(desk.again(), desk.scheduler)
    return other.welcome("anna", since)


def test_nobody_else_is_shown_it() -> None:
    desk = looking()
    for guest in ("bob", "eve", "nobody"):
        for since in range(desk.table.s.version):
            assert cards(desk.welcome(guest, since)) == []
    assert b"YouLookedAt" not in b"".join(str(desk.heard[guest]).encode() for guest in ("bob", "eve"))


def test_a_glimpse_that_was_seen_costs_one_line_and_others_none() -> None:
    desk = looking()
    lines = len(desk.log)
    desk.ask("bob", c.Seen(desk.table.s.version))
    desk.ask("nobody", c.Seen(desk.table.s.version))
    assert len(desk.log) == lines
    desk.ask("anna", c.Seen(10**9))
    desk.ask("anna", c.Seen(10**9))
    assert len(desk.log) == lines + 1


def test_what_is_looked_at_afterwards_is_not_covered() -> None:
    desk = looking()
    desk.ask("anna", c.Seen(10**9))
    desk.move("anna", "look 3")
    assert [place for place, _ in cards(desk.welcome("anna"))] == [3]


def test_what_a_stand_in_looked_at_is_not_kept() -> None:
    desk = looking()
    desk.ask("anna", c.Seen(desk.table.s.version))
    desk.go("anna")
    desk.wait(30_000)
    assert desk.match.state.looks[0] == 2
    assert cards(desk.back("anna", 1)) == []


def test_a_glimpse_before_one_went_away_is_still_there() -> None:
    desk = looking()
    (card,) = cards(desk.welcome("anna"))
    desk.go("anna")
    desk.wait(30_000)
    assert cards(desk.back("anna")) == [card]


def test_a_glimpse_moves_to_another_device_but_not_to_another_player() -> None:
    desk = looking()
    (card,) = cards(desk.welcome("anna"))
    desk.rehome("anna", "phone")
    assert cards(desk.welcome("phone")) == [card]
    assert cards(desk.welcome("anna", 1)) == []
    desk.ask("phone", c.Leave("l"))
    desk.ask("zoe", c.Sit("s", 0, "Zoé"))
    for since in range(desk.table.s.version):
        assert cards(desk.welcome("zoe", since)) == []


def test_a_device_that_never_answers_does_not_make_the_welcome_grow() -> None:
    desk = looking()
    rng = Random(5)
    sizes = []
    while len(desk.log) < 600 and desk.table.is_live:
        desk.play_on(rng.choice, steps=1)
        sizes.append(sum(g.seat == 0 for g in desk.table.s.glimpses))
    assert max(sizes) <= KEPT_GLIMPSES
