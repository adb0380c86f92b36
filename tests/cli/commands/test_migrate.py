"""`toctoc migrate`: a store goes from its file to PostgreSQL, and its guests keep their seats."""

from pathlib import Path

import pytest

from tests.cli.invoke import run
from tests.cli.pseudo_terminal import Terminal
from tests.cli.test_drill import belongs_to
from tests.server.hosting import Guest, Server, insist
from tests.storage.helpers import new, opened, stored
from tests.storage.postgres import GUARDED, PASSWORD, Cluster, DatabaseHome, cluster
from toctoc import extras, lang
from toctoc.server.security.identity import Keys
from toctoc.storage import without_password

__all__ = ["cluster"]  # a fixture


@pytest.fixture
def base(cluster: Cluster) -> DatabaseHome:
    return DatabaseHome(cluster)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    with opened(tmp_path / "toctoc.db") as store:
        stored(store, new("a"))
    return tmp_path / "toctoc.db"


def refused(*arguments: object, language: str = "en") -> str:
    result = run("migrate", *map(str, arguments), "--lang", language)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1), result.stderr
    assert PASSWORD not in result.stderr
    return result.stderr


def in_all_languages(expected: str, *arguments: object) -> None:
    assert expected in refused(*arguments)
    assert len({refused(*arguments, language=language) for language in lang.LANGUAGES}) == len(lang.LANGUAGES)


def leave(server: Server, table: dict[str, str]) -> None:
    with Guest(server, table) as guest:
        assert guest.welcome["seats"] == [0]
        assert guest.ask("leave", seat=0)["type"] == "done"


@pytest.mark.nightly
def test_a_table_goes_on_in_the_database_with_its_guests(base: DatabaseHome, tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        table = server.make("escalier")
        with Guest(server, table) as guest:
            assert guest.ask("sit", seat=0, name="Anna")["type"] == "done"
        in_all_languages("another Toctoc is using it", tmp_path / "toctoc.db", base.url)
        assert server.interrupt() == (0, "")
    result = run("migrate", f"sqlite:///{tmp_path}/toctoc.db", base.url)
    assert result.exit_code == 0, result.stderr
    assert result.stdout.startswith(f"1 table and 0 records: copied from sqlite:///{tmp_path}/toctoc.db to ")
    assert result.stdout.endswith(f"toctoc serve --store {without_password(base.url)}\n")
    assert "--store postgresql://toctoc@" in result.stdout
    with Server(tmp_path, TOCTOC_STORE=base.url) as server:
        insist(lambda: leave(server, table))


def test_a_terminal_shows_the_progress(file: Path, base: DatabaseHome) -> None:
    with Terminal("migrate", str(file), base.url) as terminal:
        terminal.until("Copying")
        terminal.until("1 table and 0 records: copied")
        assert terminal.end() == 0


def test_every_refusal_to_migrate_is_translated(file: Path, base: DatabaseHome) -> None:
    in_all_languages("is not a database: a store is migrated from its file", file, file.with_name("other.db"))
    in_all_languages("this command takes the file of a store, not a database", base.url, base.url)
    in_all_languages("there is no such file", file.with_name("other.db"), base.url)
    wrong = f"postgresql://{GUARDED}:{PASSWORD}x@127.0.0.1:{base.cluster.port}/postgres"
    in_all_languages("PostgreSQL does not let this user in", file, wrong)
    with base.opened() as store:
        stored(store, new("other"))
    base.execute("UPDATE tables SET code = 'code-a'")
    in_all_languages("has different tables with the same codes: code-a. Nothing was copied", file, base.url)
    base.execute("UPDATE tables SET code = 'code-b'")
    secret = file.with_name("toctoc-secret")
    secret.write_text("s" * 32)
    secret.chmod(0o600)
    base.execute("INSERT INTO secrets (secret) VALUES ('another')")
    in_all_languages("has a different secret from", file, base.url)
    belongs_to(file, "x" * 32)
    in_all_languages("is not that of", file, base.url)
    assert run("migrate", file, base.url, "--new-secret").exit_code == 0
    assert base.execute("SELECT 1 FROM documents WHERE kind = 'secret'") == []  # of the secret of the file
    base.execute("UPDATE entries SET entry = 'x'")
    in_all_languages("Table code-a is not the same", file, base.url, "--new-secret")


def test_a_missing_secret_is_announced_and_its_fingerprint_copied(file: Path, base: DatabaseHome) -> None:
    belongs_to(file, "x" * 32)
    warnings = set()
    for language in lang.LANGUAGES:
        result = run("migrate", file, base.url, "--lang", language)
        assert result.exit_code == 0, result.stderr
        assert result.stderr.startswith(str(file.with_name("toctoc-secret")))
        warnings.add(result.stderr)
    assert len(warnings) == len(lang.LANGUAGES)
    wanted = Keys("x" * 32).fingerprint
    assert base.execute("SELECT body FROM documents WHERE kind = 'secret'") == [(wanted,)]
    assert run("migrate", file, base.url, TOCTOC_SECRET="x" * 32).stderr == ""
    result = run("migrate", file, base.url, "--lang", "en", TOCTOC_SECRET="y" * 32)
    assert (result.exit_code, "The secret in TOCTOC_SECRET is not that of" in result.stderr) == (2, True)
    secret = file.with_name("toctoc-secret")
    secret.write_text("x" * 32)
    secret.chmod(0o600)
    result = run("migrate", file, base.url)
    assert (result.exit_code, result.stderr) == (0, "")
    assert base.execute("SELECT secret FROM secrets") == [("x" * 32,)]


def test_a_missing_driver_is_named(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "asyncpg", None)
    in_all_languages(extras.how("postgres"), file, "postgresql://127.0.0.1/toctoc")
