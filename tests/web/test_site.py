"""A static site below a path: it is found by any link, asks no other host, and plays without a network."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.scale import SCALE
from toctoc.cli.commands.site.server import HOST, site_server
from toctoc.server.pages.site import write_site

from .browser import ARGUMENTS, executable
from .local import KEEPING, NO_LINE, is_here
from .person import PHONE, People, Person

BELOW = "/games/play"


@pytest.fixture
def visitors(chromium: Browser, tmp_path: Path) -> Iterator[People]:
    """People at a site that lies beside others, as on a project's pages: its host has one 404.html for all."""
    root = tmp_path / "host"
    write_site(root / BELOW[1:])
    shutil.copy(root / BELOW[1:] / "404.html", root)
    with site_server(root, port=0) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        people = People(chromium, f"http://{HOST}:{server.server_address[1]}{BELOW}", tmp_path)
        try:
            yield people
            people.close()
        finally:
            server.shutdown()
            thread.join()


def requests_of(person: Person) -> list[str]:
    """Return the list of addresses that grows with every request, also of workers."""
    asked: list[str] = []
    person.page.context.on("request", lambda request: asked.append(request.url))
    return asked


def test_a_static_site_opens_by_any_link_and_plays_without_a_network(visitors: People) -> None:
    anna = visitors.come("Anna", PHONE, service_workers="allow")
    anna.hear_device()
    asked = requests_of(anna)
    anna.goto("/rules/escalier#E3")
    expect(anna.page.locator("#E3")).to_be_visible()
    assert anna.page.url == f"{visitors.url}/rules/escalier#E3"
    anna.page.reload()
    expect(anna.page.locator("#E3")).to_be_visible()
    anna.page.get_by_role("link", name="Toctoc: Home").click()
    expect(anna.page).to_have_url(f"{visitors.url}/")
    pictures = anna.page.locator("img")
    expect(pictures.first).to_be_visible()
    assert pictures.evaluate_all("all => all.filter((one) => one.complete && !one.naturalWidth)") == []
    anna.page.get_by_role("link", name="Rules").first.click()
    expect(anna.page).to_have_url(f"{visitors.url}/rules/toctoctoc")
    anna.goto("/../nothing")
    expect(anna.page.get_by_text("There is no page here.")).to_be_visible()
    anna.forgive("404")
    assert {urlsplit(url).netloc for url in asked} == {urlsplit(visitors.url).netloc}
    icon = anna.page.request.get(f"{visitors.url}/favicon.ico")
    assert icon.ok

    anna.goto("/")
    anna.page.wait_for_function(KEEPING)
    anna.page.context.set_offline(True)
    anna.goto("/play/escalier")
    is_here(anna)
    code = anna.code
    visitors.play_some(anna, moves=1)
    anna.page.reload()  # with the page, its engine ends
    is_here(anna)
    assert anna.code == code
    if SCALE > 1:
        visitors.play_to_the_end(anna)
    assert [url for url in asked if "/api" in url] == []
    anna.forgive(NO_LINE)


@pytest.mark.nightly
def test_a_phone_that_restarts_finds_its_table_again(visitors: People, tmp_path: Path) -> None:
    first = restarted(visitors, tmp_path)
    first.goto("/")
    first.page.wait_for_function(KEEPING)
    first.page.context.set_offline(True)
    first.goto("/play/escalier")
    is_here(first)
    code = first.code
    visitors.play_some(first, moves=1)
    view = first.device_state()["view"]
    first.page.context.close()

    second = restarted(visitors, tmp_path)
    second.page.context.set_offline(True)
    second.goto("/")
    second.page.get_by_role("navigation", name="Your tables").get_by_role("link").click()
    is_here(second)
    assert second.code == code
    assert second.device_state()["view"].keys() == view.keys()
    visitors.play_some(second, moves=1)
    for one in (first, second):
        one.forgive(NO_LINE)


def restarted(people: People, folder: Path) -> Person:
    """Anna with a browser that has just started on the profile in `folder`."""
    context: BrowserContext = people.browser.browser_type.launch_persistent_context(
        folder / "profile", executable_path=executable(), args=ARGUMENTS, viewport=PHONE, locale="en",
        has_touch=True, reduced_motion="reduce",
    )  # fmt: skip
    anna = people.enter(context, "Anna", pace="off")
    anna.hear_device()
    return anna


@pytest.mark.nightly
def test_a_new_version_leaves_the_open_game_alone_and_opens_its_log(visitors: People, tmp_path: Path) -> None:
    anna = visitors.come("Anna", PHONE, service_workers="allow")
    anna.hear_device()
    anna.goto("/")
    anna.page.wait_for_function(KEEPING)
    anna.goto("/play/escalier")
    is_here(anna)
    code = anna.code
    visitors.play_some(anna, moves=1)
    site = tmp_path / "host/games/play"
    old = renew_site(site)

    second = visitors.again(anna)
    second.goto("/")
    second.until("(name) => caches.keys().then((names) => !names.includes(name))", old)
    anna.page.context.set_offline(True)
    visitors.play_some(anna, moves=anna.moves() + 1)
    anna.page.reload()
    expect(anna.page.locator("html")).to_have_attribute("data-build", "new")
    is_here(anna)
    assert anna.code == code
    visitors.play_some(anna, moves=anna.moves() + 1)
    for one in (anna, second):
        one.forgive(NO_LINE)


def renew_site(site: Path) -> str:
    """Make another version of a site: another page, and another engine. Return the store of the old engine."""
    for name, old, new in (
        ("index.html", "<html ", '<html data-build="new" '),
        ("sw.js", '"name":"', '"name":"newer'),
    ):
        text = (site / name).read_text("utf-8")
        assert text.count(old) == 1
        (site / name).write_text(text.replace(old, new), "utf-8")
    file = site / "engine/engine.json"
    engine = json.loads(file.read_text("utf-8"))
    package = engine["files"]["toctoc"]
    old = site / package["path"]
    package["path"] = "engine/toctoc-newer.bin"
    old.rename(site / package["path"])
    file.write_text(json.dumps({**engine, "version": "newer"}), "utf-8")
    return f"toctoc-engine-{engine['version']}"
