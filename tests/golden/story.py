"""Write a game, or the moment of it that shows an option, with every refusal and all that each viewer receives."""

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
    """A game, written as a whole or from an event on.

    Args:
        game: The name of the game.
        name: The name of the file.
        players: The number of players.
        chosen: The options that are not the defaults.
        policy: The number of the policy by which its random players act.
        event: The name of the event that begins the excerpt; None for the whole game.
        steps: The number of steps of the excerpt.
    """

    game: str
    name: str
    players: int
    chosen: Mapping[str, object]
    policy: int
    event: str | None
    steps: int

    def __str__(self) -> str:
        return f"{self.game}-{self.name}"

    @property
    def file(self) -> Path:
        return GAMES / self.game / "golden" / f"{self.name}.txt"


def stories() -> Iterator[Story]:
    """Yield the stories of every game, from the `stories.py` in the folder of its tests."""
    for game in BUILT_IN:
        for told in import_module(f"tests.games.{game}.stories").STORIES:
            yield Story(game, *told)


STORIES = tuple(stories())


def tell(story: Story) -> str:
    """Return the text of a story."""
    rng = Random(str(story))
    match = Match(story.game, story.players, story.chosen)
    lines = [f"{match.game.title}, {story.players} players"]
    lines += [f"  {name}: {value}" for name, value in match.options.items()]
    viewers: list[int | None] = [None, *range(story.players)]
    received: dict[int | None, list[Event]] = {viewer: [] for viewer in viewers}
    for viewer in viewers:
        match.listen(viewer, received[viewer].append)
    told = 0
    while not match.over:
        attempted = step(match, story, rng)
        if story.event is None or told or story.event in {type(event).__name__ for event in received[None]}:
            if story.event and not told and len(match.steps) > 1:
                lines += ["", f"(after {len(match.steps) - 1} steps)"]
            told += 1
            lines += ["", *attempted, *shown_to(received)]
            if match.options.get("memory_aid"):
                lines += aid(match, rng.randrange(story.players))
            if told == story.steps:
                return "\n".join([*lines, ""])
        for events in received.values():
            events.clear()
    assert told, f"there is no {story.event} in {story}"
    lines += ["", f"Scores {match.scores}, won by {match.winners}: {match.ending}", ""]
    return "\n".join(lines)


def step(match: Match, story: Story, rng: Random) -> list[str]:
    """Make a step, with refused attempts before it now and then; return its words and theirs."""
    rules = match.game.rules
    if match.chance_awaited:
        outcome = rules.chance_pick(match.state, rng.randrange(rules.chance_total(match.state)))
        words = str(match.game.outcome(match.state, outcome))
        match.take_chance(words)
        return [f"chance: {words}"]
    lines = attempts(match, rng)
    seat = rng.choice(match.actors)
    known = conformance(story.game)
    code = (*known.policies, *known.peeking)[story.policy](rules, match.state, seat, rng)
    words = str(match.game.action(match.state, code))
    match.play(seat, words)
    return [*lines, f"seat {seat}: {words}"]


def attempts(match: Match, rng: Random) -> list[str]:
    """Let a seat try an illegal action now and then; return the refusal."""
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


def shown_to(received: Mapping[int | None, list[Event]]) -> list[str]:
    """Write the events of a step: once where all viewers received the same, else with the seat that did not."""
    lines = []
    for n, event in enumerate(received[None]):
        lines.append(f"  {written(event)}")
        for viewer, events in received.items():
            if events[n] != event:
                lines.append(f"  (seat {viewer} alone) {written(events[n])}")
    return lines


def written(event: Event) -> str:
    parts = [f"{field.name}={shown(getattr(event, field.name))}" for field in fields(event)]
    return " ".join([type(event).__name__, *parts])


def shown(value: Any) -> str:
    """Write a value without quotes, and rows of cards as words."""
    if isinstance(value, tuple):
        return f"[{' '.join(shown(part) for part in value)}]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def aid(match: Match, seat: int) -> list[str]:
    """Return what the memory aid shows a seat, derived again from the events that the seat received."""
    again = Match(match.game, match.players, match.options)
    known = match.game.knowledge(match.players, match.options, seat)
    again.listen(seat, known.observe)
    for made in match.steps:
        if isinstance(made, Chance):
            again.take_chance(made.outcome)
        else:
            again.play(made.seat, made.action)
    return [f"  (aid for seat {seat}) {known.aid()}"]
