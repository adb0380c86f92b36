"""Check this machine: the store, the secret, the limits of the system, the port, and the backups."""

import asyncio
import errno
import json
import os
import shutil
import socket
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from toctoc import extras
from toctoc.cli.failures import reason
from toctoc.cli.files.store_place import check_place, is_empty
from toctoc.cli.finding import Finding, gigabytes, ok, problem, warning
from toctoc.lang import Catalogue
from toctoc.server.config import ALL_ADDRESSES, ServerConfig
from toctoc.server.features.admin.token import Admin
from toctoc.server.security.connection_limit import SPARE_DESCRIPTORS
from toctoc.server.security.identity import SECRET_FILE, BadSecret, Keys, foreign_secret
from toctoc.server.security.limits import Limits
from toctoc.storage import StoreError, check_driver, is_database, locate, without_password
from toctoc.storage.common import DAY_SECONDS, FINGERPRINT, newest_version
from toctoc.storage.sqlite.connection import check_quickly, raising_store_errors
from toctoc.storage.sqlite.schema import MIGRATIONS, Summary, summarized, version
from toctoc.storage.sqlite.wal_check import find_damage

MOUNTS = Path("/proc/self/mountinfo")  # of Linux
NETWORK_SYSTEMS = ("nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "fuse.sshfs", "davfs", "fuse.rclone", "glusterfs")
MIN_SOCKETS = 200  # below, a few families fill the server
MAX_CLOCK_DIFFERENCE_SECONDS = 5.0  # a smaller difference does no harm
MAX_BACKUP_DAYS = 2.0
TESTED_POSTGRES = 15  # docs/how-to/postgresql.md
LOCAL_TIMEOUT_SECONDS = 5.0
FORBIDDEN_ERRNOS = (errno.EACCES, errno.EPERM)  # where another user may do more


def open_files() -> int | None:
    """Return the number of files that a process of this user may open; None without a limit."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    return None if hard == resource.RLIM_INFINITY else hard


def mounts() -> str:
    """Return the mounted file systems, as Linux lists them; empty elsewhere."""
    with suppress(OSError):
        return MOUNTS.read_text(encoding="utf-8", errors="replace")
    return ""


@dataclass(frozen=True, kw_only=True)
class Host:
    """The configuration of a server, and the machine on which it runs."""

    config: ServerConfig
    limits: Limits
    say: Catalogue
    backups: Path | None = None
    environ: Mapping[str, str] = field(default_factory=lambda: os.environ)
    wall: Callable[[], float] = time.time
    open_files: Callable[[], int | None] = open_files
    mounts: Callable[[], str] = mounts

    @property
    def file(self) -> Path | None:
        """Return the file of an SQLite store; its secret and log are beside it, not beside a link."""
        return None if is_database(self.config.store) else locate(self.config.store).resolve()


def check_host(host: Host) -> Iterator[Finding]:
    """Yield the findings of all checks."""
    is_usable = True
    for check in CHECKS:
        try:
            yield from check(host)
        except StoreError as error:
            name = click.format_filename(without_password(host.config.store))
            page = "how-to/postgresql" if is_database(host.config.store) else "how-to/backup"
            is_forbidden = error.why == "permission" and not is_database(host.config.store)
            if is_usable:  # an address that cannot be read stops several checks
                yield problem(
                    "store-forbidden" if is_forbidden else "store",
                    page,
                    store=name,
                    reason=host.say(f"error.reason.{error.why}", how=extras.how("postgres"), **error.details),
                )
            is_usable = False
        except OSError as error:
            found = "forbidden" if error.errno in FORBIDDEN_ERRNOS else "failed"
            yield problem(found, check=check.__name__, reason=reason(error, host.say))


# --- a store in a file -----------------------------------------------------------------------------------------


def check_folder(host: Host) -> Iterator[Finding]:
    """The folder of the store can be written, is on a disk that locks files, and has space."""
    if host.file is None:
        return
    folder, shown = host.file.parent, click.format_filename(host.file.parent)
    yield from check_place(host.file)
    if not folder.is_dir():
        return
    if not os.access(folder, os.W_OK | os.X_OK):
        yield problem("folder-read-only", folder=shown)
    if (system := _file_system(folder, host.mounts())) in NETWORK_SYSTEMS:
        yield warning("network-disk", "how-to/postgresql", folder=shown, system=system)
    free = shutil.disk_usage(folder).free
    size = host.file.stat().st_size if host.file.is_file() else 0
    values = {"free": gigabytes(free, host.say), "folder": shown}
    if free < host.limits.space_bytes:
        yield problem("disk-full", "how-to/backup", **values)
    elif free < size + host.limits.space_bytes:
        yield warning("disk-low", "how-to/backup", size=gigabytes(size, host.say), **values)
    else:
        yield ok("disk", **values)


def _file_system(folder: Path, mounted: str) -> str:
    """Return the type of the file system of `folder`; empty if it is unknown."""
    best, found = -1, ""
    for line in mounted.splitlines():
        before, dash, after = line.partition(" - ")
        if not dash or len(before.split()) < 5:
            continue
        point = before.split()[4].replace("\\040", " ")
        if folder.resolve().is_relative_to(point) and len(point) >= best:
            best, found = len(point), after.split()[0]
    return found


def check_store(host: Host) -> Iterator[Finding]:
    """The file is a store of this version, undamaged, and not from the future."""
    path = host.file
    if path is None:
        return
    name = click.format_filename(path)
    with raising_store_errors(path):
        damage = find_damage(path)
    if damage is not None:  # a connection would ignore a part of the log
        yield problem("log-damaged", "how-to/backup", store=name, commits=damage.commits)
        return
    if is_empty(path):
        if path.exists():
            with (
                raising_store_errors(path),
                path.open("rb"),
            ):  # for the reason of the system, if it is not permitted
                pass
        if not any(check_place(path)):
            yield ok("store-new", store=name)
        return
    with _read_only(path) as db:
        found, newest = version(db, path), newest_version(MIGRATIONS)
        is_all = check_quickly(db, path)
        if 0 < found < newest:
            yield warning("store-older", "how-to/update", store=name)
        else:
            yield ok("store-good" if is_all else "store-large", store=name)
        if found:
            ahead = summarized(db, path).touched - host.wall()
            if ahead > MAX_CLOCK_DIFFERENCE_SECONDS:
                yield problem("clock-behind", seconds=host.say.number(ahead))
            else:
                yield ok("clock")
    if os.name == "posix" and path.stat().st_mode & 0o077:
        yield warning("store-open", store=name)


@contextmanager
def _read_only(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a store without a new or changed file beside it.

    SQLite creates a missing `-wal` and `-shm`, which would then belong to the user of this command. So a store
    without a log is opened as immutable. A log without its index is copied with its store.
    """
    log, index = (path.with_name(f"{path.name}{end}") for end in ("-wal", "-shm"))
    if path.is_dir():
        raise StoreError("store/broken", f"{path} is a folder; a store is a file", "folder")
    with ExitStack() as opened, raising_store_errors(path):
        with path.open("rb"):  # for the reason of the system, if it is not permitted
            pass
        file, has_log = path, log.exists() and log.stat().st_size > 0
        if has_log and not index.exists():
            file = Path(opened.enter_context(TemporaryDirectory(prefix="toctoc-doctor-"))) / path.name
            shutil.copyfile(path, file)
            shutil.copyfile(log, file.with_name(log.name))
        mode = "mode=ro" if has_log or (log.exists() and index.exists()) else "mode=ro&immutable=1"
        db = sqlite3.connect(f"{file.as_uri()}?{mode}", uri=True, check_same_thread=False)
        opened.callback(db.close)
        yield db


# --- a store in a database -------------------------------------------------------------------------------------


def check_database(host: Host) -> Iterator[Finding]:
    """The database answers, has this version's schema, and has the same time as this machine."""
    if is_database(host.config.store):
        check_driver()
        yield from asyncio.run(_database(host))


async def _database(host: Host) -> list[Finding]:
    from toctoc.storage.postgres import connection, schema

    url, name = host.config.store, without_password(host.config.store)
    db = await connection.connect(url)
    try:
        with connection.raising_store_errors(name):
            before = host.wall()
            there = await db.fetchval("SELECT extract(epoch FROM clock_timestamp())::float8")
            after = host.wall()
            is_ours, encoding = await db.fetchrow(schema.STORE_AND_ENCODING)
            is_empty = not is_ours and not await db.fetchval(schema.TABLE_COUNT)
        found = [ok("store-new", store=name)]
        if not (is_empty and encoding == "UTF8"):
            try:
                await schema.check(db, name)
                found = [ok("database", store=name, version=db.get_server_version().major)]
            except StoreError as error:
                if error.why != "older":
                    raise
                found = [warning("store-older", "how-to/update", store=name)]
        if db.get_server_version().major < TESTED_POSTGRES:
            found.append(warning("database-old", version=db.get_server_version().major, tested=TESTED_POSTGRES))
        apart = max(before - there, there - after)
        far = host.say.number(apart)
        found.append(
            warning("clocks", "how-to/nodes", seconds=far) if apart > MAX_CLOCK_DIFFERENCE_SECONDS else ok("clock")
        )
    finally:
        await db.close(timeout=2)
    return found


# --- secrets ---------------------------------------------------------------------------------------------------


def check_secrets(host: Host) -> Iterator[Finding]:
    """The secret is that of the store. Only its owner can read it or the admin token, and both are long enough."""
    try:
        Admin.load(host.environ, host.config.admin_token)
        keys = Keys.given(host.environ) if host.file is None else Keys.found(host.environ, host.file.parent)
        stored, secret = _stored(host) or (None, None)
        if keys is None and secret is not None:
            keys = Keys.of(secret, without_password(host.config.store))
        if keys is not None and stored is not None and not keys.fits(stored.fingerprint):
            raise foreign_secret(keys, click.format_filename(without_password(host.config.store)))
        yield from _secret_found(host, keys, stored)
    except BadSecret as error:
        yield problem(
            "secret-bad", "reference/operations", reason=host.say(f"serve.secret.{error.why}", **error.details)
        )


def _secret_found(host: Host, keys: Keys | None, stored: Summary | None) -> Iterator[Finding]:
    """Yield the place of the secret; nothing if it is unknown, as the store cannot be read."""
    file = None if host.file is None else click.format_filename(host.file.with_name(SECRET_FILE))
    if Keys.given(host.environ) is not None:
        yield ok("secret-variable")
    elif keys is not None:
        yield ok("secret-database") if file is None else ok("secret", file=file)
    elif stored is not None and not stored.has_tables:
        yield ok("secret-new")
    elif stored is not None and file is None:
        raise BadSecret("none-kept", "the database has no secret", store=without_password(host.config.store))
    elif stored is not None:
        yield problem("secret-lost", "how-to/backup", file=file)


def _stored(host: Host) -> tuple[Summary, str | None] | None:
    """Return the summary of the store, and the secret in a database; None if it cannot be read."""
    with suppress(StoreError, OSError, sqlite3.Error):
        if host.file is None:
            return asyncio.run(_stored_in_database(host.config.store))
        if not host.file.exists():
            return Summary(), None
        if find_damage(host.file) is None:
            with _read_only(host.file) as db:
                return summarized(db, host.file), None
    return None


async def _stored_in_database(url: str) -> tuple[Summary, str | None]:
    from toctoc.storage.postgres import connection, schema

    check_driver()
    name = without_password(url)
    db = await connection.connect(url)
    try:
        with connection.raising_store_errors(name):
            is_ours, _ = await db.fetchrow(schema.STORE_AND_ENCODING)
            if not is_ours:
                return Summary(), None
            has_tables = bool(await db.fetch("SELECT 1 FROM tables LIMIT 1"))
            secret = await db.fetchval(schema.READ_SECRET)
            try:
                await schema.check(db, name)
            except StoreError:
                return Summary(has_tables), secret
            return Summary(has_tables, await db.fetchval(schema.READ_FINGERPRINT, *FINGERPRINT)), secret
    finally:
        await db.close(timeout=2)


# --- the system ------------------------------------------------------------------------------------------------


def check_open_files(host: Host) -> Iterator[Finding]:
    """The system allows as many open files as the limit `sockets` needs."""
    wanted, allowed = host.limits.sockets, host.open_files()
    sockets = wanted if allowed is None else max(0, min(wanted, allowed - SPARE_DESCRIPTORS))
    shown = host.say.number(sockets)
    if sockets == wanted:
        yield ok("open-files", sockets=shown)
        return
    values = {"allowed": allowed, "wanted": host.say.number(wanted), "needed": wanted + SPARE_DESCRIPTORS}
    found = problem if sockets < min(wanted, MIN_SOCKETS) else warning
    yield found("open-files-few", "how-to/busy-server", sockets=shown, **values)


def check_port(host: Host) -> Iterator[Finding]:
    """The port is free, or a ready Toctoc has it."""
    address, port = host.config.host, host.config.port
    values = {"host": address, "port": port}
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            if os.name == "posix":
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((address, port))
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            yield problem("port-forbidden", reason=reason(error, host.say), **values)
            return
    else:
        yield ok("port-free", **values)
        return
    here = "localhost" if address in ALL_ADDRESSES else address
    if _fetched(here, port, "/healthz") != (200, b"well\n"):
        yield problem("port-taken", **values)
        return
    status, body = _fetched(here, port, "/readyz")
    if status == 200:
        yield ok("port-own", **values)
    else:
        with suppress(ValueError):
            told = json.loads(body)
            values["state"] = ", ".join(f"{name}: {told.get(name)}" for name in ("store", "file", "space"))
        yield problem("not-ready", "reference/operations", **{"state": str(status), **values})


def _fetched(host: str, port: int, path: str) -> tuple[int, bytes]:
    """Return status and body of a page of the server at `port`; status 0 if it does not speak HTTP."""
    line = HTTPConnection(host, port, timeout=LOCAL_TIMEOUT_SECONDS)
    try:
        line.request("GET", path)
        answer = line.getresponse()
        return answer.status, answer.read(10_000)
    except (OSError, HTTPException):
        return 0, b""
    finally:
        line.close()


def check_backups(host: Host) -> Iterator[Finding]:
    """The newest backup is young."""
    if host.backups is None:
        return
    own = (host.file.name if host.file else SECRET_FILE, SECRET_FILE)
    files = [each for each in host.backups.iterdir() if each.is_file() and not each.name.startswith(own)]
    times = {each: each.stat().st_mtime for each in files if each.stat().st_size}
    folder = click.format_filename(host.backups)
    if not times:
        yield problem("backup-none", "how-to/backup", folder=folder)
        return
    newest = max(times, key=lambda each: times[each])
    days = (host.wall() - times[newest]) / DAY_SECONDS
    values = {"file": click.format_filename(newest), "days": host.say.number(max(0.0, days), 1)}
    yield warning("backup-old", "how-to/backup", **values) if days > MAX_BACKUP_DAYS else ok("backup", **values)


CHECKS = (
    check_folder, check_store, check_database, check_secrets, check_open_files, check_port, check_backups,
)  # fmt: skip
