"""The HTTP API does what its own description says, whatever it is asked."""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import Case
from schemathesis.specs.openapi.checks import allow_header_conformance, positive_data_acceptance

from tests.scale import SCALE, scaled
from tests.server.hosting import Server, limits

TOKEN = "a-token-that-nobody-guesses"
GENEROUS = limits(cost_per_second=10**9, cost_burst=10**9, missed_codes_per_hour=10**9, tables_per_hour=10**9)
EXAMPLES = settings(
    max_examples=scaled(2, 40), derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)
UNCHECKED: list[Any] = [
    positive_data_acceptance,  # a game and a token are texts: which ones there are the description cannot say
    allow_header_conformance,  # Litestar answers OPTIONS with the methods of one of a path's two functions
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("openapi")
    with Server(folder, "--log", "debug", *GENEROUS, TOCTOC_ADMIN_TOKEN=TOKEN) as server:
        yield server
        assert "Traceback" not in server.log
        assert '"error"' not in server.log


@pytest.fixture(scope="module")
def code(server: Server) -> str:
    """Of a table that is there."""
    return server.make("escalier", players=2, listed=True)["code"]


@pytest.fixture(scope="module")
def api(server: Server) -> Any:
    return schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")


schema = schemathesis.pytest.from_fixture("api")


@pytest.mark.nightly
@schema.exclude(path_regex="admin").parametrize()
@EXAMPLES
def test_any_request_is_answered_as_described(case: Case[Any]) -> None:
    case.call_and_validate(excluded_checks=UNCHECKED)


@schema.include(path_regex="code" if SCALE > 1 else r"code\}$").exclude(path_regex="admin").parametrize()
@EXAMPLES
def test_any_request_for_a_table_is_answered_as_described(case: Case[Any], code: str) -> None:
    case.path_parameters["code"] = code
    case.call_and_validate(excluded_checks=UNCHECKED)


@schema.include(path_regex="admin").parametrize()
@EXAMPLES
def test_any_request_of_the_host_is_answered_as_described(case: Case[Any]) -> None:
    """Without the token it would be refused: a check of theirs tries."""
    case.call_and_validate(headers={"Authorization": f"Bearer {TOKEN}"}, excluded_checks=UNCHECKED)
