"""A static site has all files, finds its base by itself, and replaces only what an older one has written."""

import json
import re
from pathlib import Path

import pytest

from toctoc.server.pages.site import NotBuilt, Occupied, site_files, write_site

FILES = {
    "index.html": '<html lang="en"><head><title>Toctoc</title><script src="/assets/first-Ab12.js"></script>'
    '<link rel="icon" href="/icon.svg" /></head></html>',
    "sw.js": 'const BUILD={"name":"abc","shell":["index.html"],"isStatic":false};const HERE=BUILD.name;',
    "icon.svg": "<svg/>",
    "assets/first-Ab12.js": "export {};",
    "assets.json": '{"assets/first-Ab12.js":10}',
    "previews/toctoc.jpg": "picture",
    "engine/engine.json": '{"version":"1","files":{}}',
    "engine/python-0123456789ab.wasm": "asm",
}


@pytest.fixture
def client(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        file = tmp_path / "client" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return tmp_path / "client"


def written(folder: Path) -> set[str]:
    return {file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()}


def test_the_folder_has_all_that_a_host_serves(client: Path, tmp_path: Path) -> None:
    size = write_site(tmp_path / "out/site", client)
    there = written(tmp_path / "out/site")
    assert there == {*FILES, "404.html", ".nojekyll", "toctoc-site.json"} - {"previews/toctoc.jpg"}
    assert set(json.loads((tmp_path / "out/site/toctoc-site.json").read_bytes())["files"]) == there
    assert size == sum((tmp_path / "out/site" / name).stat().st_size for name in there)


def test_no_file_knows_the_base(client: Path) -> None:
    page = site_files(client)["index.html"].decode()
    assert '<meta name="toctoc-site" content="static" />' in page
    assert re.findall(r'(?:href|src)="([^"]*)"', page) == ["./assets/first-Ab12.js", "./icon.svg"]
    assert page.index("Content-Security-Policy") < page.index("<script")
    assert "wasm" not in page
    missing = site_files(client)["404.html"].decode()
    assert re.search(r"script-src 'sha256-[\w+/=]+'\"", missing)
    assert not re.search(r'(?:href|src)="', missing)


def test_a_new_engine_is_a_new_build_for_the_service_worker(client: Path) -> None:
    before = site_files(client)["sw.js"].decode()
    build = json.loads(before.removeprefix("const BUILD=").split(";")[0])
    assert (build["isStatic"], build["shell"]) == (True, ["index.html"])
    assert before.endswith(";const HERE=BUILD.name;")
    assert site_files(client)["sw.js"].decode() == before
    (client / "engine/engine.json").write_text('{"version":"2","files":{}}')
    assert site_files(client)["sw.js"].decode() != before


def test_an_older_site_is_replaced_and_other_files_stay(client: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    write_site(site, client)
    (site / "CNAME").write_text("toctoc.example")
    (client / "assets/first-Ab12.js").rename(client / "assets/first-Cd34.js")
    write_site(site, client)
    assert "assets/first-Cd34.js" in written(site)
    assert "assets/first-Ab12.js" not in written(site)
    assert (site / "CNAME").read_text() == "toctoc.example"


def test_a_list_of_files_deletes_nothing_outside(client: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (tmp_path / "secret").write_text("stays")
    listed = ["../secret", str(tmp_path / "secret")]
    (site / "toctoc-site.json").write_text(json.dumps({"files": listed}))
    write_site(site, client)
    assert (tmp_path / "secret").is_file()


@pytest.mark.parametrize("name", ["letter.txt", "toctoc-site.json"])
def test_a_folder_with_other_files_is_refused(client: Path, tmp_path: Path, name: str) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / name).write_text("Dear Anna")
    with pytest.raises(Occupied):
        write_site(tmp_path / "site", client)
    assert written(tmp_path / "site") == {name}


@pytest.mark.parametrize(
    ("missing", "part"), [("index.html", "client"), ("engine/engine.json", "engine"), (None, "client")]
)
def test_a_missing_part_is_named(client: Path, tmp_path: Path, missing: str | None, part: str) -> None:
    if missing:
        (client / missing).unlink()
    with pytest.raises(NotBuilt, match=part):
        write_site(tmp_path / "site", client if missing else tmp_path / "nothing")
    assert not (tmp_path / "site").exists()
