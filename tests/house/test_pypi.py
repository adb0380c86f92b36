"""Test the package for PyPI: metadata, a README with links that work there, an sdist with the client."""

import re
import subprocess
import sys
import tarfile
import tomllib
from email.parser import Parser
from pathlib import Path

import pytest
from hatchling.metadata.core import ProjectMetadata
from hatchling.metadata.spec import construct_metadata_file_2_4
from hatchling.plugin.manager import PluginManager
from trove_classifiers import classifiers

from tools import ROOT
from tools.hatch_build import with_links

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
HOME: str | None = PROJECT["project"]["urls"].get("Source")
LINKS = re.compile(r"\]\(([^)]+)\)")
BUILD = [sys.executable, "-m", "hatchling", "build", "--directory"]


def metadata() -> str:
    """Return hatchling's metadata, in the format of a wheel."""
    found = ProjectMetadata(str(ROOT), PluginManager())
    return str(construct_metadata_file_2_4(found))


def test_the_readme_on_pypi_has_no_link_that_leads_nowhere() -> None:
    here = (ROOT / "README.md").read_text("utf-8")
    there = Parser().parsestr(metadata()).get_payload()
    assert there == with_links(here, HOME)
    targets = [target for target in LINKS.findall(there) if not target.startswith("#")]
    assert [target for target in targets if not target.startswith("https://")] == []
    assert len(targets) == (0 if HOME is None else len(LINKS.findall(here)))
    assert "docs/images" not in there or HOME is not None
    assert "Play in five minutes" in " ".join(there.split())


def test_every_link_of_the_readme_leads_to_the_same_file_on_pypi() -> None:
    here = (ROOT / "README.md").read_text("utf-8")
    targets = LINKS.findall(with_links(here, "https://example.org/ours"))
    assert len(targets) == len(LINKS.findall(here)) > 10
    for target in targets:
        way, path = re.fullmatch(r"https://example.org/ours/(blob|raw)/main/([^#]+)(?:#.*)?", target).groups()  # type: ignore[union-attr]
        assert (ROOT / path).is_file()
        assert way == ("raw" if path.endswith(".jpg") else "blob")  # a picture is shown, a page is read


def test_links_that_lead_elsewhere_stay_as_they_are() -> None:
    elsewhere = "[a](https://example.org/b) [c](#here) ![d](http://example.org/e.png)"
    assert with_links(elsewhere, "H") == with_links(elsewhere, None) == elsewhere
    assert with_links("![p](x/y.jpg) [r](z.md#s)", "H") == "![p](H/raw/main/x/y.jpg) [r](H/blob/main/z.md#s)"


def test_pypi_is_told_what_we_are() -> None:
    told = Parser().parsestr(metadata())
    assert told["Description-Content-Type"] == "text/markdown"
    assert (told["License-Expression"], told["Requires-Python"]) == ("MIT", ">=3.11")
    urls = dict(line.split(", ") for line in told.get_all("Project-URL", []))
    assert urls == PROJECT["project"]["urls"]
    assert set(urls) in (set(), {"Homepage", "Documentation", "Source", "Changelog", "Issues"})
    ours = told.get_all("Classifier", [])
    assert ours == sorted(ours)
    assert set(ours) <= classifiers
    assert not [each for each in ours if each.startswith("License ::")]  # PyPI refuses one beside `license`
    for version in ("3.11", "3.12", "3.13", "3.14"):
        assert f"Programming Language :: Python :: {version}" in ours


def test_the_citation_agrees_with_the_metadata() -> None:
    cited = (ROOT / "CITATION.cff").read_text("utf-8").splitlines()
    ours = PROJECT["project"]
    assert f"version: {ours['version']}" in cited
    assert f"license: {ours['license']}" in cited
    assert [line for line in cited if "- name: " in line] == [f"  - name: {ours['authors'][0]['name']}"]
    assert "/CITATION.cff" in PROJECT["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]


def test_the_first_block_of_the_readme_works_in_a_clone_of_what_is_committed(tmp_path: Path) -> None:
    first = re.search(r"^```console\n(.*?)^```", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert first is not None
    assert first[1] == "python3 run.py play\n"
    clone = ["git", "clone", "--quiet", "--depth=1", ROOT.as_uri(), "toctoc"]
    subprocess.run(clone, cwd=tmp_path, check=True, capture_output=True)
    make = "make --no-print-directory"  # `make check` runs this test: a make within another says where it is
    for typed in (f"{first[1].strip()} --help", f"{make} play ARGS=--help", f"{make} test ARGS=--help"):
        said = subprocess.run(
            typed.split(),
            cwd=tmp_path / "toctoc", check=True, capture_output=True, text=True,
        ).stdout  # fmt: skip
        assert re.match(r"python3 run.py (play|test): ", said)


@pytest.mark.nightly
def test_an_sdist_has_the_client_so_that_its_wheel_needs_no_node(tmp_path: Path) -> None:
    subprocess.run([*BUILD, str(tmp_path)], cwd=ROOT, check=True, capture_output=True)
    [sdist], [wheel] = tmp_path.glob("*.tar.gz"), tmp_path.glob("*.whl")
    with tarfile.open(sdist) as packed:
        packed.extractall(tmp_path, filter="data")
    unpacked = tmp_path / sdist.name.removesuffix(".tar.gz")
    assert (unpacked / "src/toctoc/server/client/index.html").is_file()
    subprocess.run(
        [*BUILD, str(tmp_path / "again")], cwd=unpacked, env={"PATH": ""}, check=True, capture_output=True
    )
    assert (tmp_path / "again" / wheel.name).read_bytes() == wheel.read_bytes()
    assert (tmp_path / "again" / sdist.name).read_bytes() == sdist.read_bytes()
