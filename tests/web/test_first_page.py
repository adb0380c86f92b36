"""The first page is small and all our own, and everything works over plain HTTP on a home network."""

from urllib.parse import urljoin, urlsplit

from playwright.sync_api import Request, expect

from .browser import HOME_NETWORK
from .person import FAIR, PHONE, People, Person
from .screens import home, over

SCRIPTS = 65_000  # bytes, as they travel
REQUESTS = 16  # each is a round trip where the line is slow


def test_the_first_page_is_small_and_from_our_own_server(people: People, anna: Person) -> None:
    asked: list[Request] = []
    anna.page.on("request", lambda request: asked.append(request))
    home(people, anna)
    anna.page.wait_for_load_state("networkidle")
    scripts = [request for request in asked if urlsplit(request.url).path.endswith(".js")]
    assert len(scripts) > 1
    assert len(asked) <= REQUESTS, [request.url for request in asked]
    assert sum(request.sizes()["responseBodySize"] for request in scripts) <= SCRIPTS
    texts = anna.page.locator("head > link[rel=modulepreload]").first.get_attribute("href") or ""
    assert [urlsplit(request.url).path for request in asked].count(texts) == 1, "fetched at once, and once"
    elsewhere = [request.url for request in asked if not request.url.startswith((f"{people.url}/", "data:"))]
    assert elsewhere == []


def test_it_can_be_installed(people: People, anna: Person) -> None:
    home(people, anna)
    address = urljoin(people.url, anna.page.locator("link[rel=manifest]").get_attribute("href"))
    manifest = anna.page.request.get(address).json()
    assert manifest["name"] == manifest["short_name"] == "Toctoc"
    assert manifest["display"] == "standalone"
    assert anna.page.request.get(urljoin(address, manifest["start_url"])).ok
    sizes = {icon["sizes"] for icon in manifest["icons"]}
    assert {"any", "192x192", "512x512"} <= sizes
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        width = anna.page.evaluate(
            """(src) => new Promise((resolve, reject) => {
              const image = new Image();
              image.onload = () => resolve(image.naturalWidth);
              image.onerror = reject;
              image.src = src;
            })""",
            icon["src"],
        )
        assert width > 0
        assert icon["sizes"] in ("any", f"{width}x{width}")


def test_plain_http_on_a_home_network_is_enough(people: People) -> None:
    """Browsers hide some of their abilities there: hashing, sharing, the clipboard."""
    address = f"http://{HOME_NETWORK}:{urlsplit(people.url).port}"
    anna = people.come("Anna", PHONE, url=address)
    over("escalier")(people, anna)
    assert anna.page.evaluate("[isSecureContext, 'share' in navigator, 'clipboard' in navigator]") == [False] * 3

    anna.more().get_by_role("button", name="fair").click()
    expect(anna.page.get_by_test_id("verdict")).to_have_attribute("data-verdict", FAIR)
    anna.page.keyboard.press("Escape")

    anna.more().get_by_role("button", name="Share").click()
    link = f"{address}/replay/{anna.code}/1?lang=en"
    anna.sees(f"Copied: {link}")
    assert pasted(anna) == link


def pasted(person: Person) -> str:
    """Return the contents of the clipboard."""
    person.goto("/join")
    field = person.page.get_by_role("textbox")
    field.press("Control+V")
    return field.input_value()
