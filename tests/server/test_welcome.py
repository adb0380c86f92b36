"""A host sees where the tables are; a phone can read it."""

import ipaddress
import re

import pytest
import segno
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.scale import each, scaled
from toctoc.server.banner import BLACK_ON_WHITE, QR_BORDER, RESET, BannerTexts, lan_addresses, lines, qr

HERE = "http://127.0.0.1:8000"
BLOCKS = re.compile("[█▀▄ ]+")


def scanned(drawn: list[str], colours: bool) -> list[list[bool]]:
    """Which modules are dark, row by row, read from the drawing."""
    rows: list[list[bool]] = []
    for line in drawn:
        bare = line.removeprefix(BLACK_ON_WHITE).removesuffix(RESET)
        assert BLOCKS.fullmatch(bare)
        rows += [[(block in half) is colours for block in bare] for half in ("█▀", "█▄")]
    return rows


@pytest.mark.parametrize("colours", [True, False])
@settings(max_examples=scaled(20, 100))
@given(text=st.text(alphabet=st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=100))
def test_the_drawing_is_the_code(text: str, colours: bool) -> None:
    code = segno.make_qr(text, error="m")
    expected = [[bool(dark) for dark in row] for row in code.matrix_iter(border=QR_BORDER)]
    rows = scanned(qr(text, colours), colours)
    assert rows[: len(expected)] == expected
    assert not any(map(any, rows[len(expected) :]))  # at most one white row below


def test_the_code_has_no_colours_unless_they_are_wanted() -> None:
    assert "\x1b" not in "".join(lines(HERE, ["192.168.1.5"]))
    coloured = lines(HERE, ["192.168.1.5"], colours=True)
    assert all(line.startswith(BLACK_ON_WHITE) and line.endswith(RESET) for line in coloured[-10:])


def test_others_in_the_network_get_their_addresses_and_the_first_as_a_code() -> None:
    said = lines(f"{HERE}/x", ["192.168.1.5", "2001:db8::5"])
    assert said[:7] == [
        "Toctoc is open at http://127.0.0.1:8000/x",
        "",
        "On the same network:",
        "  http://192.168.1.5:8000/x",
        "  http://[2001:db8::5]:8000/x",
        "",
        "Or scan this code with a phone:",
    ]
    assert said[8:] == qr("http://192.168.1.5:8000/x")


def test_a_public_address_is_the_code() -> None:
    assert lines("https://toctoc.example/", [])[-3:] == qr("https://toctoc.example/")[-3:]


@each("url", [HERE, "http://localhost:8000", "http://[::1]:8000", "http://0.0.0.0:8000", "x", ""])
def test_a_local_address_has_no_QR_code(url: str) -> None:
    assert lines(url, []) == [f"Toctoc is open at {url}"]


def test_a_narrow_terminal_gets_no_code() -> None:
    wide = len(qr("http://192.168.1.5:8000")[0])
    assert lines(HERE, ["192.168.1.5"], width=wide)[-1] == qr("http://192.168.1.5:8000")[-1]
    for colours in (True, False):
        narrow = lines(HERE, ["192.168.1.5"], width=wide - 1, colours=colours)
        assert narrow[-1] == "  http://192.168.1.5:8000"


def test_a_huge_address_gets_no_code() -> None:
    url = f"https://toctoc.example/{'x' * 100_000}"
    assert lines(url, [], width=1_000_000) == [f"Toctoc is open at {url}"]


def test_an_ordinary_address_fits_a_small_terminal() -> None:
    assert len(qr("http://192.168.100.200:18000")[0]) <= 40


def test_it_speaks_other_languages() -> None:
    said = lines(HERE, ["192.168.1.5"], words=BannerTexts("Ouvert :", "Réseau :", "Photo :"))
    assert said[0] == "Ouvert : http://127.0.0.1:8000"
    assert {"Réseau :", "Photo :"} <= set(said)


def test_the_addresses_of_this_machine_can_be_used_by_others() -> None:
    found = lan_addresses()
    assert len(found) == len(set(found))
    for address in map(ipaddress.ip_address, found):
        assert not address.is_loopback
        assert not address.is_link_local
        assert not address.is_unspecified
