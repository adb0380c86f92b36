"""A bot that is created when it is first used, in the thread of its decision: creating one may be slow."""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from toctoc.bots import BadLevel, BotError, Decision, LevelBot, RandomBot, SeatInfo, make, thinks_ahead
from toctoc.bots.engine import is_warm
from toctoc.bots.programs import ProgramBot
from toctoc.bots.registry import is_own_class
from toctoc.core.game import Action, Event, View

logger = logging.getLogger("toctoc.bots")


class LazyBot:
    """A proxy of the bot `name` for `seat_info`, which is created at the first event or decision.

    It searches with compiled rules if they are loaded by then, and never waits for them.
    """

    def __init__(self, name: str, seat_info: SeatInfo) -> None:
        self.name, self.seat_info = name, seat_info
        self.searches = thinks_ahead(name, seat_info.game.name)
        self.is_quick = not self.searches and not is_own_class(name)
        self._bot: LevelBot | ProgramBot | RandomBot | None = None

    def observe(self, event: Event) -> None:
        """Pass on an event that the seat is shown."""
        with self._log_failure():
            self.bot.observe(event)

    def decide(self, view: View, legal: Sequence[Action], at_once: bool = False) -> Decision:
        """Choose one of the legal actions; without a search if `at_once`."""
        with self._log_failure():
            return self.bot.decide(view, legal, at_once)

    @property
    def bot(self) -> LevelBot | ProgramBot | RandomBot:
        """Return the bot, which is created at the first call."""
        if self._bot is None:
            bot = make(self.name, self.seat_info, plain=not is_warm(self.seat_info.game))
            assert isinstance(bot, LevelBot | ProgramBot | RandomBot)
            self._bot = bot
        return self._bot

    @contextmanager
    def _log_failure(self) -> Iterator[None]:
        """Log the failure of a bot without its message, which may contain cards."""
        try:
            yield
        except (BadLevel, BotError) as error:
            what = type(error.__cause__).__name__
            logger.warning(
                "the bot %s failed at seat %d of %s: %s",
                self.name,
                self.seat_info.seat,
                self.seat_info.game.name,
                what,
            )
            raise
