"""nginx, HAProxy and Caddy as the pages of the documentation set them up, before a server of a test."""

import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.forks import PROCESS_TIMEOUT_S
from tests.ports import free_port
from tests.server.hosting import PLENTY, Server
from tools import ROOT

Configure = Callable[[Path, int], list[str]]  # writes the files into a folder for a port; the command


class Proxied(Server):
    """A server, reached by way of a proxy."""

    def __init__(self, folder: Path, url: str) -> None:
        super().__init__(folder, *PLENTY)
        self.url = url

    @property
    def proxy_log(self) -> str:
        return (self.folder / "log").read_text()


def block(page: str, start: str) -> str:
    """Return a block of a page of the documentation, by what it starts with."""
    text = (ROOT / "docs/how-to" / page).read_text(encoding="utf-8")
    blocks: list[str] = re.findall(r"```\w*\n(.*?)```", text, re.DOTALL)
    return next(found for found in blocks if found.startswith(start))


def nginx(folder: Path, server: str) -> list[str]:
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/errors; events {{}}\n"
        f"http {{ access_log {folder}/log; client_body_temp_path {folder}; proxy_temp_path {folder};"
        f" fastcgi_temp_path {folder}; uwsgi_temp_path {folder}; scgi_temp_path {folder};\n{server} }}\n"
    )
    return ["nginx", "-p", str(folder), "-e", f"{folder}/errors", "-c", f"{folder}/nginx.conf"]


def haproxy(folder: Path, text: str) -> list[str]:
    (folder / "haproxy.cfg").write_text(text)
    return ["haproxy", "-db", "-f", f"{folder}/haproxy.cfg"]


@contextmanager
def proxied(folder: Path, configure: Configure) -> Iterator[Proxied]:
    """Run a proxy whose files are in `folder`."""
    folder.mkdir()
    port = free_port()
    command = configure(folder, port)
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed: apt install {command[0]}")
    outside = Proxied(folder, f"http://127.0.0.1:{port}")
    environ = {"HOME": str(folder), "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}
    with (folder / "log").open("ab") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, env=environ)
    try:
        _wait_for(outside, process)
        yield outside
    finally:
        process.terminate()
        process.wait(PROCESS_TIMEOUT_S)


def _wait_for(outside: Proxied, process: "subprocess.Popen[bytes]") -> None:
    for _ in range(int(PROCESS_TIMEOUT_S / 0.1)):
        assert process.poll() is None, outside.proxy_log
        try:
            with outside.http() as http:
                if http.get("/healthz").status_code == 200:
                    return
        except httpx.HTTPError:
            pass
        time.sleep(0.1)
    raise AssertionError(outside.proxy_log)
