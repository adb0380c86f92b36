"""Measure how long the lessons take: `python -m benchmarks.lesson`.

A real server and a real browser play the three lessons at the same time. The learner reads each tip at
`WORDS_A_MINUTE` and then needs `TAP_SECONDS` for every tap; they follow the tips and remember all.
"""

import sys
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

import click
from playwright.sync_api import ViewportSize, sync_playwright

from tests.web.browser import launch
from tests.web.person import People, Person

from .strength import table
from .waiting import POLL_MS, TABLES, serving

WORDS_A_MINUTE = 200
TAP_SECONDS = 2.0
HEADER = ["game", "minutes", "reading s", "tips", "moves", "won"]
TIP = """() => {
  const tip = document.querySelector("[data-testid=tip]");
  return tip ? tip.querySelector("p").textContent : "";
}"""
PLACES = ("red", "green", "blue", "yellow", "white")


@dataclass
class PlayedLesson:
    """A learner's lesson, with its times in seconds."""

    game: str
    person: Person
    pictures: Path | None
    pause: float  # seconds of a tap; 0: the tips are not read, either
    began: float = field(default_factory=monotonic)
    ended: float = 0.0
    reading: float = 0.0
    tips: list[str] = field(default_factory=list)
    _due: float = 0.0  # when the learner taps
    _waits_for: str = ""
    _read: int = 0  # messages
    _children: dict[str, str] = field(default_factory=lambda: {place: place for place in PLACES})  # by place

    def step(self) -> None:
        """Tap, once the learner has read the tip, or thought about the question."""
        tip = self.person.page.evaluate(TIP)
        question = "asked" if self.person.is_asked() and self.person.tappable() else ""
        if (tip or question) != self._waits_for:
            self._waits_for = tip or question
            reading = len(tip.split()) * 60 / WORDS_A_MINUTE if self.pause else 0.0
            self._due = monotonic() + self.pause + reading
            if tip and tip not in self.tips:
                self.tips.append(tip)
                self.reading += reading
                self._picture()
        elif self._waits_for and monotonic() >= self._due:
            if tip:
                self.person.page.locator("[data-testid=tip] .warm").click()
            else:
                self._act()
            self._waits_for = ""
        if not tip and self.person.is_over():
            self.ended = monotonic()
            self._picture()

    def _picture(self) -> None:
        if self.pictures:
            self.person.page.wait_for_timeout(500)
            name = f"{self.game}-{self.person.page.viewport_size['width']}-{len(self.tips):02d}.png"  # type: ignore[index]
            self.person.page.screenshot(path=self.pictures / name)

    def _act(self) -> None:
        """Tap the target of the best action, if it is known; else any target."""
        self._follow()
        targets = {target["action"]: target for target in self.person.tappable()}
        best = next((targets[action] for action in self._wishes() if action in targets), None)
        if best:
            self.person.page.mouse.click(best["x"], best["y"])
        elif targets:
            self.person.act()

    def _wishes(self) -> list[str]:
        view = self.person.device_state()["view"]
        if self.game == "escalier":
            sought = view.get("sought")
            found = [f"turn {place}" for place, child in self._children.items() if child == sought]
            return [*found, f"name {self._children['white']}"]
        if self.game == "chocottes":
            is_twin = view["top"] == "2" and view["row_sizes"][0] == 4
            throws = ["snap 2"] if is_twin else []
            knock = ["knock"] if any("nock!" in tip for tip in self.tips) else []
            return [*throws, "pass", *knock, "draw", "discard", "look 1", "look 2"]
        return []

    def _follow(self) -> None:
        """Remember where the children are."""
        for message in self.person.heard[self._read :]:
            self._read += 1
            for event in message.get("public", {}).get("events", []):
                pairs = {"Shifted": ("place", "to"), "Swapped": ("first", "second")}.get(event["type"])
                if pairs:
                    one, other = (event[name] for name in pairs)
                    children = self._children
                    children[one], children[other] = children[other], children[one]

    def row(self) -> list[str]:
        """Return the figures."""
        won = 0 in (self.person.device_state()["view"].get("winners") or [])
        minutes = (self.ended - self.began) / 60
        moves = str(self.person.moves())
        return [
            self.game, f"{minutes:.1f}" if self.ended else "not over", f"{self.reading:.0f}", str(len(self.tips)),
            moves, "yes" if won else "no",
        ]  # fmt: skip


@click.command(name="lesson")
@click.option("--game", "games", multiple=True, type=click.Choice(list(TABLES)), help="Only this one; repeatable.")
@click.option("--width", default=390, show_default=True)
@click.option("--height", default=844, show_default=True)
@click.option("--language", default="en", show_default=True)
@click.option("--pictures", type=click.Path(path_type=Path), help="A folder for a picture of each tip.")
@click.option("--hurry", is_flag=True, help="Read nothing and tap at once, for pictures.")
def main(
    games: tuple[str, ...], width: int, height: int, language: str, pictures: Path | None, hurry: bool
) -> None:
    """Play the lessons, and print how long they take."""
    size: ViewportSize = {"width": width, "height": height}
    if pictures:
        pictures.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder, serving(Path(folder), None) as url, sync_playwright() as playwright:
        people = People(launch(playwright), url, Path(folder))
        lessons = []
        for game in games or TABLES:
            person = people.come("Anna", size, language, motion="no-preference", pace="normal", is_shown=True)
            person.goto(f"/play/{game}?lesson")
            lessons.append(PlayedLesson(game, person, pictures, 0.0 if hurry else TAP_SECONDS))
        until = monotonic() + 600
        while (going := [one for one in lessons if not one.ended]) and monotonic() < until:
            for one in going:
                one.step()
            going[0].person.page.wait_for_timeout(POLL_MS)
        click.echo(table(HEADER, [one.row() for one in lessons]))


if __name__ == "__main__":
    sys.exit(main(prog_name="python -m benchmarks.lesson"))
