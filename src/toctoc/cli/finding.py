"""Findings about the set-up of a server: the texts `doctor.NAME`, and `doctor.do.NAME` with what to do."""

from dataclasses import dataclass, field
from typing import Any

from toctoc.addresses import page_address
from toctoc.lang import Catalogue

OK, WARNING, PROBLEM = "ok", "warning", "problem"
GIGABYTE = 10**9


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of a check; `page` is the page of the documentation that helps."""

    level: str
    name: str
    values: dict[str, Any] = field(default_factory=dict)
    page: str | None = None

    def found(self, say: Catalogue) -> str:
        """Return what was found."""
        return say(f"doctor.{self.name}", **self.values)

    def advice(self, say: Catalogue) -> str | None:
        """Return what to do; None if nothing is wrong."""
        if self.level == OK:
            return None
        advice = say(f"doctor.do.{self.name}", **self.values)
        if not self.page:
            return advice
        more = page_address(self.page) or say("doctor.guide", page=f"docs/{self.page}.md")
        return f"{advice} {more}"


def ok(name: str, /, **values: Any) -> Finding:
    return Finding(OK, name, values)


def warning(name: str, page: str | None = None, /, **values: Any) -> Finding:
    return Finding(WARNING, name, values, page)


def problem(name: str, page: str | None = None, /, **values: Any) -> Finding:
    return Finding(PROBLEM, name, values, page)


def gigabytes(size: float, say: Catalogue) -> str:
    return say("doctor.gigabytes", number=say.number(size / GIGABYTE, 1))
