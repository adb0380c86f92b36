"""Events and refusals in words: natural, complete, and to `you` where it is you."""

from functools import partial
from itertools import product
from random import Random

import pytest

from tests.cli.fakes import NAMES, lively
from tests.games.conformance import rule_options
from tests.scale import each, scaled, spread
from toctoc import GAMES, Match, Refused, lang
from toctoc.cli.terminal.speech import Speaker, quoted
from toctoc.core.game import Event
from toctoc.core.view_fields import ViewField
from toctoc.games.chocottes import events as choc
from toctoc.games.escalier import events as esc
from toctoc.games.toctoctoc import events as toc


def speaker(game: str, language: str = "en", viewer: int | None = 0) -> Speaker:
    return Speaker(lang.load(language), game, NAMES, viewer)


def check(event: Event, voice: Speaker) -> None:
    """An event makes a whole sentence, and the viewer is `you` in it."""
    sentence = voice.sentence(event)
    assert "{" not in sentence
    assert sentence[0] == sentence[0].upper()
    assert sentence[-1] in ".!?:"
    assert voice.viewer is None or voice.player(voice.viewer) not in sentence
    assert voice.sentences([event])[:1] == ([] if event.silent else [sentence])


@each("game, language", spread(product(GAMES, lang.LANGUAGES), 4))
def test_every_event_has_a_sentence_for_every_viewer(game: str, language: str) -> None:
    players = GAMES[game].players[-1]
    heard: set[type[Event]] = set()
    for seed in range(12):
        chosen = rule_options(game)[seed % 2 - 1]
        match = Match(game, players, {"start": "random", **chosen}, chance=Random(f"lots {seed}").randrange)
        for viewer in (None, *range(players)):
            voice = Speaker(lang.load(language), game, NAMES[:players], viewer)
            match.follow(viewer, partial(check, voice=voice))
            match.follow(viewer, lambda event: heard.add(type(event)))
        rng = Random(seed)
        while (seat := match.asked) is not None:
            match.play(seat, lively(match, seat, rng))
        unheard = set(GAMES[game].events) - heard - {choc.Arranged}  # rearranging is not among the legal actions
        if not unheard and seed + 1 >= scaled(1, most=12):
            break
    assert not unheard


LINES = """
, dance, offer taxi, offer taxi to 0, offer taxi to 1, offer taxi to 4, open, take brute, chase ghost, look 1,
look 9, draw, knock, discard, replace 9, snap 1, snap 9, pass, decline, feed, shuffle 1 1 of 1, shuffle 1 2 of 0,
exchange 9 with 9 of 1, give to 1, give to 0, reap 9, arrange 1 to 1, arrange 9 to 1, turn white, turn red,
move white, swap red red, swap red white, name red, ask 1 about white, ask 0 about red
"""


def refused(match: Match, seat: int, line: str) -> Refused | None:
    """How the table answers a line, without anything being done."""
    try:
        match.check(seat, line)
    except Refused as refusal:
        return refusal
    return None


@pytest.mark.parametrize("game", GAMES)
def test_every_refusal_can_be_said(game: str) -> None:
    voices = [speaker(game, language) for language in lang.LANGUAGES]
    told: dict[str, Refused] = {}
    for seed in range(scaled(1, most=3)):
        rng = Random(seed)
        match = Match(game, GAMES[game].players[0], chance=rng.randrange)
        while True:
            for line in LINES.split(","):
                for seat in (0, 1, 9):
                    if refusal := refused(match, seat, line):
                        told[f"{refusal.code} {refusal.details}"] = refusal
            if (asked := match.asked) is None:
                break
            match.play(asked, rng.choice(match.legal(asked)))
    assert all(voice.refusal(refusal)[-1] in ".!" for voice in voices for refusal in told.values())
    codes = {refusal.code for refusal in told.values()}
    assert {"turn/game-over", "turn/no-such-seat", "words/unknown-verb"} < codes
    assert len(codes) >= 12


def test_numbers_agree() -> None:
    english, french = speaker("toctoctoc", viewer=None), speaker("toctoctoc", "fr", viewer=None)
    one, two = toc.Fled(("plain-ghost",), 1, 2), toc.Fled(("plain-ghost", "plain-ghost", "musician-ghost"), 1, 2)
    assert english.sentence(one) == "1 plain ghost flees from 1 Berta to 2 Carl."
    assert english.sentence(two) == "2 plain ghosts and 1 ghost musician flee from 1 Berta to 2 Carl."
    assert french.sentence(one) == "1 fantôme normal quitte 1 Berta et file chez 2 Carl."
    assert french.sentence(two).startswith("2 fantômes normaux et 1 musicien fantôme quittent")
    assert speaker("escalier", "fr").sentence(esc.WonPile(0, 1)) == "Tu gagnes 1 carte."
    assert speaker("chocottes").sentence(choc.TileDrawn(1)) == "The inspector’s tile costs 1 point."


def test_places_are_feminine_and_children_are_not_in_french() -> None:
    turned = esc.Turned(1, "green", "blue", False)
    said = speaker("escalier", "fr").sentence(turned)
    assert said == "1 Berta retourne le fantôme de la place verte\u00a0: l’enfant bleu. Ce n’est pas lui\u00a0!"


def test_cards_stand_in_the_right_case_in_german() -> None:
    german = speaker("toctoctoc", "de")
    assert german.sentence(toc.Drew(1, "plain-ghost")) == "1 Berta zieht einen Geist."
    one = toc.Fled(("plain-ghost",), 1, 0)
    assert german.sentence(one) == "1 Geist läuft von 1 Berta zu deiner Party."


def test_children_are_called_by_the_colour_of_their_clothes_in_dutch() -> None:
    turned = esc.Turned(0, "green", "blue", True)
    said = speaker("escalier", "nl").sentence(turned)
    assert said == "Je draait het spook op groen om: het blauwe kind. Gevonden!"


def test_a_list_interrupts_the_line() -> None:
    events = [
        choc.Knocked(0, (("7", "dream-10"), ())),
        choc.TileDrawn(6),
        choc.RoundEnded("knocked", (13, 0), (13, 20), payers=(0,), by=0),
        choc.RoundBegan(2, 1),
    ]
    assert speaker("chocottes").sentences(events) == [
        "Knock, knock! You end the round, and all cards are turned up:",
        "  0 You: 7 Rift, dream 10 Lookooky",
        "  1 Berta: no card left",
        "The inspector’s tile costs 6 points. The round is over.",
        "  0 You: +13, total 13",
        "  1 Berta: +0, total 20",
        "Round 2: 1 Berta starts.",
    ]


@pytest.mark.parametrize(
    ("winners", "expected"),
    [
        ((0,), "You win!"),
        ((2,), "2 Carl wins!"),
        ((0, 2), "You share the victory with 2 Carl."),
        ((1, 2, 3), "1 Berta, 2 Carl and 3 Dora share the victory."),
    ],
)
def test_winners_are_named(winners: tuple[int, ...], expected: str) -> None:
    assert speaker("escalier").winners(winners) == expected


def test_foreign_text_is_made_harmless() -> None:
    assert quoted("\x1b[31mred") == "`�[31mred`"
    assert len(quoted("a" * 500)) == 62


def test_a_seat_without_a_card_has_nothing() -> None:
    voice = Speaker(lang.load("en"), "toctoctoc", NAMES)
    assert voice.shown(ViewField("card", "seats"), ("taxi", None)).endswith("nothing")
    assert voice.shown(ViewField("player", "seats"), (1, None)).endswith("nobody")
