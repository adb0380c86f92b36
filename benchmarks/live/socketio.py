"""Speak as much of Socket.IO 4 as the load needs: its packets as texts in websocket frames.

The first digit is Engine.IO's (0 open, 2 ping, 3 pong, 4 message), the second, of a message, Socket.IO's
(0 connect, 2 event, 4 connect error). A namespace other than / follows, with a comma.
"""

from enum import Enum, auto

import msgspec

PATH = "/socket.io/?EIO=4&transport=websocket"
PONG = b"3"


class Packet(Enum):
    OPEN = auto()
    CONNECTED = auto()
    REFUSED = auto()
    EVENT = auto()
    PING = auto()
    OTHER = auto()


KINDS = {
    b"0{": Packet.OPEN,
    b"40": Packet.CONNECTED,
    b"44": Packet.REFUSED,
    b"42": Packet.EVENT,
    b"2": Packet.PING,
}


class Namespace:
    """Write and read the packets of one namespace."""

    def __init__(self, name: str) -> None:
        self.connect = f"40/{name},".encode()
        self._event = f"42/{name},".encode()

    def kind(self, packet: memoryview) -> Packet:
        return KINDS.get(bytes(packet[:2]), Packet.OTHER)

    def event(self, name: str, *arguments: object) -> bytes:
        """Write the packet of an event."""
        return self._event + msgspec.json.encode([name, *arguments])

    def opening(self, name: str) -> bytes:
        """Return the first bytes of an event's packet, which tell what it is: most need no reading beyond them."""
        return self._event + f'["{name}"'.encode()

    def said(self, packet: memoryview) -> memoryview:
        """Return the JSON of an event's packet: a list of its name and its arguments."""
        return packet[len(self._event) :]
