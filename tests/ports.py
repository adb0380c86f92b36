"""Ports for servers that cannot choose one themselves, or keep theirs over a restart."""

import random
import socket

# Below the ports of outgoing connections: one of those could take the port before its server does.
PORTS = range(10_000, 32_000)


def free_port() -> int:
    """Return a port of 127.0.0.1 that no socket uses."""
    while True:
        port = random.SystemRandom().choice(PORTS)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port
