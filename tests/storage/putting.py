"""A process that changes a document without end and says what was answered, until somebody kills it."""

import asyncio
import os
import sys

from toctoc.storage import Document, open_store


def body(version: int) -> bytes:
    return f"version {version}".encode()


async def main(url: str) -> None:
    documents = (await open_store(url)).documents
    found = await documents.get("note", "a")
    version = found.version if found else 0
    while True:
        version = await documents.put(Document("note", "a", body(version + 1)), version)
        os.write(1, f"{version}\n".encode())


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
