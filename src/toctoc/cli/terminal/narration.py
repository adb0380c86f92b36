"""Narrate a record: each step in words, as one seat saw it or with everything open."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

import click
from rich.console import Console, Group
from rich.text import Text

from toctoc.cli import params
from toctoc.cli.console import console, interactive, paged
from toctoc.cli.failures import CheckFailed, Failure
from toctoc.cli.files.records import no_record, numbered, opened
from toctoc.cli.terminal.paint import QUESTION, QUIET, painted, signs
from toctoc.cli.terminal.speech import Speaker, record_error
from toctoc.cli.terminal.tables import Look
from toctoc.cli.terminal.tables.choose import drawing
from toctoc.core.game import Chance, Event, Move, Step
from toctoc.core.match import Match
from toctoc.lang import Catalogue
from toctoc.lang.bots import called
from toctoc.record import BadRecord, Record, replay, verify


def find(file: Path, number: int, say: Catalogue) -> Record:
    """Return the n-th record of a file."""
    name = click.format_filename(file)
    count = 0
    with opened(file, say) as stream:
        for _, found in numbered(stream, name, say):
            count += 1
            if count == number:
                if isinstance(found, BadRecord):
                    text = record_error(found, None, say)
                    raise CheckFailed(say("error.record", file=name, number=number, reason=text))
                return found
    if not count:
        raise no_record(file, say)
    raise Failure(say("error.too-few", file=name, number=number, records=say("words.records", n=count)))


def tell(record: Record, seat: int | None, step: bool, file: str, number: int, say: Catalogue) -> None:
    """Print a record; a rule that it breaks ends it, as a failure."""
    narration = Narration(record, seat, say)
    screen = console()
    try:
        if step and interactive():
            _step_by_step(narration, screen)
        else:
            with screen.capture() as captured:
                error = _all_at_once(narration, screen)
            paged(captured.get(), screen)
            if error:
                raise error
    except BadRecord as error:
        text = record_error(error, record, say)
        raise CheckFailed(say("error.record", file=file, number=number, reason=text)) from None


@dataclass
class Narration:
    """A record in the words for one viewer."""

    record: Record
    seat: int | None
    say: Catalogue
    speaker: Speaker = field(init=False)

    def __post_init__(self) -> None:
        seats = self.record.seats
        people = [seat.name for seat in seats if seat.name != seat.bot]
        proper = called([seat.bot if seat.name == seat.bot else None for seat in seats], people=people)
        names = [name or seat.name for seat, name in zip(seats, proper, strict=True)]
        self.speaker = Speaker(self.say, self.record.game.name, names, self.seat)

    def heading(self) -> list[Text]:
        record, speaker = self.record, self.speaker
        players = [
            self.say("replay.bot", player=speaker.player(n), bot=seat.bot) if seat.bot else speaker.player(n)
            for n, seat in enumerate(record.seats)
        ]
        lines = [
            Text(self.say.title(record.game), "bold"),
            Text(self.say("replay.players", players=self.say.listed(players))),
        ]
        if chosen := params.chosen_texts(record.game, record.options, self.say):
            lines.append(Text(self.say("play.options", options=chosen)))
        if self.seat is not None:
            lines.append(Text(self.say("replay.seen-by", player=speaker.player(self.seat))))
        return lines

    def steps(self) -> Iterator[tuple[Match, list[Text]]]:
        """Yield the match after each step, and the step in words; first the match before them all."""
        heard: dict[int | None, list[Event]] = {viewer: [] for viewer in (None, *range(len(self.record.seats)))}
        for number, (match, step) in enumerate(replay(self.record)):
            if step is None:
                for viewer, events in heard.items():
                    match.listen(viewer, events.append)
                yield match, []
                continue
            yield match, self._lines(number, step, heard)
            for events in heard.values():
                events.clear()

    def _lines(self, number: int, step: Step, heard: dict[int | None, list[Event]]) -> list[Text]:
        events = self._seen(step, heard)
        lines: list[str] = []
        if self.seat is None and isinstance(step, Chance) and self._is_hidden(step):
            lines.append(self.speaker.chance(events[0], step.outcome))
            events = events[1:]
        lines += self.speaker.sentences(events)
        if isinstance(step, Move) and step.by != "player":
            lines.append(self.say(f"replay.by.{step.by}"))
        if not lines:
            return []
        first, *rest = (painted(line, self.speaker) for line in lines)
        return [Text(f"{number:4}. ", QUIET) + first, *(Text("      ") + line for line in rest)]

    def _seen(self, step: Step, heard: dict[int | None, list[Event]]) -> list[Event]:
        """Return the events that the viewer saw; with everything open, those of each seat that saw its own."""
        if self.seat is not None:
            return heard[self.seat]
        others = [events for viewer, events in heard.items() if viewer is not None and events != heard[None]]
        if isinstance(step, Move) and heard[step.seat] in others:
            others.insert(0, heard[step.seat])  # the mover's come first
        first, *more = others or [heard[None]]
        known = first + heard[None]
        return first + [event for event in dict.fromkeys(chain.from_iterable(more)) if event not in known]

    def _is_hidden(self, step: Chance) -> bool:
        """Tell whether no seat was shown the outcome of chance."""
        return f"{self.record.game.name}.chance.{type(step.outcome).__name__}" in self.say


def _all_at_once(narration: Narration, screen: Console) -> BadRecord | None:
    piped = not interactive()
    try:
        for line in (*narration.heading(), Text()):
            screen.print(line, soft_wrap=piped)
        for _, lines in narration.steps():
            for line in lines:
                screen.print(line, soft_wrap=piped)
        verify(narration.record)  # its end too: no step shows a wrong result
    except BadRecord as error:
        return error
    return None


def _step_by_step(narration: Narration, screen: Console) -> None:
    """Show one move a screen; Enter goes on, anything else leaves."""
    draw = drawing(narration.record.game.name).draw
    hint = Text(narration.say("replay.next", quit=narration.say("command.quit")), QUESTION)
    lines = narration.heading()
    for match, new_lines in narration.steps():
        if (match.steps and not new_lines) or match.chance_awaited:
            lines += new_lines
            continue
        table = draw(match.view(narration.seat), Look(narration.speaker, signs(screen), screen.width))
        screen.clear()
        screen.print(Group(table, "", *lines, *new_lines, "", hint))
        lines = []
        try:
            if input("> ").strip():
                return
        except EOFError:
            return
