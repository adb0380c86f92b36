"""Clauses contain their key words in every language, and no forbidden ones."""

import re

from tests.scale import each
from toctoc import lang, rulebook


def clause(number: str, language: str) -> str:
    """The text of a clause, with plain spaces."""
    return rulebook.clauses(str(rulebook.book_of(number)), language)[number].replace("\u00a0", " ")


def online(number: str, language: str) -> str:
    """The items of boxes that begin with this clause, with plain spaces."""
    boxes = rulebook.online(str(rulebook.book_of(number)), language)
    items = [item for box in boxes for item in box if re.match(rf"{number}\b", item)]
    return " ".join(items).replace("\u00a0", " ")


# C10: the window's clock is off at slow tables and with "no hurry", and the table's clock runs instead.
SLOW_TABLE = {"en": "slow table", "fr": "table lente", "nl": "trage tafel", "de": "langsamen Tisch"}
DOING_NOTHING = {"en": "doing nothing", "fr": "ne faisant rien", "nl": "niets te doen", "de": "nichts tut"}


@each("language", lang.LANGUAGES)
def test_C10_an_idle_player_cannot_hold_a_timed_table(language: str) -> None:
    said = online("C10", language)
    assert "H3" in said
    assert SLOW_TABLE[language] in said
    assert DOING_NOTHING[language] in said
    assert "C10" in online("H3", language)


# C10: what a refusal that cites it needs: until when, in which order, and that a pass is final.
PASSED = {"en": "passed", "fr": "passé", "nl": "gepast", "de": "gepasst"}


@each("language", lang.LANGUAGES)
def test_C10_states_the_end_of_the_window(language: str) -> None:
    said = clause("C10", language)
    assert " 5 " in said
    assert said.count(PASSED[language]) == 2
    assert len(said.split()) < 50


# T6, C6, E3: a rematch draws anew, where the starter is drawn.
DRAWN_ANEW = {"en": "drawn anew", "fr": "tirée de nouveau", "nl": "opnieuw geloot", "de": "neu ausgeloster"}


@each("language", lang.LANGUAGES)
@each("number", ["T6", "C6", "E3"])
def test_T6_C6_E3_a_rematch_with_a_drawn_starter_draws_anew(number: str, language: str) -> None:
    assert DRAWN_ANEW[language] in online(number, language)
    assert clause(number, language).count(".") == 2  # the printed starter, and the direction


# H1: two deals of live tables whose secret is opened later, or is not there.
DAILY = {"en": "daily deal", "fr": "donne du jour", "nl": "spel van de dag", "de": "Partie des Tages"}
LESSON = {"en": "lesson", "fr": "leçon", "nl": "les ", "de": "Lernspiel"}


@each("language", lang.LANGUAGES)
def test_H1_names_the_daily_deal_and_the_lesson(language: str) -> None:
    said = online("H1", language)
    assert DAILY[language] in said
    assert LESSON[language] in said


# C25: a knock on exactly 50 wins alone, at the end of the round as every win. It is not an immediate win.
ALONE = {
    "en": ("alone", "only winner"),
    "fr": ("seul", "solitaire", "qu’à toi"),
    "nl": ("alleen", "enige"),
    "de": ("allein",),
}
IMMEDIATE = {
    "en": ("immediate", "at once", "instant", "outright", "straight away"),
    "fr": ("immédiat", "aussitôt", "tout de suite", "sur-le-champ", "d’office"),
    "nl": ("meteen", "onmiddellijk", "direct", "op slag"),
    "de": ("sofort", "unmittelbar", "auf der Stelle", "gleich gewonnen"),
}
C25_TEXTS = ("chocottes.ending.knocked-to-fifty", "chocottes.aid.end", "lesson.chocottes.score")


@each("language", lang.LANGUAGES)
def test_C25_exactly_50_is_told_as_a_win_alone_and_not_as_an_immediate_one(language: str) -> None:
    told = {key: lang.load(language)(key) for key in C25_TEXTS}
    told |= {"C25": clause("C25", language), "summary": rulebook.summary("chocottes", language)}
    for where, said in told.items():
        assert "50" in said, where
        assert any(word in said for word in ALONE[language]), where
        assert not any(word in said.lower() for word in IMMEDIATE[language]), where


# E12: in the risk version the one who asked wins the pile by a wrong answer, and no last child is named then.
WON_NOBODY = {
    "en": "Guess card that won nobody the discard pile",
    "fr": "énigme que personne n’a gagnée",
    "nl": "gokkaart waarmee niemand de aflegstapel won",
    "de": "Rätselkarte, mit der niemand den Ablagestapel gewonnen hat",
}
ANSWERED = {
    "en": ("right", "correct"),
    "fr": ("juste", "bien répondu", "trouvé"),
    "nl": ("goed had", "juist"),
    "de": ("beantwortet", "erraten"),
}


@each("language", lang.LANGUAGES)
def test_E12_a_last_guess_card_counts_by_the_pile_and_not_by_the_answer(language: str) -> None:
    said = clause("E12", language)
    assert WON_NOBODY[language] in said
    assert [word for word in ANSWERED[language] if word in said] == []


# C1, C2: the printed rules do not tell how many dreams there are, nor the penalties of the tiles.
BOX_MAY_DIFFER = {
    "en": "(your box may differ)",
    "fr": "(ta boîte peut être différente)",
    "nl": "(in jouw doos kan dat anders zijn)",
    "de": "(in deiner Schachtel kann es anders sein)",
}


@each("language", lang.LANGUAGES)
@each("number", ["C1", "C2"])
def test_C1_C2_what_is_reported_only_is_marked(number: str, language: str) -> None:
    assert BOX_MAY_DIFFER[language] in clause(number, language)


# C9, C10: what a window is; its seconds are ours.
WINDOW = {"en": "a short time", "fr": "un court moment", "nl": "even mag je", "de": "eine kurze Zeit"}
ON_SCREEN = {"en": "(on screen:", "fr": "(à l’écran :", "nl": "(op het scherm:", "de": "(am Bildschirm:"}


@each("language", lang.LANGUAGES)
def test_C9_C10_a_window_is_explained_and_its_seconds_are_ours(language: str) -> None:
    assert WINDOW[language] in clause("C9", language)
    assert ON_SCREEN[language] in clause("C10", language)
