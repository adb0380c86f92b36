"""The other workers of a server on an SQLite file, as one worker reaches them."""

import socket
from dataclasses import dataclass

from toctoc.server.cluster.handover import Handover
from toctoc.storage.sqlite.sharing import Share


@dataclass(frozen=True, slots=True)
class Siblings:
    """The sockets and memory that a worker shares with the others.

    Args:
        share: The part of the file that this worker owns.
        node_socket: The listening socket at which the others reach this worker.
        handover: Moves connections to the owner of their table.
    """

    share: Share
    node_socket: socket.socket
    handover: Handover
