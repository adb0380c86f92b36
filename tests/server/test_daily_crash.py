"""kill -9 while people try the daily deal: it stays the same, no try is lost, no result is lost or doubled."""

from pathlib import Path
from random import Random
from typing import Any

import httpx

from tests.conftest import Report
from tests.counts import DAILY_KILLS, DAILY_PEOPLE
from tests.server.hosting import Guest
from tests.server.killable_server import KillableServer

GAME = "escalier"


class Trier:
    """Somebody with a browser of their own, who plays whatever is legal first."""

    def __init__(self, live: KillableServer) -> None:
        self.live, self.cookie, self.code = live, "", ""
        self.view: dict[str, Any] = {}
        self.asked = 0

    @property
    def is_over(self) -> bool:
        return self.view.get("winners") is not None

    def http(self) -> httpx.Client:
        client = self.live.http()
        client.headers["Cookie"] = self.cookie
        return client

    def come(self) -> None:
        """Ask for one's try: the first time it is made, and then it is always the same."""
        with self.http() as http:
            answer = http.post(f"/api/daily/{GAME}", json={"name": "Anna"})
        assert answer.status_code == 201, answer.text
        self.cookie = self.cookie or answer.headers["set-cookie"].split(";")[0]
        assert self.code in ("", answer.json()["code"])
        self.code = answer.json()["code"]

    def daily_game(self) -> Any:
        with self.http() as http:
            return next(each for each in http.get("/api/daily").json()["games"] if each["game"] == GAME)

    def play(self, moves: int) -> None:
        """Make so many moves at most; what was sent last is not waited for."""
        made = {"socket": f"/api/tables/{self.code}/ws"}
        with Guest(self.live, made, additional_headers={"Cookie": self.cookie}) as guest:  # type: ignore[arg-type]
            guest.view |= guest.welcome["view"]
            while moves and guest.view.get("winners") is None:
                if guest.legal:
                    self.asked, moves = self.asked + 1, moves - 1
                    guest.send("move", id=f"m{self.asked}", action=guest.legal.pop(0))
                    guest.legal = []
                    if not moves:
                        break
                guest.hear()
            self.view = guest.view


def test_no_result_is_lost_or_doubled_by_kill_9(tmp_path: Path, report: Report) -> None:
    rng, live = Random(7), KillableServer(tmp_path, "--no-pause")
    with live:
        people = [Trier(live) for _ in range(DAILY_PEOPLE)]
        for person in people:
            person.come()
        sealed = [people[0].daily_game()[name] for name in ("commitment", "next_commitment")]

        def kill() -> None:
            live.kill()
            live.start()
            assert [people[0].daily_game()[name] for name in ("commitment", "next_commitment")] == sealed
            for person in people:
                person.come()
            over = [person for person in people if person.is_over]
            assert people[0].daily_game()["played"] >= len(over)
            for person in over:
                mine = person.daily_game()["mine"]
                assert mine["score"] == person.view["scores"][0], "it was shown, and so it counts"

        for _ in range(DAILY_KILLS):
            person = rng.choice(people)
            if not person.is_over:
                person.play(rng.randrange(1, 12))
            kill()
        for number, person in enumerate(people, 1):
            if not person.is_over:
                person.play(10_000)
                kill()  # as soon as the end is seen
            assert people[0].daily_game()["played"] >= number
        found = people[0].daily_game()
        assert found["played"] == DAILY_PEOPLE, "each counts once, however often the server was killed"
        assert sum(found["curve"]["counts"]) == DAILY_PEOPLE
    assert live.complaints() == []
    report("kill -9 while people tried the daily deal", live.kills - 1)
