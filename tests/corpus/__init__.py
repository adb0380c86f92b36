"""Files that versions of Toctoc have written, and how to read them: see README.md."""

import hashlib
import json
import sqlite3
from pathlib import Path
from typing import Any

from toctoc.storage.common import migration_files

FOLDER = Path(__file__).parent
VERSIONS = sorted(folder.name for folder in FOLDER.iterdir() if (folder / "records.jsonl").is_file())
SUMS = "SHA256SUMS"
TABLES = ("tables", "ends", "entries", "snapshots", "records", "documents")  # of a store
DATABASE_TABLES = ("toctoc_store", "nodes", "secrets", *TABLES)  # of a store in PostgreSQL
NUMBERED = {"nodes": "id", "records": "key"}  # columns that PostgreSQL counts


def sums(version: str) -> dict[str, str]:
    """Return the SHA-256 of every file that a version has written."""
    folder = FOLDER / version
    files = sorted(file for file in folder.rglob("*") if file.is_file() and file.name != SUMS)
    return {file.relative_to(folder).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


def write_sums(folder: Path) -> None:
    (folder / SUMS).write_text("".join(f"{each}  {name}\n" for name, each in sums(folder.name).items()), "utf-8")


def record_lines(version: str) -> list[str]:
    return (FOLDER / version / "records.jsonl").read_text("utf-8").splitlines()


def live_tables(version: str) -> dict[str, Any]:
    """By name: the log of a table, a snapshot from the middle of it, and the records of its games."""
    found: dict[str, Any] = json.loads((FOLDER / version / "tables.json").read_text("utf-8"))
    return found


def command_lines(version: str) -> list[str]:
    """Return the messages of a client: each command with all its fields, and with the required ones alone."""
    return (FOLDER / version / "commands.jsonl").read_text("utf-8").splitlines()


def dump_store(path: Path, target: Path) -> None:
    """Write a store as lines of JSON, with its schema: a text that can be read and compared."""
    db = sqlite3.connect(path)
    schema = [
        sql
        for (sql,) in db.execute("SELECT sql FROM sqlite_master WHERE sql NOT NULL AND name NOT LIKE 'sqlite_%'")
    ]
    pragmas = {name: db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")}
    lines: list[Any] = [{"schema": schema, "pragmas": pragmas}]
    for table in TABLES:
        lines += [[table, *map(_written, row)] for row in db.execute(f"SELECT * FROM {table}")]
    db.close()
    target.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), "utf-8")


def load_store(version: str, path: Path) -> None:
    """Make the store again that a version has written."""
    first, *rows = map(json.loads, (FOLDER / version / "store.jsonl").read_text("utf-8").splitlines())
    db = sqlite3.connect(path)
    db.executescript(";\n".join(first["schema"]))
    for name, value in first["pragmas"].items():
        db.execute(f"PRAGMA {name} = {value}")
    for table, *cells in rows:
        values = [cell["bytes"].encode() if isinstance(cell, dict) else cell for cell in cells]
        db.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(values))})", values)
    db.commit()
    db.close()


async def dump_database(url: str, target: Path) -> None:
    """Write a store in PostgreSQL as lines of JSON, with its schema."""
    import asyncpg

    from toctoc.storage.postgres.schema import CREATE_VERSION, MIGRATIONS

    schema = [CREATE_VERSION, *(file.read_text("utf-8") for file in migration_files(MIGRATIONS).values())]
    lines: list[Any] = [{"schema": schema}]
    db = await asyncpg.connect(url)
    try:
        for table in DATABASE_TABLES:
            for (row,) in await db.fetch(f"SELECT to_jsonb(found)::text FROM {table} AS found"):
                cells = {name: _readable(cell) for name, cell in json.loads(row).items()}
                lines.append([table, cells])
    finally:
        await db.close()
    target.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), "utf-8")


async def load_database(version: str, url: str) -> None:
    """Make the store in PostgreSQL again that a version has written."""
    import asyncpg

    first, *rows = map(json.loads, (FOLDER / version / "database.jsonl").read_text("utf-8").splitlines())
    db = await asyncpg.connect(url)
    try:
        for statements in first["schema"]:
            await db.execute(statements)
        for table, cells in rows:
            row = {name: _hex(cell["bytes"]) if isinstance(cell, dict) else cell for name, cell in cells.items()}
            insert = f"INSERT INTO {table} OVERRIDING SYSTEM VALUE SELECT * FROM "
            await db.execute(f"{insert}jsonb_populate_record(NULL::{table}, $1)", json.dumps(row))
        for table, column in NUMBERED.items():
            last = f"SELECT COALESCE(MAX({column}), 0) + 1 FROM {table}"
            await db.execute(f"SELECT setval(pg_get_serial_sequence('{table}', '{column}'), ({last}), FALSE)")
    finally:
        await db.close()


def _readable(cell: object) -> object:
    is_bytes = isinstance(cell, str) and cell.startswith("\\x")
    return {"bytes": bytes.fromhex(cell[2:]).decode()} if is_bytes else cell  # type: ignore[index]


def _hex(text: str) -> str:
    return f"\\x{text.encode().hex()}"


def _written(cell: object) -> object:
    return {"bytes": cell.decode()} if isinstance(cell, bytes) else cell
