"""Turn games into Parquet, and read them back; the same games give the same bytes.

Dictionaries and zstd make a byte of a step. Parquet's newer encodings would save a tenth more, and lock out
programs that are a few years old.
"""

from pathlib import Path
from typing import Any

import numpy as np

from toctoc.arena.plan import Simulation

from .plan import DamagedPart, PartFiles
from .playing import PlayedGames

LEVEL = 3  # of zstd
GROUP_ROWS = 1 << 22  # of a row group, of which readers take one at a time; each has its own dictionaries
PAGE = 1 << 20  # bytes
STEP_COLUMNS = ("game", "seat", "action", "legal", "by")


def written(simulation: Simulation, played: PlayedGames) -> tuple[bytes, bytes]:
    """Return the files of a part: its games, and their steps."""
    return _file(_games(simulation, played)), _file(_steps(played))


def rows(path: Path) -> int:
    """Return how many rows a file has; 0 if it is not there, or not whole."""
    from pyarrow import ArrowException, parquet

    try:
        return int(parquet.read_metadata(path).num_rows)
    except (OSError, ArrowException):
        return 0


def read(part: PartFiles, players: int) -> PlayedGames:
    """Read a part; `DamagedPart` names the file that cannot be read."""
    points = [f"score_{seat}" for seat in range(players)]
    won = [f"won_{seat}" for seat in range(players)]
    games = _columns(part.games, ["game", "steps", *points, *won])
    steps = _columns(part.steps, ["seat", "action", "legal"])
    ends = np.cumsum(games["steps"], dtype=np.int64)
    if not len(ends) or ends[-1] != len(steps["seat"]):
        raise DamagedPart(part.steps)
    scores, wins = (np.stack([games[name] for name in names], axis=1).astype(np.int64) for names in (points, won))
    return PlayedGames(int(games["game"][0]), scores, wins, ends, steps["seat"], steps["action"], steps["legal"])


def _games(simulation: Simulation, played: PlayedGames) -> Any:
    import pyarrow as pa

    count, players = played.scores.shape
    numbers = played.first + np.arange(count, dtype=np.int64)
    steps = np.diff(played.ends, prepend=0)
    moves = np.concatenate([[0], np.cumsum(played.seats >= 0)])
    decisions = np.diff(moves[played.ends], prepend=0)
    columns: dict[str, Any] = {
        "game": pa.array(numbers),
        "steps": pa.array(steps.astype(np.int32)),
        "decisions": pa.array(decisions.astype(np.int32)),
    }
    names = list(dict.fromkeys(simulation.lineup)) or ["random"]
    lineup = np.array([names.index(name) for name in simulation.lineup] or [0] * players, np.int8)
    for seat in range(players):
        columns[f"bot_{seat}"] = pa.DictionaryArray.from_arrays(lineup[(seat + numbers) % players], names)
    for seat in range(players):
        columns[f"score_{seat}"] = pa.array(played.scores[:, seat].astype(np.int16))
    for seat in range(players):
        columns[f"won_{seat}"] = pa.array(played.wins[:, seat].astype(np.bool_))
    return pa.table(columns)


def _steps(played: PlayedGames) -> Any:
    import pyarrow as pa

    numbers = played.first + np.arange(len(played.ends), dtype=np.int64)
    by = np.zeros(len(played.seats), np.int8)
    values = (np.repeat(numbers, np.diff(played.ends, prepend=0)), played.seats, played.codes, played.legal, by)
    return pa.table(dict(zip(STEP_COLUMNS, map(pa.array, values), strict=True)))


def _file(table: Any) -> bytes:
    import pyarrow as pa
    from pyarrow import parquet

    sink = pa.BufferOutputStream()
    parquet.write_table(
        table,
        sink,
        row_group_size=GROUP_ROWS,
        data_page_size=PAGE,
        compression="zstd",
        compression_level=LEVEL,
        use_dictionary=[name for name in table.column_names if name != "game"],
        column_encoding={"game": "DELTA_BINARY_PACKED"},
    )
    return bytes(sink.getvalue())


def _columns(path: Path, names: list[str]) -> dict[str, Any]:
    from pyarrow import ArrowException, parquet

    try:
        table = parquet.ParquetFile(path).read(names)
        return {name: table[name].to_numpy() for name in names}
    except (OSError, ArrowException, KeyError):
        raise DamagedPart(path) from None
