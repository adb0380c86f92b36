"""axe-core, with all its rules of WCAG 2.x (A and AA) and its own best practices."""

from pathlib import Path

from playwright.sync_api import ViewportSize

from .person import DESKTOP, PHONE, Person

SCRIPT = (Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")
OPTIONS = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "rules": {"target-size": {"enabled": True}},  # left out unless it is asked for by name
}
FINDINGS = """async (options) => {
  const { violations } = await axe.run(options);
  return violations.flatMap(({ help, nodes }) =>
    nodes.map((node) => [help, node.target, node.html.slice(0, 200), node.failureSummary].join("\\n")));
}"""


def findings(person: Person, *sizes: ViewportSize) -> list[str]:
    """Return the findings of axe at these sizes; else on a phone, and when its window has grown."""
    found: list[str] = []
    person.unveil()
    person.page.evaluate(SCRIPT)
    for size in sizes or (DESKTOP, PHONE):
        person.page.set_viewport_size(size)
        found += person.page.evaluate(FINDINGS, OPTIONS)
    return found
