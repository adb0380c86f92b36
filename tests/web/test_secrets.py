"""No card that was not lawfully shown to a player is anywhere in that player's browser."""

import re
from pathlib import Path

import pytest

from tests.counts import LOOKS, one_of
from toctoc import lang

from .known_cards import CARDS, pictured, spoken_of, told_by_events, told_by_record
from .page_watcher import EAR, SCREEN, PageWatcher
from .person import PHONE, People

TOCTOC = Path(__file__).parents[2] / "src/toctoc"
ASSETS = TOCTOC / "server/client/assets"
WORDS = lang.load("en").texts
GAMES = ["toctoctoc", "chocottes"]


def gather(people: People, game: str, pace: str = "off") -> tuple[str, list[PageWatcher]]:
    """Two people and a bot, and a watcher beside each of the two."""
    players = [people.come("Anna", pace=pace), people.come("Ben", PHONE, pace=pace)]
    for person in players:
        person.page.add_init_script(EAR)
    code = people.meet(game, *players, players=3, options={"start": "creator"})
    return code, [PageWatcher(person, game, seat) for seat, person in enumerate(players)]


def play(watchers: list[PageWatcher], looks: int | None = None) -> None:
    """To the end, or until so many looks into every browser."""
    for _ in range(4_000):
        for watcher in watchers:
            if watcher.is_due():
                watcher.look()
            if watcher.person.is_asked():
                watcher.person.act()
                watcher.look()
        if all(watcher.knows.view.get("phase") == "over" for watcher in watchers):
            return
        if looks and all(watcher.looks >= looks for watcher in watchers):
            return
        watchers[0].person.page.wait_for_timeout(10)
    pytest.fail("the game did not go on")


@pytest.mark.parametrize("game", [pytest.param("toctoctoc", marks=pytest.mark.long), "chocottes"])
def test_nothing_but_what_was_shown_to_a_player_is_in_their_browser(people: People, game: str) -> None:
    code, watchers = gather(people, game)
    play(watchers, looks=LOOKS)
    if LOOKS:
        return
    record = watchers[0].person.page.request.get(f"{people.url}/api/tables/{code}/record").json()
    for watcher in watchers:
        assert watcher.looks > 20
        heard = told_by_events(watcher.knows.events)
        assert heard == told_by_record(record, watcher.knows.seat), "told other cards than the record shows them"


def test_nothing_of_a_peek_is_left_once_it_was_seen(people: People) -> None:
    _, (anna, _) = gather(people, "chocottes", pace="normal")
    for _ in range(1_200):  # and nobody else does anything
        if anna.person.is_asked("look"):
            anna.person.act()
        if any(message["type"] == "seen" for message in anna.person.said):
            break
        anna.person.page.wait_for_timeout(50)
    anna.person.page.wait_for_timeout(600)
    anna.look()
    peeked = [event["card"] for event in anna.knows.events if event["type"] == "YouLookedAt"]
    assert len(peeked) == 2
    screen = anna.person.page.evaluate(SCREEN)
    assert not set(peeked) & set(pictured(screen["addresses"], "chocottes"))
    assert not set(peeked) & {card for text in screen["texts"] for card in spoken_of(text, "chocottes")}


PLANT = [
    "document.body.append(Object.assign(new Image(), { id: 'planted', hidden: true, src: URL }))",
    "document.body.insertAdjacentHTML('beforeend', `<i id=planted style='background: url(${URL})'></i>`)",
    "document.body.insertAdjacentHTML('beforeend', `<i id=planted aria-label='Card 1: ${NAME}'></i>`)",
    "document.body.insertAdjacentHTML('beforeend', `<i id=planted>It is ${A_NAME}.</i>`)",
    "document.body.insertAdjacentHTML('beforeend', `<i id=planted data-face='${CARD}'></i>`)",
    "sessionStorage.setItem('planted', JSON.stringify({ row: [CARD] }))",
]


@pytest.mark.parametrize("game", one_of(GAMES))
def test_a_leak_would_be_found(people: People, game: str) -> None:
    """The test itself: a card that Anna may not know is put into her page, and the watcher cries out."""
    _, (anna, ben) = gather(people, game)
    play([anna, ben], looks=4)
    for plant in PLANT:
        anna.look()
        now = anna.person.page.evaluate("performance.now()")
        card = next(card for card in reversed(CARDS[game]) if card not in anna.knows.names(now))
        words = {
            "CARD": card,
            "URL": next(f"/assets/{file.name}" for file in ASSETS.glob(f"{card}-????????.svg")),
            "NAME": WORDS[f"{game}.card.{card}"],
            "A_NAME": WORDS[f"{game}.a-card.{card}"],
        }
        anna.person.page.evaluate(f"({{ CARD, URL, NAME, A_NAME }}) => {{ {plant} }}", words)
        with pytest.raises(AssertionError, match=re.escape(card)):
            anna.look()
        anna.person.page.evaluate(
            "document.querySelector('#planted')?.remove(), sessionStorage.removeItem('planted')"
        )
        anna.look()
