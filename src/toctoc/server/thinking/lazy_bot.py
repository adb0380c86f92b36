"""A bot that sits down when it is first asked, in the thread that it thinks in: some take a while."""

from collections.abc import Sequence

from toctoc.bots import Chair, Decision, LevelBot, RandomBot, make, thinks_ahead
from toctoc.bots.engine import is_warm
from toctoc.games.game import Action, Event, View


class LazyBot:
    """A bot of that name for a chair, made when it first hears or decides something.

    It searches with compiled rules if they are loaded by then, and never waits for them itself.
    """

    def __init__(self, name: str, chair: Chair) -> None:
        self.name, self.chair = name, chair
        self.searches = thinks_ahead(name, chair.game.name)
        self._bot: LevelBot | RandomBot | None = None

    def hear(self, event: Event) -> None:
        """Learn of an event that its seat is shown."""
        self._here().hear(event)

    def decide(self, view: View, legal: Sequence[Action], at_once: bool = False) -> Decision:
        """Choose one of the legal actions; `at_once` without a search."""
        return self._here().decide(view, legal, at_once)

    def _here(self) -> LevelBot | RandomBot:
        if self._bot is None:
            bot = make(self.name, self.chair, plain=not is_warm(self.chair.game))
            assert isinstance(bot, LevelBot | RandomBot)
            self._bot = bot
        return self._bot
