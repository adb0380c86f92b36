"""Check permissions and settings: each check passes or raises `Refused`."""

from collections.abc import Callable
from typing import Any

import msgspec

from toctoc.core import options
from toctoc.core.errors import BadOption, Refused
from toctoc.core.game import Game
from toctoc.core.registry import GAMES

from . import commands as c
from .log import Settings
from .state import SeatState
from .table import Table

OffersBot = Callable[[str, str], bool]  # whether a bot, by its name, is offered for a game, by its name
KICKED = "The table's host has sent you away."


def own_seat(table: Table, guest: str, seat: int | None) -> int:
    """Return `seat` if it is the guest's; without `seat`, the guest's first."""
    mine = table.places.get(guest)
    if not mine:
        raise Refused("seat/none", "H2", "You have no seat at this table.")
    if seat is None:
        return mine[0]
    if seat not in mine:
        raise Refused("seat/not-yours", "H2", "That is not your seat.", seat=seat)
    return seat


def device_seat(table: Table, guest: str) -> int:
    """Return the seat that represents a guest's device: the one that is ready, or the first."""
    first = own_seat(table, guest, None)
    return next((seat for seat in table.seats_of(guest) if table.state.seats[seat].hash), first)


def existing_seat(table: Table, seat: int) -> SeatState:
    """Return the state of `seat`; refuse a number that the table does not have."""
    if seat >= len(table.state.seats):
        raise Refused("seat/no-such", "H2", f"Seats go from 0 to {len(table.state.seats) - 1}.", seat=seat)
    return table.state.seats[seat]


def check_free(table: Table, seat: int) -> None:
    """Refuse a seat that is taken."""
    if not existing_seat(table, seat).is_free:
        raise Refused("seat/taken", "H2", "This seat is taken.", seat=seat)


def check_may_sit(table: Table, guest: str, seat: int) -> None:
    """Refuse a seat that `guest` may not take."""
    if table.state.stage == "dealing":
        raise Refused("game/running", "H2", "The cards are being dealt: try again in a moment.")
    if guest in table.state.banned:
        raise Refused("table/kicked", "H2", KICKED)
    if not _may_replace_bot(table, guest, seat):
        check_free(table, seat)
    if table.is_live and table.seats_of(guest):
        raise Refused("seat/in-game", "H2", "You cannot change seats during a game.", seat=seat)


def _may_replace_bot(table: Table, guest: str, seat: int) -> bool:
    """Tell whether `guest` may replace the bot at `seat`: between games, if no seat is free."""
    is_full = not any(other.is_free for other in table.state.seats)
    return is_full and not table.is_live and not table.seats_of(guest) and bool(existing_seat(table, seat).bot)


def check_open(table: Table) -> None:
    """Refuse any command at a closed table."""
    if table.state.stage == "closed":
        raise Refused("table/closed", "H2", "This table is closed.")


def check_daily(table: Table, command: object) -> None:
    """Refuse all commands but play at a table of the daily deal, once its game has begun."""
    if table.state.daily and table.state.stage != "lobby" and not isinstance(command, c.Move | c.Calm | c.Say):
        raise Refused(
            "daily/one-try", "H2", "The daily deal is one game, played to its end: this is not done here."
        )


def check_creator(table: Table, guest: str) -> None:
    """Refuse a guest other than the table's creator."""
    if guest != table.state.creator:
        raise Refused("table/creator-only", "H2", "Only the table's host may do that.")


def check_between_games(table: Table) -> None:
    """Refuse while a game is dealt or played."""
    if table.state.stage not in ("lobby", "over"):
        raise Refused("game/running", "H2", "A game is being played.")


def known_bot(game: str, bot: str, offers_bot: OffersBot) -> str:
    """Return `bot` if the server offers it for `game`; else refuse."""
    if not offers_bot(bot, game):
        raise Refused("bot/unknown", "H2", f"No bot {bot!r} plays {GAMES[game].title} here.", bot=bot)
    return bot


def upcoming(table: Table) -> Game:
    """Return the game that is played here next: the table's own, unless the people suggest another one."""
    return GAMES[table.state.next_game or table.state.game]


def check_room(table: Table) -> None:
    """Refuse one more person than the next game is for."""
    most = upcoming(table).players[-1]
    if sum(seat.guest is not None for seat in table.state.seats) >= most:
        raise Refused("chair/none", "H2", f"There are people in all {most} seats.", most=most)


def check_suggestion(table: Table, game: str, offers_bot: OffersBot) -> None:
    """Refuse a next game that is not for all the people at the table, or not for one of its bots."""
    check_between_games(table)
    if game not in GAMES:
        raise Refused("game/unknown", "H2", f"There is no such game; there are: {', '.join(GAMES)}.")
    if sum(seat.guest is not None for seat in table.state.seats) > GAMES[game].players[-1]:
        raise _wrong_players(game)
    for seat in table.state.seats:
        if seat.bot:
            known_bot(game, seat.bot, offers_bot)


def _wrong_players(game: str) -> Refused:
    title, text, players = GAMES[game].title, GAMES[game].players_text, GAMES[game].players
    return Refused(
        "settings/players", "H2", f"{title} is for {text} players.", fewest=players[0], most=players[-1]
    )


def check_settings(game: str, settings: Settings) -> None:
    """Refuse settings that the game does not support; the message has the valid range."""
    if settings.players not in GAMES[game].players:
        raise _wrong_players(game)
    try:
        chosen: dict[str, Any] = options.complete(GAMES[game].options, settings.options)
    except BadOption as bad:
        raise Refused("settings/option", "H2", f"{bad}.") from None
    for option in GAMES[game].options:
        if options.checked_at(option, chosen[option.name], settings.players) is None:
            raise Refused("settings/option", "H2", f"The option {option.name} is a seat of this table.")


def fitting_settings(table: Table, settings: Settings) -> Settings:
    """Return settings that fit the table; a chosen starter without a seat is dropped."""
    creator = settings.options.get("creator")
    has_left = creator in range(settings.players, len(table.state.seats))
    if has_left and creator == table.state.settings.options.get("creator"):
        rest = {name: value for name, value in settings.options.items() if name != "creator"}
        settings = msgspec.structs.replace(settings, options=rest)
    check_settings(table.state.game, settings)
    for seat in table.state.seats[settings.players :]:
        if not seat.is_free:
            raise Refused("seat/taken", "H2", "Free the last seats first.")
    return settings
