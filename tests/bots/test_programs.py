"""Bots that are Python classes: found by a name, checked, and blamed for what they do wrong."""

import pickle
import sys
from collections.abc import Sequence
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from tests.bots.own_bots import written
from tests.scale import each
from toctoc import Match
from toctoc.bots import BadLevel, Bot, BotError, SeatInfo, describe, listed, make, plays, programs, thinks_ahead
from toctoc.bots.programs import ProgramBot, is_program, named, program
from toctoc.bots.registry import file_digest, short_name
from toctoc.core import Action, Event, View


@pytest.fixture
def own(tmp_path: Path) -> Path:
    return written(tmp_path)


def seat_info(game: str = "toctoctoc", seat: int = 2) -> SeatInfo:
    match = Match(game, 3)
    return SeatInfo(match.game, 3, match.options, seat, seed=7)


# --- names --------------------------------------------------------------------------------------------------


def test_a_class_of_a_file_sits_down(own: Path) -> None:
    match = Match("escalier", 3, chance=lambda n: n - 1)
    bot = make(f"{own}:Fine", seat_info("escalier", 0))
    assert bot.act(match.view(0), match.legal(0)) in match.legal(0)


def test_a_file_beside_you_is_named_by_itself(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(own.parent)
    assert program("own.py:Fine").name == "Fine"


def test_a_class_of_a_module_is_found(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(own.parent)
    monkeypatch.delitem(sys.modules, "own", raising=False)
    found = program("own:Fine")
    assert (found.name, found.digest) == ("Fine", program(f"{own}:Fine").digest)


def test_a_class_of_an_installed_package_has_the_name_of_its_entry_point(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(own.parent)
    monkeypatch.delitem(sys.modules, "own", raising=False)
    entries = [
        EntryPoint("grandma", "own:Fine", programs.GROUP),
        EntryPoint("voyante", "own:Fine", programs.GROUP),
    ]
    monkeypatch.setattr(programs, "entry_points", lambda group: entries if group == "toctoc.bots" else [])
    programs.installed.cache_clear()
    assert is_program("grandma")
    assert program("grandma").name == short_name("grandma") == "grandma"
    assert isinstance(make("grandma", seat_info()), ProgramBot)
    assert not isinstance(make("voyante", seat_info()), ProgramBot)  # ours keep their names
    programs.installed.cache_clear()


def test_a_module_beside_a_file_can_be_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", sys.path[:])
    (tmp_path / "toctoc_test_helper.py").write_text("GAMES = ('escalier',)\n", encoding="utf-8")
    file = written(tmp_path, more="from toctoc_test_helper import GAMES\nFine.games = GAMES\n")
    assert program(f"{file}:Fine").games == ("escalier",)


def test_a_file_that_has_changed_is_read_again(own: Path) -> None:
    before = program(f"{own}:Fine")
    assert program(f"{own}:Fine").made is before.made
    written(own.parent, more="Fine.games = 'escalier'\n")
    after = program(f"{own}:Fine")
    assert (before.games, after.games) == (None, ("escalier",))
    assert before.digest != after.digest == file_digest(f"{own}:Fine")


def test_a_bot_may_be_given_as_its_class(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Inside:
        pass

    assert named("voyante") == "voyante"
    assert named(Recorder) == f"{__name__}:Recorder"
    monkeypatch.setattr(Recorder, "__module__", "__main__")
    monkeypatch.setattr(sys.modules["__main__"], "__file__", "/home/me/script.py", raising=False)
    assert named(Recorder) == "/home/me/script.py:Recorder"
    monkeypatch.delattr(sys.modules["__main__"], "__file__")
    for lost in (Recorder, Inside):
        with pytest.raises(BadLevel, match="cannot be found by other processes: it has to be in a file"):
            named(lost)  # type: ignore[arg-type]  # one of them is no bot


class Recorder:
    def observe(self, event: Event) -> None:
        """Hear nothing."""

    def act(self, view: View, legal: Sequence[Action]) -> Action:
        return legal[0]


@each(
    "name, said",
    [
        (
            "{own}:Nobody",
            r"there is no class Nobody in .*own\.py; there are: Fine, Stairs, Deaf, Cheat, Leaver, Shy$",
        ),
        (
            "{own}:Mute",
            r"Mute in .*own\.py is no bot: a bot is a class with observe\(event\) and act\(view, legal\)",
        ),
        ("{own}:factory", r"factory in .*own\.py is no bot: a bot is a class with"),
        ("{own}:", r"a bot of yours is written file\.py:Class, or package\.module:Class"),
        ("{own}:1", r"a bot of yours is written file\.py:Class"),
        (":Fine", r"a bot of yours is written file\.py:Class"),
        ("{own}", r"there is no bot '.*own\.py'; there are: .*, or a class, file\.py:Class"),
        ("nowhere.py:Fine", r"nowhere\.py:Fine: nowhere\.py cannot be read: No such file or directory"),
        ("toctoc.nowhere:Fine", r"toctoc\.nowhere:Fine does not load: ModuleNotFoundError: No module named"),
        ("nemesis:{own}:Fine", r"there is no bot '.*own\.py:Fine'"),
    ],
)
def test_the_error_of_an_unknown_name_names_the_right_form(name: str, said: str, own: Path) -> None:
    with pytest.raises(BadLevel, match=said):
        make(name.format(own=own), seat_info())


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("class Fine(", r"own\.py does not load: SyntaxError: '\(' was never closed \(own\.py, line 1\)"),
        ("import nothing_of_the_kind", r"own\.py does not load: ModuleNotFoundError: No module named 'nothing_of"),
        ("raise SystemExit('bye')", r"own\.py does not load: SystemExit: bye"),
    ],
)
def test_the_error_of_a_broken_file_has_its_reason(source: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(source, encoding="utf-8")
    with pytest.raises(BadLevel, match=said):
        program(f"{tmp_path / 'own.py'}:Fine")


def test_a_class_that_takes_no_seat_info_does_not_sit_down(own: Path) -> None:
    with pytest.raises(BadLevel, match=r"own\.py:Shy does not sit down at seat 2 of toctoctoc: TypeError: "):
        make(f"{own}:Shy", seat_info())


# --- what a class says of itself ----------------------------------------------------------------------------


def test_a_class_declares_the_games_that_it_plays(own: Path) -> None:
    assert plays(f"{own}:Fine", "toctoctoc")
    assert (plays(f"{own}:Stairs", "escalier"), plays(f"{own}:Stairs", "toctoctoc")) == (True, False)
    with pytest.raises(BadLevel, match=r"own\.py:Stairs does not play Toc Toc Toc!"):
        make(f"{own}:Stairs", seat_info())
    assert not thinks_ahead(f"{own}:Fine", "toctoctoc")


def test_a_class_is_introduced_to_people(own: Path) -> None:
    *_, fine, stairs = listed([f"{own}:Fine", f"{own}:Stairs"], ["owl", "cat"])
    assert (fine.name, fine.title, fine.face in ("owl", "cat")) == ("Fine", {"": "Grandma"}, True)
    assert (stairs.name, stairs.title, stairs.games, stairs.face) == (
        "Stairs",
        {"": "Stairs"},
        ("escalier",),
        "owl",
    )
    with pytest.raises(BadLevel, match="Stairs: a face is one of cat, not 'owl'"):
        listed([f"{own}:Stairs"], ["cat"])
    assert describe(f"{own}:Fine").title == {"": "Grandma"}
    assert short_name(f"{own}:Fine") == "Fine"


# --- what it does wrong -------------------------------------------------------------------------------------


@each(
    "name, why",
    [
        ("Deaf", "RuntimeError: what did you say?"),
        ("Cheat", "ValueError: everything is not one of the legal actions: "),
        ("Leaver", "SystemExit"),
    ],
)
def test_a_bot_that_fails_is_named_with_seat_and_game(name: str, why: str, own: Path) -> None:
    match = Match("escalier", 3, chance=lambda n: n - 1)
    bot: Bot = make(f"{own}:{name}", seat_info("escalier", 0))

    def play() -> None:
        match.follow(0, bot.observe)
        bot.act(match.view(0), match.legal(0))

    with pytest.raises(BotError) as caught:
        play()
    error = caught.value
    assert (error.bot, error.seat, error.game) == (f"{own}:{name}", 0, "escalier")
    assert error.why.startswith(why)
    assert str(error).startswith(f"the bot {own}:{name} failed at seat 0 of escalier: {why}")
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
