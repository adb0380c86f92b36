"""The fair shuffle at a table: sealed before anybody's hash, opened after the game, and nowhere before."""

from random import Random

import pytest

from tests.table.harness import SEAL, TableHarness
from tests.table.random_events import deal, digest, gather, happen, part
from toctoc import fair, record
from toctoc.core.registry import GAMES
from toctoc.table import commands as c
from toctoc.table import log, state
from toctoc.table.table import Table


def ready(harness: TableHarness, *guests: str) -> None:
    for guest in guests:
        harness.ask(guest, c.Ready(harness.id(), digest(part(guest, 1))))


def at_table(game: str = "toctoctoc") -> TableHarness:
    harness = TableHarness.of(game, 3)
    harness.sit("anna", "bob", "eve")
    return harness


def finished(harness: TableHarness) -> record.Record:
    harness.play_on(Random(3).choice)
    done = record.read(harness.records[-1])
    record.verify(done)
    return done


def test_the_commitment_is_public_before_any_hash_and_the_hashes_before_any_part() -> None:
    harness = at_table()
    commitment = harness.welcome("anna")["lobby"]["commitment"]
    assert commitment == fair.commitment(bytes.fromhex(SEAL.secret))
    assert harness.refused("anna", c.Part("p", part("anna", 1))) == "part/not-now"
    ready(harness, "anna", "bob")
    assert [seat.get("hash") for seat in harness.welcome("eve")["lobby"]["seats"]] == [
        digest(part("anna", 1)), digest(part("bob", 1)), None,
    ]  # fmt: skip
    harness.start()
    assert harness.table.lobby().stage == "dealing"
    assert harness.refused("eve", c.Ready("r", "ab" * 32)) == "game/running"
    assert harness.refused("eve", c.Part("p", "ab" * 32)) == "part/not-now"
    assert harness.refused("zoe", c.Sit("s", 2, "Zoe")) == "game/running"
    harness.ask("anna", c.Part("p", part("anna", 1)))
    assert harness.table.lobby().stage == "dealing"
    assert harness.refused("anna", c.Part("q", part("anna", 1))) == "part/not-now"
    harness.ask("bob", c.Part("p", part("bob", 1)))
    assert harness.table.is_live  # nobody waits for eve, who sealed nothing
    assert harness.table.lobby().commitment == commitment


@pytest.mark.parametrize("game", GAMES)
def test_all_parts_go_into_the_seed_and_the_record_verifies(game: str) -> None:
    harness = at_table(game)
    ready(harness, "anna", "bob", "eve")
    harness.start()
    for guest in ("eve", "anna", "bob"):
        harness.ask(guest, c.Part("p", part(guest, 1)))
    done = finished(harness)
    assert done.fair is not None
    assert done.fair.skipped == ()
    assert [device.part.hex() for device in done.fair.seats if device and device.part] == [
        part(guest, 1) for guest in ("anna", "bob", "eve")
    ]


def test_without_any_device_the_cards_are_dealt_at_once() -> None:
    harness = at_table()
    harness.start()
    assert harness.table.is_live
    opened = finished(harness).fair
    assert opened is not None
    assert opened.seats == (None, None, None)


@pytest.mark.parametrize("lie", [None, "00" * 32])
def test_silent_and_lying_devices_are_skipped_after_three_seconds_and_recorded(lie: str | None) -> None:
    harness = at_table()
    ready(harness, "anna", "bob")
    harness.start()
    harness.ask("anna", c.Part("p", part("anna", 1)))
    harness.wait(2_999)
    assert harness.table.lobby().stage == "dealing"
    if lie:
        harness.ask("bob", c.Part("p", lie))
    harness.wait(1)
    assert harness.table.is_live
    opened = finished(harness).fair
    assert opened is not None
    assert opened.skipped == (1,)


@pytest.mark.parametrize("game", GAMES)
def test_seats_that_change_hands_in_a_game_leave_its_seed_as_it_is(game: str) -> None:
    harness = at_table(game)
    ready(harness, "anna", "bob", "eve")
    harness.start()
    harness.ask("anna", c.Part("p", part("anna", 1)))
    harness.ask("eve", c.Leave("l"))  # between the two: her part is missing, and that is recorded
    harness.ask("bob", c.Part("p", part("bob", 1)))
    harness.wait(3_000)
    harness.ask("bob", c.Leave("m"))
    harness.ask("anna", c.Bot("b", 1, "petit-fantome"))
    harness.table = harness.again()
    harness.come("anna")
    opened = finished(harness).fair
    assert opened is not None
    assert opened.skipped == (2,)
    assert opened.seats[1] == fair.Device(digest(part("bob", 1)), bytes.fromhex(part("bob", 1)))


def test_a_device_with_several_seats_takes_part_once() -> None:
    harness = TableHarness.of("escalier", 3)
    harness.come("anna")
    harness.ask("anna", c.Sit("1", 1, "Anna"))
    ready(harness, "anna")
    harness.ask("anna", c.Sit("2", 0, "Zoé", also=True))
    harness.start(fill="petit-fantome")
    harness.ask("anna", c.Part("p", part("anna", 1)))
    assert harness.table.is_live


@pytest.mark.parametrize("game", GAMES)
def test_the_secret_is_sent_only_after_the_end_of_its_game(game: str) -> None:
    """Nor the next game's, nor what the bots' dice come from; whatever happens at the table."""
    rng = Random(game)
    harness = gather(game, rng)
    deal(harness, rng)
    secrets: list[tuple[str, str, int]] = []
    while len(secrets) < 3 and len(harness.log) < 500:
        if harness.table.state.secret not in [secret for secret, _, _ in secrets]:
            secrets.append((harness.table.state.secret, harness.table.state.bots, len(harness.records)))
        happen(harness, rng)
        for guest in ("anna", "bob", "nobody"):
            harness.welcome(guest)
    told = b"\n".join(harness.sent)
    for secret, bots, games in secrets:
        assert secret.encode() not in told
        assert bots.encode() not in told
        assert not any(secret in line for line in harness.records[:games])
    for n, line in enumerate(harness.records):
        assert secrets[n][0] in line
        record.verify(record.read(line))


def test_a_deal_read_from_the_log_sets_the_dice_as_the_live_one_does() -> None:
    harness = at_table()
    harness.start(fill="petit-fantome")
    table, live = Table(state.decode(harness.again().snapshot())), harness.table
    table.state.number -= 1
    table.apply(next(entry for entry in map(log.read, harness.log) if isinstance(entry.change, log.Began)))
    assert table.dice is not None
    assert live.dice is not None
    assert (table.dice.drawn, table.dice.pick(56)) == (live.state.drawn, live.dice.pick(56))
