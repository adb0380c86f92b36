"""A replay, by jumps and move by move: each frame shows the table of its move, and each view its own cards."""

import re
from typing import Any

from playwright.sync_api import Route, expect

from tests.scale import each, scaled, spread

from .axe import findings
from .jumps import Replay, check_jump, check_jumps, jump, open_replay
from .known_cards import CARDS, pictured
from .page_watcher import SCREEN, PageWatcher
from .person import PHONE, People, Person
from .screens import PHASES, choose_text
from .targets import too_small
from .test_lines import BROKEN

LOOKED_AT = scaled(9, most=24)  # moves of a replay, one by one


@each("game", spread(PHASES, 1))
def test_a_replay_shows_the_table_of_each_move_and_each_view_its_cards(people: People, game: str) -> None:
    """After every jump in its first frame; replay/Watching.test.ts jumps in a game of each kind."""
    anna = people.come("Anna", PHONE, motion="no-preference")
    code = people.meet(game, anna, players=3)
    people.finish(anna)
    replay = open_replay(anna, code, 5)
    check_jump(anna, replay, game, 5)
    check_jumps(anna, replay, game)
    if game == "toctoctoc":
        a_move_that_is_played_after_a_jump_is_shown(anna, replay)
    anna.page.emulate_media(reduced_motion="reduce")
    if game in CARDS:
        a_view_shows_what_its_player_saw(anna, game, code, replay)
    if game == "toctoctoc":
        a_picture_of_the_turning_point_comes_before_the_details(people, anna, code, replay)
    if game == "chocottes":
        no_word_of_the_picture_is_broken(anna, code, replay)
    without_analyses_none_is_offered(anna, code)
    choose_text(anna)
    replay = open_replay(anna, code, 0)
    last = len(replay["frames"]) - 1
    check_jump(anna, replay, "plain", last, ("slider", last))
    check_jump(anna, replay, "plain", 3, ("slider", 3))


def reopen(person: Person, path: str) -> None:
    """Open a replay anew: an address that differs in its last part alone would load nothing."""
    person.goto("/")
    person.goto(path)


def a_move_that_is_played_after_a_jump_is_shown(anna: Person, replay: Replay) -> None:
    """The card is revealed, and the guests wait for it (T10)."""
    answers = [at for at, frame in enumerate(replay["frames"]) if _is_answered(frame)]
    check_jump(anna, replay, "toctoctoc", answers[-1] - 1, ("slider", answers[-1] - 1))
    assert jump(anna, "toctoctoc", ("next", 0))["left"] != []
    check_jump(anna, replay, "toctoctoc", answers[0], ("slider", answers[0]))


def _is_answered(frame: dict[str, object]) -> bool:
    events = frame.get("events", [])
    return isinstance(events, list) and any(event["type"] == "Answered" for event in events)


# Doors that cover a score, and cards that leave their place.
CRAMPED = """() => {
  const found = [];
  const main = document.querySelector("main").getBoundingClientRect();
  const boxes = (root, what) => [...root.querySelectorAll(what)].map((one) => one.getBoundingClientRect());
  for (const house of document.querySelectorAll("[data-house]"))
    for (const moon of boxes(house, ".moon"))
      for (const over of boxes(house, ".door, .door svg, .door .card"))
        if (over.top < moon.bottom - 1 && over.left < moon.right && moon.left < over.right)
          found.push(`house ${house.dataset.house}: ${moon.bottom - over.top} px of the moon`);
  for (const card of boxes(document, ".hand [data-card]"))
    if (card.bottom > main.bottom - 3) found.push(`a card ends at ${card.bottom} of ${main.bottom}`);
  return found;
}"""


def a_view_shows_what_its_player_saw(anna: Person, game: str, code: str, replay: Replay) -> None:
    """And with everything open, everything; nothing covers a score or is cut on a phone."""
    page = anna.page
    reopen(anna, f"/replay/{code}/1#0")
    who = page.get_by_role("combobox", name="Whose view?")
    on = page.get_by_role("button", name="One move forward")
    expect(who).to_be_visible()
    watcher = PageWatcher(anna, game, seat=0)
    who.select_option("0")
    opened: Any = []  # hands by seat, or rows
    shown_at: list[float] = []
    for number, frame in enumerate(replay["frames"][:LOOKED_AT]):
        told = {"events": frame.get("events", []), "view": frame.get("view", {})}
        shown_at.append(page.evaluate("performance.now()"))
        watcher.knows.hear(shown_at[-1], {"version": number, "public": told, "own": frame.get("own", [])})
        if number:
            on.click()
        expect(page.get_by_test_id("move")).to_have_text(f"{number} / {len(replay['frames']) - 1}")
        if watcher.knows.view["phase"] != "over":
            # The texts of some moves ago may still stand there, however long they took.
            watcher.check({**page.evaluate(SCREEN), "now": shown_at[-4:][0]})
        opened = frame.get("open", opened)
        if number % 8 == 7:
            who.select_option("open")
            hidden = opened.values() if isinstance(opened, dict) else opened
            everything = [card for cards in hidden for card in cards]
            shown = pictured(page.evaluate(SCREEN)["addresses"], game)
            missing = [card for card in set(everything) if shown[card] < everything.count(card)]
            assert not missing, f"move {number} hides {missing}"
            for _ in range(100):
                if not (found := page.evaluate(CRAMPED)):
                    break
                page.wait_for_timeout(50)  # what just moves may be anywhere: only what stays counts
            assert found == [], number
            who.select_option("0")


def answered(replay: Replay, seat: int) -> int:
    """The first move at which a player opened or refused."""
    frames = enumerate(replay["frames"])
    return next(at for at, one in frames if one.get("seat") == seat and one["action"] in ("open", "refuse"))


def analysis_of(replay: Replay, move: int) -> dict[str, Any]:
    """An analysis in which one answer of the first player turned the game."""
    done = replay["frames"][move]["action"]
    return analysis_with(replay, move, done, "open" if done == "refuse" else "refuse")


def analysis_with(replay: Replay, move: int, done: str, better: str) -> dict[str, Any]:
    """An analysis of a game for three in which one move of the first player turned the game."""
    last, step = replay["frames"][-1]["step"], replay["frames"][move]["step"]
    steps = [step - 3, step - 2, step - 1, step, step + 1]
    points = [
        {"step": at, "chances": chances, "margins": [0.05] * 3}
        for at, chances in zip(steps, [[0.6, 0.2, 0.2]] * 3 + [[0.1, 0.7, 0.2]] * 2, strict=True)
    ]
    points.append({"step": last, "chances": [0, 1, 0], "margins": [0] * 3})
    costly = {
        "step": step,
        "done": done,
        "better": better,
        "chance": 0.1,
        "best": 0.6,
        "margin": 0.1,
        "reason": None,
    }
    return {
        "format": 1, "game": replay["game"], "seat": 0, "open": False,
        "level": "voyante", "worlds": 9, "playouts": 27,
        "points": points, "turnings": [{"step": step, "before": 0.6, "after": 0.1, "margin": 0.1}],
        "decisions": 9, "costly": [costly], "tracks": False, "lapses": [],
    }  # fmt: skip


def a_picture_of_the_turning_point_comes_before_the_details(
    people: People, anna: Person, code: str, replay: Replay
) -> None:
    """Below a headline, in an analysis that the test makes up; a tap leads to the moment."""
    page = anna.page
    move = answered(replay, 0)
    found: dict[str, Any] = {"state": "done", "percent": 100, "analysis": analysis_of(replay, move)}
    page.context.route("**/analysis?*", lambda route: route.fulfill(json=found))
    reopen(anna, f"/replay/{code}/1#how")
    expect(page.get_by_test_id("headline")).to_have_text(f"You led until move {move}. That one move turned it.")
    picture = page.get_by_test_id("picture")
    costly = found["analysis"]["costly"][0]
    expect(picture.locator(f"[data-action={costly['done']}]").get_by_test_id("cross-mark")).to_be_visible()
    expect(picture.locator(f"[data-action={costly['better']}]").get_by_test_id("hint-mark")).to_be_visible()
    expect(page.get_by_test_id("pictured")).to_contain_text("That wins about 50 more games in 100.")
    expect(page.get_by_test_id("curve")).not_to_be_visible()
    assert findings(anna) == []
    assert too_small(anna) == []

    stranger = people.come("Zoe")
    stranger.page.route("**/analysis?*", lambda route: route.fulfill(json=found))
    stranger.page.goto(page.url)
    expect(stranger.page.get_by_test_id("headline")).to_contain_text("was behind until move")
    expect(stranger.page.get_by_test_id("headline")).not_to_contain_text(re.compile("[Yy]ou"))

    check_jump(anna, replay, "toctoctoc", move - 1, ("moment", 0))
    expect(page.locator("dialog")).to_have_count(0)
    page.context.unroute("**/analysis?*")


def no_word_of_the_picture_is_broken(anna: Person, code: str, replay: Replay) -> None:
    """On a phone in German."""
    moves = enumerate(replay["frames"])
    move = next(at for at, one in moves if one.get("seat") == 0 and one["action"] in ("draw", "knock"))
    found = {"state": "done", "percent": 100, "analysis": analysis_with(replay, move, "knock", "draw")}
    anna.page.context.route("**/analysis?*", lambda route: route.fulfill(json=found))
    german = "JSON.stringify({ ...JSON.parse(localStorage.toctoc), language: 'de' })"
    anna.page.evaluate(f"localStorage.setItem('toctoc', {german})")
    reopen(anna, f"/replay/{code}/1#how")
    picture = anna.page.get_by_test_id("picture")
    expect(picture.get_by_test_id("knock")).to_contain_text("Klopfen")
    assert picture.evaluate(BROKEN) == []
    anna.page.context.unroute("**/analysis?*")


def without_analyses_none_is_offered(anna: Person, code: str) -> None:
    """A server may do without them."""

    def without(route: Route) -> None:
        told = route.fetch(max_retries=3).json()
        route.fulfill(json={**told, "without": ["analysis"]})

    anna.page.route("**/api/games", without)
    reopen(anna, f"/replay/{code}/1#how")
    expect(anna.page.get_by_test_id("move")).to_be_visible()
    expect(anna.page.get_by_role("button", name=re.compile("How did it go|Wie lief"))).to_have_count(0)
    expect(anna.page.locator("dialog")).to_have_count(0)
    anna.page.unroute("**/api/games")
