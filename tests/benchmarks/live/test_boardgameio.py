"""Socket.IO's packets, as boardgame.io's server and client exchange them."""

import json

import pytest

from benchmarks.live.boardgameio import SYNC, UPDATE, Namespace, Packet, read_sync, read_update

PACKETS = Namespace("toctoctoc")
STATE = {
    "G": {"to_act": 2, "phase": "answer", "hand": ["child"], "pile": 27},
    "ctx": {"turn": 1},
    "plugins": {},
    "_stateID": 7,
}


@pytest.mark.parametrize(
    ("packet", "kind"),
    [
        (b'0{"sid":"x","upgrades":[],"pingInterval":10000}', Packet.OPEN),
        (b'40/toctoctoc,{"sid":"y"}', Packet.CONNECTED),
        (b'44/toctoctoc,{"message":"Invalid namespace"}', Packet.REFUSED),
        (b'42/toctoctoc,["matchData","m",[]]', Packet.EVENT),
        (b"2", Packet.PING),
        (b"1", Packet.OTHER),
    ],
)
def test_a_packet_is_told_by_its_digits(packet: bytes, kind: Packet) -> None:
    assert PACKETS.kind(memoryview(packet)) is kind


def test_connecting_names_the_namespace() -> None:
    assert PACKETS.connect == b"40/toctoctoc,"


def test_an_event_is_a_list_of_its_name_and_arguments() -> None:
    packet = PACKETS.event("sync", "table-1", "0", None, 4)
    assert packet == b'42/toctoctoc,["sync","table-1","0",null,4]'
    assert json.loads(bytes(PACKETS.said(memoryview(packet)))) == ["sync", "table-1", "0", None, 4]


def test_an_update_is_read_for_what_a_player_needs() -> None:
    log = [{"action": {}, "_stateID": 6}]
    packet = memoryview(PACKETS.event("update", "table-1", STATE, log))
    assert packet[: len(UPDATE)] == UPDATE
    state = read_update(PACKETS.said(packet)).state
    assert (state.version, state.shown.to_act, state.shown.phase, state.shown.hand) == (7, 2, "answer", ["child"])


def test_a_sync_is_read_too() -> None:
    packet = memoryview(PACKETS.event("sync", "table-1", {"state": STATE, "log": [], "initialState": {}}))
    assert packet[: len(SYNC)] == SYNC
    assert read_sync(PACKETS.said(packet)).info.state.version == 7
