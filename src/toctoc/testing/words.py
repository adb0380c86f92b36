"""Test the words and rules for people: complete, and the same in every language that the game has."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import fields
from random import Random

import pytest

from toctoc import lang, rulebook
from toctoc.core import game_package
from toctoc.core.errors import Refused
from toctoc.core.game import Game
from toctoc.core.match import Match
from toctoc.core.plugins import is_built_in
from toctoc.lang import needed
from toctoc.lang.needed import blanks

from .base import Suite
from .conformance import Conformance


class WordsSuite(Suite):
    """Test the catalogues and the rulebook of every game."""

    def test_every_language_has_all_words(self, conformance: Conformance) -> None:
        game = conformance.game
        english = own_texts(game, "en")
        said_in(game, "en", lacks=needed.missing(game, english), what="texts that the game needs")
        for language in languages(game):
            texts = own_texts(game, language)
            said_in(game, language, lacks=english.keys() - texts.keys(), what="texts that English has")
            said_in(game, "en", lacks=texts.keys() - english.keys(), what=f"texts that {language} has")
            assert list(texts) == list(english), (
                f"lang/{language}.json has the texts in another order than en.json"
            )
            forms = {lang.KNOWN[language].plural(n) for n in range(200)}
            for key, text in texts.items():
                assert blanks(text) == blanks(english[key]), (language, key)
                assert isinstance(text, str) or set(text) == forms, (language, key)

    def test_sentences_ask_for_what_their_events_have(self, conformance: Conformance) -> None:
        game = conformance.game
        say = lang.load("en")
        for event in game.events:
            names = {field.name for field in fields(event)}
            for key in needed.event_keys(game, event):
                assert blanks(say.texts[key]) <= names | needed.with_articles(names) | {"n"}, key

    def test_every_ending_has_words(self, conformance: Conformance) -> None:
        keys = [f"{conformance.name}.ending.{ending}" for ending in conformance.endings]
        said_in(conformance.game, "en", lacks=set(keys) - lang.load("en").texts.keys(), what="texts of endings")

    def test_every_refusal_has_words_and_a_clause(self, conformance: Conformance) -> None:
        """Try everything in `tries` at every decision of some games."""
        game, say = conformance.game, lang.load("en")
        refused = list(refusals(conformance, games=10))
        keys = {f"refusal.{error.code}" for error in refused}
        assert len(keys) > 3
        said_in(game, "en", lacks=keys - say.texts.keys(), what="texts of refusals")
        own = {key.removeprefix("refusal.") for key in own_texts(game, "en") if key.startswith("refusal.")}
        if lacking := sorted(own - game.remedies.keys()):
            pytest.fail(f"{game.title}: `remedies` lacks {', '.join(lacking)}", pytrace=False)
        for error in refused:
            assert blanks(say.texts[f"refusal.{error.code}"]) <= error.details.keys(), error.code
            for clause in error.clause.split():
                assert rulebook.book_of(clause) in (conformance.name, rulebook.HOUSE_RULES), error.code

    def test_the_rulebook_has_the_same_clauses_in_every_language(self, conformance: Conformance) -> None:
        game = conformance.game
        english = list(rulebook.clauses(game.name, "en"))
        assert english == [f"{game.letter}{n}" for n in range(1, len(english) + 1)]
        for language in languages(game):
            if not game_package.file(game, "rulebook", f"{language}.md").is_file():
                has = f"{game.home}/lang/{language}.json"
                pytest.fail(f"there is {has}, but no {game.home}/rulebook/{language}.md", pytrace=False)
            assert list(rulebook.clauses(game.name, language)) == english
            assert rulebook.summary(game.name, language)
            boxes = [len(items) for items in rulebook.online(game.name, language)]
            assert boxes == [len(items) for items in rulebook.online(game.name, "en")]

    def test_clauses_that_are_cited_are_in_the_rulebook(self, conformance: Conformance) -> None:
        game = conformance.game
        cited = {event.clause for event in game.events} | set(game.asked.values())
        cited |= {clause for event in game.events for clause in event.clauses.values()}
        cited |= {option.clause for option in game.options} | set(conformance.signs)
        for clause in {clause for clauses in cited for clause in clauses.split()}:
            assert rulebook.book_of(clause), clause


def languages(game: Game) -> list[str]:
    """Return the languages of a game: ours have all, a plugin English and those of which it has a catalogue."""
    return [
        language
        for language in lang.LANGUAGES
        if is_built_in(game) or language == "en" or game_package.file(game, "lang", f"{language}.json").is_file()
    ]


def own_texts(game: Game, language: str) -> dict[str, lang.Text]:
    """Return a game's own texts in a language, without those that fall back to English."""
    file = game_package.file(game, "lang", f"{language}.json")
    texts: dict[str, lang.Text] = json.loads(file.read_text("utf-8"))
    return texts


def said_in(game: Game, language: str, lacks: Iterable[str], what: str) -> None:
    """Let a test fail that names all the keys which a language lacks."""
    if keys := sorted(lacks):
        name, lines = lang.KNOWN[language].name, "\n".join(f"  {key}" for key in keys)
        pytest.fail(f"{game.title}, {name}: {language}.json lacks {len(keys)} {what}:\n{lines}", pytrace=False)


def refusals(conformance: Conformance, games: int) -> Iterator[Refused]:
    """Try everything that is written in `conformance.tries`, at every decision of some games, by some seat."""
    rng = Random(f"{conformance.name} refusals")
    for variant in rng.choices(conformance.variants, k=games):
        match = Match(variant.game, variant.players, variant.chosen, chance=rng.randrange)
        while (seat := match.asked) is not None:
            for words in conformance.tries:
                try:
                    match.check(rng.choice([seat, rng.randrange(variant.players)]), words)
                except Refused as refused:
                    yield refused
            match.play(seat, rng.choice(match.legal(seat)))
