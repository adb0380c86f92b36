"""Games to analyse."""

from collections.abc import Callable
from random import Random

from toctoc.bots import SeatInfo, make
from toctoc.core.game import Action
from toctoc.core.match import Match
from toctoc.record import Record, Seat, record

Whim = Callable[[Match, int], Action | None]


def played(game: str, players: int = 3, seed: int = 1, whim: Whim = lambda _match, _seat: None) -> Record:
    """Let bots of voyante play, who forget little; a `whim` makes a seat do something else now and then."""
    rng = Random(seed)
    match = Match(game, players, chance=rng.randrange)
    bots = [make("voyante", SeatInfo(match.game, players, match.options, seat, seed)) for seat in range(players)]
    for own, bot in enumerate(bots):
        match.follow(own, bot.observe)
    while (seat := match.asked) is not None:
        action = whim(match, seat) or bots[seat].act(match.view(seat), match.legal(seat))
        match.play(seat, action)
    return record(match, tuple(Seat(name) for name in ("Ada", "Ben", "Cleo", "Dan", "Eve")[:players]))
