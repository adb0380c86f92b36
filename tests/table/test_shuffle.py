"""The fair shuffle at a table: sealed before anybody's hash, opened after the game, and nowhere before."""

from random import Random

import pytest

from tests.table.desk import SEAL, Desk
from tests.table.life import deal, digest, gather, happen, part
from toctoc import fair, record
from toctoc.games.registry import GAMES
from toctoc.table import commands as c


def ready(desk: Desk, *guests: str) -> None:
    for guest in guests:
        desk.ask(guest, c.Ready(desk.id(), digest(part(guest, 1))))


def at_table(game: str = "toctoctoc") -> Desk:
    desk = Desk.of(game, 3)
    desk.sit("anna", "bob", "eve")
    return desk


def finished(desk: Desk) -> record.Record:
    desk.play_on(Random(3).choice)
    done = record.read(desk.records[-1])
    record.verify(done)
    return done


def test_the_commitment_is_public_before_any_hash_and_the_hashes_before_any_part() -> None:
    desk = at_table()
    commitment = desk.welcome("anna")["lobby"]["commitment"]
    assert commitment == fair.commitment(bytes.fromhex(SEAL.secret))
    assert desk.refused("anna", c.Part("p", part("anna", 1))) == "part/not-now"
    ready(desk, "anna", "bob")
    assert [seat.get("hash") for seat in desk.welcome("eve")["lobby"]["seats"]] == [
        digest(part("anna", 1)), digest(part("bob", 1)), None,
    ]  # fmt: skip
    desk.start()
    assert desk.table.lobby().stage == "dealing"
    assert desk.refused("eve", c.Ready("r", "ab" * 32)) == "game/running"
    assert desk.refused("eve", c.Part("p", "ab" * 32)) == "part/not-now"
    assert desk.refused("zoe", c.Sit("s", 2, "Zoe")) == "game/running"
    desk.ask("anna", c.Part("p", part("anna", 1)))
    assert desk.table.lobby().stage == "dealing"
    assert desk.refused("anna", c.Part("q", part("anna", 1))) == "part/not-now"
    desk.ask("bob", c.Part("p", part("bob", 1)))
    assert desk.table.is_live  # nobody waits for eve, who sealed nothing
    assert desk.table.lobby().commitment == commitment


@pytest.mark.parametrize("game", GAMES)
def test_all_parts_go_into_the_seed_and_the_record_verifies(game: str) -> None:
    desk = at_table(game)
    ready(desk, "anna", "bob", "eve")
    desk.start()
    for guest in ("eve", "anna", "bob"):
        desk.ask(guest, c.Part("p", part(guest, 1)))
    done = finished(desk)
    assert done.fair is not None
    assert done.fair.skipped == ()
    assert [device.part.hex() for device in done.fair.seats if device and device.part] == [
        part(guest, 1) for guest in ("anna", "bob", "eve")
    ]


def test_without_any_device_the_cards_are_dealt_at_once() -> None:
    desk = at_table()
    desk.start()
    assert desk.table.is_live
    opened = finished(desk).fair
    assert opened is not None
    assert opened.seats == (None, None, None)


@pytest.mark.parametrize("lie", [None, "00" * 32])
def test_silent_and_lying_devices_are_skipped_after_three_seconds_and_recorded(lie: str | None) -> None:
    desk = at_table()
    ready(desk, "anna", "bob")
    desk.start()
    desk.ask("anna", c.Part("p", part("anna", 1)))
    desk.wait(2_999)
    assert desk.table.lobby().stage == "dealing"
    if lie:
        desk.ask("bob", c.Part("p", lie))
    desk.wait(1)
    assert desk.table.is_live
    opened = finished(desk).fair
    assert opened is not None
    assert opened.skipped == (1,)


@pytest.mark.parametrize("game", GAMES)
def test_seats_that_change_hands_in_a_game_leave_its_seed_as_it_is(game: str) -> None:
    desk = at_table(game)
    ready(desk, "anna", "bob", "eve")
    desk.start()
    desk.ask("anna", c.Part("p", part("anna", 1)))
    desk.ask("eve", c.Leave("l"))  # between the two: her part is missing, and that is recorded
    desk.ask("bob", c.Part("p", part("bob", 1)))
    desk.wait(3_000)
    desk.ask("bob", c.Leave("m"))
    desk.ask("anna", c.Bot("b", 1, "petit-fantome"))
    desk.table = desk.again()
    desk.come("anna")
    opened = finished(desk).fair
    assert opened is not None
    assert opened.skipped == (2,)
    assert opened.seats[1] == fair.Device(digest(part("bob", 1)), bytes.fromhex(part("bob", 1)))


def test_a_device_with_several_seats_takes_part_once() -> None:
    desk = Desk.of("escalier", 3)
    desk.come("anna")
    desk.ask("anna", c.Sit("1", 1, "Anna"))
    ready(desk, "anna")
    desk.ask("anna", c.Sit("2", 0, "Zoé", also=True))
    desk.start(fill="petit-fantome")
    desk.ask("anna", c.Part("p", part("anna", 1)))
    assert desk.table.is_live


@pytest.mark.parametrize("game", GAMES)
def test_the_secret_is_told_to_nobody_before_the_end_of_its_game(game: str) -> None:
    """Nor the next game's, nor what the bots' dice come from; whatever happens at the table."""
    rng = Random(game)
    desk = gather(game, rng)
    deal(desk, rng)
    secrets: list[tuple[str, str, int]] = []
    while len(secrets) < 3 and len(desk.log) < 500:
        if desk.table.s.secret not in [secret for secret, _, _ in secrets]:
            secrets.append((desk.table.s.secret, desk.table.s.bots, len(desk.records)))
        happen(desk, rng)
        for guest in ("anna", "bob", "nobody"):
            desk.welcome(guest)
    told = b"\n".join(desk.sent)
    for secret, bots, games in secrets:
        assert secret.encode() not in told
        assert bots.encode() not in told
        assert not any(secret in line for line in desk.records[:games])
    for n, line in enumerate(desk.records):
        assert secrets[n][0] in line
        record.verify(record.read(line))
