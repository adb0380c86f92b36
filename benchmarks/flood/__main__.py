"""Attack in a process of its own: NAME PORT SOURCE SECONDS; begins at a line on its standard input."""

import asyncio
import json
import sys

import uvloop

from .attacks import ATTACKS, Attacker, attack


async def main(name: str, port: str, source: str, seconds: str) -> None:
    who = Attacker(int(port), source)
    await ATTACKS[name][0](who)
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    await attack(name, who, float(seconds))
    print(json.dumps(who.answers), flush=True)


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(main(*sys.argv[1:]))
