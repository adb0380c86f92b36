"""Contacts: two players that both agreed invite each other; nobody else learns or does anything."""

from collections.abc import Callable
from typing import Any

from tests.scale import each
from tests.server.daily_server import Browser, DailyServer
from tests.server.local_server import Line
from tests.server.test_daily import at
from toctoc.server.features.contacts.contact import CONTACT_DOCUMENT, INVITATION_SECONDS
from toctoc.server.live.dispatch import receive
from toctoc.table import commands as c

__all__ = ["at"]


async def evening(server: DailyServer, stage: str = "over") -> tuple[str, Browser, Browser, Browser]:
    """A table after a game of Anna and Zoé, with Tom, who watched."""
    anna, zoe, tom = server.browser(), server.browser(), server.browser()
    body = {"game": "escalier", "settings": {"players": 2}, "host": {"name": "Anna", "avatar": "owl"}}
    code = str((await anna.ask("POST", "/api/tables", json=body)).json()["code"])
    for browser in (zoe, tom):
        await browser.ask("POST", "/api/guest", json={})
    live = await server.live(code)
    guest = server.access.keys.guest({"cookie": cookie_of(zoe)}, None)
    assert guest is not None
    line = Line(guest)
    live.connect(line)
    receive(live, line, c.Hello(c.PROTOCOL, 0))
    receive(live, line, c.Sit("sit", 1, "Zoé", avatar="cat"))
    await server.settle(live)
    live.table.state.stage = stage  # type: ignore[assignment]  # as after a whole game
    return code, anna, zoe, tom


def cookie_of(browser: Browser) -> str:
    return "; ".join(f"{name}={value}" for name, value in browser.http.cookies.items())


async def agree(browser: Browser, code: str, seat: int) -> Any:
    answer = await browser.ask("POST", f"/api/tables/{code}/contacts", json={"seat": seat})
    assert answer.status_code == 200, answer.text
    [person] = answer.json()["people"]
    return person


async def known(browser: Browser, *ids: str) -> Any:
    answer = await browser.ask("POST", "/api/contacts", json={"ids": ids})
    assert answer.status_code == 200, answer.text
    return answer.json()["contacts"]


async def invite(browser: Browser, id: str, code: str) -> int:
    answer = await browser.ask("POST", f"/api/contacts/{id}/invitation", json={"code": code})
    return answer.status_code


def test_two_that_agree_invite_each_other_and_one_forgets_for_both(at: Callable[..., None]) -> None:
    async def scene(server: DailyServer) -> None:
        code, anna, zoe, tom = await evening(server)
        mine = await agree(anna, code, 1)
        assert (mine["seat"], mine["mine"], mine.get("theirs", False)) == (1, True, False)
        assert await known(anna, mine["id"]) == [{"id": mine["id"]}]  # nothing of Zoé, who has not agreed
        assert await invite(anna, mine["id"], code) == 404
        seen = (await zoe.ask("GET", f"/api/tables/{code}/contacts")).json()["people"]
        assert seen == [{"seat": 0, "theirs": True}]  # and no id
        theirs = await agree(zoe, code, 0)
        assert (theirs["id"], theirs["theirs"]) == (mine["id"], True)
        id = mine["id"]
        assert await known(anna, id) == [{"id": id, "name": "Zoé", "avatar": "cat"}]

        assert await invite(anna, id, code) == 204
        key = (await anna.ask("GET", f"/api/tables/{code}")).json()["key"]
        invitation = {"code": code, "game": "escalier", "key": key}
        assert await known(zoe, id) == [{"id": id, "name": "Anna", "avatar": "owl", "invitation": invitation}]
        assert "invitation" not in (await known(anna, id))[0]  # her own
        server.now += INVITATION_SECONDS
        assert "invitation" not in (await known(zoe, id))[0]

        assert await known(tom, id) == []  # the id alone opens nothing
        assert await invite(tom, id, code) == 400  # has no seat there
        assert (await tom.ask("DELETE", f"/api/contacts/{id}")).status_code == 204
        assert len(await known(zoe, id)) == 1
        assert (await zoe.ask("DELETE", f"/api/contacts/{id}")).status_code == 204
        assert await known(anna, id) == []
        assert await invite(anna, id, code) == 404
        assert await server.documents.count(CONTACT_DOCUMENT) == 0

    at(scene)


@each(
    "path, body, status",
    [
        ("/api/contacts", {"ids": ["x"]}, 400),
        ("/api/contacts", {"ids": ["0" * 32] * 21}, 400),
        ("/api/contacts", {"ids": [], "more": 1}, 400),
        ("/api/contacts", {"ids": ["0" * 32]}, 200),
        ("/api/contacts/x/invitation", {"code": "y" * 81}, 400),
        ("/api/contacts/x/invitation", {"code": "CODE"}, 404),
        ("/api/tables/CODE/contacts", {"seat": -1}, 400),
        ("/api/tables/CODE/contacts", {"seat": 5}, 400),
        ("/api/tables/CODE/contacts", {"seat": 0}, 400),
    ],
)
def test_bodies_are_checked(at: Callable[..., None], path: str, body: dict[str, Any], status: int) -> None:
    async def scene(server: DailyServer) -> None:
        code, anna, _, _ = await evening(server)
        filled = {key: code if value == "CODE" else value for key, value in body.items()}
        answer = await anna.ask("POST", path.replace("CODE", code), json=filled)
        assert answer.status_code == status, answer.text

    at(scene)


def test_only_players_agree_and_only_after_a_game(at: Callable[..., None]) -> None:
    async def scene(server: DailyServer) -> None:
        code, anna, _, tom = await evening(server, "lobby")
        answer = await anna.ask("POST", f"/api/tables/{code}/contacts", json={"seat": 1})
        assert answer.json()["code"] == "contact/not-now"
        for method, body in (("GET", None), ("POST", {"seat": 1})):
            answer = await tom.ask(method, f"/api/tables/{code}/contacts", json=body)
            assert answer.json()["code"] == "seat/none"

    at(scene)


def test_without_groups_there_are_no_contacts(at: Callable[..., None]) -> None:
    async def scene(server: DailyServer) -> None:
        answer = await server.browser().ask("POST", "/api/contacts", json={"ids": []})
        assert answer.json()["code"] == "group/off"

    at(scene, without=("groups",))
