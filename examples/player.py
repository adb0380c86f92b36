"""A player for a live table of Toctoc: python examples/player.py http://localhost:8080 CODE SEAT [NAME]

It sits down, plays at random what may be played, and leaves when the game is over. The protocol is described in
docs/reference/protocol.md; only the `websockets` package is needed.
"""

import argparse
import asyncio
import json
import random
import urllib.request
from itertools import count

import websockets


def token(server: str, code: str) -> dict[str, str]:
    """A program has a token where a browser has a cookie."""
    request = urllib.request.Request(f"{server}/api/tables/{code}/token", method="POST")
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)  # type: ignore[no-any-return]


async def play(server: str, code: str, seat: int, name: str) -> list[int]:
    """The scores at the end."""
    here = token(server, code)
    ids = map(str, count(1))
    view: dict[str, list[int]] = {}
    offered = [websockets.Subprotocol(name) for name in ("toctoc", f"toctoc.token.{here['token']}")]
    async with websockets.connect(f"ws{server[4:]}{here['socket']}", subprotocols=offered) as table:
        await table.send(json.dumps({"type": "hello", "protocol": 1}))
        await table.send(json.dumps({"type": "sit", "id": next(ids), "seat": seat, "name": name}))
        async for text in table:
            message = json.loads(text)
            if message["type"] == "refused" and message.get("id") == "1":
                raise SystemExit(message["message"])  # the seat is taken
            view |= message.get("public", {}).get("view", {})
            if view.get("winners") is not None:
                return view["scores"]
            for own in message.get("own", []):
                if own.get("legal"):
                    action = random.choice(own["legal"])
                    await table.send(json.dumps({"type": "move", "id": next(ids), "action": action}))
    raise SystemExit("the server hung up")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Play at random at a live table of Toctoc.")
    parser.add_argument("server", help="the address of the server, such as http://localhost:8080")
    parser.add_argument("code", help="the code of the table")
    parser.add_argument("seat", type=int, help="a free seat, from 0")
    parser.add_argument("name", nargs="?", default="Robby")
    typed = parser.parse_args()
    print(asyncio.run(play(typed.server, typed.code, typed.seat, typed.name)))
