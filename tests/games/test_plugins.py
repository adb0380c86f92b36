"""Games of installed packages: taken as ours are, and left out with a word where something is wrong."""

import json
import logging
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import click
import pytest

from tests.cli.invoke import run
from tests.scale import each
from toctoc import lang, rulebook
from toctoc.bots.level import level
from toctoc.cli.params import checked_players, game_line
from toctoc.cli.terminal.prompt import no_clause
from toctoc.core import game_package
from toctoc.core.errors import Refused
from toctoc.core.game import Game
from toctoc.core.match import Match
from toctoc.core.plugins import load
from toctoc.core.registry import BUILT_IN, GAMES
from toctoc.table.checks import check_settings, known_bot
from toctoc.table.log import Settings

KNOCK = """
from dataclasses import replace
from toctoc.games.toctoctoc import GAME as OTHER
GAME = replace(OTHER, name={name!r}, letter={letter!r}, home={home!r}, title="Knock!")
"""
WITHOUT = """
from types import SimpleNamespace
rules = SimpleNamespace(**{{key: value for key, value in vars(OTHER.rules).items() if key not in ({left_out},)}})
GAME = replace(GAME, rules=rules)
"""
SIX_SEATS = (
    KNOCK
    + """
from types import SimpleNamespace
GAME = replace(GAME, rules=SimpleNamespace(**dict(vars(OTHER.rules), SEATS=6)))
"""
)
NOBODY = SIX_SEATS.replace("SEATS=6", "SEATS=2")  # at least three play it
Install = Callable[..., Path]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Return a function that puts a package with a game where Python finds it."""
    monkeypatch.syspath_prepend(tmp_path)

    def installed(
        code: str = KNOCK, entry: str = "knock:GAME", name: str = "knock", letter: str = "K", home: str = "knock"
    ) -> Path:
        package = tmp_path / "knock"
        for folder in ("lang", "rulebook", "bots"):
            (package / folder).mkdir(parents=True)
        (package / "__init__.py").write_text(code.format(name=name, letter=letter, home=home))
        (package / "bots" / "__init__.py").touch()
        (package / "bots" / "mind.py").write_text("THOUGHT = 7\n")
        (package / "lang" / "en.json").write_text(json.dumps({"knock.help": "Knock!", "play.you": "Thou"}))
        (package / "lang" / "fr.json").write_text(json.dumps({"knock.help": "Toc !"}))
        (package / "lang" / "NOTES.txt").write_text("Knock is Toc in French.")
        (package / "rulebook" / "en.md").write_text("# Knock!\n\n## In one minute\n\nKnock.\n\n- **K1** Knock.\n")
        about = tmp_path / "knocking-1.2.dist-info"
        about.mkdir()
        (about / "METADATA").write_text("Metadata-Version: 2.1\nName: knocking\nVersion: 1.2\n")
        (about / "entry_points.txt").write_text(f"[toctoc.games]\nknock = {entry}\n")
        return package

    yield installed
    for module in [module for module in sys.modules if module.partition(".")[0] == "knock"]:
        del sys.modules[module]


@pytest.fixture
def knock(install: Install, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """Return a plugin's game, and have it among the games."""
    install()
    game = load()["knock"]
    monkeypatch.setitem(GAMES, "knock", game)
    monkeypatch.setitem(rulebook.BOOKS, "K", "knock")
    lang.load.cache_clear()
    yield game
    lang.load.cache_clear()


def test_an_installed_game_stands_after_ours(install: Install) -> None:
    install()
    games = load()
    assert list(games) == [*BUILT_IN, "knock"]
    assert games["knock"].title == "Knock!"


def test_its_rooms_are_in_its_own_package(knock: Game) -> None:
    assert game_package.package(knock, "bots") == "knock.bots"
    mind = game_package.module(knock, "bots", "mind")
    assert mind is not None
    assert mind.THOUGHT == 7
    assert game_package.module(knock, "terminal") is None
    assert game_package.file(knock, "rulebook", "en.md").is_file()


def test_our_games_are_laid_out_in_the_same_way() -> None:
    for game in BUILT_IN.values():
        assert game_package.package(game, "bots") == f"toctoc.games.{game.name}.bots"
        assert game_package.module(game, "terminal") is not None


def test_its_words_are_in_the_catalogues_and_change_none_of_ours(knock: Game) -> None:
    assert lang.load("fr")("knock.help") == "Toc !"
    assert lang.load("nl")("knock.help") == "Knock!"
    assert lang.load("en")("play.you") == "You"
    assert lang.words(knock, "fr")["knock.help"] == "Toc !"


def test_texts_that_are_missing_or_wrong_are_named_and_their_keys_are_shown(
    install: Install, caplog: pytest.LogCaptureFixture
) -> None:
    package = install()
    wrong = {"knock.event.Offered": "{nobody} knocks", "knock.act.Open": {"one": "open"}}
    (package / "lang" / "en.json").write_text(json.dumps(wrong))
    texts = lang.words(load()["knock"], "en")
    assert texts["title.knock"] == "Knock!"
    assert texts["knock.event.Offered"] == "knock.event.Offered"
    assert texts["knock.act.Open"] == "knock.act.Open"
    assert texts["knock.event.Started"] == "knock.event.Started"
    unfit, missing = [record.getMessage() for record in caplog.records]
    assert unfit == (
        "knock/lang/en.json: 2 texts cannot be said: knock.act.Open (no form for other), knock.event.Offered "
        "({nobody}, but Offered fills {seat}, {to}, also with a_ or the_ before the name)"
    )
    assert "knock.event.Offered" not in missing
    named = missing.removeprefix("knock/lang/en.json: ").partition(" texts are missing: ")
    assert named[2].startswith("game.knock, ")
    assert len(named[2].split(", ")) == int(named[0]) > 40  # every one of them
    assert named[2].endswith(", refusal.chase/not-tied")


def test_a_missing_text_or_value_is_replaced_by_its_key(knock: Game) -> None:
    say = lang.load("en")
    assert say("knock.reason.bluff", card="ghost") == "knock.reason.bluff"
    assert say("refusal.knock/twice") == "refusal.knock/twice"
    with pytest.raises(KeyError):
        say("escalier.reason.bluff")
    with pytest.raises(KeyError):
        lang.Catalogue("en", {})("refusal.knock/twice")


def test_levels_that_cannot_be_built_cost_their_own_game_only(
    install: Install, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    package = install()
    (package / "bots" / "policy.py").write_text("TRAITS = {'speed': (0.0, 1.0)}\n")
    (package / "bots" / "levels.toml").write_text("[voyante]\nspeed = 7\n[comte]\nspeed = 0.5\n")
    monkeypatch.setitem(GAMES, "knock", load()["knock"])
    level.cache_clear()
    try:
        assert [level(name).plays("knock") for name in ("voyante", "comte")] == [False, True]
        assert level("voyante").plays("escalier")
    finally:
        level.cache_clear()
    assert (
        "knock/bots: voyante does not play knock: voyante: speed in [knock] is a number from 0 to 1" in caplog.text
    )


def test_a_game_for_one_number_of_players_says_so(knock: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    trio = replace(knock, rules=SimpleNamespace(**dict(vars(knock.rules), SEATS=3)))
    monkeypatch.setitem(GAMES, "knock", trio)
    assert (trio.players_text, BUILT_IN["toctoctoc"].players_text) == ("3", "3 to 5")
    with pytest.raises(ValueError, match="Knock! is for 3 players, not 4"):
        Match(trio, 4)
    with pytest.raises(click.BadParameter, match="Knock! is for 3 players, not 4"):
        checked_players("knock", 4, lang.load("en"))
    assert " (3 players). " in game_line(trio, lang.load("en"))
    with pytest.raises(Refused, match="Knock! is for 3 players"):
        check_settings("knock", Settings(4))


@each("language", lang.LANGUAGES)
def test_the_help_of_the_program_lists_it(knock: Game, language: str) -> None:
    shown = " ".join(run("--help", LANG=f"{language}_XX.UTF-8").stdout.split())
    *_, last = shown.partition(" (escalier)")
    assert last.startswith(f"{lang.load(language)('list.and')}Knock! (knock).")


def test_its_clauses_are_among_the_examples(knock: Game) -> None:
    said = no_clause("Q1", lang.load("en"))
    assert said == "There is no clause 'Q1'; clauses look like T1, C1, E1, H1, K1."


def test_a_bot_that_does_not_play_it_is_named_with_the_game(knock: Game) -> None:
    with pytest.raises(Refused, match="No bot 'voyante' plays Knock! here"):
        known_bot(knock.name, "voyante", lambda *_: False)


def test_its_rules_are_among_the_books(knock: Game) -> None:
    assert rulebook.clauses(knock.name, "de") == {"K1": "Knock."}
    assert rulebook.book_of("K1") == "knock"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"code": "import nothing_of_this_name"}, "it does not load: ModuleNotFoundError: No module named"),
        ({"code": "GAME = 1 / 0"}, "it does not load: ZeroDivisionError"),
        ({"code": "GAME = 'knock'"}, "leads to str; it has to lead to a toctoc.core.game.Game"),
        ({"code": "import sys; sys.exit(3)"}, "it does not load: SystemExit: 3"),
        ({"code": "raise ValueError('one\\n  two')"}, "it does not load: ValueError: one two"),
        ({"code": KNOCK + WITHOUT.replace("{left_out}", "'won', 'VERSION'")}, "lack VERSION, won"),
        (
            {"code": KNOCK + "import json\nGAME = replace(GAME, rules=json)"},
            "its rules, 'json', lack VERSION, FEWEST",
        ),
        (
            {"code": KNOCK + "from toctoc.games.escalier import rules\nGAME = replace(GAME, rules=rules)"},
            "no game of it can begin: ",
        ),
        ({"code": KNOCK + "GAME = replace(GAME, options=('speed',))"}, "'speed' is no option"),
        ({"code": KNOCK + "GAME = replace(GAME, events=(str,))"}, "the event str has no `clause`"),
        (
            {
                "code": KNOCK
                + "class Spied(OTHER.events[0]):\n    reveals = ('hand',)\nGAME = replace(GAME, events=(Spied,))"
            },
            "the event Spied reveals 'hand'; it can reveal: ",
        ),
        ({"code": NOBODY}, "its rules are for 3 to 2 players"),
        ({"letter": "Z"}, "its letter is Z, but knock/rulebook/en.md has a clause K1"),
        ({"entry": "knock:PLAY"}, "it does not load: AttributeError"),
        ({"name": "chocottes"}, "the name chocottes is taken; there are: toctoctoc, chocottes, escalier"),
        ({"name": "Knock Knock"}, "a name is a small letter, then small letters and digits"),
        ({"letter": "T"}, "the letter T is that of toctoctoc; choose another one"),
        ({"letter": "H"}, "the letter H is that of the house rules; choose another one"),
        ({"letter": "knock"}, "clauses have one capital letter"),
        ({"code": SIX_SEATS}, "it has 6 seats; a table has at most 5"),
        ({"home": ""}, "its `home` is empty; it has to be the package in which its modules are"),
    ],
)
def test_a_broken_plugin_is_named_with_its_remedy(
    install: Install, caplog: pytest.LogCaptureFixture, given: dict[str, str], message: str
) -> None:
    install(**given)
    with caplog.at_level(logging.WARNING):
        assert load() == BUILT_IN
    (record,) = caplog.records
    assert record.getMessage().startswith("knocking 1.2: the game 'knock' is left out: ")
    assert message in record.getMessage()


@pytest.mark.parametrize(
    ("path", "text", "message"),
    [
        ("lang/en.json", None, "there is no lang/en.json in the package knock"),
        ("rulebook/en.md", None, "there is no rulebook/en.md in the package knock"),
        ("lang/fr.json", "{", "knock/lang/fr.json is no catalogue: Expecting property name"),
        ("lang/fr.json", "[]", "knock/lang/fr.json is no catalogue: it has to be an object of texts"),
        (
            "lang/en.json",
            '{"title.knock": 3}',
            "title.knock is 3; it has to be a text, or an object of one for each",
        ),
        ("lang/en.json", '{"a": {"one": ["x"]}}', 'a is {"one": ["x"]}; it has to be a text'),
        ("rulebook/en.md", "# Knock!", "knock/rulebook/en.md has no section"),
        ("bots/levels.toml", "[voyante", "knock/bots/levels.toml is no TOML: "),
        ("lesson.toml", "chance = [", "knock/lesson.toml is no TOML: "),
        ("lesson.toml", "luck = 1", "knock/lesson.toml has no list `chance`"),
        ("lesson.toml", 'chance = ["dance"]', "knock/lesson.toml: "),
        ("lesson.toml", 'chance = []\nopening = ["0 dance"]', "knock/lesson.toml: "),
        ("lesson.toml", "chance = []\nluck = []", "knock/lesson.toml: luck has to be one of the lists chance, "),
    ],
)
def test_one_whose_files_cannot_be_read_is_left_out(
    install: Install, caplog: pytest.LogCaptureFixture, path: str, text: str | None, message: str
) -> None:
    file = install() / path
    file.unlink() if text is None else file.write_text(text)
    assert load() == BUILT_IN
    assert message in caplog.text


def test_a_lesson_may_arrange_the_chance_alone(install: Install) -> None:
    (install() / "lesson.toml").write_text("chance = []\nlearner = []")
    assert "knock" in load()


def test_a_knowledge_may_be_made_by_any_function(install: Install) -> None:
    install(KNOCK + "GAME = replace(GAME, knowledge=lambda *given: OTHER.knowledge(*given))\n")
    assert "knock" in load()


def test_a_source_tree_that_is_not_installed_has_our_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("toctoc.core.plugins.entry_points", lambda group: [])
    assert load() == BUILT_IN
    assert list(load()) == list(BUILT_IN)
