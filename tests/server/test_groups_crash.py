"""kill -9 while a group plays: nobody is lost from it, and no game of its series is lost or counted twice."""

from pathlib import Path
from random import Random

import httpx

from tests.counts import DAILY_KILLS
from tests.server.hosting import Guest
from tests.server.killable_server import KillableServer

GAME = "escalier"


class Family:
    """Somebody who plays for a group, against a bot."""

    def __init__(self, live: KillableServer) -> None:
        self.live, self.cookie, self.asked = live, "", 0

    def ask(self, method: str, path: str, **more: object) -> httpx.Response:
        with self.live.http() as http:
            http.headers["Cookie"] = self.cookie
            answer = http.request(method, path, **more)  # type: ignore[arg-type]
        assert answer.is_success, answer.text
        self.cookie = self.cookie or answer.headers["set-cookie"].split(";")[0]
        return answer

    def play(self, code: str, moves: int) -> bool:
        """Make so many moves at most, a game at a time; return whether its end was seen."""
        made = {"socket": f"/api/tables/{code}/ws"}
        with Guest(self.live, made, additional_headers={"Cookie": self.cookie}) as guest:  # type: ignore[arg-type]
            if guest.welcome["lobby"]["stage"] != "playing":
                self.asked += 1
                guest.say("start", "done", id=f"s{self.asked}", fill="petit-fantome")
            guest.view |= guest.welcome.get("view", {}) if guest.welcome["lobby"]["stage"] == "playing" else {}
            while moves and guest.view.get("winners") is None:
                if guest.legal:
                    self.asked, moves = self.asked + 1, moves - 1
                    guest.send("move", id=f"m{self.asked}", action=guest.legal.pop(0))
                    guest.legal = []
                    if not moves:
                        break
                guest.hear()
            return guest.view.get("winners") is not None


def test_no_game_of_a_series_is_lost_or_doubled_by_kill_9(tmp_path: Path) -> None:
    rng, live = Random(5), KillableServer(tmp_path, "--no-pause")
    with live:
        anna = Family(live)
        group = anna.ask("POST", "/api/groups", json={"group": "Owls", "name": "Anna"}).json()["id"]
        for nth in range(3):
            other = Family(live)
            other.ask("POST", f"/api/groups/{group}/members", json={"name": f"Member {nth}"})
            live.kill()
            live.start()
        code = anna.ask("POST", f"/api/groups/{group}/table", json={"game": GAME}).json()["code"]
        played = 0
        for _ in range(DAILY_KILLS):
            played += anna.play(code, rng.randrange(1, 30))
            live.kill()
            live.start()
            found = anna.ask("GET", f"/api/groups/{group}").json()
            assert [member["name"] for member in found["members"]] == ["Anna", "Member 0", "Member 1", "Member 2"]
            assert (found["table"], found["yours"]) == (code, True)
            assert found["played"] >= played, "its end was shown, and so it counts"
        while not anna.play(code, 10_000):
            pass
        live.kill()  # as soon as the end is seen
        live.start()
        found = anna.ask("GET", f"/api/groups/{group}").json()
        lobby = anna.ask("GET", f"/api/tables/{code}").json()
        assert found["played"] == lobby["number"], "each game counts once"
        assert found["members"][0]["played"] == lobby["number"]
    assert live.complaints() == []
