"""docs/reference/protocol.md is true: its session, its messages, its numbers."""

import hashlib
import re
from typing import get_args

import msgspec

from tests.scale import each
from tests.server.session import PAGE, told_anew
from toctoc.server.live import hub
from toctoc.server.security.limits import Limits
from toctoc.server.transport import websocket
from toctoc.table import commands, effects, handlers, log, messages, presence, scheduler, snap, state

TEXT = PAGE.read_text(encoding="utf-8")


def test_the_session_happens_message_by_message() -> None:
    assert TEXT.count("\n< {") > 20
    assert told_anew(TEXT) == TEXT, "stale: python -m tests.server.session"


def test_every_message_is_there() -> None:
    for kind in (*get_args(commands.Command), *get_args(messages.Message)):
        assert f"\n| `{kind.__struct_config__.tag}` |" in TEXT


def test_the_part_has_its_fingerprint() -> None:
    [part] = re.findall(r'"part": "([0-9a-f]{64})"', TEXT)
    assert hashlib.sha256(bytes.fromhex(part)).hexdigest() in TEXT


def test_the_settings_can_be_read() -> None:
    [shown] = re.findall(r'`{"game": "chocottes", "settings": ({.*?}),', TEXT)
    assert msgspec.json.decode(shown, type=log.Settings).players == 2


@each(
    "number, words",
    [
        (f"{Limits().message_bytes:,}", "| size of a message | {} bytes |"),
        (f"{Limits().request_bytes:,}", "| size of a request body | {} bytes |"),
        (Limits().messages_burst, "| {} at once, "),
        (f"{Limits().messages_per_second:.0f}", " at once, {} a second on average |"),
        (Limits().backlog_bytes // 1024, "| data that wait for a slow reader | {} kB |"),
        (scheduler.AWAY_GRACE_MS // 1000, "no connection for {} seconds"),
        (effects.PART_TIMEOUT_MS // 1000, "after {} seconds the game begins"),
        (state.KEPT_EVENTS, "at most the last {} updates"),
        (state.KEPT_IDS, "knows the last {} ids that were done for each guest"),
        (state.KEPT_GUESTS, "the {} guests with the latest requests"),
        (effects.CLOCK_MS["relaxed"] // 1000, "{} s a decision for `relaxed`"),
        (effects.CLOCK_MS["fast"] // 1000, "{} s for `fast`"),
        (snap.MAX_CREDIT_MS, "at most {} ms"),
        (snap.MEASURED_ROUND_TRIPS, "last {} round trips"),
        (state.KEPT_TALK, "holds the last {}."),
        (effects.CLOCK_MS["hours"] // effects.HOUR_MS, "`hours` ({} hours a decision)"),
        (effects.CLOCK_MS["day"] // effects.HOUR_MS, "`day` ({} hours)"),
        (presence.MAX_REVEAL_MS // 1000, "The server waits at most {} seconds."),
        (f"{websocket.CHECK_SECONDS * websocket.PING_EVERY:.0f}", "answer automatically: every {} seconds, and"),
        (f"{websocket.CHECK_SECONDS:.0f}", "every {} seconds to a silent client whose player is to move"),
        (hub.MAX_LISTED_TABLES, "the listed tables with a connected player: at most {}, the newest first,"),
        (hub.MAX_LISTED_OF_ADDRESS, "and at most {} of one address at each node."),
    ],
)
def test_the_numbers_are_those_of_the_code(number: object, words: str) -> None:
    assert words.format(number) in " ".join(TEXT.split())


def test_talk_is_as_limited_as_it_says() -> None:
    assert handlers.TALK_LIMIT == (5, 0.5)
    assert "Five at once, then one every two seconds." in TEXT
