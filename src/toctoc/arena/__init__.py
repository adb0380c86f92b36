"""Play many games at once: simulations, and tournaments of bots with ratings."""

from toctoc.arena.bot_play import BotFailed, Played, play_block, play_game
from toctoc.arena.plan import Simulation, Tournament, usual_field
from toctoc.arena.results import Challenge, Report, Standing, as_data, report, standings
from toctoc.arena.simulation import simulate
from toctoc.arena.tally import BotTally, Figure, Interval, Tally
from toctoc.arena.tournament import play_on, run

__all__ = [
    "BotFailed", "BotTally", "Challenge", "Figure", "Interval", "Played", "Report", "Simulation", "Standing",
    "Tally", "Tournament", "as_data", "play_block", "play_game", "play_on", "report", "run", "simulate",
    "standings", "usual_field",
]  # fmt: skip
