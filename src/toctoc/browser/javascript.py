"""Connect a `Host` to the JavaScript of a worker: the only module that needs Pyodide."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from pyodide.ffi import JsException, create_proxy, to_js  # type: ignore[import-not-found]  # only in a browser

from toctoc.browser.analysis import analyse
from toctoc.browser.host import Host
from toctoc.storage import StoreError

__all__ = ["analyse", "start"]
T = TypeVar("T")


def start(database: Any, page: Any) -> Host:
    """Return a host for the JavaScript objects `database` and `page`."""
    return Host(_Database(database), _Page(page))


class _Database:
    """A database in JavaScript: values are bytes here, and `Uint8Array` there."""

    def __init__(self, database: Any) -> None:
        self._database = database

    async def read(self, key: str) -> bytes | None:
        value = await _answer(self._database.read(key))
        return value.to_bytes() if hasattr(value, "to_bytes") else None  # else undefined or null

    async def scan(self, prefix: str) -> list[tuple[str, bytes]]:
        found = await _answer(self._database.scan(prefix))
        return [(key, value.to_bytes()) for key, value in found]

    async def commit(self, puts: list[tuple[str, bytes]], deletes: list[str], delete_prefixes: list[str]) -> None:
        await _answer(self._database.commit(to_js(puts), to_js(deletes), to_js(delete_prefixes)))

    async def lock(self, name: str) -> bool:
        return bool(await _answer(self._database.lock(name)))

    async def unlock(self, name: str) -> None:
        await _answer(self._database.unlock(name))


class _Page:
    """A page in JavaScript."""

    def __init__(self, page: Any) -> None:
        self._page = page

    def opened(self, line: int) -> None:
        self._page.opened(line)

    def send(self, line: int, text: str) -> None:
        self._page.send(line, text)

    def close(self, line: int) -> None:
        self._page.close(line)

    async def analyse(self, text: str, seat: int, all_open: bool, report: Callable[[float], None]) -> str:
        reporter = create_proxy(report)  # it lives until the answer, and not only for the call
        try:
            return str(await self._page.analyse(text, seat, all_open, reporter))
        finally:
            reporter.destroy()


async def _answer(promise: Awaitable[T]) -> T:
    """Return the value of a promise; `StoreError` if the browser refuses."""
    try:
        return await promise
    except JsException as error:
        code = "store/full" if getattr(error, "name", "") == "QuotaExceededError" else "store/broken"
        raise StoreError(code, str(error)) from None
