"""A bot that sits down when it is first asked, in the thread that it thinks in: some take a while."""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from toctoc.bots import BadLevel, BotError, Chair, Decision, LevelBot, RandomBot, make, thinks_ahead
from toctoc.bots.engine import is_warm
from toctoc.bots.programs import ProgramBot
from toctoc.games.game import Action, Event, View

logger = logging.getLogger("toctoc.bots")


class LazyBot:
    """A bot of that name for a chair, made when it first hears or decides something.

    It searches with compiled rules if they are loaded by then, and never waits for them itself.
    """

    def __init__(self, name: str, chair: Chair) -> None:
        self.name, self.chair = name, chair
        self.searches = thinks_ahead(name, chair.game.name)
        self._bot: LevelBot | ProgramBot | RandomBot | None = None

    def hear(self, event: Event) -> None:
        """Learn of an event that its seat is shown."""
        with self._told():
            self._here().hear(event)

    def decide(self, view: View, legal: Sequence[Action], at_once: bool = False) -> Decision:
        """Choose one of the legal actions; `at_once` without a search."""
        with self._told():
            return self._here().decide(view, legal, at_once)

    def _here(self) -> LevelBot | ProgramBot | RandomBot:
        if self._bot is None:
            bot = make(self.name, self.chair, plain=not is_warm(self.chair.game))
            assert isinstance(bot, LevelBot | ProgramBot | RandomBot)
            self._bot = bot
        return self._bot

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Tell the host of a bot of theirs that fails, but not what it said: there may be cards in it."""
        try:
            yield
        except (BadLevel, BotError) as error:
            what = type(error.__cause__).__name__
            logger.warning(
                "the bot %s failed at seat %d of %s: %s", self.name, self.chair.seat, self.chair.game.name, what
            )
            raise
