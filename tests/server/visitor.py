"""A person with a browser, who plays the daily deal and for groups, and always makes the first legal move."""

from typing import Any

import httpx

from tests.server.hosting import Guest, Server

GAME = "escalier"


class Visitor:
    def __init__(self, server: Server) -> None:
        self.server, self.cookie, self.asked = server, "", 0
        self.code = ""  # of the table of the daily deal
        self.view: dict[str, Any] = {}

    @property
    def is_over(self) -> bool:
        """Whether the end of the last game was seen."""
        return self.view.get("winners") is not None

    def ask(self, method: str, path: str, **more: Any) -> Any:
        """Send a request with the browser's cookie; return what the answer says."""
        with self.server.http() as http:
            answer = http.request(method, path, headers={"Cookie": self.cookie}, **more)
        assert answer.is_success, answer.text
        self.cookie = self.cookie or _cookie(answer)
        return answer.json()

    def guest(self, code: str) -> Guest:
        """Return a connection to a table."""
        made = {"socket": f"/api/tables/{code}/ws"}
        return Guest(self.server, made, additional_headers={"Cookie": self.cookie})

    def play(self, code: str, moves: int) -> bool:
        """Make so many moves at most, a game at a time, and do not wait for the answer to the last one."""
        with self.guest(code) as guest:
            if code == self.code or guest.welcome["lobby"]["stage"] == "playing":
                guest.view |= guest.welcome["view"]
            else:
                self.asked += 1
                guest.say("start", "done", id=f"s{self.asked}", fill="petit-fantome")
            while moves and guest.view.get("winners") is None:
                if guest.legal:
                    self.asked, moves = self.asked + 1, moves - 1
                    guest.send("move", id=f"m{self.asked}", action=guest.legal.pop(0))
                    guest.legal = []
                    if not moves:
                        break
                guest.hear()
            self.view = guest.view
        return self.is_over

    # --- the daily deal ------------------------------------------------------------------------------------------

    def try_daily(self) -> None:
        """Begin a try, or go on: it is always at the same table."""
        code = self.ask("POST", f"/api/daily/{GAME}", json={"name": "Anna"})["code"]
        assert self.code in ("", code)
        self.code = code

    def daily_game(self) -> Any:
        return next(each for each in self.ask("GET", "/api/daily")["games"] if each["game"] == GAME)


def _cookie(answer: httpx.Response) -> str:
    return str(answer.headers.get("set-cookie", "")).split(";")[0]
