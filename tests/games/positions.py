"""Matches of any game, some way into it."""

from random import Random

from toctoc.core.match import Match
from toctoc.core.registry import GAMES

EVERY_GAME = tuple(GAMES)


def step(match: Match, rng: Random) -> None:
    """A step by chance or by one of the seats that may act, all outcomes told."""
    rules = match.game.rules
    if match.chance_awaited:
        code = rules.chance_pick(match.state, rng.randrange(rules.chance_total(match.state)))
        match.take_chance(match.game.outcome(match.state, code))
    else:
        seat = rng.choice(match.actors)
        match.play(seat, rng.choice(match.legal(seat)))


def some_way(match: Match, steps: int, rng: Random) -> Match:
    for _ in range(steps):
        if match.over:
            break
        step(match, rng)
    return match


def any_match(seed: int) -> Match:
    """A match of any game, with any number of players, some way into it or at its end."""
    rng = Random(seed)
    name = rng.choice(EVERY_GAME)
    match = Match(name, rng.choice(GAMES[name].players), {"start": rng.choice(["creator", "random"])})
    return some_way(match, rng.randrange(300), rng)
