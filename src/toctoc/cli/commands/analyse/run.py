"""Analyse a record for the terminal: as text, as JSON, and as a picture."""

from dataclasses import dataclass
from pathlib import Path

import click
from rich.text import Text

from toctoc.analysis import Analysis, NoAnalysis, Said, analyse, can_analyse, picture, write
from toctoc.bots import Reason, strongest, warm_up
from toctoc.charts.curve import bar_row
from toctoc.cli.console import console
from toctoc.cli.failures import CheckFailed, Failure
from toctoc.cli.files.saving import write_errors
from toctoc.cli.progress import analysing
from toctoc.cli.terminal import narration
from toctoc.cli.terminal.paint import QUIET, painted
from toctoc.cli.terminal.speech import Speaker, capital, quoted, record_error
from toctoc.core import notation
from toctoc.core.game import Event
from toctoc.lang import Catalogue
from toctoc.record import BadRecord, Record, replay, verify

MAX_BARS = 40  # of a curve


@dataclass(frozen=True, slots=True)
class AnalysisOptions:
    file: Path
    number: int
    seat: str | None
    all_open: bool
    as_json: bool
    picture: Path | None


def run(wanted: AnalysisOptions, say: Catalogue) -> None:
    """Analyse a record of a file, and print it or write it as `wanted` says."""
    record = narration.find(wanted.file, wanted.number, say)
    if not can_analyse(record.game):
        raise Failure(say("analyse.no-bots", game=say.title(record.game)))
    seat = _seat(record, wanted.seat, say)
    if wanted.picture is not None and not wanted.picture.parent.is_dir():
        why = say("error.reason.no-folder")
        raise Failure(say("error.write", file=click.format_filename(wanted.picture), reason=why))
    found = _analysed(record, seat, wanted, say)
    pages = Pages(record, found, say)
    if wanted.picture is not None:
        with write_errors(wanted.picture, say):
            wanted.picture.write_text(pages.drawn(), encoding="utf-8")
    if wanted.as_json:
        click.echo(write(found))
        return
    screen = console()
    for line in pages.lines(screen.options.ascii_only):
        screen.print(line)
    if wanted.picture is not None:
        click.echo(say("analyse.drawn", file=click.format_filename(wanted.picture)))


def _seat(record: Record, wanted: str | None, say: Catalogue) -> int:
    """Return the seat of a number or a name; by default the first person's."""
    names = [seat.name for seat in record.seats]
    if wanted is None:
        return next((n for n, seat in enumerate(record.seats) if seat.bot is None), 0)
    if wanted.isdecimal() and int(wanted) < len(names):
        return int(wanted)
    meant = [n for n, name in enumerate(names) if _typed(name) == _typed(wanted)]
    if len(meant) == 1:
        return meant[0]
    players = say.listed([f"{n} {name}" for n, name in enumerate(names)])
    raise Failure(say("analyse.no-seat", seat=quoted(wanted), players=players))


def _typed(name: str) -> str:
    """Return a name in small letters and with the apostrophe of keyboards."""
    return name.casefold().replace("’", "'")


def _analysed(record: Record, seat: int, wanted: AnalysisOptions, say: Catalogue) -> Analysis:
    try:
        if record.steps:  # `analyse` has its own words for none
            verify(record)
        warm_up(record.game)  # before the bar: it may compile, and says so
        with analysing(say) as tell:
            return analyse(record, seat, wanted.all_open, tell=tell)
    except NoAnalysis as error:
        raise Failure(say("analyse.no-moves") if error.code == "no-moves" else str(error)) from None
    except BadRecord as error:
        name, text = click.format_filename(wanted.file), record_error(error, record, say)
        raise CheckFailed(say("error.record", file=name, number=wanted.number, reason=text)) from None


class Pages:
    """An analysis in words."""

    def __init__(self, record: Record, found: Analysis, say: Catalogue) -> None:
        self.record, self.found, self.say = record, found, say
        self.speaker = narration.Narration(record, found.seat, say).speaker
        self.names = self.speaker.names
        self.sentences = step_sentences(
            record, found.seat, self.speaker, {turning.step for turning in found.turnings}
        )

    def lines(self, ascii_only: bool) -> list[Text]:
        """Return all lines."""
        parts = [self._heading(), self._curve(ascii_only), self._turnings(), self._costly()]
        parts += [self._lapses()] if self.found.tracks else []
        return [line for part in (*parts, [self._how()]) for line in (*part, Text())][:-1]

    def drawn(self) -> str:
        """Return the picture."""
        title = f"{self.say.title(self.record.game)} – {self.say('analysis.title')}"
        return picture(self.found, self.names, title, self.say("analysis.curve"))

    def _heading(self) -> list[Text]:
        say, seat = self.say, self.found.seat
        known = say("analysis.open" if self.found.open else "analysis.known")
        return [
            Text(f"{say.title(self.record.game)} – {say('analysis.title')}", "bold"),
            painted(say("replay.seen-by", player=self.speaker.player(seat)), self.speaker),
            Text(known, QUIET),
        ]

    def _curve(self, ascii_only: bool) -> list[Text]:
        """Draw a row of bars for each player, with its figures in words."""
        lines = [Text(self.say("analysis.curve"), "bold")]
        for seat in range(len(self.names)):
            chances = [point.chances[seat] for point in self.found.points]
            first, last, least, most = (
                percent(share) for share in (chances[0], chances[-1], min(chances), max(chances))
            )
            words = self.say(
                "analysis.player", player=self.speaker.player(seat), first=first, last=last, least=least, most=most
            )
            lines += [
                Text(f"  {bar_row(chances, MAX_BARS, ascii_only)}"),
                Text("  ") + painted(words, self.speaker),
            ]
        return lines

    def _turnings(self) -> list[Text]:
        lines = [Text(self.say("analysis.turnings"), "bold")]
        for turning in self.found.turnings:
            words = self.say(
                "analysis.turning", before=percent(turning.before), after=percent(turning.after),
                margin=percent(turning.margin),
            )  # fmt: skip
            happened = self.sentences.get(turning.step, "")
            lines.append(Text("  ") + painted(f"{self._step(turning.step)} {happened} {words}", self.speaker))
        return lines if self.found.turnings else [*lines, Text("  " + self.say("analysis.turnings.none"))]

    def _costly(self) -> list[Text]:
        say, lines = self.say, [Text(self.say("analysis.costly"), "bold")]
        for rank, costly in enumerate(self.found.costly, 1):
            words = say(
                "analysis.cost", done=self._action(costly.done), better=self._action(costly.better),
                best=percent(costly.best), chance=percent(costly.chance), margin=percent(costly.margin),
            )  # fmt: skip
            said = f"{rank}. {self._step(costly.step)} {words} {self._reason(costly.reason)}"
            lines.append(Text("  ") + painted(said, self.speaker))
        none = Text("  " + say(f"analysis.costly.none{self._without_praise()}", n=self.found.decisions))
        return lines if self.found.costly else [*lines, none]

    def _without_praise(self) -> str:
        """Return the ending of the text for a player without a costly mistake: none if praise is deserved."""
        if self.found.is_careful:
            return ""
        return ".slips" if self.found.lapses else ".unsure"

    def _reason(self, said: Said | None) -> str:
        """Say the reason as the strongest level gives it."""
        if said is None:
            return self.say("analysis.reason")
        bot, advice = strongest(self.found.game), self.speaker.reason(Reason(said.code, said.params))
        return self.say("play.hint", bot=self.say(f"bot.{bot}"), advice=advice)

    def _lapses(self) -> list[Text]:
        lines = [Text(self.say("analysis.lapses"), "bold")]
        for lapse in self.found.lapses:
            words = self.say("analysis.lapse", done=self._action(lapse.done))
            said = f"{self._step(lapse.step)} {words} {self._lapse(lapse.reason)}"
            lines.append(Text("  ") + painted(said, self.speaker))
        return lines if self.found.lapses else [*lines, Text("  " + self.say("analysis.lapses.none"))]

    def _lapse(self, said: Said) -> str:
        key = f"{self.record.game.name}.lapse.{said.code}"
        return capital(self.say(key, **self.speaker.spoken(said.code, said.params)))

    def _how(self) -> Text:
        level = self.say(f"bot.{self.found.level}")
        words = self.say("analysis.how", playouts=self.say.number(self.found.playouts, 0), level=level)
        return Text(words, QUIET)

    def _step(self, step: int) -> str:
        return self.say("analysis.step", step=step)

    def _action(self, words: str) -> str:
        return self.speaker.action(notation.read(words, self.record.game.actions))


def step_sentences(record: Record, seat: int, speaker: Speaker, steps: set[int]) -> dict[int, str]:
    """Return the sentences that the seat was shown at `steps`, each in one line."""
    lines: dict[int, str] = {}
    heard: list[Event] = []
    for number, (match, step) in enumerate(replay(record)):
        if step is None:
            match.listen(seat, heard.append)
        elif number in steps:
            lines[number] = _whole(" ".join(speaker.sentences(heard)[:1]))
        heard.clear()
    return lines


def _whole(sentence: str) -> str:
    """End a sentence with a full stop instead of a colon: the list below it is left out here."""
    return f"{sentence[:-1].rstrip()}." if sentence.endswith(":") else sentence


def percent(share: float) -> str:
    """Return a share in whole hundredths."""
    return f"{100 * share:.0f}"
