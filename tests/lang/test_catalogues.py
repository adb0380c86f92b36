"""All catalogues say the same things, and exactly those that the games and the programs need."""

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import fields, replace
from functools import cache
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

import toctoc
from tests.games.conformance import conformance
from tests.lang import browser
from tests.scale import each
from toctoc import GAMES, lang
from toctoc.bots import Reason
from toctoc.cli.terminal.speech import Speaker
from toctoc.core.game import Event, Game
from toctoc.games.toctoctoc.bots.reasons import FAMILIES
from toctoc.lang.needed import event_keys as keys_of
from toctoc.lang.needed import missing, with_articles, word_lists
from toctoc.lang.needed import needed as needed_by_every
from toctoc.table.text import PHRASES
from toctoc.testing.words import WordsSuite
from tools.protocol import refusals

SOURCE = Path(toctoc.__file__).parent
ENGLISH = lang.load("en")
PAIRS = ("Swap",)  # both parts are asked for at once


def blanks(text: lang.Text) -> set[str]:
    forms = [text] if isinstance(text, str) else text.values()
    return {blank for form in forms for blank in lang.BLANK.findall(form)}


def words(game: str) -> dict[str, tuple[str, ...]]:
    """The words of a game by their kind: its cards, colours and so on."""
    return word_lists(GAMES[game])


def codes_of_the_server() -> set[str]:
    """Every code with which the server and its tables refuse something, apart from the games'."""
    lists = (
        refusals.HTTP_REFUSALS,
        refusals.LOCAL_REFUSALS,
        refusals.CONNECTION_REFUSALS,
        refusals.TABLE_REFUSALS,
        refusals.GAME_REFUSALS,
        refusals.BYE_CODES,
    )
    return {code for codes in lists for code in codes} - refusal_codes()


@cache
def nodes() -> tuple[ast.AST, ...]:
    """Return every node of the code of the games."""
    files = (*(SOURCE / "core").rglob("*.py"), *(SOURCE / "games").rglob("*.py"))
    return tuple(node for file in files for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))))


@cache
def refusal_codes() -> frozenset[str]:
    """Return every code that stands where the games make a refusal."""
    texts = (str(node.value) for node in nodes() if isinstance(node, ast.Constant))
    return frozenset(text for text in texts if re.fullmatch(r"[a-z-]+/[a-z-]+", text))


def refusals_made() -> Iterator[tuple[str, set[str]]]:
    """Every refusal that is made in one place, with the details that it carries."""
    for node in nodes():
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
            first = node.args[0]
            if node.func.id in ("IllegalMove", "WrongTurn", "UnknownWords") and isinstance(first, ast.Constant):
                yield str(first.value), {str(keyword.arg) for keyword in node.keywords}


def reasons_given(game: str, module: str = "reasons") -> Iterator[tuple[str, set[str]]]:
    """Every reason that the bots of a game can give, once for each place that gives it, with what it tells."""
    file = SOURCE / "games" / game / "bots" / f"{module}.py"
    tree = ast.parse(file.read_text(encoding="utf-8") if file.is_file() else "")
    for function in [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]:
        said = {
            target.id: node.value
            for node in ast.walk(function)
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Reason":
                code, params = node.args
                assert isinstance(params, ast.Dict)
                names = {key.value for key in params.keys if isinstance(key, ast.Constant)}
                for text in either(said[code.id] if isinstance(code, ast.Name) else code):
                    yield text, {str(name) for name in names}


def either(node: ast.expr) -> list[str]:
    """The texts that an expression may be: itself, or one of two."""
    if isinstance(node, ast.IfExp):
        return either(node.body) + either(node.orelse)
    assert isinstance(node, ast.Constant)
    return [str(node.value)]


def event_keys(game: str) -> Iterator[tuple[str, type[Event]]]:
    for kind in GAMES[game].events:
        yield from ((key, kind) for key in keys_of(GAMES[game], kind))


def seats_of(game: str, kind: type[Event]) -> set[str]:
    """The fields of an event that are players."""
    return {field.name for field in fields(kind) if GAMES[game].kind(kind.__name__, field.name) == "player"}


def forms_for_you(game: str, key: str, kind: type[Event]) -> set[str]:
    """In which of the players that a sentence names the viewer may be, so that it needs a form for `you`."""
    names = {other.__name__ for other in GAMES[game].events}
    named = seats_of(game, kind) & blanks(ENGLISH.texts[key])
    if kind.__name__.startswith("You") or kind.__name__.endswith("ToYou"):
        return named & {"seat"}
    has_own_event = {f"You{kind.__name__}", f"{kind.__name__}ToYou"} & names
    return named - ({"seat"} if has_own_event else set())


def needed(game: str) -> Iterator[str]:
    """Every key that a game needs."""
    yield from (key for keys in needed_by_every(GAMES[game]) for key in keys)
    the_words = words(game)
    if game == "toctoctoc":
        yield from (f"{game}.cards.{card}" for card in the_words["card"])
    if game == "escalier":
        yield from (f"{game}.the-colour.{colour}" for colour in the_words["colour"])
    yield from (f"{game}.label.{place}" for place in the_words.get("place", ()))
    for key, event in event_keys(game):
        for seat in forms_for_you(game, key, event):
            yield f"{key}.{seat}"
    yield from (f"{game}.reason.{code}" for code, _ in reasons_given(game))
    yield from (f"{game}.lapse.{code}" for code, _ in reasons_given(game, "lapses"))
    yield from (f"{game}.hint.{action.__name__}" for action in GAMES[game].actions)
    if game == "toctoctoc":
        yield from (f"{game}.family.{family}" for family in FAMILIES)
    phases = [phase for phase in GAMES[game].asked if ":" not in phase]
    yield from (f"{game}.ask.{phase}" for phase in phases if phase not in ("chance", "over", "effect"))
    for action in GAMES[game].actions:
        names = action.order or tuple(field.name for field in fields(action))
        is_seat = bool(names) and GAMES[game].kind(action.__name__, names[0]) == "player"
        if not action.is_aside and action.__name__ not in PAIRS:
            asked_later = names if is_seat else names[1:]
            yield from (f"{game}.ask.{action.__name__}.{name}" for name in asked_later)
    yield from (f"{game}.ending.{end}" for end in conformance(game).endings)
    yield f"{game}.help"
    for option in GAMES[game].options:
        shared = option.name in ("start", "creator", "memory_aid")
        yield f"option.{option.name}.how" if shared else f"{game}.option.{option.name}.how"


def optional(game: Game) -> Iterator[str]:
    """Every key that a game may have: shorter answers in menus, lines for each seat, options and choices."""
    yield from (f"{game.name}.menu.{action.__name__}" for action in game.actions)
    yield from (f"{game.name}.event.{event.__name__}.each" for event in game.events)
    # The history tells one's own deeds as everybody saw them.
    yield from (f"{game.name}.event.{event.__name__}.seat" for event in game.events)
    yield f"{game.name}.cards.none"
    for option in game.options:
        for key in (f"option.{option.name}", f"{game.name}.option.{option.name}"):
            yield key
            yield from (f"{key}.{choice}" for choice in getattr(option, "choices", ()))


def needed_by_chocottes_alone() -> Iterator[str]:
    from toctoc.games.chocottes.refusals import EFFECTS
    from toctoc.games.chocottes.view import ENDS
    from toctoc.games.chocottes.words import MIXES

    for value, _ in EFFECTS.values():
        yield f"chocottes.effect.{value}"
        yield f"chocottes.ask.effect.{value}"
    yield from (f"chocottes.end.{end}" for end in ENDS.values())
    ended = "chocottes.event.RoundEnded"
    yield from (f"{ended}.{end}" for end in ("pile-empty", "row-empty", "row-empty.by"))
    yield from (f"chocottes.mix.{mix}" for mix in MIXES)
    yield from (f"chocottes.chance.{outcome}" for outcome in ("Deal", "PenaltyCard", "Gift", "Mixed"))
    yield "chocottes.menu.place"


def needed_by_toctoctoc_alone() -> Iterator[str]:
    from toctoc.games.toctoctoc.words import CREATURES, WHYS

    for reason in (*WHYS, *(f"vamp-{creature}" for creature in CREATURES)):
        key = f"toctoctoc.event.NothingHappened.{reason}"
        yield from (key, f"{key}.source")


@cache
def literals() -> set[str]:
    """Every text in the code of what speaks, besides the browser; f-strings with what they leave open as `*`."""
    found: set[str] = set()
    speaking = [
        *(SOURCE / "cli").rglob("*.py"),
        *(SOURCE / "games").glob("*/terminal.py"),
        *(SOURCE / "lang").rglob("*.py"),
        SOURCE / "server/pages/previews.py",
    ]
    for file in speaking:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                parts = [part.value if isinstance(part, ast.Constant) else "*" for part in node.values]
                found.add("".join(map(str, parts)))
    for file in (SOURCE / "server/features/admin").glob("page.*"):
        found |= set(re.findall(r"admin\.[a-z-]+", file.read_text(encoding="utf-8")))
    return found


def called(text: str) -> bool:
    """Whether a text looks like a key that the code asks for as it stands."""
    families = (
        "play|help|command|bots|simulate|replay|verify|backup|export|prune|rules|error|number|list|words|page"
        "|toctoctoc|chocottes|escalier"
    )
    return bool(re.fullmatch(rf"({families})\.[\w.-]*\w", text))


@pytest.mark.parametrize("language", lang.LANGUAGES)
class TestEveryCatalogue:
    def test_it_has_the_same_keys_as_the_others(self, language: str) -> None:
        assert list(lang.load(language).texts) == list(ENGLISH.texts)

    def test_it_has_the_same_blanks_as_the_others(self, language: str) -> None:
        for key, text in lang.load(language).texts.items():
            assert blanks(text) == blanks(ENGLISH.texts[key]), key

    def test_plurals_have_every_form_of_the_language(self, language: str) -> None:
        forms = {lang.KNOWN[language].plural(n) for n in range(200)}
        for key, text in lang.load(language).texts.items():
            if not isinstance(text, str):
                assert set(text) == forms, key

    def test_no_text_is_empty_or_has_stray_spaces(self, language: str) -> None:
        for key, text in lang.load(language).texts.items():
            for form in [text] if isinstance(text, str) else text.values():
                assert form, key
                assert "  " not in form.replace("   ", ""), key  # three spaces set remarks apart
                assert key.startswith(("list.", "number.")) or form == form.strip(), key


@each("game", GAMES)
def test_a_game_has_all_its_words(game: str) -> None:
    assert set(needed(game)) - ENGLISH.texts.keys() == set()
    assert [missing(GAMES[game], lang.words(GAMES[game], each)) for each in lang.LANGUAGES] == [[]] * len(
        lang.LANGUAGES
    )


def test_every_refusal_has_its_sentence() -> None:
    games, server = refusal_codes(), codes_of_the_server()
    assert len(games) > 40
    assert len(server) > 60
    codes = {f"refusal.{code}" for code in games | server}
    keys = {key for key in ENGLISH.texts if key.startswith("refusal.")}
    assert codes - keys == set()
    by_itself = {f"refusal.{text}" for text in browser.quoted()}  # the browser refuses some things by itself
    assert keys - codes - by_itself == set()


def test_a_game_needs_a_text_for_each_refusal_that_it_declares() -> None:
    game = GAMES["escalier"]
    more = replace(game, remedies={**game.remedies, "move/too-far": "Move less.", "move/too-soon": "Wait."})
    assert missing(more, lang.words(game, "en")) == ["refusal.move/too-far", "refusal.move/too-soon"]


def test_the_suite_names_refusals_that_a_game_does_not_declare() -> None:
    game = GAMES["escalier"]
    left_out = ("ask/no-ghost", "swap/same-ghost")
    fewer = replace(game, remedies={code: game.remedies[code] for code in game.remedies if code not in left_out})
    with pytest.raises(pytest.fail.Exception) as named:
        WordsSuite().test_every_refusal_has_words_and_a_clause(replace(conformance("escalier"), game=fewer))
    assert str(named.value).endswith("`remedies` lacks ask/no-ghost, swap/same-ghost")


def test_refusals_that_every_game_may_need_are_among_the_common_texts() -> None:
    """Texts in a game's own catalogue are for its own refusals only."""
    said = refusals.TABLE_REFUSALS | refusals.RULES_REFUSALS | refusals.RACE_REFUSALS
    for language in lang.LANGUAGES:
        common = json.loads((SOURCE / "lang" / "common" / f"{language}.json").read_text(encoding="utf-8"))
        assert {f"refusal.{code}" for code in said} - common.keys() == set(), language


def test_texts_of_server_refusals_have_no_blanks() -> None:
    for code in codes_of_the_server():
        assert not blanks(ENGLISH.texts[f"refusal.{code}"]), code


def test_refusals_fill_the_blanks_of_their_sentences() -> None:
    made = dict(refusals_made())
    assert len(made) > 30
    for code, details in made.items():
        assert blanks(ENGLISH.texts[f"refusal.{code}"]) <= details, code


@each("game", GAMES)
def test_every_reason_of_a_bot_has_its_sentence(game: str) -> None:
    codes = {f"{game}.reason.{code}" for code, _ in reasons_given(game)}
    assert len(codes) > 6
    assert codes == {key for key in ENGLISH.texts if key.startswith(f"{game}.reason.")}


@each("game", GAMES)
def test_reasons_fill_the_blanks_of_their_sentences(game: str) -> None:
    for code, names in reasons_given(game):
        assert blanks(ENGLISH.texts[f"{game}.reason.{code}"]) <= names | with_articles(names), code


@each("language", lang.LANGUAGES)
@each("game", GAMES)
def test_reasons_can_be_said_with_every_value(game: str, language: str) -> None:
    """Every word and some numbers in every blank; what a blank needs a word for has one."""
    speaker = Speaker(lang.load(language), game, ("Ada", "Ben", "Cleo"), 0)
    the_words = {**words(game), "family": FAMILIES}
    for code, names in reasons_given(game):
        for n in (0, 1, 2, 61):
            tellings: list[dict[str, str | int]] = [{}]
            for name in sorted(names):
                kind = GAMES[game].kind(code, name)
                values: tuple[str | int, ...] = (1,) if kind == "player" else the_words.get(kind or "", (n,))
                tellings = [{**told, name: value} for told in tellings for value in values]
            for told in tellings:
                sentence = speaker.reason(Reason(code, told))
                assert sentence[0].isupper() or not sentence[0].isalpha(), code
                assert "{" not in sentence, code


def test_every_phrase_of_the_table_talk_has_a_text() -> None:
    assert [key for key in ENGLISH.texts if key.startswith("talk.")] == [f"talk.{phrase}" for phrase in PHRASES]


@each("game", GAMES)
def test_every_word_in_an_event_has_a_kind(game: str) -> None:
    for kind in GAMES[game].events:
        hints = get_type_hints(kind)
        for field in fields(kind):
            if hints[field.name] is str or str in get_args(hints[field.name]):
                assert GAMES[game].kind(kind.__name__, field.name), f"{kind.__name__}.{field.name}"


def test_every_key_in_the_code_has_a_text() -> None:
    asked = {text for text in literals() if called(text) and "*" not in text}
    assert len(asked) > 80
    assert asked - ENGLISH.texts.keys() == set()


def test_every_key_of_the_browser_has_a_text() -> None:
    said = browser.said()
    assert {key: file for key, file in said.items() if key not in ENGLISH} == {}


def test_the_browser_composes_keys_as_its_list_says() -> None:
    for prefix in browser.PREFIXES:
        assert any(browser.composes(key) for key in ENGLISH.texts if key.startswith(prefix)), prefix


def test_no_text_is_unused() -> None:
    found = literals()
    open_ones = [
        re.compile(re.escape(text).replace(r"\*", "[^.]+"))
        for text in found
        if re.match(r"[a-z*]+\.", text) and "*" in text
    ]
    tails = {text for text in found if re.fullmatch(r"(table|act|ask)\.[\w-]+", text)}
    used = {key for game in GAMES for key in needed(game)} | set(needed_by_chocottes_alone())
    used |= set(needed_by_toctoctoc_alone())
    used |= {f"refusal.{code}" for code in {*refusal_codes(), *codes_of_the_server()}}
    used |= {f"{game}.{tail}" for game in GAMES for tail in tails}
    used |= {f"talk.{phrase}" for phrase in PHRASES}
    used |= {key for game in GAMES.values() for key in optional(game)}
    unused = [
        key
        for key in ENGLISH.texts
        if key not in used | found
        and not browser.asks_for(key)
        and not any(pattern.fullmatch(key) for pattern in open_ones if not pattern.pattern.startswith("[^.]+"))
    ]
    assert unused == []
