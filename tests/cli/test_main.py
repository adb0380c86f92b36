"""The program as a whole: help, version, mistakes, completion, output that cannot be written."""

import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

import toctoc
from tests.cli.invoke import process, run, start
from tests.cli.pseudo_terminal import environment
from tests.ports import free_port
from tests.scale import each, spread
from toctoc import GAMES, __version__, lang
from toctoc.cli.main import COMMAND_NAMES


def test_the_version() -> None:
    assert process("--version") == (0, f"toctoc {__version__}\n", "")


def test_the_version_and_the_help_load_neither_drawing_nor_compiling() -> None:
    """The help lists the games; the version loads none."""
    for argument, more in (("--version", {"toctoc.games"}), ("--help", set())):
        code = (
            "import sys; from toctoc.cli.main import main\ntry:\n main()\nexcept SystemExit:\n print(*sys.modules)"
        )
        done = subprocess.run([sys.executable, "-c", code, argument], capture_output=True, text=True, check=True)
        loaded = set(done.stdout.split())
        assert "toctoc.cli.main" in loaded
        assert not loaded & {"rich", "numba", "numpy", "toctoc.arena", *more}


def test_the_package_exports_the_names_in_all_and_no_other() -> None:
    for name in toctoc.__all__:
        assert getattr(toctoc, name) is not None
    assert set(toctoc.__all__) <= set(dir(toctoc))
    with pytest.raises(AttributeError, match="has no attribute 'Mtach'"):
        toctoc.Mtach  # noqa: B018  # asking is the test


@each("command", COMMAND_NAMES)
def test_every_command_explains_itself(command: str) -> None:
    result = run(command, "-h")
    assert result.exit_code == 0
    assert result.stdout.startswith(f"Usage: toctoc {command} ")
    assert max(map(len, result.stdout.split("\n"))) <= 100


def test_the_overview_names_every_command() -> None:
    result = run("--help")
    for command in COMMAND_NAMES:
        assert f"{command} " in result.stdout
        assert lang.load("en")(f"usage.{command}.short") in result.stdout


@pytest.mark.parametrize("command", ["play", "simulate"])
def test_the_help_lists_every_table_option_with_its_clause(command: str) -> None:
    text = run(command, "--help").stdout
    for game in GAMES.values():
        part = text.split(f"Table options of {game.name}")[1].split("Table options")[0]
        for option in game.options:
            assert f"  {option.name}=" in part
        assert f"({'TCE'[list(GAMES.values()).index(game)]}" in part


@each(
    "arguments, hint",
    [
        (["ply"], "There is no command 'ply'. Did you mean play?"),
        (["xyzzy"], "There is no command 'xyzzy'.\n"),
        (["--nonsense"], "No such option: '--nonsense'."),
        (["rules", "--land", "fr"], "No such option: '--land'. Did you mean --lang?"),
        (["rules", "--lang"], "Option '--lang' needs a value."),
        (["bots", "--lang", "en", "--help=yes"], "Option '--help' takes no value."),
        (["verify"], "Missing argument 'FILE...'."),
        (["completion", "bash", "zsh"], "Unexpected arguments: zsh."),
        (["play", "escalier", "--seat", "x"], "Invalid value for '--seat': It must be a whole number."),
        (["play", "escalier", "--pause", "x"], "It must be a number from 0 to 60."),
        (["replay", "x", "--game", "0"], "It must be a number, at least 1."),
        (["serve", "--bot", "/nowhere"], "There is no such file."),
        (["play", "toctictoc"], "Did you mean toctoctoc?"),
        (["play", "Chocotte"], "Did you mean chocottes?"),
        (["play", "toc-chocottes"], "Did you mean chocottes?"),
        (["play", "staircase"], "Did you mean escalier?"),
        (["play", "escalier", "--bots", "voyanet"], "file.py:Class. Did you mean voyante?"),
        (["simulate", "escalier", "--bots", "voyanet"], "file.py:Class. Did you mean voyante?"),
        (["arena", "escalier", "--field", "voyante,comtes"], "Did you mean comte?"),
        (["play", "poker"], "there are: toctoctoc, chocottes, escalier."),
        (
            ["play", "escalier", "--bots", "clever"],
            "There is no bot 'clever'; there are: petit-fantome, apprenti, chasseur, voyante, comte, random",
        ),
        (["play", "escalier", "--seat", "3"], "Seats go from 0 to 2 here; there is no seat 3."),
        (["play", "escalier", "--name", "a\tb"], "A name is 1 to 60 printable characters."),
        (["play", "escalier", "--lang", "tlh"], "It must be one of: en, fr, nl, de."),
        (["completion", "tcsh"], "It must be one of: bash, zsh, fish."),
        (["play", "escalier", "-o", "risk=maybe"], "Option risk takes yes or no, not 'maybe' (E10)"),
        (["play", "escalier", "-p", "1"], "The Haunted Staircase, the card game is for 2 to 4 players, not 1."),
    ],
)
def test_mistakes_are_answered_with_a_hint(arguments: list[str], hint: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert hint in result.stderr
    assert "Try 'toctoc" in result.stderr


def test_mistakes_end_the_program_with_their_code() -> None:
    assert process("verify", "/nowhere") == (2, "", "toctoc: /nowhere cannot be read: there is no such file.\n")


def test_mistakes_are_reported_in_the_chosen_language() -> None:
    for result in (run("play", "toctictoc", "--lang", "fr"), run("play", "toctictoc", LC_ALL="fr_CH.UTF-8")):
        assert "Voulais-tu dire toctoctoc\u00a0?" in result.stderr
    said = {
        "fr": "L’option tiles prend 3 nombres entiers de 1 à 49, séparés par des virgules, et non '6,8' (C2).",
        "nl": "De optie tiles vraagt 3 hele getallen van 1 tot en met 49, met komma’s ertussen, niet '6,8' (C2).",
        "de": "Die Option tiles erwartet 3 ganze Zahlen von 1 bis 49, mit Kommas dazwischen, nicht '6,8' (C2).",
    }
    for language, text in said.items():
        result = run("play", "chocottes", "-o", "tiles=6,8", "--lang", language, COLUMNS="200")
        assert text in " ".join(result.stderr.split())


def test_names_of_games_may_be_written_large() -> None:
    assert run("rules", "EscaliER").exit_code == 0


def test_the_usual_numbers_of_players_are_in_the_help() -> None:
    assert "[default: 4, for escalier 3]" in run("play", "--help").stdout
    assert all(game.usual_players in game.players for game in GAMES.values())


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts_are_printed(shell: str) -> None:
    result = run("completion", shell)
    assert result.exit_code == 0
    assert "_TOCTOC_COMPLETE" in result.stdout


@each(
    "line, expected",
    [
        ("toctoc re", {"replay"}),
        ("toctoc play ", set(GAMES)),
        ("toctoc play to", {"toctoctoc"}),
        ("toctoc rules h", {"house"}),
        ("toctoc simulate esc", {"escalier"}),
        ("toctoc play --bots r", {"random"}),
        ("toctoc play --bots c", {"chasseur", "comte"}),
        ("toctoc play --lang f", {"fr"}),
        ("toctoc play escalier -o r", {"risk="}),
    ],
)
def test_completion_offers_commands_games_and_options(line: str, expected: set[str]) -> None:
    wish = {"_TOCTOC_COMPLETE": "bash_complete", "COMP_WORDS": line, "COMP_CWORD": str(line.count(" "))}
    answers = run(**wish).stdout.split()
    assert {answer.split(",")[1] for answer in answers} == expected


def test_the_tab_key_starts_the_program() -> None:
    wish = environment(_TOCTOC_COMPLETE="bash_complete", COMP_WORDS="toctoc re", COMP_CWORD="1")
    done = subprocess.run([sys.executable, "-m", "toctoc"], env=wish, capture_output=True, text=True, check=True)
    assert [answer.split(",")[1] for answer in done.stdout.split()] == [
        command for command in COMMAND_NAMES if command.startswith("re")
    ]


LOADED = """
import sys
from click.testing import CliRunner
from toctoc.cli.main import COMMAND_NAMES, cli
wish = {"_TOCTOC_COMPLETE": "bash_complete", "COMP_WORDS": "toctoc ", "COMP_CWORD": "1"}
assert "simulate" in CliRunner(env=wish).invoke(cli, prog_name="toctoc").output
print([name for name in sys.modules if name.startswith("toctoc.cli.commands")])
for name in COMMAND_NAMES:
    assert CliRunner().invoke(cli, [name, "--help"]).exit_code == 0
slow = {"litestar", "numba", "numpy", "rich", "uvloop"}
slow |= {"toctoc.analysis", "toctoc.arena", "toctoc.lab", "toctoc.study"}
print(sorted(slow & {*sys.modules}))
"""


def test_the_names_of_commands_load_none_and_their_help_nothing_that_only_a_run_needs() -> None:
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n[]\n"


@each("arguments", spread([["rules", "toctoctoc"], ["rules"], ["--help"]], 1))
def test_a_full_disk_behind_standard_output_is_reported(arguments: list[str]) -> None:
    with Path("/dev/full").open("w") as full, start(*arguments, standard_output=full) as child:
        _, err = child.communicate()
    assert child.returncode == 1
    assert err == "toctoc: The output could not be written: no space is left.\n"


def test_a_server_goes_on_though_its_addresses_cannot_be_printed(tmp_path: Path) -> None:
    port = free_port()
    options = ("serve", "--port", str(port), "--store", str(tmp_path / "toctoc.db"))
    with Path("/dev/full").open("w") as full, start(*options, standard_output=full) as child:
        assert child.stderr
        assert "the addresses of the server could not be printed" in child.stderr.readline()
        assert httpx.get(f"http://127.0.0.1:{port}/healthz", trust_env=False).text == "well\n"
        child.send_signal(signal.SIGTERM)
        _, err = child.communicate()
    assert (child.returncode, err) == (0, "")


def test_a_reader_that_goes_away_is_no_reason_for_a_traceback() -> None:
    with start("rules", "chocottes") as child:
        assert child.stdout
        child.stdout.close()
        assert child.stderr
        assert child.stderr.read() == ""


def test_signs_missing_in_an_encoding_are_replaced() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "toctoc", "play", "escalier", "--seed", "1", "--lang", "fr"],
        env=environment(PYTHONIOENCODING="ascii"),
        input="quitter\n",
        capture_output=True,
        encoding="ascii",
        errors="replace",  # click says goodbye in UTF-8 all the same
        check=True,
    )
    assert "L?Escalier hant?, le jeu de cartes" in done.stdout
    assert "+---" in done.stdout
