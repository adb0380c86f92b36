"""Write, read and check games as lines of JSON: options, seats, chance, moves and the result.

`docs/reference/record.md` specifies the format. A record needs no seed: a replay always gives the same result
(H1). The record of a live table also has the secret of its shuffle (`fair.py`), for an independent check; that of
a lesson is marked as one.
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
