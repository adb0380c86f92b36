"""Every screen of the client, and how one gets there: for the checks that go over all of them, and for pictures.

`python3 run.py screenshots` takes a picture of each, at phone and desktop size, into the folder .screenshots.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import ViewportSize, expect, sync_playwright

from tests.server.hosting import Server

from . import daily_deals, groups, own_games, passing, televisions
from .browser import launch
from .passing import Reach
from .person import DESKTOP, PHONE, People, Person

FOLDER = Path(__file__).parents[2] / ".screenshots"
LONG = ("about", "daily", "group", "home", "lobby", "mine", "rules", "settings")  # pages that scroll
SIZES: dict[str, ViewportSize] = {"phone": PHONE, "desktop": DESKTOP}


def home(_: People, person: Person) -> None:
    person.goto("/")
    person.page.locator("[data-game=escalier]").wait_for()


def profile(people: People, person: Person) -> None:
    home(people, person)
    person.page.locator("button.me").click()


def join(_: People, person: Person) -> None:
    person.goto("/join")
    person.page.locator("dialog input").wait_for()


def keep(people: People, person: Person) -> None:
    """Before Toctoc is kept on this device: its size has been answered."""
    home(people, person)
    with person.page.expect_response("**/engine/engine.json*"):
        person.page.get_by_test_id("keep").click()
    person.page.locator("dialog").get_by_test_id("keep-state").wait_for()


def choose(people: People, person: Person) -> None:
    home(people, person)
    person.page.locator("[data-game=toctoctoc] .play .round").click()


def lobby(people: People, person: Person) -> None:
    home(people, person)
    person.page.locator("[data-game=chocottes] .words > .row").first.locator("button").first.click()
    person.page.locator(".invitation img").wait_for()


def settings(people: People, person: Person) -> None:
    lobby(people, person)
    person.page.locator("summary").click()


def neighbour(people: People, person: Person) -> None:
    lobby(people, person)
    person.page.locator("li.free button").first.click()


def curtain(people: People, person: Person) -> None:
    neighbour(people, person)
    person.page.locator("dialog form button").click()
    person.page.locator("button.start").last.click()
    person.page.locator(".curtain").wait_for()


def menu(people: People, person: Person) -> None:
    in_phase("escalier", None)(people, person)
    person.page.locator("header button").first.click()


def big_screen(people: People, person: Person) -> None:
    menu(people, person)
    person.page.get_by_test_id("big-screen").click()
    person.page.locator("[data-testid=screen-address]:not(:empty)").wait_for()


def leave(people: People, person: Person) -> None:
    menu(people, person)
    person.page.locator("dialog .menu > button").last.click()
    person.page.locator("dialog .row .warm").wait_for()


def watching(people: People, person: Person) -> None:
    host = people.come("Anna")
    in_phase("escalier", None)(people, host)
    person.goto(f"/t/{host.code}")
    person.page.get_by_test_id("watching").wait_for()


def talk(people: People, person: Person) -> None:
    in_phase("escalier", None)(people, person)
    person.page.locator(".talk > button").click()


def why(people: People, person: Person) -> None:
    in_phase("toctoctoc", None)(people, person)
    person.page.locator("header button:has-text('?')").click()
    person.page.locator("dialog p").first.wait_for()


def history(people: People, person: Person) -> None:
    in_phase("toctoctoc", "answer")(people, person)
    if person.page.get_by_test_id("history").is_visible():  # else it stands beside the table
        person.page.get_by_test_id("history").click()


def aid(game: str) -> Reach:
    def reach(people: People, person: Person) -> None:
        in_phase(game, None)(people, person)
        person.page.get_by_test_id("aid-button").click()
        person.page.locator("dialog").get_by_test_id(
            "aid"
        ).wait_for()  # on a wide screen it stands beside the table, too

    return reach


def about(_: People, person: Person) -> None:
    person.goto("/about")
    person.page.get_by_test_id("version").wait_for()


def knock(people: People, person: Person) -> None:
    """End the round, to go on by a tap. Both taps in one moment: on a busy machine one would be a long press."""
    button = person.page.get_by_test_id("knock")
    while not button.is_visible():
        people.play_until(person, "turn")
        person.page.wait_for_timeout(50)  # a tap may be on its way
    person.page.locator("header button").first.click()
    person.page.get_by_test_id("pace-menu").select_option("step")
    person.page.keyboard.press("Escape")
    person.wait_for_guard()
    button.evaluate("(button) => (button.click(), button.click())")
    person.page.get_by_test_id("next").wait_for()


def round_end(people: People, person: Person) -> None:
    """All rows lie open, until one goes on: step by step nothing is over by itself."""
    in_phase("chocottes", None)(people, person)
    knock(people, person)


def unknown(_: People, person: Person) -> None:
    person.goto("/t/nobody-here-00")
    person.page.locator("h1").wait_for()


def nowhere(_: People, person: Person) -> None:
    person.goto("/no/such/page")
    person.page.locator("h1").wait_for()


def in_phase(game: str, phase: str | None) -> Reach:
    """A table against bots, when it waits for this person in that phase."""

    def reach(people: People, person: Person) -> None:
        person.goto(f"/play/{game}")
        person.page.locator("main [data-seat]").first.wait_for()
        if phase:
            people.play_until(person, phase)
        else:
            expect(person.page).to_have_title(re.compile("^●"))  # it is our turn

    return reach


def at_full_table(game: str) -> Reach:
    """As many play as can: there is no more on the screen than at such a table."""

    def reach(people: People, person: Person) -> None:
        home(people, person)
        person.page.locator(f"[data-game={game}] .play .round").click()
        players = person.page.locator("dialog select")
        players.select_option(index=players.locator("option").count() - 1)
        person.page.locator("dialog .warm").click()
        person.page.locator("main [data-seat]").first.wait_for()

    return reach


def moments(people: People, person: Person, game: str) -> Iterator[str]:
    """The screens AT_TABLES of one game as they come: each phase that waits for one, the end, the replay."""
    in_phase(game, None)(people, person)
    awaited = set((PHASES | PLUGIN_PHASES)[game])
    while awaited:
        people.play_until(person, *awaited)
        phase = person.device_state()["view"]["phase"]
        awaited.remove(phase)
        yield f"{game}-{phase}"
    people.finish(person)
    yield f"{game}-over"
    watch(person)
    yield f"{game}-replay"


def choose_text(person: Person) -> None:
    """Want the text table from now on, and the bot that thinks least."""
    person.goto("/")
    chosen = "JSON.stringify({...JSON.parse(localStorage.getItem('toctoc')), isText: true, bot: 'petit-fantome'})"
    person.page.evaluate(f"() => localStorage.setItem('toctoc', {chosen})")


def at_text_table(game: str) -> Reach:
    """The table in words, when it waits for this person."""

    def reach(people: People, person: Person) -> None:
        choose_text(person)
        in_phase(game, None)(people, person)
        person.page.get_by_test_id("plain").wait_for()

    return reach


def text_moments(people: People, person: Person, game: str) -> Iterator[str]:
    """The screens AT_TEXT_TABLES of one game as they come; a game that is over or replayed, in words, too."""
    choose_text(person)
    for moment in moments(people, person, game):
        yield f"text-{moment}"


def with_pictures(people: People, person: Person) -> None:
    """With pictures instead of words."""
    home(people, person)
    person.page.evaluate("localStorage.setItem('toctoc', JSON.stringify({name: 'Zoé', pictures: true}))")
    in_phase("escalier", None)(people, person)


def lesson(game: str) -> Reach:
    def reach(people: People, person: Person) -> None:
        home(people, person)
        person.page.locator(f"[data-game={game}] .words > .row").nth(1).locator("button").first.click()
        person.page.locator("main [data-seat]").first.wait_for()
        person.page.wait_for_timeout(500)

    return reach


def over(game: str) -> Reach:
    def reach(people: People, person: Person) -> None:
        in_phase(game, None)(people, person)
        people.finish(person)

    return reach


def verified(people: People, person: Person) -> None:
    over("escalier")(people, person)
    person.more().get_by_test_id("verify-deal").click()
    person.page.locator("dialog li").first.wait_for()


def next_game(people: People, person: Person) -> None:
    """The other games, of which one is suggested."""
    over("escalier")(people, person)
    person.page.locator(".actions > button.large").click()
    person.page.locator("dialog [data-game]").first.wait_for()


def replay(game: str) -> Reach:
    def reach(people: People, person: Person) -> None:
        over(game)(people, person)
        watch(person)

    return reach


def watch(person: Person) -> None:
    """The first move of the game that has just ended."""
    person.goto(f"/replay/{person.code}")
    person.page.locator("input[type=range]").wait_for()
    person.page.keyboard.press("ArrowRight")


def rules(game: str) -> Reach:
    def reach(_: People, person: Person) -> None:
        person.goto(f"/rules/{game}")
        person.page.locator("h1").wait_for()

    return reach


PHASES = {
    "toctoctoc": ["offer", "answer", "take"],
    "chocottes": ["look", "turn", "place", "window", "effect"],
    "escalier": ["search", "move", "swap", "riddle"],
}
PLUGIN_PHASES = {"armoire": ["slip", "dare"]}
AT_TABLES = [f"{game}-{moment}" for game, phases in PHASES.items() for moment in (*phases, "over", "replay")]
AT_TEXT_TABLES = [f"text-{moment}" for moment in AT_TABLES] + [
    f"text-{game}-{moment}" for game, phases in PLUGIN_PHASES.items() for moment in (*phases, "over", "replay")
]
SCREENS: dict[str, Reach] = {
    "home": home,
    "profile": profile,
    "join": join,
    "choose": choose, "keep": keep,
    "lobby": lobby, "waiting": passing.waiting,
    "settings": settings,
    "neighbour": neighbour,
    "curtain": curtain,
    "menu": menu, "big-screen": big_screen,
    "leave": leave,
    "watching": watching,
    "asked": passing.asked(in_phase("escalier", None)),
    "talk": talk,
    "why": why,
    "history": history,
    **{f"aid-{game}": aid(game) for game in PHASES},
    "about": about, **own_games.SCREENS, **daily_deals.SCREENS, **groups.SCREENS,
    "keys": passing.keys(in_phase("chocottes", None)),
    "first-keys": passing.keys(home),
    "offline": passing.offline(home),
    "line-lost": passing.lost(in_phase("escalier", "search")),
    "line-late": passing.sending(in_phase("escalier", "search")),
    "hint": passing.hint,
    "granted": passing.granted(in_phase("escalier", None)),
    "pace": passing.pace(menu),
    "round-end": round_end,
    "unknown-table": unknown,
    "nowhere": nowhere,
    **{f"{game}-{phase}": in_phase(game, phase) for game, phases in PHASES.items() for phase in phases},
    "escalier-pictures": with_pictures,
    **{f"text-{game}": at_text_table(game) for game in PHASES},
    "text-rearranged": passing.rearranged(at_text_table("chocottes")),
    **{f"{game}-lesson": lesson(game) for game in PHASES},
    **{f"{game}-over": over(game) for game in PHASES},
    "verified": verified, "next-game": next_game,
    "picture": own_games.picture(over("escalier")),
    **{f"{game}-replay": replay(game) for game in PHASES},
    **{f"rules-{book}": rules(book) for book in (*PHASES, "house")},
}  # fmt: skip


def main(wanted: list[str]) -> int:
    """Take the pictures of all screens, or of those with names that begin with one of the words.

    `--lang=de` takes those of a phone in another language; a television has sizes of its own.
    """
    language = next((word.removeprefix("--lang=") for word in wanted if word.startswith("--lang=")), "")
    begins = tuple(word for word in wanted if not word.startswith("--"))
    names = [name for name in SCREENS | televisions.SCREENS if not begins or name.startswith(begins)]
    sizes = {f"phone-{language}": PHONE} if language else SIZES
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as store, Server(Path(store)) as server, sync_playwright() as playwright:
        browser = launch(playwright)
        people = People(browser, server.url, FOLDER, is_shown=True)
        for name in names:
            is_television = name in televisions.SCREENS
            for size, viewport in (televisions.SIZES if is_television else sizes).items():
                person = people.come("Zoé", viewport, language or "en")
                (SCREENS | televisions.SCREENS)[name](people, person)
                person.page.mouse.move(0, 0)  # it explains nothing
                person.page.wait_for_timeout(600)
                file = FOLDER / f"{name}-{size}.png"
                person.page.screenshot(path=file, full_page=name.startswith(LONG))
                person.page.context.close()
                print(file.relative_to(Path.cwd()), *person.errors, sep="  ", flush=True)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
