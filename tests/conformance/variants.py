"""Every game with every number of players and every option that changes its rules."""

from collections.abc import Mapping
from dataclasses import dataclass

from toctoc.games.game import Game
from toctoc.games.options import complete
from toctoc.games.registry import GAMES

CHOICES: dict[str, list[dict[str, object]]] = {
    "toctoctoc": [{}, {"start": "random"}],
    "chocottes": [
        {},
        {"start": "random"},
        {"dreams": 0},
        {"dreams": 4, "tiles": [5, 10, 15]},
        {"dreams": 1, "tiles": [1, 1, 49], "creator": 1},
    ],
    "escalier": [{}, {"start": "random"}, {"risk": True}, {"risk": True, "start": "random"}],
}


@dataclass(frozen=True)
class Variant:
    name: str
    players: int
    chosen: Mapping[str, object]

    def __str__(self) -> str:
        options = ",".join(f"{name}={value}" for name, value in self.chosen.items())
        return f"{self.name}-{self.players}{'-' * bool(options)}{options.replace(' ', '')}"

    @property
    def game(self) -> Game:
        return GAMES[self.name]

    @property
    def settings(self) -> tuple[int, ...]:
        return self.game.settings(self.players, complete(self.game.options, self.chosen))


VARIANTS = [
    Variant(name, players, chosen)
    for name, choices in CHOICES.items()
    for players in GAMES[name].players
    for chosen in choices
]
