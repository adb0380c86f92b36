"""Count games that were played in a batch, as lists or as NumPy arrays."""

from collections.abc import Sequence
from typing import Any

from toctoc.arena.plan import Simulation
from toctoc.arena.summary import SHARE, BotTally, Tally


def tally(simulation: Simulation, first: int, decisions: Any, scores: Any, wins: Any) -> Tally:
    """Count games, the first of which has the number `first`; each has a row in the three lists or arrays."""
    if isinstance(decisions, list):
        return _listed(simulation, first, decisions, scores, wins)
    found = _arrayed(simulation.players, decisions, scores, wins)
    if simulation.lineup:
        found.bots = _arrayed_bots(simulation, first, scores, wins)
    return found


def _listed(simulation: Simulation, first: int, decisions: Sequence[int], scores: Any, wins: Any) -> Tally:
    found = Tally(simulation.players)
    if simulation.lineup:
        found.bots = BotTally.of(simulation.lineup)
    for number, (length, points, won) in enumerate(zip(decisions, scores, wins, strict=True), first):
        found.count(length, points, won)
        if found.bots:
            found.bots.count(simulation.seats(number), points, won)
    return found


def _arrayed(players: int, decisions: Any, scores: Any, wins: Any) -> Tally:
    shares = _shares(wins)
    return Tally(
        players,
        len(decisions),
        decisions=int(decisions.sum()),
        decisions_squared=int((decisions**2).sum()),
        shortest=int(decisions.min()),
        longest=int(decisions.max()),
        points=scores.sum(axis=0).tolist(),
        points_squared=(scores**2).sum(axis=0).tolist(),
        shares=shares.sum(axis=0).tolist(),
        shares_squared=(shares**2).sum(axis=0).tolist(),
    )


def _arrayed_bots(simulation: Simulation, first: int, scores: Any, wins: Any) -> BotTally:
    import numpy

    found = BotTally.of(simulation.lineup)
    found.games = len(scores)
    turns = (first + numpy.arange(len(scores))) % simulation.players
    lineups = numpy.array([simulation.seats(turn) for turn in range(simulation.players)])
    shares = _shares(wins)
    for number, name in enumerate(found.seats):
        own = (lineups == name)[turns]
        points, parts = ((values * own).sum(axis=1) for values in (scores, shares))
        found.points[number], found.points_squared[number] = int(points.sum()), int((points**2).sum())
        found.shares[number], found.shares_squared[number] = int(parts.sum()), int((parts**2).sum())
    return found


def _shares(wins: Any) -> Any:
    """Return the parts of each victory that its winners have."""
    return wins * (SHARE // wins.sum(axis=1, keepdims=True))
