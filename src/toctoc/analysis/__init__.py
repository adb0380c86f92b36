"""Analyse a finished game for one seat: win probabilities, turning points, costly decisions, memory slips.

Every number is an estimate with its margin, from the information of the seat at each moment, or, with `all_open`,
from the true state. `docs/explanation/analysis.md` explains the method,
`docs/reports/analysis.md` the accuracy.
"""

from .analyse import analyse, can_analyse
from .model import FORMAT, Analysis, Costly, Lapse, NoAnalysis, Point, Said, Turning, write
from .picture import picture

__all__ = [
    "FORMAT",
    "Analysis",
    "Costly",
    "Lapse",
    "NoAnalysis",
    "Point",
    "Said",
    "Turning",
    "analyse",
    "can_analyse",
    "picture",
    "write",
]
