"""A bot that sits down when it is first asked, in the thread that it thinks in: some take a while to get ready."""

import subprocess
import sys
from collections.abc import Sequence
from threading import Lock

from toctoc.bots import Chair, Decision, LevelBot, RandomBot, make, thinks_ahead, warm_up
from toctoc.games.compile import compiled
from toctoc.games.game import Action, Event, View

# The first time ever, thinking ahead is compiled for half a minute: elsewhere, or this process would stand still.
COMPILE = """
import sys
from toctoc.bots import warm_up
from toctoc.games.registry import find
warm_up(find(sys.argv[1]))
"""
_one_at_a_time = Lock()
_ready: set[str] = set()


class LazyBot:
    """A bot of that name for a chair, made when it first hears or decides something."""

    def __init__(self, name: str, chair: Chair) -> None:
        self.name, self.chair = name, chair
        self._bot: LevelBot | RandomBot | None = None

    def hear(self, event: Event) -> None:
        """Learn of an event that its seat is shown."""
        self._here().hear(event)

    def decide(self, view: View, legal: Sequence[Action]) -> Decision:
        """Choose one of the legal actions."""
        return self._here().decide(view, legal)

    def _here(self) -> LevelBot | RandomBot:
        if self._bot is None:
            if thinks_ahead(self.name, self.chair.game.name):
                get_ready(self.chair)
            bot = make(self.name, self.chair)
            assert isinstance(bot, LevelBot | RandomBot)
            self._bot = bot
        return self._bot


def get_ready(chair: Chair) -> None:
    """Compile what thinks ahead in this game, once."""
    game = chair.game
    with _one_at_a_time:
        if game.name not in _ready and compiled.available():
            subprocess.run([sys.executable, "-c", COMPILE, game.name], check=False, capture_output=True)
            warm_up(game)
        _ready.add(game.name)
