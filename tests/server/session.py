"""The session in docs/reference/protocol.md; `python -m tests.server.session` writes anew what the table tells."""

import json
import re
from collections.abc import Iterator

from tests.table.harness import TableHarness
from toctoc.core.errors import Refused
from toctoc.table import commands, messages
from tools import ROOT

PAGE = ROOT / "docs/reference/protocol.md"
KEY = "k7q2mzx3ab"
STEP = re.compile(r"^(?:> (?P<sent>{.*})|\((?P<pause>[\d.]+) seconds pass\))$")


class Session:
    """Anna's device at a table of Toc Chocottes for two, where cards and bots always come out the same."""

    def __init__(self) -> None:
        self.harness = TableHarness.of("chocottes", 2)

    def send(self, message: str) -> Iterator[str]:
        """What she is told because of it."""
        command = commands.read(message.encode())
        if isinstance(command, commands.Hello):
            told = self.harness.back("anna", command.version)
            told["lobby"]["key"] = KEY  # which a server adds
            yield _written(told)
            return
        replies = len(self.harness.replies)
        try:
            self.harness.ask("anna", command)
        except Refused as why:
            id = getattr(command, "id", None)
            self.harness.replies.append(messages.Refusal(why.code, why.message, id, why.clause, why.details))
        yield from self._heard()
        for reply in self.harness.replies[replies:]:
            yield _written(json.loads(messages.write(reply)))

    def wait(self, seconds: float) -> Iterator[str]:
        self.harness.wait(int(1000 * seconds))
        yield from self._heard()

    def _heard(self) -> Iterator[str]:
        heard, self.harness.heard["anna"] = self.harness.heard["anna"], []
        yield from map(_written, heard)


def _written(message: object) -> str:
    return f"< {json.dumps(message, ensure_ascii=False)}"


def told_anew(page: str) -> str:
    """The page, with what the table tells after each step."""
    session = Session()
    lines = []
    for line in page.split("\n"):
        if line.startswith("< {"):
            continue
        lines.append(line)
        step = STEP.match(line)
        if step and step["sent"]:
            lines += session.send(step["sent"])
        elif step:
            lines += session.wait(float(step["pause"]))
    return "\n".join(lines)


if __name__ == "__main__":
    PAGE.write_text(told_anew(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
