"""Several people hand one device to each other: a curtain falls between them."""

import pytest
from playwright.sync_api import expect

from tests.scale import SCALE

from .one_device import Device, gather
from .person import People

MOVES = 6 if SCALE == 1 else 20_000  # at night to the end


def test_a_curtain_falls_between_two_at_one_device_and_each_sees_their_own_cards(people: People) -> None:
    anna = gather(people, "chocottes")
    curtain = anna.page.get_by_role("dialog", name="Pass the device to Anna")
    expect(curtain).to_be_visible()
    expect(anna.page.get_by_label("The table")).to_have_attribute("inert", "")
    device = Device(anna, "chocottes")
    device.look()
    anna.page.get_by_role("button", name="I am Anna").click()
    expect(curtain).not_to_be_visible()
    device.play(moves=MOVES)


@pytest.mark.nightly
def test_two_at_one_device_and_one_far_away_play_toctoctoc(people: People) -> None:
    cleo = people.come("Cleo")
    Device(gather(people, "toctoctoc", remote=cleo), "toctoctoc").play(cleo)


@pytest.mark.nightly
def test_escalier_needs_no_curtain(people: People) -> None:
    anna = gather(people, "escalier")
    anna.page.evaluate(
        "new MutationObserver(() => document.querySelector('.curtain') && (document.body.dataset.fell = ''))"
        ".observe(document.body, { childList: true, subtree: true })"
    )
    people.play_to_the_end(anna)
    assert anna.page.evaluate("document.body.dataset.fell") is None
    assert {message["seat"] for message in anna.said if message["type"] == "move"} == {0, 1}
