"""List all codes of refusals, each with its remedy; a game declares its own. A test finds missing ones."""

from collections.abc import Iterable, Mapping

from toctoc.core.game import Game
from toctoc.core.registry import GAMES

HTTP_REFUSALS = {
    "game/unknown": "Use one of the games of `GET /api/games`.",
    "game/gone": "Use another table: the server no longer has this game. The host can install it again.",
    "game/newer": "Use another table: a newer version of Toctoc wrote this one. The host can upgrade.",
    "settings/players": "Use a number of players that the game allows; `details` has the limits.",
    "settings/option": "Use an option of the game with a possible value; the message names both.",
    "table/unknown": "Check the code, such as `hibou lampe 42`; a pruned table is gone.",
    "table/damaged": "Use another table: its stored data cannot be read. The host finds the reason in the log.",
    "table/guessing": "Wait: this address has requested too many unknown codes.",
    "table/too-many": "Wait: this address has made too many tables within an hour.",
    "match/too-many": "Wait: this address has requested too many quick matches within an hour.",
    "match/off": "Make a table: the host of this server has switched quick matches off.",
    "table/full": "Wait until fewer spectators are at this table.",
    "table/kicked": "Use another table: the creator of this one has banned this guest.",
    "server/full": "Try again later: all tables or all connections are in use.",
    "server/error": "Nothing to do for a client; the host finds the error in the log.",
    "request/too-many": "Wait a second, and send fewer requests.",
    "request/headers": "Send fewer and shorter headers.",
    "record/not-over": "Wait until the game is over; `?game=2` is the second game at this table.",
    "record/busy": "Try again in a moment: the server replays too many games.",
    "record/old": "Use the record itself: this server has other rules and cannot replay it.",
    "daily/off": "Use another server: the host of this one has switched the daily deal off.",
    "daily/sealed": "Wait until the day of this deal is over; `GET /api/daily` says when.",
    "daily/private": "Use your own try: this table belongs to another guest.",
    "daily/not-yours": "Use the table of your own try, from the browser that began it.",
    "daily/one-try": "Wait for the next day: a deal has one try, on one device.",
    "analysis/off": "Use another server: the host of this one has switched analyses off.",
    "analysis/no-bots": "Use a game that bots play: an analysis needs them.",
    "analysis/no-seat": "Use a seat of that game, counted from 0.",
    "analysis/busy": "Try again later: too many analyses are waiting.",
    "analysis/not-wanted": "Start the analysis first, by POST.",
    "group/off": "Use another server: the host of this one has switched groups off.",
    "group/unknown": "Use the link of an existing group: this one was closed or never made.",
    "group/not-in": "Join the group first: `POST /api/groups/ID/members`.",
    "group/creator-only": "Only the creator of the group can close it or remove members; members can leave.",
    "group/full": "Use another group: this one has the largest number of members.",
    "group/removed": "Use another group: the creator of this one has removed this guest.",
    "group/no-member": "Use the `who` of a member in `GET /api/groups/ID`.",
    "group/too-many": "Wait: too many new members have joined groups from this address within an hour.",
    "contact/not-now": "Wait until a game at this table is over.",
    "contact/unknown": "Play a game together, and let both agree: `POST /api/tables/CODE/contacts`.",
    "push/off": "Use another server: the host of this one has switched pushes off.",
    "push/endpoint": "Send the `endpoint` of a browser's subscription; the message names the fault.",
    "push/not-slow": "Use a table whose clock is `hours` or `day`.",
    "push/full": "Wait until other guests at this table end their pushes.",
    "seat/none": "Take a seat first; only a device with a seat, or the creator's, can move it.",
    "device/bad-token": "Request a new QR code: this one was used, is five minutes old, or is for another table.",
    "device/host": "Send a valid Host header.",
    "device/seated": "Leave the seat of this device at this table, then take the other one.",
    "host/unknown": "Use a name that the server knows; the host can allow another one with `--allowed-host`.",
    "server/inside": "Send it from the machine of the server, or directly to a server behind a proxy.",
    "node/unknown": "Use the public address of the server: this one is for its other nodes.",
    "origin/foreign": "Send the request from a page of this server, or without `Origin`.",
    "token/bad": "Use a token that this server made for this table.",
    "path/unknown": "Use `/api/tables/CODE/ws`.",
}
LOCAL_REFUSALS = {
    "local/needs-server": "Use a table of a server: a device alone cannot do this.",
    "local/other-tab": "Use the tab in which this table is open, or close that tab.",
}
ADMIN_REFUSALS = {
    "admin/off": "Start the server with `--admin-token-file` or `TOCTOC_ADMIN_TOKEN`.",
    "admin/token": "Send `Authorization: Bearer` with the token of the host.",
}
CONNECTION_REFUSALS = {
    "message/bad": "Send JSON with a `type` and only the fields of that message; the text names the fault.",
    "message/too-many": "Wait a moment; a client that continues is disconnected.",
    "hello/first": "Send `hello` before any other message.",
    "store/full": "The disk of the server is full; nothing was done. Send it again with the same id.",
    "store/busy": "Another program holds the store; nothing was done. Send it again with the same id.",
    "store/stale": "Another server owns this table now; nothing was done. Reconnect.",
    "store/broken": "The store failed; nothing was done. Send it again with the same id.",
}
TABLE_REFUSALS = {
    "table/closed": "Use another table: this one is closed for good.",
    "table/creator-only": "Only the creator of the table can do this.",
    "table/kicked": "Use another table: the creator of this one has banned you.",
    "change/too-many": "Wait a while: this guest, address or table has stored too many changes.",
    "daily/one-try": "Play on: a table of the daily deal allows nothing else.",
    "game/running": "Wait until the game is over.",
    "game/not-running": "Start a game, or wait until the cards are dealt.",
    "seat/none": "Take a seat first.",
    "seat/not-yours": "Use a seat of your own, or no `seat` if you have one only.",
    "seat/which": "Send the `seat`: you have several.",
    "seat/no-such": "Use a seat from 0 to the number of players less one.",
    "seat/taken": "Use a free seat. To have fewer seats, free the last ones first.",
    "seat/free": "Use a seat with a person or a bot.",
    "seat/no-player": "Use a seat with a person.",
    "seat/in-game": "Change seats between games.",
    "seat/one-each": "A quick match has one seat for each guest. Several people at one device make a table.",
    "bot/unknown": "Use one of the bots of `GET /api/games`.",
    "settings/players": "Use a number of players that the game allows; `details` has the limits.",
    "settings/option": "Use an option of the game with a possible value; the message names both.",
    "start/free-seats": "Fill the free seats in `details`, or name a bot for them in `fill`.",
    "chair/seated": "Nothing to do: you have a seat.",
    "chair/too-many": "Wait until the creator has answered other requests for a chair.",
    "chair/nobody": "Use one of `lobby.asking`.",
    "chair/none": "Wait until a person leaves; `details` has the largest number of chairs.",
    "part/not-now": "Send the part once, after `start`, and only after `ready`.",
    "name/empty": "Use a name of at least one character.",
    "name/too-long": "Use a name of at most 20 characters.",
    "name/unprintable": "Use visible letters, numbers, signs and pictures.",
    "name/abusive": "Use another name: strangers read it at listed tables.",
    "avatar/unknown": "Use one of the pictures in `details`, or none.",
    "text/empty": "Send at least one character.",
    "text/too-long": "Send at most 200 characters.",
    "text/unprintable": "Use visible letters, numbers, signs and pictures.",
    "talk/one": "Send either `phrase` or `text`.",
    "talk/unknown": "Use one of the phrases.",
    "talk/no-text": "Send a phrase: this table allows no text.",
    "talk/muted": "Nothing to do: the creator has muted this seat.",
    "talk/too-much": "Wait two seconds.",
    "hint/thinking": "Wait for the hint that you requested, then ask again.",
    "hint/too-many": "Wait a moment: this address has requested many hints.",
    "hint/busy": "Wait a moment, or play: too many hints are waiting.",
    "hint/off": "Use a table whose settings allow hints.",
    "hint/not-now": "Ask when the seat is to act.",
    "hint/nobody": "Use a game whose bots can give hints.",
    "hint/memory": "Use the option `memory_aid`: hints in a memory game need it.",
}
RULES_REFUSALS = {
    "words/none": "Send a move in notation; `details.forms` has the forms.",
    "words/unknown-verb": "Begin the move with one of the words in `details.forms`.",
    "words/wrong-form": "Send the whole form, as in `details.forms`.",
    "turn/not-yours": "Wait for the seat in `details.seat`.",
    "turn/not-now": "Send an action of `legal`; the game gives no other reason.",
    "turn/game-over": "Send `again` for the rematch.",
}
RACE_REFUSALS = {
    "snap/waiting": "Wait a moment, until your throw is judged.",
    "snap/too-late": "The window closed before the throw counted; your card stays with you.",
}
BYE_CODES = {
    "hello/protocol": "Use a client of this server's protocol; in a browser, reload the page.",
    "message/fragmented": "Send each message in one frame.",
    "message/too-many": "Send fewer messages.",
    "table/kicked": "Use another table: the creator of this one has banned you.",
    "table/closed": "Use another table: the host of the server has removed this one.",
    "device/moved": "Nothing to do: the seats are on another device. Move them back to use them here.",
    "server/ends": "Reconnect in a moment, with the last version.",
}


def of_games(games: Iterable[Game]) -> dict[str, str]:
    """Return the refusals by the rules of `games`: first those of every game, then those of each, by family.

    A family is the first part of a code. A game's codes stand with the same family of every game; the codes of a
    race stand with the same family of the first game that has races.
    """
    families: dict[tuple[int, str], dict[str, str]] = {}
    remedies: list[Mapping[str, str]] = [RULES_REFUSALS]
    for game in games:
        has_races = any(action.is_throw for action in game.actions)
        remedies.append({**game.remedies, **(RACE_REFUSALS if has_races else {})})
    for owner, of_owner in enumerate(remedies):
        for code, remedy in of_owner.items():
            family = code.partition("/")[0]
            place = 0 if (0, family) in families else owner
            families.setdefault((place, family), {})[code] = remedy
    listed: dict[str, str] = {}
    for codes in families.values():
        listed |= {code: remedy for code, remedy in codes.items() if code not in listed}
    return listed


GAME_REFUSALS = of_games(GAMES.values())
