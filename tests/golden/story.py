"""Telling a game: every step, every refusal, and what each viewer hears."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from random import Random
from typing import Any

from tests.games.conformance import conformance
from toctoc import Match, Refused
from toctoc.games import notation
from toctoc.games.game import Chance, Event

FOLDER = Path(__file__).parent / "stories"


@dataclass(frozen=True)
class Story:
    name: str
    game: str
    players: int
    chosen: Mapping[str, object]
    habit: int  # which of the game's random players acts

    @property
    def file(self) -> Path:
        return FOLDER / f"{self.name}.txt"


STORIES = [
    Story("toctoctoc-3-players", "toctoctoc", 3, {}, 0),
    Story("toctoctoc-4-players", "toctoctoc", 4, {"creator": 2}, 0),
    Story("toctoctoc-5-players-random-start", "toctoctoc", 5, {"start": "random"}, 0),
    Story("toctoctoc-memory-aid", "toctoctoc", 3, {"memory_aid": True}, 0),
    Story("chocottes-2-players", "chocottes", 2, {"creator": 1}, 3),
    Story("chocottes-3-players-random-start", "chocottes", 3, {"start": "random"}, 3),
    Story("chocottes-4-players-no-snap-clock", "chocottes", 4, {"snap_seconds": 0}, 3),
    Story("chocottes-5-players-patient", "chocottes", 5, {}, 1),
    Story("chocottes-no-dreams", "chocottes", 3, {"dreams": 0}, 3),
    Story("chocottes-all-dreams-heavy-tiles", "chocottes", 3, {"dreams": 4, "tiles": [5, 10, 15]}, 3),
    Story("chocottes-memory-aid", "chocottes", 2, {"memory_aid": True}, 1),
    Story("escalier-2-players", "escalier", 2, {"creator": 1}, 0),
    Story("escalier-3-players-random-start", "escalier", 3, {"start": "random"}, 1),
    Story("escalier-4-players-risk", "escalier", 4, {"risk": True}, 1),
    Story("escalier-memory-aid", "escalier", 2, {"memory_aid": True}, 1),
]


def tell(story: Story) -> str:
    """The whole story as text."""
    rng = Random(story.name)
    match = Match(story.game, story.players, story.chosen)
    lines = [f"{match.game.title}, {story.players} players"]
    lines += [f"  {name}: {value}" for name, value in match.options.items()]
    viewers: list[int | None] = [None, *range(story.players)]
    heard: dict[int | None, list[Event]] = {viewer: [] for viewer in viewers}
    for viewer in viewers:
        match.listen(viewer, heard[viewer].append)
    while not match.over:
        lines += ["", *step(match, story, rng)]
        lines += told(heard)
        for events in heard.values():
            events.clear()
        if match.options.get("memory_aid") and rng.random() < 0.1:
            lines += aid(match, rng.randrange(story.players))
    lines += ["", f"Scores {match.scores}, won by {match.winners}: {match.ending}", ""]
    return "\n".join(lines)


def step(match: Match, story: Story, rng: Random) -> list[str]:
    rules = match.game.rules
    if match.chance_awaited:
        outcome = rules.chance_pick(match.state, rng.randrange(rules.chance_total(match.state)))
        words = str(match.game.outcome(match.state, outcome))
        match.take_chance(words)
        return [f"chance: {words}"]
    lines = attempts(match, rng)
    seat = rng.choice(match.actors)
    known = conformance(story.game)
    code = (*known.habits, *known.peeking)[story.habit](rules, match.state, seat, rng)
    words = str(match.game.action(match.state, code))
    match.play(seat, words)
    return [*lines, f"seat {seat}: {words}"]


def attempts(match: Match, rng: Random) -> list[str]:
    """Now and then somebody tries something that is not allowed."""
    if rng.random() > 0.15:
        return []
    seat = rng.choice([*match.actors, rng.randrange(match.players)])
    words = rng.choice(conformance(match.game.name).tries)
    try:
        action = notation.read(words, match.game.actions)
        if match.game.accepts(match.state, seat, match.game.action_code(action)):
            return []
        match.play(seat, action)
    except Refused as refused:
        return [f"seat {seat}: {words}", f"  refused: {refused}"]
    raise AssertionError(f"{words} was neither accepted nor refused")


def told(heard: Mapping[int | None, list[Event]]) -> list[str]:
    """What was heard: once if all heard the same, else with who heard what."""
    lines = []
    everybody = heard[None]
    for n, event in enumerate(everybody):
        lines.append(f"  {said(event)}")
        for viewer, events in heard.items():
            if events[n] != event:
                lines.append(f"  (seat {viewer} alone) {said(events[n])}")
    return lines


def said(event: Event) -> str:
    parts = [f"{field.name}={shown(getattr(event, field.name))}" for field in fields(event)]
    return " ".join([type(event).__name__, *parts])


def shown(value: Any) -> str:
    """Without quotes, and rows of cards as words."""
    if isinstance(value, tuple):
        return f"[{' '.join(shown(part) for part in value)}]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def aid(match: Match, seat: int) -> list[str]:
    """What the memory aid shows a seat, worked out anew from what the seat has heard."""
    again = Match(match.game, match.players, match.options)
    known = match.game.knowledge(match.players, match.options, seat)
    again.listen(seat, known.hear)
    for made in match.steps:
        if isinstance(made, Chance):
            again.take_chance(made.outcome)
        else:
            again.play(made.seat, made.action)
    return [f"  (aid for seat {seat}) {known.aid()}"]
