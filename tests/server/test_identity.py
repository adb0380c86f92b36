"""Guests are who they say they are, and nobody learns the secret."""

import os
import re
import stat
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.scale import each, spread
from toctoc.server.security.identity import SECRET_FILE, BadSecret, Keys, load_keys, new_guest

SECRET = "correct horse battery staple 2026"
KEYS = Keys(SECRET)
GUEST = "abcdefghijklmnopqrstuvwxyz"
CODE = "hibou-lampe-42"
ALL = [KEYS.guest_cookie(GUEST), KEYS.seat_token(CODE, GUEST), KEYS.move_token(CODE, GUEST, 2_000)]


def readings(token: str | None) -> list[object]:
    return [KEYS.read_guest(token), KEYS.read_token(token), KEYS.read_move(token, now=1_000.0)]


def test_each_kind_of_token_is_read_only_as_its_own_kind() -> None:
    cookie, seat, move = ALL
    assert readings(cookie) == [GUEST, None, None]
    assert readings(seat) == [None, (CODE, GUEST), None]
    assert readings(move) == [None, None, (CODE, GUEST, 2_000)]


def test_they_fit_a_cookie_and_an_address() -> None:
    for token in ALL:
        assert re.fullmatch(r"[\w.-]{60,120}", token, re.ASCII)


def test_another_secret_signs_differently() -> None:
    other = Keys(SECRET + "!")
    assert other.read_guest(ALL[0]) is None
    assert other.read_token(ALL[1]) is None
    assert other.read_move(ALL[2], 0.0) is None


def test_a_seat_can_be_moved_until_its_time() -> None:
    assert KEYS.read_move(ALL[2], 1_999.9) == (CODE, GUEST, 2_000)
    assert KEYS.read_move(ALL[2], 2_000.0) is None
    assert KEYS.read_move(ALL[2], float("inf")) is None
    assert KEYS.read_move(ALL[2], float("nan")) is None


def test_a_fingerprint_tells_secrets_apart_and_nothing_else() -> None:
    keys = Keys("s" * 32)
    assert keys.fingerprint == Keys("s" * 32).fingerprint
    assert keys.fits(keys.fingerprint)
    assert keys.fits(None)
    assert not keys.fits(Keys("s" * 31 + "t").fingerprint)
    assert len(keys.fingerprint) == 43  # 256 bits in base 64
    assert b"sss" not in keys.fingerprint


@each("token", ALL)
def test_no_sign_can_be_changed(token: str) -> None:
    for place, sign in enumerate(token):
        for other in spread("A0.é", 1):
            if other != sign:
                assert readings(token[:place] + other + token[place + 1 :]) == [None, None, None]
    for changed in (token[:-1], token[1:], token + "=", token + "\n", " " + token, token + ".", token.upper()):
        assert readings(changed) == [None, None, None]


@given(st.text() | st.from_regex(r"(guest1|seat1|move1)(\.[a-z2-7]{0,27}){0,4}\.?.*"))
def test_hostile_tokens_are_nothing(token: str) -> None:
    assert readings(token) == [None, None, None]


@each("token", [None, "", ".", "guest1", "guest1." * 1_000_000, "x" * 10_000_000, "\ud800"])
def test_odd_tokens_are_nothing(token: str | None) -> None:
    assert readings(token) == [None, None, None]


@each("guest", ["", "x", GUEST + "a", GUEST.upper(), "a.b", "a" * 25 + "é", GUEST + "\n"])
def test_only_guests_are_signed(guest: str) -> None:
    with pytest.raises(ValueError, match="can be signed"):
        KEYS.guest_cookie(guest)


def test_new_guests_are_all_different() -> None:
    guests = {new_guest() for _ in range(1_000)}
    assert len(guests) == 1_000
    assert all(KEYS.read_guest(KEYS.guest_cookie(guest)) == guest for guest in guests)


def test_nothing_shows_the_secret() -> None:
    assert "horse" not in f"{KEYS} {KEYS!r} {[KEYS]}"
    with pytest.raises(BadSecret) as refused:
        Keys.given({"TOCTOC_SECRET": "swordfish"})
    assert "swordfish" not in str(refused.value)
    assert "TOCTOC_SECRET has 9 characters; it needs at least 32" in str(refused.value)


def test_the_environment_comes_first(tmp_path: Path) -> None:
    keys = load_keys({"TOCTOC_SECRET": f" {SECRET}\n"}, str(tmp_path / "toctoc.db"))
    assert keys.read_guest(ALL[0]) == GUEST
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(BadSecret, match="has 0 characters"):
        Keys.given({"TOCTOC_SECRET": ""})


def test_a_secret_is_made_once(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    with pytest.raises(BadSecret):
        Keys.beside(folder)
    folder.mkdir()
    cookie = Keys.beside(folder).guest_cookie(GUEST)
    assert Keys.beside(folder).read_guest(cookie) == GUEST
    assert [file.name for file in folder.iterdir()] == [SECRET_FILE]
    assert len((folder / SECRET_FILE).read_text().strip()) == 64
    if os.name == "posix":
        assert stat.S_IMODE((folder / SECRET_FILE).stat().st_mode) == 0o600


def test_servers_that_start_together_have_one_secret(tmp_path: Path) -> None:
    made: list[Keys] = []
    threads = [threading.Thread(target=lambda: made.append(Keys.beside(tmp_path))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({keys.guest_cookie(GUEST) for keys in made}) == 1
    assert len(made) == 8
    assert [file.name for file in tmp_path.iterdir()] == [SECRET_FILE]


@pytest.mark.skipif(os.name != "posix", reason="other systems have no such modes")
@each("mode", [0o644, 0o640, 0o604, 0o660])
def test_a_secret_that_others_can_read_is_refused(tmp_path: Path, mode: int) -> None:
    file = tmp_path / SECRET_FILE
    file.write_text(SECRET)
    file.chmod(mode)
    with pytest.raises(BadSecret, match=rf"mode {mode:o}\); run: chmod 600") as refused:
        Keys.beside(tmp_path)
    assert "horse" not in str(refused.value)


@each(
    "content, complaint",
    [(b"short", "has 5 characters"), (b"", "has 0"), (b"\xff" * 64, "is not a text file")],
)
def test_a_file_without_a_secret_is_refused(tmp_path: Path, content: bytes, complaint: str) -> None:
    file = tmp_path / SECRET_FILE
    file.write_bytes(content)
    file.chmod(0o600)
    with pytest.raises(BadSecret, match=complaint):
        Keys.beside(tmp_path)


def test_a_place_where_no_secret_can_be_is_named(tmp_path: Path) -> None:
    (tmp_path / SECRET_FILE).mkdir()
    with pytest.raises(BadSecret, match=f"{SECRET_FILE} cannot be used"):
        Keys.beside(tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(BadSecret, match="cannot be used"):
        Keys.beside(tmp_path / "file")
