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
HOME = PROJECT["project"]["urls"]["Source"]
LINKS = re.compile(r"\]\(([^)]+)\)")
BUILD = [sys.executable, "-m", "hatchling", "build", "--directory"]


def metadata() -> str:
    """Return hatchling's metadata, in the format of a wheel."""
    found = ProjectMetadata(str(ROOT), PluginManager())
    return str(construct_metadata_file_2_4(found))


def test_every_link_of_the_readme_works_on_pypi_and_leads_to_the_same_file() -> None:
    here = (ROOT / "README.md").read_text("utf-8")
    there = Parser().parsestr(metadata()).get_payload()
    assert there == with_links(here, HOME)
    targets = LINKS.findall(there)
    assert len(targets) == len(LINKS.findall(here)) > 10
    demo, *ours = sorted(targets, key=lambda target: target.startswith(f"{HOME}/"))
    assert demo == "https://toctoc-games.github.io/toctoc/play/"
    for target in ours:
        way, path = re.fullmatch(rf"{HOME}/(blob|raw)/main/([^#]+)(?:#.*)?", target).groups()  # type: ignore[union-attr]
        assert (ROOT / path).is_file()
        assert way == ("raw" if path.endswith(".webp") else "blob")  # a picture is shown, a page is read


def test_links_that_lead_elsewhere_stay_as_they_are() -> None:
    elsewhere = "[a](https://example.org/b) [c](#here) ![d](http://example.org/e.png)"
    assert with_links(elsewhere, HOME) == elsewhere
    assert with_links("![p](x/y.jpg) [r](z.md#s)", "H") == "![p](H/raw/main/x/y.jpg) [r](H/blob/main/z.md#s)"


def test_pypi_is_told_what_we_are() -> None:
    told = Parser().parsestr(metadata())
    assert told["Description-Content-Type"] == "text/markdown"
    assert (told["License-Expression"], told["Requires-Python"]) == ("MIT", ">=3.11")
    urls = dict(line.split(", ") for line in told.get_all("Project-URL", []))
    assert {"Homepage", "Documentation", "Source", "Changelog", "Issues"} == set(urls)
    assert all(url.startswith(HOME) for name, url in urls.items() if name != "Documentation")
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
    assert f"repository-code: {HOME}" in cited
    assert [line for line in cited if "- name: " in line] == [f"  - name: {ours['authors'][0]['name']}"]
    assert "/CITATION.cff" in PROJECT["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]


def test_the_first_commands_of_the_readme_work_in_a_clone_of_what_is_committed(tmp_path: Path) -> None:
    _, first, *_ = re.split(r"^```\w*\n", (ROOT / "README.md").read_text("utf-8"), flags=re.MULTILINE)
    commands = [line.partition("#")[0].strip() for line in first.splitlines()]
    assert commands == [f"git clone {HOME} && cd toctoc", "make play", "make test", "make check"]
    clone = ["git", "clone", "--quiet", "--depth=1", ROOT.as_uri(), "toctoc"]
    subprocess.run(clone, cwd=tmp_path, check=True, capture_output=True)
    for command in ("play", "test"):
        make = ["make", "--no-print-directory", command, "ARGS=--help", f"PYTHON={sys.executable}"]
        said = subprocess.run(make, cwd=tmp_path / "toctoc", check=True, capture_output=True, text=True).stdout
        assert said.startswith(f"python3 run.py {command}: ")


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
