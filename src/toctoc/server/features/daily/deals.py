"""The sealed deals are drawn beforehand and kept in the store: the same at all nodes, and after every restart."""

import hmac
from collections.abc import Callable

import msgspec

from toctoc.server.features.daily.days import DAY, Days, later
from toctoc.storage import Document, Documents, StoreError
from toctoc.table import log
from toctoc.table.start import commitment, seal

KIND = "daily-deal"
KEPT = 8 * DAY  # after a day's end
LABEL = b"toctoc daily deal: the bots' dice"


class Deal(msgspec.Struct, frozen=True):
    """What everybody gets who tries a game on one day. Its secret is told to nobody before the day is over."""

    secret: str
    players: int
    bot: str

    def __repr__(self) -> str:
        return "Deal(…)"  # never in a log

    @property
    def commitment(self) -> str:
        """Return what is told of the secret beforehand."""
        return commitment(self.sealed())

    def sealed(self) -> log.Sealed:
        """Return how a table of this deal is sealed: the bots' dice are the same for everybody, too."""
        bots = hmac.digest(bytes.fromhex(self.secret), LABEL, "sha256")
        return log.Sealed(self.secret, bots[:8].hex())


_read = msgspec.json.Decoder(Deal).decode
ChooseTable = Callable[[str], tuple[int, str]]  # for how many a game is dealt, and which bots play


class Deals:
    """Draws a deal when it is first asked for; whoever asks later gets the same."""

    def __init__(self, documents: Documents, days: Days, choose: ChooseTable) -> None:
        self._documents, self.days, self._choose = documents, days, choose
        self._known: dict[str, Deal] = {}  # by day and game; they never change

    async def of(self, day: str, game: str) -> Deal:
        """Return the deal of a day, which is drawn now if it is not there."""
        found = await self.find(day, game)
        while found is None:
            players, bot = self._choose(game)
            body = msgspec.json.encode(Deal(seal().secret, players, bot))
            expires = self.days.end(day) + KEPT
            try:
                await self._documents.put(Document(KIND, f"{day}/{game}", body, expires=expires), 0)
            except StoreError as error:
                if error.code != "store/stale":  # else another node was quicker
                    raise
            found = await self.find(day, game)
        return found

    async def find(self, day: str, game: str) -> Deal | None:
        """Return the deal of a day, if there is one."""
        id = f"{day}/{game}"
        if id not in self._known:
            document = await self._documents.get(KIND, id)
            if document is None:
                return None
            if len(self._known) > 100:
                self._known.clear()
            self._known[id] = _read(document.body)
        return self._known[id]

    async def seal_ahead(self, games: list[str], now: float) -> None:
        """Draw what is not there yet of today and tomorrow: so a deal is sealed before its day begins."""
        today = self.days.day(now)
        for day in (today, later(today, 1)):
            for game in games:
                await self.of(day, game)
