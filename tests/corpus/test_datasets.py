"""Datasets of all earlier versions are read, also those older than an option."""

import json
from itertools import product
from pathlib import Path
from shutil import copytree

import pytest

from tests.cli.invoke import run
from tests.corpus import FOLDER, VERSIONS
from tests.corpus.ageing import UNKNOWN
from tests.scale import each, spread
from toctoc import lab, record
from toctoc.core.errors import BadOption
from toctoc.lab.dataset.plan import simulation_in

every_option = each("version, option", spread(product(VERSIONS, (None, "creator", "start", "memory_aid")), 1))
HERE = ("escalier", "--players", "2", "--games", "4", "--cores", "1", "--option", "risk=yes", "--json")


@every_option
def test_a_dataset_is_read(version: str, option: str | None, tmp_path: Path) -> None:
    folder = Path(copytree(FOLDER / version / "dataset", tmp_path / "dataset"))
    before = list(lab.records(folder))
    heading = json.loads((folder / "dataset.json").read_text("utf-8"))
    heading["options"].pop(option, None)
    (folder / "dataset.json").write_text(json.dumps(heading), "utf-8")
    assert list(lab.records(folder)) == before
    assert all(record.verify(record.read(line)).over for line in before)
    assert sum(len(some.action) for some in lab.observations(folder, games=2)) > 100
    assert run("dataset", *HERE, "--bots", "voyante,apprenti", "--out", folder).exit_code == 0
    heading["options"][UNKNOWN] = 1
    (folder / "dataset.json").write_text(json.dumps(heading), "utf-8")
    with pytest.raises(BadOption, match=f"there is no option '{UNKNOWN}'"):
        simulation_in(folder)
