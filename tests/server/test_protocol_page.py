"""What docs/reference/protocol.md says is what happens at a table."""

import hashlib
import re
from typing import get_args

import msgspec
import pytest

from tests.server.session import PAGE, told_anew
from toctoc.server.security.limits import Limits
from toctoc.table import commands, effects, handlers, log, messages, scheduler, snap, state

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


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (f"{Limits().message_bytes:,}", "A message has at most {} bytes"),
        (f"{Limits().request_bytes:,}", "a request body {}."),
        (Limits().messages_burst, "{} messages at once"),
        (f"{Limits().messages_per_second:.0f}", "and {} a second on the average"),
        (Limits().backlog_bytes // 1024, "until {} kB wait"),
        (scheduler.AWAY_GRACE_MS // 1000, "no connection for {} seconds"),
        (effects.PART_TIMEOUT_MS // 1000, "after {} seconds the game begins"),
        (state.KEPT_EVENTS, "at most the last {} updates"),
        (state.KEPT_IDS, "knows the last {} that were done for each guest"),
        (state.KEPT_GUESTS, "the {} guests who asked for something last"),
        (effects.CLOCK_MS["relaxed"] // 1000, "{} s a decision for `relaxed`"),
        (effects.CLOCK_MS["fast"] // 1000, "{} s for `fast`"),
        (snap.MAX_CREDIT_MS, "at most {} ms"),
        (snap.MEASURED_ROUND_TRIPS, "last\n{} round trips"),
        (state.KEPT_TALK, "holds the last {}."),
    ],
)
def test_its_numbers_are_those_of_the_code(number: object, words: str) -> None:
    assert words.format(number) in TEXT


def test_talk_is_as_limited_as_it_says() -> None:
    assert handlers.TALK_LIMIT == (5, 0.5)
    assert "Five at once, then one every two seconds." in TEXT
