"""Tables at which bots play against each other."""

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random

from toctoc import GAMES, Match
from toctoc.bots import Bot, LevelBot, SeatInfo, make
from toctoc.bots.level import Level, level, read
from tools import ROOT

SEARCHER = str(ROOT / "examples" / "searcher.toml")


def opened(game: str, players: int, seed: int, **chosen: object) -> Match:
    return Match(game, players, chosen, chance=Random(f"lots {seed}").randrange)


def seat_info(match: Match, seat: int, seed: int = 1) -> SeatInfo:
    return SeatInfo(match.game, match.players, match.options, seat, seed)


def play(game: str, names: Sequence[str], seed: int, **chosen: object) -> Match:
    """A whole game of these bots; each is handed its seat's views and events, and nothing else."""
    match = opened(game, len(names), seed, **chosen)
    bots = [make(name, seat_info(match, seat, seed)) for seat, name in enumerate(names)]
    for _ in turns(match, bots):
        pass
    return match


def turns(match: Match, bots: Sequence[Bot]) -> Iterator[int]:
    """A game of these bots, shown just before every decision: whose it is."""
    for own, bot in enumerate(bots):
        match.follow(own, bot.observe)
    while (seat := match.asked) is not None:
        yield seat
        action = bots[seat].act(match.view(seat), match.legal(seat))
        assert action in match.legal(seat)
        match.play(seat, action)


def at_random(game: str, players: int, seed: int, **chosen: object) -> Iterator[tuple[Match, int]]:
    """A game of any moves, shown just before every decision: the match, and whose decision it is."""
    match, rng = opened(game, players, seed, **chosen), Random(seed)
    while (seat := match.asked) is not None:
        yield match, seat
        match.play(seat, rng.choice(match.legal(seat)))


def searcher() -> Level:
    """The count without a net."""
    return level(SEARCHER)


@cache
def thinker(worlds: int = 4, playouts: int = 24) -> Level:
    """The same with less time, for tests that do without Numba."""
    said = f"net = false\nplain_worlds = {worlds}\nplain_playouts = {playouts}\n"
    return read("thinker", 'like = "comte"\n' + "".join(f"[search.{game}]\n{said}" for game in GAMES))


def plain_bot(match: Match, seat: int, seed: int = 1) -> LevelBot:
    """A bot that thinks ahead without Numba."""
    return LevelBot(seat_info(match, seat, seed), thinker(), plain=True)
