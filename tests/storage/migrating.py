"""A process that migrates a file to a database, and says so before every step, until somebody kills it."""

import asyncio
import os
import sys
from pathlib import Path

from toctoc.storage.migrate import migrate_store
from toctoc.storage.sqlite.export_reader import export_reader


def tell(done: int, _steps: int) -> None:
    os.write(1, f"{done}\n".encode())


if __name__ == "__main__":
    with export_reader(Path(sys.argv[1])) as source:
        asyncio.run(migrate_store(source, sys.argv[2], "secret of the file", False, tell))
