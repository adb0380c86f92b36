"""Write a static site: the client and the engine, in a folder that any host of files can serve, below any path.

The host has one page, at the base of the site. For any other path it sends 404.html, which looks for the base and
opens the page there: `web/src/lib/site.ts` restores the address. So no file of the site has to know its base.
"""

import hashlib
import json
import re
from base64 import b64encode
from collections.abc import Iterator
from html import escape
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from toctoc import lang
from toctoc.server.pages.static import CLIENT_FOLDER

NOT_FOUND_PAGE = files("toctoc.server") / "site_404.html"
LIST_NAME = "toctoc-site.json"  # of the files of the site; 404.html finds the base by it
INDEX_NAME, WORKER_NAME, ENGINE_LIST = "index.html", "sw.js", "engine/engine.json"
LEFT_OUT = ("previews/",)  # the pictures of shared links need a server, which writes their addresses into pages
ROOT_ADDRESS = re.compile(r'(?<= )(href|src)="/')
INLINE_SCRIPT = re.compile(r"<script>(.*?)</script>", re.S)
BUILD = re.compile(r"^const BUILD=(\{.*?\});")
# A worker has no policy of its own here, so that WebAssembly is allowed there, and in the page it is not.
POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; connect-src 'self'; "
    "worker-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'"
)


class NotBuilt(Exception):
    """Raised when the client or the engine is missing; `part` is which."""

    def __init__(self, part: str) -> None:
        super().__init__(part)
        self.part = part


class Occupied(Exception):
    """Raised when the folder has files that are not a site of ours."""


def write_site(folder: Path, client: Traversable = CLIENT_FOLDER) -> int:
    """Write the site into `folder`, in place of an older one, and return its size in bytes.

    Files in `folder` that no site has written stay as they are.
    """
    old = _old_files(folder)
    content = site_files(client)
    for name, data in content.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    for name in old - set(content):
        (folder / name).unlink(missing_ok=True)
    return sum(map(len, content.values()))


def site_files(client: Traversable = CLIENT_FOLDER) -> dict[str, bytes]:
    """Return the files of the site by their paths below its base; the list of all files is the last one."""
    content = dict(_read(client)) if client.is_dir() else {}
    for part, needed in (("client", INDEX_NAME), ("engine", ENGINE_LIST)):
        if needed not in content:
            raise NotBuilt(part)
    content = {name: data for name, data in content.items() if not name.startswith(LEFT_OUT)}
    content[INDEX_NAME] = _index(content[INDEX_NAME].decode()).encode()
    content[WORKER_NAME] = _service_worker(content).encode()
    content["404.html"] = _not_found(NOT_FOUND_PAGE.read_text("utf-8")).encode()
    content[".nojekyll"] = b""
    content[LIST_NAME] = _compact({"files": [*content, LIST_NAME]}).encode()
    return content


def _index(text: str) -> str:
    """Return the client's page with addresses that are relative to itself."""
    description = escape(lang.load("en")("page.home"))
    head = (
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />\n'
        '    <meta name="toctoc-site" content="static" />\n'
        f'    <meta name="description" content="{description}" />\n    <title>'
    )
    return ROOT_ADDRESS.sub(r'\1="./', text).replace("<title>", head, 1)


def _service_worker(content: dict[str, bytes]) -> str:
    """Return the service worker of a static site, under another name for each state of its page and engine."""
    text = content[WORKER_NAME].decode()
    found = BUILD.match(text)
    if found is None:
        raise NotBuilt("client")  # by an older version
    build = json.loads(found[1])
    state = [build["name"].encode(), content[INDEX_NAME], content[ENGINE_LIST]]
    build |= {"name": hashlib.sha256(b"\0".join(state)).hexdigest()[:12], "isStatic": True}
    return f"const BUILD={_compact(build)};{text[found.end() :]}"


def _not_found(text: str) -> str:
    """Return 404.html, which may run its own script only."""
    digests = [
        b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in INLINE_SCRIPT.findall(text)
    ]
    allowed = " ".join(f"'sha256-{digest}'" for digest in digests)
    policy = f"default-src 'none'; connect-src 'self'; style-src 'unsafe-inline'; script-src {allowed}"
    return text.replace(
        "<title>", f'<meta http-equiv="Content-Security-Policy" content="{policy}" />\n    <title>', 1
    )


def _old_files(folder: Path) -> set[str]:
    """Return the names of the files of an older site in `folder`; raise `Occupied` if it has others only."""
    try:
        listed = json.loads((folder / LIST_NAME).read_bytes())["files"]
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        if folder.exists() and any(folder.iterdir()):
            raise Occupied from None
        return set()
    return {name for name in listed if ".." not in name.split("/") and not name.startswith("/")}


def _compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _read(folder: Traversable, path: str = "") -> Iterator[tuple[str, bytes]]:
    """Yield the content of all files below `folder`, in the order of their names."""
    for each in sorted(folder.iterdir(), key=lambda one: one.name):
        if each.is_dir():
            yield from _read(each, f"{path}{each.name}/")
        else:
            yield path + each.name, each.read_bytes()
