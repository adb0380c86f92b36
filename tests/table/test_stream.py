"""Updates, put together, are the view; each seat gets what is its own and no more; a welcome does not grow."""

from collections.abc import Sequence
from itertools import product
from random import Random
from typing import Any

import pytest

from tests.scale import each, scaled
from tests.table.harness import TableHarness
from tests.table.random_events import gather, happen
from toctoc.core.registry import GAMES
from toctoc.table import commands as c
from toctoc.table import messages
from toctoc.table.handlers import ReceivedCommand, handle


class Client:
    """What a device makes of all that it was told."""

    def __init__(self, told: dict[str, Any]) -> None:
        self.told = told
        self.own: dict[int, dict[str, Any]] = {own["seat"]: own for own in told.get("own", [])}

    def hear(self, update: dict[str, Any]) -> None:
        told, public = self.told, update["public"]
        told["version"], told["at"] = update["version"], update["at"]
        told["lobby"].update(public.get("lobby", {}))
        if public.get("view"):
            told["view"] = merged(told.get("view") or {}, public["view"])
        for name in ("deadlines", "window"):
            if name in public:
                told[name] = public[name]
        for own in update.get("own", []):
            mine = self.own.setdefault(own["seat"], {})
            mine["view"] = merged(mine.get("view", {}), own.get("view", {}))
            if "legal" in own:
                mine["legal"] = own["legal"]


def merged(view: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """`name/2` is the third part of a field."""
    view = dict(view)
    for name, value in changes.items():
        field, _, part = name.partition("/")
        if part:
            view[field] = [value if n == int(part) else old for n, old in enumerate(view[field])]
        else:
            view[field] = value
    return view


@each("game, seed", product(GAMES, range(scaled(1, most=4))))
def test_updates_add_up_to_a_welcome(game: str, seed: int) -> None:
    rng = Random(f"stream {game} {seed}")
    harness = gather(game, rng)
    harness.heard["nobody"] = []
    clients = {guest: Client(harness.welcome(guest)) for guest in ("anna", "bob", "eve", "nobody")}
    harness.heard = {guest: [] for guest in clients}
    done = dict.fromkeys(clients, 0)
    while len(harness.log) < scaled(120, most=300):
        happen(harness, rng)
        for guest, client in clients.items():
            for update in harness.heard[guest][done[guest] :]:
                client.hear(update)
            done[guest] = len(harness.heard[guest])
            same(client, harness.welcome(guest), harness)


def same(client: Client, told: dict[str, Any], harness: TableHarness) -> None:
    for name in ("lobby", "view"):
        assert client.told.get(name) == told.get(name)
    if harness.table.is_live:
        assert client.told.get("window") == told.get("window")
        assert client.told.get("deadlines", {}) == told.get("deadlines", {})
    for own in told.get("own", []):
        mine = client.own.get(own["seat"], {})
        assert mine.get("view", {}) == own.get("view", {})
        if own.get("legal") is not None:
            assert mine["legal"] == own["legal"]


@pytest.mark.parametrize("game", GAMES)
def test_the_private_part_of_a_seat_is_sent_to_its_player_only(game: str) -> None:
    """At every line; watchers get none at all."""
    rng = Random(f"own {game}")
    harness = gather(game, rng)
    harness.heard["nobody"] = []
    heard: dict[str | None, int] = {}
    while len(harness.log) < scaled(120, most=300):
        seats = {guest: harness.table.seats_of(guest) if guest else [] for guest in harness.heard}
        happen(harness, rng)
        for guest, updates in harness.heard.items():
            owned = {*seats.get(guest, []), *(harness.table.seats_of(guest) if guest else [])}
            for update in updates[heard.get(guest, 0) :]:
                assert {own["seat"] for own in update.get("own", [])} <= owned
            heard[guest] = len(updates)
            assert {own["seat"] for own in harness.welcome(guest or "nobody").get("own", [])} <= owned
    assert all("own" not in update for watcher in (None, "nobody") for update in harness.heard[watcher])


def test_several_seats_of_one_device_have_separate_parts() -> None:
    harness = TableHarness.of("chocottes", 2)
    harness.sit("anna")
    harness.ask("anna", c.Sit("s", 1, "Zoé", also=True))
    harness.start()
    assert [own["seat"] for own in harness.heard["anna"][-1]["own"]] == [0, 1]
    for seat in (0, 1):
        harness.move("anna", "look 1", seat=seat)
        update = harness.heard["anna"][-1]
        assert [event["type"] for event in update["public"]["events"]] == ["LookedAt"]
        (own,) = [part for part in update["own"] if "events" in part]
        assert (own["seat"], own["events"][0]["type"]) == (seat, "YouLookedAt")
    assert [(missed["seat"], missed["events"][0]["seat"]) for missed in harness.welcome("anna")["missed"]] == [
        (0, 0),
        (1, 1),
    ]


def test_private_events_go_to_the_player_seated_at_their_time() -> None:
    """Whoever owns the table tells lines once they are stored: by then somebody else may have the seat."""
    harness = gather("chocottes", Random(1))
    harness.start(fill="petit-fantome")
    harness.wait(3_000)
    handle(harness.table, ReceivedCommand("anna", harness.at, c.Move("m", "look 1")), lambda *_: True)
    handle(harness.table, ReceivedCommand("anna", harness.at, c.Leave("l")), lambda *_: True)
    handle(harness.table, ReceivedCommand("zoe", harness.at, c.Sit("s", 0, "Zoé")), lambda *_: True)
    looked, left, sat = harness.table.take().updates
    assert looked.places["anna"] == (0,)
    assert b"YouLookedAt" in bytes(looked.own[0])
    assert "anna" not in left.places
    assert sat.places["zoe"] == (0,)
    assert b"YouLookedAt" not in bytes(sat.own[0])


def quiet(legal: Sequence[str], rng: Random) -> str:
    """So that a game lasts."""
    return "pass" if "pass" in legal else rng.choice([action for action in legal if action != "knock"])


@pytest.mark.parametrize("game", GAMES)
def test_a_welcome_does_not_grow_with_the_length_of_a_game(game: str) -> None:
    harness = TableHarness.of(game, 3)
    harness.sit("anna", "bob", "eve")
    harness.start()
    sizes = []
    rng = Random(4)
    while harness.table.is_live and len(harness.log) < 900:
        harness.play_on(lambda legal: quiet(legal, rng), steps=1)
        since = max(1, harness.table.state.version - 1_000)
        sizes.append(max(len(messages.write(harness.table.welcome("anna", version))) for version in (0, since)))
    assert len(sizes) > 70
    third = len(sizes) // 3
    assert max(sizes[third:]) < 1.5 * max(sizes[: third + 64])
    assert max(sizes) < 25_000


@pytest.mark.parametrize("game", GAMES)
def test_a_gap_is_filled_from_the_version_that_was_shown_last(game: str) -> None:
    harness = TableHarness.of(game, 3)
    harness.sit("anna", "bob", "eve")
    harness.start()
    harness.play_on(Random(2).choice, steps=12)
    for since in range(harness.table.state.version - 8, harness.table.state.version + 1):
        told = harness.welcome("bob", since).get("missed", [])
        assert [missed["version"] for missed in told] == list(range(since + 1, harness.table.state.version + 1))
        for missed in told:
            update = next(u for u in harness.heard["bob"] if u["version"] == missed["version"])
            own = [o["events"] for o in update.get("own", []) if o.get("events")]
            assert missed["events"] == (own[0] if own else update["public"]["events"])
