"""The session in docs/reference/protocol.md is what happens at a table, message by message."""

import hashlib
import json
import re
from typing import Any

import msgspec

import run
from tests.table.desk import Desk
from toctoc.games.errors import Refused
from toctoc.table import commands, lines, notices
from toctoc.table.welcome import welcome

PAGE = run.ROOT / "docs/reference/protocol.md"
STEP = re.compile(r"^(?:> (?P<sent>{.*})|< (?P<got>{.*})|\((?P<pause>[\d.]+) seconds pass\))$", re.MULTILINE)


class Session:
    """Anna's device at a table of Toc Chocottes for two, where cards and bots always come out the same."""

    def __init__(self) -> None:
        self.desk = Desk.of("chocottes", 2)
        self.heard: list[dict[str, Any]] = []  # and not yet compared with the page

    def send(self, message: str) -> None:
        command = commands.read(message.encode())
        if isinstance(command, commands.Hello):
            self._hello(command.version)
            return
        replies = len(self.desk.replies)
        try:
            self.desk.ask("anna", command)
        except Refused as why:
            refused = notices.Refused(why.code, why.message, command.id, why.clause, why.details)  # type: ignore[union-attr]  # only messages with an id are refused
            self.desk.replies.append(refused)
        self._listen()
        self.heard += [json.loads(notices.write(reply)) for reply in self.desk.replies[replies:]]

    def wait(self, seconds: float) -> None:
        self.desk.wait(int(1000 * seconds))
        self._listen()

    def _hello(self, version: int) -> None:
        """As the house does it."""
        self.desk.come("anna")
        told = welcome(self.desk.table, "anna", version)
        self.heard.append(json.loads(notices.write(told)))

    def _listen(self) -> None:
        self.heard += self.desk.heard["anna"]
        self.desk.heard["anna"] = []


def test_the_session_of_the_page_happens() -> None:
    session = Session()
    steps = list(STEP.finditer(PAGE.read_text(encoding="utf-8")))
    assert len(steps) > 30
    for step in steps:
        if step["got"]:
            assert session.heard, f"the page tells more than the table: {step['got']}"
            assert session.heard.pop(0) == json.loads(step["got"])
            continue
        assert session.heard == [], "the table tells more than the page"
        if step["sent"]:
            session.send(step["sent"])
        else:
            session.wait(float(step["pause"]))
    assert session.heard == []


def test_every_message_that_clients_send_is_in_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for kind in msgspec.inspect.multi_type_info(commands.Asked.__args__):
        assert f"`{kind.tag}`" in page  # type: ignore[attr-defined]  # structs have tags
    for notice in (notices.Update, notices.Welcome, notices.Done, notices.Refused, notices.Hinted, notices.Bye):
        assert f"`{notice.__name__.lower()}`" in page


def test_the_parts_of_the_page_have_their_fingerprints() -> None:
    page = PAGE.read_text(encoding="utf-8")
    [part] = re.findall(r'"part": ?"([0-9a-f]{64})"', page)
    assert hashlib.sha256(bytes.fromhex(part)).hexdigest() in page


def test_the_examples_of_settings_can_be_played() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for settings in re.findall(r'"settings": ({[^{}]*(?:{[^{}]*})?[^{}]*})', page):
        msgspec.json.decode(settings, type=lines.Settings)
