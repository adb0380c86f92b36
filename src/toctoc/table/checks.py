"""Who may do what at a table, and which settings fit: each check passes or raises `Refused`."""

from collections.abc import Callable
from typing import Any

import msgspec

from toctoc.games import options
from toctoc.games.errors import BadOption, Refused
from toctoc.games.registry import GAMES

from . import commands as c
from .log import Settings
from .state import Seat
from .table import Table

KICKED = "Whoever made the table has sent you away."


def own_seat(table: Table, guest: str, seat: int | None) -> int:
    """Return the seat that `guest` means: `seat` if it is theirs, or else their first."""
    mine = table.places.get(guest)
    if not mine:
        raise Refused("seat/none", "H2", "You have no seat at this table.")
    if seat is None:
        return mine[0]
    if seat not in mine:
        raise Refused("seat/not-yours", "H2", "That is not your seat.", seat=seat)
    return seat


def device_seat(table: Table, guest: str) -> int:
    """Return the seat that stands for a guest's device: the one that is ready, or the first."""
    first = own_seat(table, guest, None)
    return next((seat for seat in table.seats_of(guest) if table.s.seats[seat].hash), first)


def existing_seat(table: Table, seat: int) -> Seat:
    """Return who sits in a seat that the table has."""
    if seat >= len(table.s.seats):
        raise Refused("seat/no-such", "H2", f"Seats go from 0 to {len(table.s.seats) - 1}.", seat=seat)
    return table.s.seats[seat]


def check_free(table: Table, seat: int) -> None:
    """Refuse a seat that is taken."""
    if not existing_seat(table, seat).is_free:
        raise Refused("seat/taken", "H2", "Somebody sits there.", seat=seat)


def check_may_sit(table: Table, guest: str, seat: int) -> None:
    """Refuse a seat that `guest` does not have and may not take."""
    if table.s.stage == "dealing":
        raise Refused("game/running", "H2", "The cards are being dealt: try again in a moment.")
    if guest in table.s.banned:
        raise Refused("table/kicked", "H2", KICKED)
    if not _may_replace_bot(table, guest, seat):
        check_free(table, seat)
    if table.is_live and table.seats_of(guest):
        raise Refused("seat/in-game", "H2", "Seats are not changed during a game.", seat=seat)


def _may_replace_bot(table: Table, guest: str, seat: int) -> bool:
    """Tell whether a bot gives its seat to a person: between games, when there is no other seat for them."""
    is_full = not any(other.is_free for other in table.s.seats)
    return is_full and not table.is_live and not table.seats_of(guest) and bool(existing_seat(table, seat).bot)


def check_open(table: Table) -> None:
    """Refuse anything at a table that was closed."""
    if table.s.stage == "closed":
        raise Refused("table/closed", "H2", "This table is closed.")


def check_daily(table: Table, command: object) -> None:
    """Refuse everything but play at a table of the daily deal, once its one game has begun."""
    if table.s.daily and table.s.stage != "lobby" and not isinstance(command, c.Move | c.Calm | c.Say):
        raise Refused(
            "daily/one-try", "H2", "The daily deal is one game, played to its end: this is not done here."
        )


def check_creator(table: Table, guest: str) -> None:
    """Refuse what only the table's creator may do."""
    if guest != table.s.creator:
        raise Refused("table/creator-only", "H2", "Only whoever made the table may do that.")


def check_between_games(table: Table) -> None:
    """Refuse what cannot be done while a game is dealt or played."""
    if table.s.stage not in ("lobby", "over"):
        raise Refused("game/running", "H2", "A game is being played.")


def known_bot(table: Table, bot: str, is_bot: Callable[[str], bool]) -> str:
    """Return the name of a bot that the server has for the table's game."""
    if not is_bot(bot):
        raise Refused("bot/unknown", "H2", f"No bot {bot!r} plays {GAMES[table.s.game].title} here.", bot=bot)
    return bot


def check_settings(game: str, settings: Settings) -> None:
    """Refuse settings that the game cannot be played with, and say what would be right."""
    players = GAMES[game].players
    if settings.players not in players:
        raise Refused(
            "settings/players", "H2", f"{GAMES[game].title} is for {GAMES[game].players_text} players.",
            fewest=players[0], most=players[-1],
        )  # fmt: skip
    try:
        chosen: dict[str, Any] = options.complete(GAMES[game].options, settings.options)
    except BadOption as bad:
        raise Refused("settings/option", "H2", f"{bad}.") from None
    for option in GAMES[game].options:
        if options.checked_at(option, chosen[option.name], settings.players) is None:
            raise Refused("settings/option", "H2", f"The option {option.name} is a seat of this table.")


def fitting_settings(table: Table, settings: Settings) -> Settings:
    """Return settings that suit the table as it is; who was to begin and has no seat any more is forgotten."""
    creator = settings.options.get("creator")
    has_left = creator in range(settings.players, len(table.s.seats))
    if has_left and creator == table.s.settings.options.get("creator"):
        rest = {name: value for name, value in settings.options.items() if name != "creator"}
        settings = msgspec.structs.replace(settings, options=rest)
    check_settings(table.s.game, settings)
    for seat in table.s.seats[settings.players :]:
        if not seat.is_free:
            raise Refused("seat/taken", "H2", "Free the last seats first.")
    return settings
