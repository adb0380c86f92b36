"""A process that moves a file into a database, and says so before every step, until somebody kills it."""

import asyncio
import os
import sys
from pathlib import Path

from toctoc.storage.postgres.move import move
from toctoc.storage.whole import whole_file


def tell(done: int, _steps: int) -> None:
    os.write(1, f"{done}\n".encode())


if __name__ == "__main__":
    with whole_file(Path(sys.argv[1])) as source:
        asyncio.run(move(source, sys.argv[2], "secret of the file", False, tell))
