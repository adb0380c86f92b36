"""A static site below a path: it is found by any link, asks no other host, and plays without a network."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

from toctoc.cli.runs.site_server import HOST, site_server
from toctoc.server.pages.site import write_site

from .person import PHONE, People, Person
from .test_offline import KEEPING, NO_LINE

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


def test_every_link_opens_its_page_and_no_other_host_is_asked(visitors: People) -> None:
    anna = visitors.come("Anna")
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
    assert [url for url in asked if "/api" in url] == []


@pytest.mark.parametrize("is_whole", [False, pytest.param(True, marks=pytest.mark.long)])
def test_a_game_is_played_without_a_network_after_one_visit(visitors: People, is_whole: bool) -> None:
    anna = visitors.come("Anna", PHONE, service_workers="allow")
    anna.hear_device()
    asked = requests_of(anna)
    anna.goto("/")
    anna.page.wait_for_function(KEEPING)
    anna.page.context.set_offline(True)

    anna.goto("/play/escalier")
    expect(anna.page.get_by_test_id("local")).to_have_text("On this device")
    code = anna.code
    visitors.play_some(anna, moves=1)
    anna.page.reload()  # with the page, its engine ends
    expect(anna.page.get_by_test_id("local")).to_have_text("On this device")
    assert anna.code == code
    if is_whole:
        visitors.play_to_the_end(anna)
    assert [url for url in asked if "/api" in url] == []
    anna.forgive(NO_LINE)
