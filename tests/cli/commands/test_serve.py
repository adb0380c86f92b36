"""`toctoc serve` says in one line why it cannot start."""

import socket
import time
from pathlib import Path

import pytest

from tests.cli.invoke import run
from tests.scale import each
from tests.server.hosting import Guest, Server
from tests.storage.helpers import new, opened, stored
from toctoc.storage.common import DAY_SECONDS as DAY


def complaint(out: str) -> str:
    """One line, for people."""
    assert out.startswith("toctoc: ")
    assert out.count("\n") == 1, out
    assert "Traceback" not in out
    return out


def serve(folder: Path, *options: str, lang: str = "en", **environ: str) -> str:
    result = run("serve", "--port", "0", "--store", folder / "toctoc.db", "--lang", lang, *options, **environ)
    assert result.exit_code == 2
    return complaint(result.stderr)


@each(
    "options, english, french",
    [
        (["--limit", "tables"], "A limit is written name=number", "Une limite s’écrit nom=nombre"),
        (["--limit", "tables=x"], "tables is a whole number", "tables est un nombre entier"),
        (["--limit", "hints_per_second=x"], "hints_per_second is a number", "hints_per_second est un nombre de"),
        (["--limit", "tabels=3"], "There is no limit tabels", "Il n’y a pas de limite tabels"),
        (["--limit", "tabels=3"], "Did you mean tables?", "Voulais-tu dire tables\u00a0?"),
        (["--public-url", "toctoc.example.org"], "A public URL looks like", "Une adresse publique ressemble"),
        (["--bot", "nowhere.py:Fine"], "nowhere.py cannot be read", "nowhere.py cannot be read"),
        (["--bot", "toctoc:Match"], "Match in toctoc is no bot", "Match in toctoc is no bot"),
        (["--store", "mysql://x"], "a store is a plain FILE", "un dépôt s’écrit simplement FICHIER"),
    ],
)
def test_bad_options_are_explained(tmp_path: Path, options: list[str], english: str, french: str) -> None:
    assert english in serve(tmp_path, *options)
    assert french in serve(tmp_path, *options, lang="fr")


def test_a_bad_secret_is_explained_and_not_shown(tmp_path: Path) -> None:
    assert "has 9 characters; it needs at least 32" in serve(tmp_path, TOCTOC_SECRET="tooshort!")
    french = serve(tmp_path, lang="fr", TOCTOC_SECRET="tooshort!")
    assert "Le secret dans TOCTOC_SECRET a 9 caractères" in french
    assert "tooshort!" not in french
    secret = tmp_path / "toctoc-secret"
    secret.write_text("s" * 64)
    secret.chmod(0o644)
    assert f"{secret} can be read by others (mode 644); run: chmod 600" in serve(tmp_path)
    assert "D’autres peuvent lire" in serve(tmp_path, lang="fr")
    secret.write_bytes(b"\xff" * 64)
    secret.chmod(0o600)
    assert "is not a text file" in serve(tmp_path)
    secret.unlink()
    secret.mkdir()
    assert "TOCTOC_SECRET can hold the secret instead" in serve(tmp_path)


def test_a_secret_that_is_missing_beside_tables_is_not_made_anew(tmp_path: Path) -> None:
    secret = tmp_path / "toctoc-secret"
    with opened(tmp_path / "toctoc.db") as store:
        stored(store, new("a"))
    said = serve(tmp_path)
    assert f"{secret} is missing, and {tmp_path / 'toctoc.db'} has tables" in said
    assert "--new-secret" in said
    assert "Restaure-le depuis une sauvegarde" in serve(tmp_path, lang="fr")
    assert not secret.exists()
    with Server(tmp_path, "--new-secret"):
        assert secret.exists()


@pytest.mark.nightly
def test_with_a_new_secret_guests_are_strangers(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        table = server.make("escalier")
        assert server.interrupt() == (0, "")
    secret = tmp_path / "toctoc-secret"
    kept = secret.read_text()
    secret.unlink()
    with Server(tmp_path, TOCTOC_SECRET=kept) as server, Guest(server, table):
        pass
    with Server(tmp_path, "--new-secret") as server, server.http() as http:
        strange = http.post(f"/api/tables/{table['code']}/device", headers={"Authorization": table["token"]})
        assert strange.status_code == 400
    assert secret.read_text() != kept


def refusal(store: Path) -> str:
    """What `serve` says of a place for a store; `doctor` says the same, and nothing is made there."""
    result = run("serve", "--port", "0", "--store", store, "--lang", "en")
    assert result.exit_code == 2
    said = complaint(result.stderr).removeprefix("toctoc: ").strip()
    advice = run("doctor", "--port", "0", "--store", store, "--lang", "en")
    assert advice.exit_code == 1
    assert said in advice.stdout
    assert "has no tables yet" not in advice.stdout
    return said


def test_a_folder_that_is_missing_is_not_made(tmp_path: Path) -> None:
    folder = tmp_path / "srv" / "toctoc"
    assert refusal(folder / "toctoc.db") == f"The folder {folder} does not exist. Run: mkdir -p {folder}"
    assert list(tmp_path.iterdir()) == []
    assert (
        serve(folder, lang="fr") == f"toctoc: Le dossier {folder} n’existe pas. Lance\u00a0: mkdir -p {folder}\n"
    )


def test_a_name_that_looks_like_a_slip_is_refused(tmp_path: Path) -> None:
    store = tmp_path / "toctoc.db"
    with opened(store):
        for slip in ("totoc.db", "toctocc.db", "Toctoc.db", "toctoc.bd"):
            assert refusal(tmp_path / slip).startswith(f"{tmp_path / slip} does not exist, and {store} is a store")
            assert not (tmp_path / slip).exists()
    assert not (tmp_path / "toctoc-secret").exists()


def test_a_new_store_is_announced_in_the_first_line(tmp_path: Path) -> None:
    with opened(tmp_path / "toctoc.db"):
        pass
    (tmp_path / "schools.db").write_text("no store")
    lines = []
    for name in ("toctoc2.db", "school.db", "school.db"):  # no slips: a number, a file that is no store
        with Server(tmp_path, "--store", str(tmp_path / name)) as server:
            lines.append(server.first_line.partition(" at ")[0])
    new = [f"{tmp_path / name} is a new store. Toctoc is open" for name in ("toctoc2.db", "school.db")]
    assert lines == [*new, "Toctoc is open"]


@pytest.mark.parametrize(("ahead", "is_said"), [(2 * DAY, True), (DAY / 2, False)])
def test_a_clock_that_is_a_day_behind_the_store_is_said(tmp_path: Path, ahead: float, is_said: bool) -> None:
    touched = time.time() + ahead
    with opened(tmp_path / "toctoc.db", lambda: touched) as store:
        stored(store, new("a", touched))
    with Server(tmp_path, "--new-secret") as server:
        _, said = server.interrupt()
    assert ("seconds in the future: the clock of this machine is behind" in said) is is_said


def test_the_secret_of_another_store_is_refused(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        server.make("escalier")
        assert server.interrupt() == (0, "")
    secret = tmp_path / "toctoc-secret"
    secret.write_text("x" * 64)
    said = serve(tmp_path)
    assert f"The secret in {secret} is not that of {tmp_path / 'toctoc.db'}" in said
    assert "--new-secret takes this one" in said
    assert "The secret in TOCTOC_SECRET is not that of" in serve(tmp_path, TOCTOC_SECRET="y" * 64)
    assert "n’est pas celui de" in serve(tmp_path, lang="fr")
    for options in (["--new-secret"], []):
        with Server(tmp_path, *options):
            pass


def test_a_damaged_store_is_explained(tmp_path: Path) -> None:
    store = tmp_path / "toctoc.db"
    with opened(store) as whole_store:
        stored(whole_store, new("a"))
    secret = tmp_path / "toctoc-secret"
    secret.write_text("s" * 64)
    secret.chmod(0o600)
    whole = store.read_bytes()
    store.write_bytes(whole[: len(whole) // 2 // 4096 * 4096])
    assert "it is damaged; restore a backup" in serve(tmp_path)
    copied = run("backup", store, tmp_path / "copy.db", "--lang", "en")
    assert (copied.exit_code, "it is damaged" in copied.stderr) == (2, True)
    assert sorted(file.name for file in tmp_path.glob("copy*")) == []


def test_an_unknown_option_is_named() -> None:
    result = run("serve", "--colour")
    assert result.exit_code == 2
    assert "No such option" in result.stderr
    assert "--colour" in result.stderr


@each("lang, said", [("en", "it is taken. Stop the program"), ("fr", "il est pris. Arrête le")])
def test_a_port_that_is_taken(tmp_path: Path, lang: str, said: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        result = run("serve", "--port", port, "--store", tmp_path / "toctoc.db", "--lang", lang)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in complaint(result.stderr)
    assert not (tmp_path / "toctoc.db").exists()


def test_an_address_that_this_machine_does_not_have(tmp_path: Path) -> None:
    said = serve(tmp_path, "--host", "192.0.2.1")
    assert "this machine has no such address. Give one of its own, or --host 0.0.0.0" in said


@each("lang, said", [("fr", "un autre Toctoc s’en sert"), ("en", "another Toctoc is using it")])
def test_a_second_server_on_the_same_store(tmp_path: Path, lang: str, said: str) -> None:
    with opened(tmp_path / "toctoc.db"):
        assert said in serve(tmp_path, lang=lang)


def test_a_file_that_is_no_store(tmp_path: Path) -> None:
    (tmp_path / "toctoc.db").write_text("Dear diary")
    assert "this is not a Toctoc store" in serve(tmp_path)
    assert (tmp_path / "toctoc.db").read_text() == "Dear diary"
