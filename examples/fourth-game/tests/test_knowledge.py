"""Test a player's knowledge of the wardrobe."""

from random import Random

from toctoc import Match

from armoire import GAME
from armoire import rules as a
from armoire.events import CameOut, FellBack, Slipped, YouSlipped
from armoire.knowledge import Knowledge


def watching(seat: int | None) -> Knowledge:
    """Return what a viewer knows when the cards of two players are dealt."""
    match = Match(GAME, 2, chance=Random(4).randrange)
    known = Knowledge(2, match.options, seat)
    match.follow(seat, known.observe)
    known.world.phase, known.world.slipped = a.DARING, 4
    return known


def inside(known: Knowledge, *cards: int) -> list[int]:
    """Lay cards into the wardrobe as this viewer knows them; return the row."""
    for kind in cards:
        known.world.inside[kind] += 1
        known.world.inside_size += 1
    return known.world.inside


def test_A12_one_knows_what_one_slipped_in_oneself() -> None:
    known = watching(0)
    known.world.phase = a.SLIPPING
    mine = next(kind for kind in range(a.KINDS) if known.world.hand[0][kind])
    known.observe(YouSlipped(0, ("ghost", "mint", "caramel", "chocolate")[mine]))
    assert known.world.inside[mine] == 1


def test_A12_of_others_one_knows_that_they_slipped_in_a_card() -> None:
    known = watching(0)
    known.world.phase, known.world.active = a.SLIPPING, 1
    known.observe(Slipped(1))
    assert known.world.inside == [0, 0, 0, 0, 1]


def test_A7_what_comes_out_may_be_what_one_knew() -> None:
    known = watching(0)
    row = inside(known, a.MINT, a.UNKNOWN)
    known.world.phase = a.REACHING
    known.observe(CameOut(0, "mint"))
    assert row == [0, 0, 0, 0, 1]


def test_A7_what_one_did_not_know_was_an_unknown_card() -> None:
    known = watching(0)
    row = inside(known, a.MINT, a.UNKNOWN)
    known.world.phase = a.REACHING
    known.observe(CameOut(0, "chocolate"))
    assert row == [0, 1, 0, 0, 0]


def test_A9_everybody_sees_which_sweets_fall_back() -> None:
    known = watching(None)
    row = inside(known, a.UNKNOWN)
    known.world.laid[a.CARAMEL] = 1
    known.world.phase = a.REACHING
    known.observe(CameOut(0, "ghost"))
    known.observe(FellBack(0, ("caramel",)))
    assert row == [0, 0, 1, 0, 0]
    assert known.aid() == ("caramel",)
