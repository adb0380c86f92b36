"""CITATION.cff and the cards of nets and datasets have the fields that their readers ask for."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]  # no types

from toctoc.arena import Simulation
from toctoc.bots import load
from toctoc.core.registry import BUILT_IN
from tools import ROOT

# https://github.com/citation-file-format/citation-file-format, schema 1.2.0
CITATION_REQUIRED = {"authors", "cff-version", "message", "title"}
CITATION_KNOWN = CITATION_REQUIRED | {
    "abstract", "commit", "contact", "date-released", "doi", "identifiers", "keywords", "license", "license-url",
    "preferred-citation", "references", "repository", "repository-artifact", "repository-code", "type", "url",
    "version",
}  # fmt: skip


def front_matter(text: str) -> dict[str, Any]:
    """Return the YAML before a card."""
    found = re.match(r"---\n(.*?)\n---\n\n# ", text, re.DOTALL)
    assert found
    data: dict[str, Any] = yaml.safe_load(found[1])
    return data


def test_the_citation_has_the_fields_of_its_schema() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert cited.keys() >= CITATION_REQUIRED
    assert cited.keys() <= CITATION_KNOWN
    assert (cited["cff-version"], cited["type"]) == ("1.2.0", "software")
    assert all(author.keys() == {"name"} for author in cited["authors"])
    assert len(set(cited["keywords"])) == len(cited["keywords"])


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_card_of_a_net_has_front_matter_and_its_program_runs(game: str) -> None:
    card = (ROOT / f"src/toctoc/games/{game}/bots/weights.md").read_text("utf-8")
    front = front_matter(card)
    assert front["license"] == "mit"
    assert front["pipeline_tag"] == "reinforcement-learning"
    assert front["library_name"] == "toctoc"
    [program] = re.findall(r"```python\n(.*?)```", card, re.DOTALL)
    names: dict[str, Any] = {}
    exec(program, names)
    assert names["policy"] == load("comte", game)


def test_the_card_of_a_dataset_names_its_games_and_tables(tmp_path: Path) -> None:
    from toctoc.lab.dataset.plan import open_folder

    plan = Simulation.of("escalier", 2, 3, 7, {}, ["voyante"])
    open_folder(tmp_path / "games", plan, 10)
    card = (tmp_path / "games/README.md").read_text("utf-8")
    front = front_matter(card)
    assert front["task_categories"] == ["reinforcement-learning"]
    assert {config["config_name"]: config["data_files"] for config in front["configs"]} == {
        "games": "games/*.parquet", "steps": "steps/*.parquet"
    }  # fmt: skip
    assert "| players | `voyante` |" in card
    assert "| seed | 7 |" in card
    (tmp_path / "games/README.md").write_text("ours", encoding="utf-8")
    open_folder(tmp_path / "games", plan, 10)
    assert (tmp_path / "games/README.md").read_text("utf-8") == "ours"
