"""The bots that a server offers: their facts for clients, their games, and how they are created."""

from collections.abc import Callable, Mapping
from typing import Any

from toctoc.bots import BadLevel, SeatInfo, listed, plays, strongest, thinks_ahead, usual_opponent
from toctoc.bots.registry import RANDOM
from toctoc.core.game import Game
from toctoc.core.registry import GAMES
from toctoc.server.bot_pools.lazy_bot import LazyBot
from toctoc.server.facts import BotFacts
from toctoc.table.bots import BotPlayer
from toctoc.table.text import AVATARS


def bot_facts(bots: Mapping[str, str]) -> list[BotFacts]:
    """Return the facts of `bots`, and of `random` where a game has no other."""
    own = [made_of for name, made_of in bots.items() if made_of != name]
    return [
        BotFacts(each.name, list(each.games), dict(each.title), each.face)
        for each in listed(own, AVATARS)
        if each.name in bots or each.name == RANDOM
    ]


def offers(bots: Mapping[str, str]) -> Callable[[str, str], bool]:
    """Return a function that tells whether a bot, by its name, is offered for a game, by its name."""
    offered = {(each.name, game) for each in bot_facts(bots) for game in each.games}
    return lambda name, game: (name, game) in offered


def searched(bots: Mapping[str, str]) -> list[str]:
    """Return the games in which a bot or the giver of hints searches: those that are worth compiling."""
    return [
        game
        for game in GAMES
        if any(thinks_ahead(made_of, game) for made_of in (*bots.values(), strongest(game)) if made_of)
    ]


def player_maker(bots: Mapping[str, str]) -> Callable[..., BotPlayer]:
    """Return a function that creates a bot by name: the usual opponent if `bots` has none that plays the game."""

    def make_player(
        name: str, game: Game, players: int, options: Mapping[str, Any], seat: int, seed: int
    ) -> BotPlayer:
        made_of = bots.get(name, name)
        playing = made_of if _can_play(made_of, game.name) else usual_opponent(game.name)
        return LazyBot(playing, SeatInfo(game, players, options, seat, seed))

    return make_player


def _can_play(name: str, game: str) -> bool:
    """Tell whether there is a bot `name` that plays `game`; a stored table may name a removed one."""
    try:
        return plays(name, game)
    except BadLevel:
        return False
