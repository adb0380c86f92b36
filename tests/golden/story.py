"""Telling a game: every step, every refusal, and what each viewer hears."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from tests import games
from tests.games.conformance import conformance
from toctoc import Match, Refused
from toctoc.core import notation
from toctoc.core.game import Chance, Event
from toctoc.core.registry import BUILT_IN

GAMES = Path(games.__file__).parent


@dataclass(frozen=True)
class Story:
    """A game that is told to the last word."""

    game: str
    name: str
    players: int
    chosen: Mapping[str, object]
    habit: int  # which of the game's random players acts

    def __str__(self) -> str:
        return f"{self.game}-{self.name}"

    @property
    def file(self) -> Path:
        return GAMES / self.game / "golden" / f"{self.name}.txt"


def stories() -> Iterator[Story]:
    """Yield the stories of every game, from the `stories.py` in the folder of its tests."""
    for game in BUILT_IN:
        for name, players, chosen, habit in import_module(f"tests.games.{game}.stories").STORIES:
            yield Story(game, name, players, chosen, habit)


STORIES = tuple(stories())


def tell(story: Story) -> str:
    """The whole story as text."""
    rng = Random(str(story))
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
    code = (*known.policies, *known.peeking)[story.habit](rules, match.state, seat, rng)
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
    again.listen(seat, known.observe)
    for made in match.steps:
        if isinstance(made, Chance):
            again.take_chance(made.outcome)
        else:
            again.play(made.seat, made.action)
    return [f"  (aid for seat {seat}) {known.aid()}"]
