"""Arriving: a first visit, a later one, and the pages beside the games."""

from urllib.parse import urljoin, urlsplit

from playwright.sync_api import Browser, Request, ViewportSize, expect

import toctoc
from tests.scale import spread
from toctoc.lang import LANGUAGES

from .person import PHONE, People, Person
from .screens import choose, home, profile

LOW: ViewportSize = {"width": 844, "height": 390}
WIDE: ViewportSize = {"width": 1366, "height": 768}
MAX_SCRIPT_BYTES = 65_500  # as they travel
MAX_REQUESTS = 16  # each is a round trip where the line is slow
# Whether the chosen language is written out: the browser would cut it without a sign.
IS_WHOLE = """(select) => {
  const style = getComputedStyle(select);
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 16;
  return [...select.options].every((option) => pen.measureText(option.text).width <= room);
}"""
ICON_WIDTH = """(src) => new Promise((resolve, reject) => {
  const image = new Image();
  image.onload = () => resolve(image.naturalWidth);
  image.onerror = reject;
  image.src = src;
})"""


def test_a_first_visit_offers_the_lesson_and_later_ones_a_game(chromium: Browser, people: People) -> None:
    context = chromium.new_context(viewport=PHONE, locale="fr")  # the longest words
    page = context.new_page()
    page.goto(people.url)
    first = page.locator("article").first
    for size in (WIDE, PHONE):
        page.set_viewport_size(size)
        for name in ("Apprendre en 3 minutes", "Jouer"):
            expect(first.get_by_role("button", name=name, exact=True)).to_be_in_viewport(ratio=1)

    page.locator("header select.language").select_option("en")
    tile = page.locator("[data-game=escalier]")
    yellow = tile.locator(".play .warm")
    expect(yellow).to_have_text("Learn in 3 minutes")
    # The gear chooses how to play: it stands beside that button, not beside the lesson.
    gear = tile.get_by_role("button", name="Choose")
    assert gear.evaluate("(gear) => gear.previousElementSibling.textContent.trim()") == "Play now"
    page.reload()
    expect(yellow).to_have_text("Learn in 3 minutes")  # still the same visit
    expect(tile.get_by_role("button", name="Play now")).to_be_visible()
    again = context.new_page()
    again.goto(people.url)
    expect(again.locator("[data-game=escalier] .play .warm")).to_have_text("Play now")
    yellow.click()
    page.locator("main [data-seat]").first.wait_for()
    assert page.evaluate("JSON.parse(localStorage['toctoc:recent'])[0].lesson") is True
    context.close()


def test_the_first_page_is_small_and_leads_to_an_icon_and_to_the_authors(people: People, anna: Person) -> None:
    asked: list[Request] = []
    anna.page.on("request", lambda request: asked.append(request))
    home(people, anna)
    anna.page.wait_for_load_state("networkidle")
    scripts = [request for request in asked if urlsplit(request.url).path.endswith(".js")]
    assert len(scripts) > 1
    assert len(asked) <= MAX_REQUESTS, [request.url for request in asked]
    assert sum(request.sizes()["responseBodySize"] for request in scripts) <= MAX_SCRIPT_BYTES
    texts = anna.page.locator("head > link[rel=modulepreload]").first.get_attribute("href") or ""
    assert [urlsplit(request.url).path for request in asked].count(texts) == 1, "fetched at once, and once"
    elsewhere = [request.url for request in asked if not request.url.startswith((f"{people.url}/", "data:"))]
    assert elsewhere == []
    assert anna.page.locator("select.language").evaluate(IS_WHOLE)
    expect(anna.page.get_by_role("button", name="Join")).to_have_count(1)
    can_be_installed(people, anna)

    anna.page.locator("footer a").click()
    expect(anna.page).to_have_title("About Toctoc – Toctoc")
    for name in ("Bruno Faidutti", "Sandro Masin", "Paul Mafayon", "Rolf Vogt", "Asmodee", "MIT licence"):
        expect(anna.page.locator("main")).to_contain_text(name)
    expect(anna.page.get_by_test_id("version")).to_contain_text(toctoc.__version__)
    licence = anna.page.get_by_test_id("typeface").get_by_role("link").get_attribute("href")
    assert licence is not None
    assert "SIL OPEN FONT LICENSE" in anna.page.request.get(urljoin(people.url, licence)).text()
    thanks = anna.page.get_by_role("link", name="www.escaleajeux.fr")
    expect(thanks).to_have_attribute("href", "https://www.escaleajeux.fr")
    anna.page.go_back()
    expect(anna.page.locator("[data-game=escalier]")).to_be_visible()

    for path in spread(["/no/such/page", "/rules/nonsense", "/about/nobody"], 1):
        answer = anna.page.goto(people.url + path)
        assert answer is not None
        assert answer.status == 404, path
        expect(anna.page.get_by_role("heading", level=1)).to_have_text("Nobody lives at this address.")
        anna.page.get_by_role("link", name="Home", exact=True).click()
        expect(anna.page.locator("[data-game=escalier]")).to_be_visible()
        assert anna.path == "/"


def can_be_installed(people: People, person: Person) -> None:
    address = urljoin(people.url, person.page.locator("link[rel=manifest]").get_attribute("href"))
    manifest = person.page.request.get(address).json()
    assert manifest["name"] == manifest["short_name"] == "Toctoc"
    assert manifest["display"] == "standalone"
    assert person.page.request.get(urljoin(address, manifest["start_url"])).ok
    assert {"any", "192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        width = person.page.evaluate(ICON_WIDTH, icon["src"])
        assert width > 0
        assert icon["sizes"] in ("any", f"{width}x{width}")


WON = {
    "id": "0" * 16, "at": 1, "server": "http://localhost", "code": "owl-lamp-42", "number": 1, "game": "escalier",
    "players": [{"name": "Anna"}, {"name": "voyante", "bot": "voyante"}], "scores": [9, 3], "places": [1, 2],
    "mine": [0],
}  # fmt: skip
DAILY = {"day": "2999-01-01", "ends": 4e13, "tried": {"escalier": {"worse": 71, "tries": 100}}}
STREAK = {"last": "2999-01-01", "streak": 3}
SHIFT = """() => new Promise((found) => {
  let sum = 0;
  new PerformanceObserver((list) => { for (const one of list.getEntries()) sum += one.value; })
    .observe({ type: "layout-shift", buffered: true });
  requestAnimationFrame(() => setTimeout(() => found(sum)));
})"""
NOTE_END = """(code) =>
  localStorage.setItem("toctoc:recent", JSON.stringify([{ code, game: "chocottes", over: true }]))"""


def test_a_later_visit_shows_the_rung_the_daily_deal_and_the_open_table(people: People) -> None:
    anna = people.come("Anna", PHONE, is_shown=True)
    anna.goto("/play/chocottes")
    anna.page.locator("main [data-seat]").first.wait_for()
    for key, value in (("toctoc:game:1:" + "0" * 16, WON), ("toctoc:daily", DAILY | STREAK)):
        anna.page.evaluate("([key, value]) => localStorage.setItem(key, JSON.stringify(value))", [key, value])
    code = anna.code
    with anna.page.expect_response("**/turn"):
        anna.goto("/")
    expect(anna.page.get_by_test_id("my-rung").locator("[data-climbed='4']")).to_be_visible()
    expect(anna.page.get_by_test_id("my-rung")).to_contain_text("Rung 4 of 5")
    expect(anna.page.get_by_test_id("my-daily")).to_contain_text("Better than the bot 71 times in 100")
    expect(anna.page.get_by_test_id("my-daily")).to_contain_text("3 days in a row")
    own = anna.page.locator(f"a[href^='/t/{code}-']")
    expect(own.locator(".faces img")).to_have_count(1)
    expect(anna.page.get_by_role("button", name="A day a move").first).to_be_visible()
    assert anna.page.evaluate(SHIFT) < 0.02

    for language in (*sorted(LANGUAGES), "en"):
        anna.page.locator("header select.language").select_option(language)
        expect(anna.page.locator("html")).to_have_attribute("lang", language)
        expect(own).to_be_visible()
        expect(anna.page.locator("article .play .warm").first).to_be_in_viewport(ratio=1)

    for size in (LOW, PHONE):
        anna.page.set_viewport_size(size)
        choose(people, anna)
        expect(anna.page.get_by_role("checkbox", name="Hints allowed")).not_to_be_checked()
        expect(anna.page.locator("dialog").get_by_role("button", name="Play now")).to_be_in_viewport(ratio=1)
        profile(people, anna)
        confirm = anna.page.locator("dialog").get_by_role("button", name="OK")
        expect(confirm).to_be_in_viewport(ratio=1)
        confirm.click()
        expect(anna.page.locator("dialog")).to_have_count(0)

    # A table whose game is over is not listed any more.
    anna.page.evaluate(NOTE_END, code)
    anna.goto("/")
    expect(anna.page.get_by_test_id("my-rung")).to_be_visible()
    expect(own).to_have_count(0)
