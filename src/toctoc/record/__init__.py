"""Write, read and check games as lines of JSON: options, seats, chance, moves and the result.

`docs/reference/record.md` describes the format for strangers. A record needs no seed: replayed, it gives the
same result for ever (H1). The record of a live table also opens what its chance came from (`fair.py`), so that
anybody can check it; that of a lesson says that it was one.
"""

from .checking import replay, verify
from .errors import BadRecord, BrokenRecord
from .model import FORMAT, KEYS, LONGEST_LINE, LONGEST_NAME, OPTIONAL_KEYS, Record, Result, Seat, record
from .reading import lines, read
from .writing import write, written

__all__ = [
    "FORMAT",
    "KEYS",
    "LONGEST_LINE",
    "LONGEST_NAME",
    "OPTIONAL_KEYS",
    "BadRecord",
    "BrokenRecord",
    "Record",
    "Result",
    "Seat",
    "lines",
    "read",
    "record",
    "replay",
    "verify",
    "write",
    "written",
]
