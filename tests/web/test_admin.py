"""The host administers the server in a browser: with the token, in any language, on a phone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.scale import spread
from tests.server.hosting import Server
from toctoc.lang import LANGUAGES, load

from .axe import findings
from .person import PHONE, People, Person
from .screens import lobby
from .targets import too_small

TOKEN = "a-token-that-nobody-guesses"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path, TOCTOC_ADMIN_TOKEN=TOKEN) as server:
        yield server


def enter(host: Person, token: str = TOKEN) -> None:
    host.goto("/admin")
    host.page.locator("#token").fill(token)
    host.page.locator("#door button").click()


def test_the_host_informs_all_tables_closes_one_and_reads_any_language(people: People, anna: Person) -> None:
    lobby(people, anna)
    code, host = anna.code, people.come("Host", PHONE)
    enter(host, "a-wrong-token-that-is-long-enough")
    expect(host.page.get_by_role("status")).to_have_text("Wrong token.")
    enter(host)
    row = host.page.get_by_role("listitem").filter(has_text=code)
    expect(row).to_contain_text("Toc Chocottes · active · people: 1")
    assert findings(host) == []
    assert too_small(host) == []

    host.page.get_by_label("Message").fill("We restart at <noon>.")
    host.page.get_by_role("button", name="Send").click()
    expect(host.page.get_by_role("status")).to_have_text("Sent to tables: 1.")
    notice = anna.page.get_by_role("status").filter(
        has_text="Message from the server’s host: We restart at <noon>."
    )
    expect(notice).to_be_visible()
    notice.get_by_role("button", name="Close").click()
    expect(notice).to_have_count(0)

    row.get_by_role("button", name=f"Save the record of {code}").click()
    expect(host.page.get_by_role("status")).to_have_text("No game has ended there yet.")

    close = row.get_by_role("button", name=f"Close {code}")
    close.click()
    assert findings(host) == []
    host.page.get_by_role("button", name="No", exact=True).click()
    expect(close).to_be_focused()
    close.click()
    host.page.get_by_role("button", name="Yes").click()
    expect(host.page.get_by_role("status")).to_have_text(f"{code} is closed.")
    expect(row).to_have_count(0)
    anna.sees("This table is closed")

    host.page.get_by_label("Table code").fill(code)
    host.page.get_by_role("button", name="Remove").click()
    host.page.get_by_role("button", name="Yes").click()
    expect(host.page.get_by_role("status")).to_have_text(f"{code} is removed.")
    expect(host.page.get_by_role("status")).to_be_in_viewport()
    anna.goto(f"/t/{code}")
    anna.sees("no table with this code")

    for language in spread([one for one in LANGUAGES if one != "en"], 1):
        is_whole(people, language)


def is_whole(people: People, language: str) -> None:
    """Check the page of the host in that language, with one table."""
    anna, host = people.come("Anna"), people.come("Host", PHONE, language=language)
    lobby(people, anna)
    enter(host)
    expect(host.page.get_by_role("heading", level=1)).to_have_text(load(language)("admin.title"))
    expect(host.page.get_by_role("listitem").filter(has_text=anna.code)).to_be_visible()
    for n in (0, 1, 2, 12):
        assert host.page.evaluate("n => say('admin.more', { n })", n) == load(language)("admin.more", n=n), (
            language
        )
    assert host.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), language
    assert findings(host) == [], language
    assert too_small(host) == [], language
