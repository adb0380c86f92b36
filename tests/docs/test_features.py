"""The table of sizes in docs/explanation/architecture.md counts every file once."""

from importlib.util import module_from_spec, spec_from_file_location
from typing import Any

from tools import ROOT


def test_every_file_belongs_to_exactly_one_feature() -> None:
    spec: Any = spec_from_file_location("generated_features", ROOT / "docs/_ext/generated_features.py")
    features: Any = module_from_spec(spec)
    spec.loader.exec_module(features)
    owners = features.prefixes()
    found = {(column, path): features.features_of(owners[column], path) for column, path in features.files(ROOT)}
    assert len(found) > 1000
    assert {file: names for file, names in found.items() if len(names) != 1} == {}, "docs/_ext/features.toml"
