"""`toctoc site` writes a folder, says what is in the way, and serves the folder as a static host does."""

from http.client import HTTPConnection
from pathlib import Path
from threading import Thread

import pytest

from tests.cli.invoke import run
from toctoc.cli.commands.site.server import HOST, site_server
from toctoc.server.pages import site


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> None:
    content = {"index.html": b"<title>Toctoc</title>", "404.html": b"not here", "engine/python.wasm": b"asm"}
    monkeypatch.setattr(site, "site_files", lambda _: content | {site.LIST_NAME: b'{"files":["index.html"]}'})


@pytest.mark.usefixtures("built")
def test_the_folder_is_written_and_named(tmp_path: Path) -> None:
    result = run("site", "--out", tmp_path / "page")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == (
        f"{tmp_path / 'page'} is the site (0 MB). Any host of files can serve it, below any path.\n"
    )
    assert (tmp_path / "page/index.html").is_file()


@pytest.mark.usefixtures("built")
def test_a_folder_with_other_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Anna")
    result = run("site", "--out", tmp_path)
    assert result.exit_code == 2
    assert "has other files, and no site of Toctoc" in result.stderr
    assert (tmp_path / "letter.txt").read_text() == "Dear Anna"
    result = run("site", "--out", tmp_path / "letter.txt")
    assert (result.exit_code, result.stdout) == (2, "")


@pytest.mark.parametrize("part", ["client", "engine"])
def test_a_missing_part_comes_with_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: str) -> None:
    def missing(_: object) -> None:
        raise site.NotBuilt(part)

    monkeypatch.setattr(site, "site_files", missing)
    result = run("site", "--out", tmp_path / "page")
    assert result.exit_code == 2
    assert part in result.stderr
    assert "make site" in result.stderr


@pytest.mark.usefixtures("built")
def test_the_folder_is_served_as_by_a_static_host(tmp_path: Path) -> None:
    run("site", "--out", tmp_path / "page")
    with site_server(tmp_path / "page", port=0) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            http = HTTPConnection(HOST, server.server_address[1], timeout=30)
            answers = {}
            for path in ("/", "/rules/escalier", "/engine/python.wasm"):
                http.request("GET", path)
                answer = http.getresponse()
                answers[path] = (answer.status, answer.headers["Content-Type"], answer.read())
            http.close()
        finally:
            server.shutdown()
            thread.join()
    assert answers == {
        "/": (200, "text/html", b"<title>Toctoc</title>"),
        "/rules/escalier": (404, "text/html; charset=utf-8", b"not here"),
        "/engine/python.wasm": (200, "application/wasm", b"asm"),
    }
