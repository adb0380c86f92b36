"""Table talk: pictures for everybody, words where the host allows them, and not too much of either."""

import pytest

from tests.table.harness import TableHarness
from toctoc.table import commands as c
from toctoc.table.text import PHRASES


def lobby(**settings: bool) -> TableHarness:
    harness = TableHarness.of("escalier", 3, **settings)
    harness.heard[None] = []
    harness.sit("anna", "bob")
    return harness


def test_all_guests_receive_a_phrase() -> None:
    harness = lobby()
    harness.ask("bob", c.Say("1", PHRASES[0]))
    for guest in (None, "anna", "bob"):
        assert harness.heard[guest][-1]["public"]["talk"] == {"seat": 1, "phrase": PHRASES[0]}
    assert harness.welcome("eve")["talk"] == [{"seat": 1, "phrase": PHRASES[0]}]


def test_own_words_only_where_the_host_allows_them() -> None:
    assert lobby().refused("bob", c.Say("1", None, "Bonjour")) == "talk/no-text"
    harness = lobby(free_text=True)
    harness.ask("bob", c.Say("1", None, "  Bien   joué "))
    assert harness.heard["anna"][-1]["public"]["talk"] == {"seat": 1, "text": "Bien joué"}
    assert harness.refused("bob", c.Say("2", None, "\u202e")) == "text/unprintable"


@pytest.mark.parametrize(
    ("say", "code"),
    [
        (c.Say("1"), "talk/one"),
        (c.Say("1", "hello", "Bonjour"), "talk/one"),
        (c.Say("1", "shout"), "talk/unknown"),
        (c.Say("1", "hello", seat=0), "seat/not-yours"),
    ],
)
def test_anything_else_is_refused(say: c.Say, code: str) -> None:
    assert lobby(free_text=True).refused("bob", say) == code


def test_a_muted_guest_stays_muted_on_another_chair() -> None:
    harness = lobby()
    assert harness.refused("bob", c.Mute("1", 0)) == "table/creator-only"
    assert harness.refused("anna", c.Mute("1", 2)) == "seat/no-player"
    assert harness.refused("anna", c.Mute("1", 4)) == "seat/no-such"
    harness.ask("anna", c.Mute("1", 1))
    assert harness.seats[1]["muted"]
    assert harness.refused("bob", c.Say("2", "hello")) == "talk/muted"
    harness.ask("bob", c.Sit("3", 2, "Bob"))
    assert harness.seats[2]["muted"]
    harness.table = harness.again()
    assert harness.refused("bob", c.Say("4", "hello")) == "talk/muted"
    harness.ask("anna", c.Mute("5", 2, on=False))
    harness.ask("bob", c.Say("6", "hello"))


def test_five_at_once_and_then_one_every_two_seconds() -> None:
    harness = lobby()
    for n in range(5):
        harness.ask("bob", c.Say(f"{n}", "hello"))
    assert harness.refused("bob", c.Say("x", "hello")) == "talk/too-much"
    harness.ask("anna", c.Say("a", "hello"))
    harness.wait(1_999)
    assert harness.refused("bob", c.Say("x", "hello")) == "talk/too-much"
    harness.wait(1)
    harness.ask("bob", c.Say("x", "hello"))
    assert harness.refused("bob", c.Say("y", "hello")) == "talk/too-much"


def test_a_table_remembers_the_last_twenty() -> None:
    harness = lobby(free_text=True)
    for n in range(30):
        harness.ask("bob", c.Say(f"{n}", None, f"{n}"))
        harness.wait(2_000)
    assert [talk["text"] for talk in harness.welcome("anna")["talk"]] == [f"{n}" for n in range(10, 30)]
