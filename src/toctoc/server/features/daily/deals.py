"""The sealed deals: drawn in advance and kept in the store, so that all nodes and restarts have the same."""

import hmac
from collections.abc import Callable

import msgspec

from toctoc.bots import usual_opponent
from toctoc.core.registry import GAMES
from toctoc.server.facts import BotFacts
from toctoc.server.features.daily.days import DAY_SECONDS, Days, later
from toctoc.storage import Document, Documents, StoreError
from toctoc.table import log
from toctoc.table.start import commitment, seal

DEAL_DOCUMENT = "daily-deal"
DEAL_KEPT_SECONDS = 8 * DAY_SECONDS  # after the end of its day
USUAL_PLAYERS = 4  # or as many as a game is for
BOT_SEED_LABEL = b"toctoc daily deal: the bots' dice"


class SealedDeal(msgspec.Struct, frozen=True):
    """The deal of one game on one day, the same for all players. Its secret is not sent before the day is over."""

    secret: str
    players: int
    bot: str

    def __repr__(self) -> str:
        return "Deal(…)"  # never in a log

    @property
    def commitment(self) -> str:
        """Return the commitment to the secret, which is public in advance."""
        return commitment(self.sealed())

    def sealed(self) -> log.Sealed:
        """Return the seeds of a table of this deal: the bots' dice are the same at all tables, too."""
        bots = hmac.digest(bytes.fromhex(self.secret), BOT_SEED_LABEL, "sha256")
        return log.Sealed(self.secret, bots[:8].hex())


_read = msgspec.json.Decoder(SealedDeal).decode
ChooseTable = Callable[[str], tuple[int, str]]  # the number of players and the bot, by game


class Deals:
    """Draws each deal once; later calls return the same."""

    def __init__(self, documents: Documents, days: Days, choose: ChooseTable) -> None:
        self._documents, self.days, self.choose = documents, days, choose
        self._known: dict[str, SealedDeal] = {}  # by day and game; they never change

    async def of(self, day: str, game: str) -> SealedDeal:
        """Return the deal of `game` on `day`; it is drawn if there is none."""
        found = await self.find(day, game)
        while found is None:
            players, bot = self.choose(game)
            body = msgspec.json.encode(SealedDeal(seal().secret, players, bot))
            expires = self.days.end(day) + DEAL_KEPT_SECONDS
            try:
                await self._documents.put(Document(DEAL_DOCUMENT, f"{day}/{game}", body, expires=expires), 0)
            except StoreError as error:
                if error.code != "store/stale":  # else another node was quicker
                    raise
            found = await self.find(day, game)
        return found

    async def find(self, day: str, game: str) -> SealedDeal | None:
        """Return the deal of `game` on `day`, if there is one."""
        id = f"{day}/{game}"
        if id not in self._known:
            document = await self._documents.get(DEAL_DOCUMENT, id)
            if document is None:
                return None
            if len(self._known) > 100:
                self._known.clear()
            self._known[id] = _read(document.body)
        return self._known[id]

    async def seal_ahead(self, games: list[str], now: float) -> None:
        """Draw the missing deals of today and tomorrow, so that each is sealed before its day begins."""
        today = self.days.day(now)
        for day in (today, later(today, 1)):
            for game in games:
                await self.of(day, game)


def make_deals(documents: Documents, bots: list[BotFacts], begins: int) -> Deals:
    """Return the deals of a server; its days begin `begins` seconds after midnight, UTC."""

    def choose(game: str) -> tuple[int, str]:
        offered = [bot.name for bot in bots if game in bot.games]
        usual = usual_opponent(game)  # also at a server that offers no bot for the game: a try is refused there
        fitting = [players for players in GAMES[game].players if players <= USUAL_PLAYERS]
        return max(fitting or GAMES[game].players), usual if usual in offered or not offered else offered[0]

    return Deals(documents, Days(begins), choose)
