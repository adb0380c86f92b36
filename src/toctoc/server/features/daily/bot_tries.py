"""Play a sealed deal by bots in a process of low priority, once for each deal, and keep the results.

The process is `python -m toctoc.server.features.daily.bot_tries`. It reads requests from standard input and writes
results, a line each. Neither the secret nor a result is in its arguments or in a log.
"""

import asyncio
import logging
import sys
from collections.abc import Mapping
from functools import partial
from threading import Timer
from typing import Protocol

import msgspec

from toctoc.bots import SeatInfo, make, thinks_ahead
from toctoc.core.match import Match
from toctoc.server.bot_pools.background import BackgroundProcess
from toctoc.server.bot_pools.fair_queue import NOBODY, WorkerPool
from toctoc.server.features.daily.days import Days
from toctoc.server.features.daily.deals import SealedDeal
from toctoc.server.features.daily.results import SEAT, TRY_KEPT_SECONDS, TryResult, result_of
from toctoc.storage import Document, Documents, StoreError
from toctoc.table.start import sealed_dice

BOT_TRIES_DOCUMENT = "daily-bots"
BOT_TRIES = 100
BATCH = 10  # tries, which take up to two seconds of a core; then other work has its turn
MODULE = "toctoc.server.features.daily.bot_tries"
OPTIONS = {"start": "creator", "creator": SEAT}  # of every table of a daily deal
DAY = len("2027-01-15")  # at the beginning of an id
MAX_BATCH_SECONDS = 300.0  # after which the process of a slow bot is killed
logger = logging.getLogger("toctoc.server")


class WantedTries(msgspec.Struct, frozen=True):
    """A deal to be played by bots. Like the deal, it is never in a log."""

    game: str
    bot: str  # as `make` takes it
    deal: SealedDeal

    def __repr__(self) -> str:
        return f"WantedTries({self.game})"


class TriesPlayer(Protocol):
    """Lets bots play deals."""

    async def play(self, wanted: WantedTries) -> list[TryResult]:
        """Return the results of all tries."""

    def close(self) -> None:
        """Stop at once."""


def play_tries(wanted: WantedTries, first: int, count: int) -> list[TryResult]:
    """Return the results of `count` tries from number `first` on.

    Only the dice of the bot in the person's seat differ.
    """
    return [_play(wanted, number) for number in range(first, first + count)]


def _play(wanted: WantedTries, number: int) -> TryResult:
    deal, sealed = wanted.deal, wanted.deal.sealed()
    match = Match(wanted.game, deal.players, OPTIONS, chance=sealed_dice(sealed, deal.players))
    bots = []
    for seat in range(deal.players):
        seed = int.from_bytes(bytes.fromhex(sealed.bots)) ^ seat  # of the opponents, as at every table of the deal
        if seat == SEAT:
            seed += (number + 1) * deal.players
        bots.append(make(wanted.bot, SeatInfo(match.game, deal.players, match.options, seat, seed)))
        match.follow(seat, bots[seat].observe)
    while (asked := match.asked) is not None:
        match.play(asked, bots[asked].act(match.view(asked), match.legal(asked)))
    return result_of(wanted.game, match.scores, match.winners)


class TriesProcess:
    """Plays tries in a process, a few at a time: each batch is a background job of `pool`."""

    def __init__(self, pool: WorkerPool, niceness: int) -> None:
        self._pool, self._process = pool, BackgroundProcess(MODULE, niceness)

    async def play(self, wanted: WantedTries) -> list[TryResult]:
        """Return the results of all tries; `OSError` or `msgspec.DecodeError` if the process died."""
        results = list[TryResult]()
        try:
            while len(results) < BOT_TRIES:
                batch = partial(self._play_batch, wanted, len(results))
                results += await self._pool.run(NOBODY, batch, is_background=True)
        finally:
            await asyncio.to_thread(self._process.end)
        return results

    def close(self) -> None:
        """Kill the process."""
        self._process.close()

    def _play_batch(self, wanted: WantedTries, first: int) -> list[TryResult]:
        alarm = Timer(MAX_BATCH_SECONDS, self._process.end)
        alarm.start()
        try:
            return _read(self._process.send(msgspec.json.encode((wanted, first, BATCH))).readline())
        finally:
            alarm.cancel()


class BotTries:
    """Lets bots play the deals that people try, one deal at a time; `bots` are the files or levels by name."""

    def __init__(self, documents: Documents, days: Days, bots: Mapping[str, str], player: TriesPlayer) -> None:
        self._documents, self._days, self._bots, self._player = documents, days, bots, player
        self._one = asyncio.Lock()
        self._tasks: dict[str, asyncio.Task[None]] = {}  # by day and game; a deal that failed is not played again
        self._known: dict[str, list[TryResult]] = {}

    async def get(self, day: str, game: str, deal: SealedDeal) -> list[TryResult] | None:
        """Return the results of a deal. Empty while the bots play; None if they do not.

        Only a client whose own try is over may see them.
        """
        id = f"{day}/{game}"
        if id not in self._known and (found := await self._documents.get(BOT_TRIES_DOCUMENT, id)):
            self._keep(id, _read(found.body))
        if id not in self._known:
            self.want(day, game, deal)
        if id in self._known:
            return self._known[id]
        return [] if id in self._tasks and not self._tasks[id].done() else None

    def want(self, day: str, game: str, deal: SealedDeal) -> None:
        """Let bots play a deal, unless they have, or search: that would take hours."""
        id, bot = f"{day}/{game}", self._bots.get(deal.bot)
        if bot is not None and id not in self._tasks and not thinks_ahead(bot, game):
            self._tasks[id] = asyncio.ensure_future(self._make(id, WantedTries(game, bot, deal)))

    async def settled(self) -> None:
        """Wait until no bot plays."""
        await asyncio.gather(*self._tasks.values())

    async def close(self) -> None:
        """Stop at once; a deal that is still wanted is played after the next start."""
        self._player.close()
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _make(self, id: str, wanted: WantedTries) -> None:
        """Find or make the results of a deal; another node has the same."""
        async with self._one:
            try:
                found = await self._documents.get(BOT_TRIES_DOCUMENT, id)
                if found is None:
                    results = await self._player.play(wanted)
                    expires = self._days.end(id.partition("/")[0]) + TRY_KEPT_SECONDS
                    body = msgspec.json.encode(results)
                    await self._documents.put(Document(BOT_TRIES_DOCUMENT, id, body, expires=expires))
                else:
                    results = _read(found.body)
                self._keep(id, results)
            except (OSError, ValueError, msgspec.MsgspecError, StoreError):
                logger.warning("the bots could not play the daily deal %s", id)

    def _keep(self, id: str, results: list[TryResult]) -> None:
        """Keep the results in memory, and forget those of earlier days."""
        self._known = {other: kept for other, kept in self._known.items() if other[:DAY] >= id[:DAY]} | {
            id: results
        }
        self._tasks = {other: task for other, task in self._tasks.items() if other[:DAY] >= id[:DAY]}


_read = msgspec.json.Decoder(list[TryResult]).decode


def main() -> None:
    """Play the batches of standard input, one after the other."""
    for line in sys.stdin.buffer:
        wanted, first, count = msgspec.json.decode(line, type=tuple[WantedTries, int, int])
        sys.stdout.buffer.write(msgspec.json.encode(play_tries(wanted, first, count)) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
