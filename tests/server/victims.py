"""A table of people who only want to play, for whoever attacks the server."""

from collections.abc import Coroutine
from typing import Any

from tests.server.hosting import Server
from tests.server.raw_socket import RawSocket


class Victims:
    """A table of Toc Toc Toc in the middle of a game, at which the attacker sits too and is not to act."""

    def __init__(self, server: Server) -> None:
        self.server = server
        made = server.make("toctoctoc", players=3)
        self.code, self.path = made["code"], made["socket"]
        self.tokens = [made["token"], *(server.token(self.code) for _ in range(2))]

    def seat(self, seat: int) -> Coroutine[Any, Any, RawSocket]:
        return RawSocket.at(self.server, f"{self.path}?token={self.tokens[seat]}")

    async def begin(self) -> None:
        self.sockets = [await self.seat(seat) for seat in range(3)]
        for seat, socket in enumerate(self.sockets):
            await socket.say({"type": "hello", "protocol": 1})
            await socket.say({"type": "sit", "id": f"sit-{seat}", "seat": seat, "name": "ABC"[seat]})
            await socket.until("done")
        await self.sockets[0].say({"type": "start", "id": "start"})
        await self.sockets[0].until("done")
        self.mallory = (await self.view(0))["view"]["active"] - 1  # a seat that is not to act

    async def view(self, seat: int) -> dict[str, Any]:
        """The table, as that seat is welcomed anew."""
        socket = await self.seat(seat)
        try:
            while True:  # the deal may have to wait for parts
                await socket.say({"type": "hello", "protocol": 1})
                told = await socket.until("welcome")
                if told.get("view"):
                    told.pop("missed", None)  # that is told once
                    del told["at"]  # the table's time goes on
                    return told
                await socket.until("update")
        finally:
            await socket.close()
