"""Write games by the million as tables for other programs: Parquet, every step of every game, and nothing twice.

Observations are computed anew from the steps (`observations`), and so are records (`records`).
"""

from .observing import Observed, observations
from .plan import AnotherDataset, DamagedPart, TooManyGames, seed_in
from .reading import records
from .writing import Written, write

__all__ = [
    "AnotherDataset", "DamagedPart", "Observed", "TooManyGames", "Written", "observations", "records", "seed_in",
    "write",
]  # fmt: skip
