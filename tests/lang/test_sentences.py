"""Every sentence that names a player holds with every name: no elision, no article, no case breaks it.

People call themselves what they like, so a sentence is written so that a name can stand in it unchanged. Where it
stands is checked word by word: a new sentence that puts a name after a word of the lists below fails.
"""

import re
from collections.abc import Iterator
from itertools import product

from tests.scale import each
from toctoc import GAMES, lang

NAMES = (
    "Anna", "Émile", "Hugo", "Ysé", "Le Grand Max", "L’Ombre", "La Chouette", "The Great Max", "De Grote Uil",
    "Het Spook", "Der Große Max", "Die Hexe", "Max", "Schlossgespensterjäger"[:20],
    "Zoë", "Jean-Baptiste", "O'Neill", "Marie-Françoise", "Åsa", "小明",
)  # fmt: skip
NAMED = ("player", "players", "name", "knocker")  # blanks of texts that belong to no game

# After these words French elides: `la porte d’Anna`, `qu’Émile`. `à` never does, so `à Anna` and `à Émile` stand.
FRENCH = (
    "de|que|ne|se|me|te|je|le|la|les|ce|si|du|des|au|aux|jusque|lorsque|puisque|quoique|presque|entre|parce que"
)
# English has `Anna’s door`, not `the door of Anna`; Dutch `bij Anna`, not `Anna's`.
ENGLISH = "of|the|a|an"
DUTCH = "de|het|een|der|den"
# A German name has no article and no ending: `bei Anna`, `von Max`, never `beim Max` or `Annas Tür`.
GERMAN = "der|die|das|den|dem|des|ein|eine|einen|einem|einer|eines|am|ans|beim|im|ins|vom|zum|zur"


def texts(language: str) -> Iterator[tuple[str, str, list[str]]]:
    """Every text that names a player: its key, the text, and the blanks that are names."""
    for key, text in lang.load(language).texts.items():
        for form in [text] if isinstance(text, str) else text.values():
            names = [blank for blank in lang.BLANK.findall(form) if is_name(key, blank)]
            if names:
                yield key, form, names


def is_name(key: str, blank: str) -> bool:
    game, *parts = key.split(".")
    if game in GAMES:
        owner = parts[1] if len(parts) > 1 else ""
        return GAMES[game].kind(owner, blank) == "player" or blank in ("player", "players")
    if game == "refusal":
        return key == "refusal.turn/not-yours" and blank == "seat"
    if game in ("error", "serve", "simulate", "record", "arena", "words", "rules", "bot"):
        return False
    return blank in NAMED


def built(form: str, names: list[str], name: str) -> str:
    """The sentence with this name in it, marked; the other blanks are filled with something short."""
    return lang.BLANK.sub(lambda blank: f"<{name}>" if blank[1] in names else "7", form)


def faults(language: str, sentence: str) -> list[str]:
    """What is wrong around the names of a sentence."""
    words = {"fr": FRENCH, "en": ENGLISH, "nl": DUTCH, "de": GERMAN}[language]
    found = re.findall(rf"(?i)\b(?:{words})\s<[^>]*>", sentence)
    found += re.findall(r"<[^>]*>(?!’s\b)[’'\w]" if language == "en" else r"<[^>]*>[’'\w]|[’']<", sentence)
    return found


@each("language", lang.LANGUAGES)
def test_every_sentence_holds_with_every_name(language: str) -> None:
    found = list(texts(language))
    assert len(found) > 100
    for (key, form, names), name in product(found, NAMES):
        sentence = built(form, names, name)
        assert name in sentence
        assert not faults(language, sentence), f"{key}: {sentence}"


@each(
    "language, bad",
    [
        ("fr", "{seat} frappe à la porte de {to}."),
        ("fr", "Tu rends une brute vampire au {source}."),
        ("fr", "J’espère que {to} ouvrira."),
        ("fr", "l’appareil d’{to}"),
        ("de", "{seat} klopft beim {to} an."),
        ("de", "Du gibst der {to} eine Karte."),
        ("de", "{seat}s Party"),
        ("en", "It joins the party of {seat}."),
        ("en", "the {seat}"),
        ("nl", "{seat}’s feest"),
        ("nl", "de {seat}"),
    ],
)
def test_a_bad_sentence_would_be_found(language: str, bad: str) -> None:
    names = lang.BLANK.findall(bad)
    assert any(faults(language, built(bad, names, name)) for name in NAMES)


def test_the_fields_of_a_game_declare_which_names_are_players() -> None:
    keys = {key for key, _, _ in texts("en")}
    for key in ("toctoctoc.event.Offered", "escalier.event.Asked", "chocottes.web.wait.turn", "curtain.title"):
        assert key in keys
    assert ("escalier.event.Shifted", "to") not in {(key, name) for key, _, names in texts("en") for name in names}


# The page that shows whose turn it is has the name of its link in the menu.
OF_HOME = (
    "home.slow.how", "turn.come", "push.unsupported", "push.denied", "push.failed",
    "people.invited", "people.known",
)  # fmt: skip


@each("language", lang.LANGUAGES)
def test_the_home_page_is_called_as_in_the_menu(language: str) -> None:
    say = lang.load(language)
    name = str(say.texts["menu.home"])
    named = name if language in ("en", "de") else name.lower()
    assert [key for key in OF_HOME if named not in str(say.texts[key])] == []
