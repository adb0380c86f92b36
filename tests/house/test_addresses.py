"""The project's addresses stand in pyproject.toml alone, and no tracked file names a host without a reason."""

import re
import subprocess
import tomllib
from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]  # no types

from tests.scale import each
from toctoc.addresses import address, page_address
from toctoc.arena import Simulation
from toctoc.cli.finding import warning
from toctoc.lab.dataset.card import card
from toctoc.lang import load
from tools import ROOT, docs
from tools.hatch_build import with_links

URLS: dict[str, str] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["urls"]
ALLOWED = tomllib.loads(Path(__file__).with_name("allowed_hosts.toml").read_text("utf-8"))
PATH = rb"((?:/[\w.~-]+)*)"
LINK = re.compile(rb"://(?:[^\s/@\"'<>`]*@)?((?:[\w-]+\.)+(?:[a-z]{2,}|\d+))(?![\w-])(?::\d+)?" + PATH, re.I)
BARE = re.compile(rb"\.(?:com|org|io|dev|fr|be|de|nl|eu|ch|uk)(?![\w(-]|\.\w)" + PATH)  # without https://
BEFORE = re.compile(rb"(?:[\w-]+\.)*[\w-]+$")

# What pages say while the project has no address; with one, each of them has to name it instead.
DENIALS = {
    "CONTRIBUTING.md": "The address of the project on the web",
    "README.md": "no address of its own on the web yet",
    "SECURITY.md": "There is no public tracker yet",
    "docs/tutorials/play.md": "no address of its own on the web yet",
    "src/toctoc/rulebook/about.en.md": "no home of its own on the web yet",
    "src/toctoc/rulebook/about.fr.md": "n’a pas encore de site à lui",
    "src/toctoc/rulebook/about.nl.md": "heeft nog geen eigen website",
    "src/toctoc/rulebook/about.de.md": "hat noch keine eigene Seite im Netz",
}


def hosts(content: bytes) -> Iterator[str]:
    """Yield the hosts that a file names, each with the path that follows."""
    for link in LINK.finditer(content):
        yield (link[1] + link[2]).decode().lower()
    for ending in BARE.finditer(content):
        if name := BEFORE.search(content, max(0, ending.start() - 80), ending.start()):
            yield (name[0] + ending[0]).decode().lower()


def reason(host: str) -> str | None:
    """Return why a host with its path is allowed: `-` for an address that is not on the internet."""
    name = host.partition("/")[0]
    if re.fullmatch(r"[\d.]+", name):
        return None if ip_address(name).is_global else "-"
    for allowed in ALLOWED["hosts"]:
        above, _, path = allowed.lower().partition("/")
        if (name == above or name.endswith(f".{above}")) and f"{host}/".startswith(
            f"{name}/{path and path + '/'}"
        ):
            return str(allowed)
    return None


def test_no_file_names_a_host_without_a_reason() -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    files = [name for name in listed.stdout.split("\0") if name and name not in ALLOWED["files"]]
    assert len(files) > 1000
    used = set()
    refused = []
    for name in files:
        path = ROOT / name
        content = path.read_bytes() if path.is_file() else b""  # deleted, and not committed yet
        if b"\0" in content or path == Path(__file__).with_name("allowed_hosts.toml"):
            continue
        for host in hosts(content):
            used.add(reason(host))
            if reason(host) is None:
                refused.append(f"{name}: {host}")
    assert refused == [], "a host needs a reason in tests/house/allowed_hosts.toml"
    assert set(ALLOWED["hosts"]) - used == set(), "no file names these: remove them"
    assert all((ROOT / name).is_file() for name in ALLOWED["files"])


@each(
    "text, found",
    [  # with ~ for a dot, since this file may not name them either
        (b"see https://Nowhere~com:8443/a/b?c", {"nowhere~com/a/b", "nowhere~com"}),
        (b"git clone git@forge~com:we/ours", {"forge~com"}),
        (b"written to us@mail~forge~com.", {"mail~forge~com"}),
        (b"at ours~io/toctoc.", {"ours~io/toctoc~"}),
        (b"postgresql://me:word@8~8~8~8:5432/x wss://ours~games/t", {"8~8~8~8/x", "ours~games/t"}),
        (b"about.de.md book.de(1) http://localhost:8080 http://{host}/a toctoc.games", set()),
    ],
)
def test_hosts_are_found_with_and_without_their_scheme(text: bytes, found: set[str]) -> None:
    assert set(hosts(text.replace(b"~", b"."))) == {host.replace("~", ".") for host in found}


@each(
    "host, allowed",
    [
        ("tables~example~org/t", True), ("myexample~org", False), ("8~8~8~8", False), ("192~168~1~5/x", True),
        ("github~com/sotetsuk/pgx/issues", True), ("github~com/sotetsuk/pgxx", False), ("github~com", False),
        ("w3c~github~io/webdriver-bidi", True), ("ours~github~io/webdriver", False),
    ],
)  # fmt: skip
def test_a_host_is_allowed_with_all_below_it_and_a_path_alone(host: str, allowed: bool) -> None:
    assert (reason(host.replace("~", ".")) is not None) == allowed


@each("page, denial", DENIALS.items())
def test_a_page_denies_that_there_is_an_address_only_while_there_is_none(page: str, denial: str) -> None:
    text = " ".join((ROOT / page).read_text("utf-8").split())
    assert (denial in text) == (not URLS), f"pyproject.toml has {len(URLS)} addresses"


def test_the_citation_has_the_addresses_of_the_package() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert (cited.get("url"), cited.get("repository-code")) == (URLS.get("Homepage"), URLS.get("Source"))


@pytest.fixture(params=[False, True], ids=["no home", "a home"])
def home(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Install the metadata of a package without addresses, and of one with them."""
    urls = "Project-URL: Documentation, https://docs.example.org/\nProject-URL: Source, https://example.org/ours\n"
    info = tmp_path / "toctoc-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.4\nName: toctoc\nVersion: 0.1.0\n{urls * request.param}")
    monkeypatch.syspath_prepend(tmp_path)
    return bool(request.param)


def test_the_doctor_and_a_dataset_name_a_page_or_its_file(home: bool) -> None:
    assert address("Source") == ("https://example.org/ours" if home else None)
    assert page_address("how-to/proxy") == ("https://docs.example.org/how-to/proxy.html" if home else None)
    advice = warning("backup-none", "how-to/backup", folder="b").advice(load("en")) or ""
    written = card(Simulation.of("escalier", 2, 3, 7, {}, ["voyante"]))
    if home:
        assert advice.endswith("toctoc backup. https://docs.example.org/how-to/backup.html")
        assert "Columns and examples:\n<https://docs.example.org/reference/dataset.html>.\n" in written
    else:
        assert advice.endswith("toctoc backup. More in docs/how-to/backup.md of Toctoc’s sources.")
        assert "Columns and examples:\n`docs/reference/dataset.md` in Toctoc's sources.\n" in written


def test_pages_that_the_messages_name_exist() -> None:
    code = "".join(path.read_text("utf-8") for path in (ROOT / "src/toctoc").rglob("*.py"))
    pages = set(re.findall(r'"((?:how-to|reference|tutorials|explanation)/[\w-]+)"', code))
    assert len(pages) > 8
    assert [page for page in pages if not (ROOT / f"docs/{page}.md").is_file()] == []


def test_links_of_the_readme_become_words_on_pypi_without_a_home() -> None:
    page = "# A\n\n![a game](a.jpg)\n\nRead [the\nrules](docs/b.md#c), [PyPI](https://example.org), [d](#d).\n"
    assert with_links(page, None) == "# A\n\nRead the\nrules, [PyPI](https://example.org), [d](#d).\n"


def test_links_of_the_site_name_files_without_a_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (
        "[a bot](../examples/grudge.py#L3), [`grudge.py`](../examples/grudge.py), [play](tutorials/play.md#next)"
    )
    monkeypatch.setattr(docs, "ROOT", tmp_path)
    for urls, links in (
        ("", "a bot (`examples/grudge.py`), `grudge.py`,"),
        ('Source = "https://example.org/o"', "[a bot](https://example.org/o/blob/main/examples/grudge.py#L3), "
         "[`grudge.py`](https://example.org/o/blob/main/examples/grudge.py),"),
    ):  # fmt: skip
        (tmp_path / "pyproject.toml").write_text(f"[project.urls]\n{urls}")
        shown = docs.with_links(text, "docs/index.md", "index.md", {})
        assert shown == f"{links} [play](tutorials/play.md#next)"
