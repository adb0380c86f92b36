"""Tables at which bots play against each other."""

from collections.abc import Sequence
from random import Random

from toctoc import Match
from toctoc.bots import Chair, make


def play(game: str, names: Sequence[str], seed: int, **chosen: object) -> Match:
    """A whole game of these bots; each is handed its seat's views and events, and nothing else."""
    match = Match(game, len(names), chosen, chance=Random(f"lots {seed}").randrange)
    bots = [
        make(name, Chair(match.game, len(names), match.options, seat, seed)) for seat, name in enumerate(names)
    ]
    for own, bot in enumerate(bots):
        match.follow(own, bot.hear)
    while (seat := match.asked) is not None:
        match.play(seat, bots[seat].act(match.view(seat), match.legal(seat)))
    return match
