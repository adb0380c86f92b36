"""Words and rules for people: the same in every language, and all that a game needs."""

import json
from collections.abc import Iterator
from dataclasses import fields
from random import Random

from toctoc import lang, rulebook
from toctoc.games import rooms
from toctoc.games.errors import Refused
from toctoc.games.game import Game
from toctoc.games.match import Match
from toctoc.lang import needed

from .base import Suite
from .conformance import Conformance


class WordsSuite(Suite):
    """Reads the catalogues and the rulebook of every game."""

    def test_every_language_has_all_words(self, conformance: Conformance) -> None:
        game = conformance.game
        english = own_texts(game, "en")
        assert needed.missing(game, "en") == []
        for language in lang.LANGUAGES:
            texts = own_texts(game, language)
            assert list(texts) == list(english)
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
                assert blanks(say.texts[key]) <= names | {f"a_{name}" for name in names} | {"n"}, key

    def test_every_ending_has_words(self, conformance: Conformance) -> None:
        say = lang.load("en")
        assert [end for end in conformance.endings if f"{conformance.name}.ending.{end}" not in say] == []

    def test_every_refusal_has_words_and_a_clause(self, conformance: Conformance) -> None:
        """Whatever somebody tries at whatever moment of some games."""
        say, refused = lang.load("en"), list(refusals(conformance, games=10))
        assert len({error.code for error in refused}) > 3
        for error in refused:
            assert f"refusal.{error.code}" in say
            assert blanks(say.texts[f"refusal.{error.code}"]) <= error.details.keys(), error.code
            for clause in error.clause.split():
                assert rulebook.book_of(clause) in (conformance.name, rulebook.HOUSE), error.code

    def test_the_rulebook_has_the_same_clauses_in_every_language(self, conformance: Conformance) -> None:
        game = conformance.game
        english = list(rulebook.clauses(game.name, "en"))
        assert english == [f"{game.letter}{n}" for n in range(1, len(english) + 1)]
        for language in lang.LANGUAGES:
            assert list(rulebook.clauses(game.name, language)) == english
            assert rulebook.summary(game.name, language)

    def test_clauses_that_are_cited_are_in_the_rulebook(self, conformance: Conformance) -> None:
        game = conformance.game
        cited = {event.clause for event in game.events} | set(game.asked.values())
        cited |= {clause for event in game.events for clause in event.clauses.values()}
        cited |= {option.clause for option in game.options} | set(conformance.signs)
        for clause in {clause for clauses in cited for clause in clauses.split()}:
            assert rulebook.book_of(clause), clause


def own_texts(game: Game, language: str) -> dict[str, lang.Text]:
    """Return a game's texts in a language, without what would be said in English instead."""
    if not game.home:
        return lang.words(game, language)
    texts: dict[str, lang.Text] = json.loads(rooms.file(game, "lang", f"{language}.json").read_text("utf-8"))
    return texts


def blanks(text: lang.Text) -> set[str]:
    """Return the names in braces of a text."""
    forms = [text] if isinstance(text, str) else text.values()
    return {blank for form in forms for blank in lang.BLANK.findall(form)}


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
