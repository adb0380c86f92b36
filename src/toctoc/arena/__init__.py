"""Play many games at once: simulations, and tournaments of bots with ratings."""

from toctoc.arena.contests import play_on
from toctoc.arena.plan import Simulation
from toctoc.arena.playing import BotFailed, Played, play_block, play_game
from toctoc.arena.results import Challenge, Report, as_data, report
from toctoc.arena.running import run
from toctoc.arena.simulation import simulate
from toctoc.arena.standing import Standing, standings
from toctoc.arena.summary import BotTally, Figure, Interval, Tally
from toctoc.arena.tournament import Tournament, usual_field

__all__ = [
    "BotFailed", "BotTally", "Challenge", "Figure", "Interval", "Played", "Report", "Simulation", "Standing",
    "Tally", "Tournament", "as_data", "play_block", "play_game", "play_on", "report", "run", "simulate",
    "standings", "usual_field",
]  # fmt: skip
