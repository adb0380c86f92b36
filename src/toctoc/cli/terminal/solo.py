"""Play at a table of one person and bots: set it up, play, and print the result."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from random import Random

import click
from rich.console import Group
from rich.text import Text

from toctoc.bots import (
    BOTS,
    BotError,
    SeatInfo,
    bots_for,
    describe,
    make,
    plays,
    thinks_ahead,
    usual_opponent,
    warm_up,
)
from toctoc.bots.registry import is_own_class, short_name
from toctoc.cli import params
from toctoc.cli.console import console, interactive
from toctoc.cli.files.saving import new_file
from toctoc.cli.terminal.display import Display, opened
from toctoc.cli.terminal.paint import QUIET
from toctoc.cli.terminal.session import PlayerLeft, Session
from toctoc.cli.terminal.speech import Speaker
from toctoc.core.match import Match
from toctoc.core.registry import GAMES
from toctoc.lang import Catalogue
from toctoc.lang.bots import called
from toctoc.printable import printable_name
from toctoc.record import LONGEST_NAME, Seat, record, write

__all__ = ["PlayOptions", "PlayerLeft", "blame", "host", "interactive", "opponent", "which_game"]


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """A game to be played in the terminal, as the command line describes it."""

    game: str
    players: int | None
    options: tuple[str, ...]
    seat: int
    name: str | None
    bots: str
    seed: int
    pause_seconds: float  # after a bot's move
    in_words: bool = False  # draws the table as a list of its fields


def which_game(say: Catalogue) -> str:
    click.echo(say("play.which-game"))
    for number, game in enumerate(GAMES.values(), 1):
        click.echo(f"  {number}  {params.game_line(game, say)}")
    while True:
        answer = input("> ").strip().lower()
        for number, name in enumerate(GAMES, 1):
            if answer in (str(number), name):
                return name
        click.echo(say("play.type-number", n=len(GAMES)))


def opponent(game: str, bot: str | None, say: Catalogue) -> str:
    """Return the bot that was chosen, else the game's usual one; refuse one that does not play it."""
    bot = bot or usual_opponent(game)
    if not plays(bot, game):
        there_are = ", ".join(bots_for(game))
        message = say("error.bot-game", bot=Path(bot).name, title=say.title(GAMES[game]), bots=there_are)
        raise click.BadParameter(message, param_hint="--bots")
    return bot


def host(wanted: PlayOptions, file: Path | None, force: bool, say: Catalogue) -> None:
    """Play the game to its end; `PlayerLeft`, `EOFError` and `KeyboardInterrupt` come through."""
    match = _match(wanted, say)
    first = _names(wanted, match.players, "", say)[1 if wanted.seat == 0 else 0]
    if thinks_ahead(wanted.bots, wanted.game):
        warm_up(match.game, lambda: click.echo(say("play.thinking", bot=first), err=True))
    with new_file(file, force, say) if file else nullcontext() as save:
        with _terminable(), opened(say, wanted.pause_seconds) as display:
            session = _session(wanted, match, display, say)
            _welcome(session)
            session.play()
        _tell_result(session)
        if save:
            save(write(record(match, _seats(wanted, match, say))))
    if file:
        click.echo(say("play.recorded", file=click.format_filename(file)))
    click.echo(say("play.seed", seed=wanted.seed))


def blame(error: BotError, say: Catalogue) -> str:
    """Say which bot failed, where and why."""
    return say("play.bot-failed", bot=error.bot, seat=error.seat, game=error.game, reason=error.why)


def _match(wanted: PlayOptions, say: Catalogue) -> Match:
    players = params.checked_players(wanted.game, wanted.players, say)
    if not 0 <= wanted.seat < players:
        message = say("error.seat", seat=wanted.seat, most=players - 1)
        raise click.BadParameter(message, param_hint="--seat")
    name = wanted.name
    if name is not None and not (0 < len(name) <= LONGEST_NAME and printable_name(name) and name.strip()):
        raise click.BadParameter(say("error.name", longest=LONGEST_NAME), param_hint="--name")
    # The player is the creator of this table, and there is no clock.
    chosen: dict[str, object] = {"creator": wanted.seat, **GAMES[wanted.game].unhurried}
    chosen |= params.chosen_options(wanted.game, wanted.options, players, say)
    return Match(wanted.game, players, chosen, chance=Random(f"lots {wanted.seed}").randrange)


def _session(wanted: PlayOptions, match: Match, display: Display, say: Catalogue) -> Session:
    others = [seat for seat in range(match.players) if seat != wanted.seat]
    seat_infos = (SeatInfo(match.game, match.players, match.options, seat, wanted.seed) for seat in others)
    bots = {seat_info.seat: make(wanted.bots, seat_info) for seat_info in seat_infos}
    names = _names(wanted, match.players, wanted.name or say("play.you"), say)
    speaker = Speaker(say, wanted.game, names, wanted.seat)
    return Session(match, wanted.seat, bots, speaker, display, wanted.in_words)


def _names(wanted: PlayOptions, players: int, own: str, say: Catalogue) -> list[str]:
    bot = _bot(wanted)
    seats = [None if seat == wanted.seat else bot for seat in range(players)]
    return [name or own for name in called(seats, {bot: _title(wanted.bots, say)}, [own])]


def _title(bot: str, say: Catalogue) -> str:
    """Return the title of a bot of the user."""
    if bot in BOTS:
        return bot
    own = describe(bot)
    return own.title.get(say.language) or next(iter(own.title.values()), own.name)


def _bot(wanted: PlayOptions) -> str:
    bot = wanted.bots
    return (short_name(bot) if is_own_class(bot) else Path(bot).name)[
        -LONGEST_NAME:
    ]  # of a file, not where it lies


def _seats(wanted: PlayOptions, match: Match, say: Catalogue) -> tuple[Seat, ...]:
    names = _names(wanted, match.players, wanted.name or say("play.player"), say)
    return tuple(Seat(name, None if seat == wanted.seat else _bot(wanted)) for seat, name in enumerate(names))


def _welcome(session: Session) -> None:
    say, match = session.speaker.say, session.match
    lines = [Text(say("play.welcome", seat=session.seat, quit=say("command.quit")))]
    if chosen := params.chosen_texts(match.game, match.options, say):
        lines.append(Text(say("play.options", options=chosen), QUIET))
    session.display.welcome(lines)


def _tell_result(session: Session) -> None:
    """Print the last table and the winners on the normal screen."""
    ending = Text(session.speaker.text(f"ending.{session.match.ending}"), "bold")
    console().print(Group("", session.table(), "", *session.display.unseen(), ending))


@contextmanager
def _terminable() -> Iterator[None]:
    """Let SIGTERM and SIGHUP end the game as Ctrl-C does, with the normal screen restored."""
    names = [name for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {
        name: signal.signal(getattr(signal, name), lambda number, _: sys.exit(128 + number)) for name in names
    }
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)
