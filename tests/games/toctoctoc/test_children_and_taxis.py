"""T14-T19 for young children and hearse-taxis."""

from itertools import permutations

from tests.scale import each
from toctoc.games.toctoctoc.events import NothingHappened

from .table import ACTIVE, CREATURES, TARGET, arranged, cards, heard, knock, legal, out, parties, party, shown

CHASERS = each("card", ["child", "taxi"])
BOTH_ANSWERS = each("opened, revealer, rival", [(True, TARGET, ACTIVE), (False, ACTIVE, TARGET)])


@BOTH_ANSWERS
@each("order", list(permutations(CREATURES)))
def test_T14_all_guests_of_the_most_numerous_creature_flee_to_the_rival(
    order: tuple[str, str, str], opened: bool, revealer: int, rival: int
) -> None:
    most, fewer, fewest = order
    fleeing = f"2*plain-{most} musician-{most}"
    staying = f"2*plain-{fewer} plain-{fewest} scarecrow"
    before = {revealer: f"{fleeing} {staying}", rival: f"plain-{fewer}", 0: f"4*plain-{fewer}"}
    match = knock("child", before, opened=opened)
    assert parties(match) == {
        revealer: cards(staying),
        rival: cards(f"{fleeing} plain-{fewer}"),
        0: cards(f"4*plain-{fewer}"),
    }
    assert out(match) == ["child"]


def test_T14_the_child_never_joins_a_party() -> None:
    match = knock("child", {TARGET: "plain-ghost"})
    assert parties(match) == {ACTIVE: ["plain-ghost"]}
    assert out(match) == ["child"]


@CHASERS
def test_T14_T15_one_guest_is_enough(card: str) -> None:
    match = knock(card, {TARGET: "musician-vampire"})
    assert party(match, TARGET) == []


@CHASERS
@each("creature", CREATURES)
def test_T14_T15_T17_a_creature_with_a_brute_is_safe(card: str, creature: str) -> None:
    first, second = (other for other in CREATURES if other != creature)
    protected = f"4*plain-{creature} brute-{creature} musician-{creature}"
    match = knock(card, {TARGET: f"{protected} 2*plain-{first} plain-{second}"})
    assert party(match, TARGET) == cards(f"{protected} plain-{second}")


@CHASERS
def test_T14_T15_T17_two_brutes_protect_like_one(card: str) -> None:
    match = knock(card, {TARGET: "2*brute-ghost 3*plain-ghost plain-monster"})
    assert party(match, TARGET) == cards("2*brute-ghost 3*plain-ghost")


@CHASERS
def test_T17_a_brute_of_the_rival_or_of_a_bystander_protects_no_other_party(card: str) -> None:
    match = knock(card, {TARGET: "2*plain-ghost plain-monster", ACTIVE: "brute-ghost", 0: "brute-ghost"})
    assert party(match, TARGET) == ["plain-monster"]


@BOTH_ANSWERS
@each("order", list(permutations(CREATURES)))
def test_T15_those_guests_and_the_taxi_leave_the_game(
    order: tuple[str, str, str], opened: bool, revealer: int, rival: int
) -> None:
    most, fewer, fewest = order
    leaving = f"2*plain-{most} musician-{most}"
    staying = f"2*plain-{fewer} plain-{fewest} scarecrow"
    before = {revealer: f"{leaving} {staying}", rival: f"plain-{most}", 0: f"4*plain-{most}"}
    match = knock("taxi", before, opened=opened)
    assert parties(match) == {
        revealer: cards(staying),
        rival: [f"plain-{most}"],
        0: cards(f"4*plain-{most}"),
    }
    assert out(match) == cards(f"{leaving} taxi")


@CHASERS
@BOTH_ANSWERS
@each("tied", [("monster", "ghost"), ("monster", "vampire"), ("ghost", "vampire")])
def test_T16_a_tie_of_two_is_chosen_by_the_rival(
    tied: tuple[str, str], card: str, opened: bool, revealer: int, rival: int
) -> None:
    [third] = set(CREATURES) - set(tied)
    for chosen in tied:
        party_before = f"2*plain-{tied[0]} plain-{tied[1]} musician-{tied[1]} plain-{third}"
        match = knock(card, {revealer: party_before}, opened=opened)
        assert match.actors == (rival,)
        assert match.asked == rival
        assert legal(match, rival) == {f"chase {creature}" for creature in tied}
        match.play(rival, f"chase {chosen}")
        gone = [guest for guest in cards(party_before) if guest.endswith(chosen)]
        assert party(match, revealer) == [guest for guest in cards(party_before) if not guest.endswith(chosen)]
        assert party(match, rival) == (gone if card == "child" else [])
        assert out(match) == (["child"] if card == "child" else [*gone, "taxi"])


@CHASERS
@each("chosen", CREATURES)
def test_T16_three_way_tie_is_chosen_by_the_rival(card: str, chosen: str) -> None:
    match = knock(card, {TARGET: "3*plain-monster 3*plain-ghost 2*plain-vampire musician-vampire scarecrow"})
    assert match.actors == (ACTIVE,)
    assert legal(match, ACTIVE) == {"chase monster", "chase ghost", "chase vampire"}
    match.play(ACTIVE, f"chase {chosen}")
    assert len(party(match, TARGET)) == 7
    assert not any(guest.endswith(chosen) for guest in party(match, TARGET))


@CHASERS
def test_T16_single_guests_tie_too(card: str) -> None:
    match = knock(card, {TARGET: "plain-monster plain-ghost"})
    assert legal(match, ACTIVE) == {"chase monster", "chase ghost"}


@CHASERS
def test_T16_T19_a_protected_creature_is_left_out_before_looking_for_the_most_numerous(card: str) -> None:
    match = knock(card, {TARGET: "3*plain-monster brute-monster plain-ghost 2*plain-vampire"})
    assert party(match, TARGET) == cards("3*plain-monster brute-monster plain-ghost")


@CHASERS
@each("protected", CREATURES)
def test_T16_a_protected_creature_is_no_part_of_a_tie(card: str, protected: str) -> None:
    tied = [creature for creature in CREATURES if creature != protected]
    guests = " ".join(f"2*plain-{creature}" for creature in tied)
    match = knock(card, {TARGET: f"{guests} plain-{protected} brute-{protected}"})
    assert legal(match, ACTIVE) == {f"chase {creature}" for creature in tied}


@CHASERS
def test_T16_only_the_rival_is_asked_and_the_card_waits(card: str) -> None:
    match = knock(card, {TARGET: "plain-monster plain-ghost", 0: "plain-monster plain-ghost"})
    assert [legal(match, seat) for seat in (0, 2, TARGET)] == [set()] * 3
    revealed = shown(match).revealed
    assert revealed is not None
    assert (revealed.card, revealed.revealer, revealed.rival) == (card, TARGET, ACTIVE)
    assert out(match) == []


def test_T17_protection_is_judged_at_the_moment_of_the_effect() -> None:
    match = arranged(
        {ACTIVE: "brute-ghost", 2: "child", 0: "child", TARGET: "vamp-ghost"},
        {0: "3*plain-ghost plain-monster"},
        top=None,
    )
    match.play(ACTIVE, "offer brute-ghost to 0")
    match.play(0, "open")  # the brute comes in time
    match.play(2, "offer child to 0")
    match.play(0, "open")
    assert party(match, 0) == cards("3*plain-ghost brute-ghost")
    assert party(match, 2) == ["plain-monster"]
    match.play(3, "offer vamp-ghost to 0")
    match.play(0, "open")
    match.play(3, "take brute")  # and is gone too early
    match.play(0, "offer child to 1")
    match.play(1, "refuse")
    assert party(match, 0) == []
    assert party(match, 1) == cards("3*plain-ghost")


def test_T17_a_musician_who_fled_plays_in_the_new_party() -> None:
    match = knock("child", {TARGET: "plain-ghost musician-ghost scarecrow", ACTIVE: "2*plain-ghost"})
    assert match.scores == (0, 8, 0, 3)


def test_T17_guests_who_fled_to_a_brute_are_protected_there() -> None:
    match = arranged(
        {ACTIVE: "child", 2: "taxi", 0: "", TARGET: ""},
        {TARGET: "3*plain-ghost", ACTIVE: "brute-ghost plain-vampire"},
        top=None,
    )
    match.play(ACTIVE, "offer child to 3")
    match.play(TARGET, "open")
    match.play(2, "offer taxi to 1")
    match.play(ACTIVE, "open")
    assert party(match, ACTIVE) == cards("3*plain-ghost brute-ghost")


def test_T17_arriving_triggers_nothing() -> None:
    match = arranged({ACTIVE: "child taxi"}, {TARGET: "3*plain-ghost", ACTIVE: "3*plain-monster scarecrow"})
    match.play(ACTIVE, "offer child to 3")
    events = heard(match, None)
    match.play(TARGET, "open")
    assert len(events) == 3  # the answer, the flight and the draw
    assert parties(match) == {ACTIVE: cards("3*plain-ghost 3*plain-monster scarecrow")}


@CHASERS
@each(
    "guests",
    [
        "",
        "scarecrow",
        "brute-monster",
        "brute-ghost 4*plain-ghost musician-ghost",
        "brute-monster plain-monster 2*brute-ghost plain-ghost brute-vampire musician-vampire",
    ],
)
def test_T18_an_effect_that_cannot_apply_does_nothing(guests: str, card: str) -> None:
    match = arranged({ACTIVE: f"{card} plain-ghost"}, {TARGET: guests, ACTIVE: "plain-monster"})
    match.play(ACTIVE, f"offer {card} to 3")
    events = heard(match, None)
    match.play(TARGET, "open")
    event = events[1]
    assert isinstance(event, NothingHappened)
    assert (event.card, event.source) == (card, TARGET)
    assert party(match, TARGET) == cards(guests)
    assert party(match, ACTIVE) == ["plain-monster"]
    assert out(match) == [card]
    assert match.chance_awaited


@CHASERS
def test_T19_a_single_most_numerous_creature_is_not_asked(card: str) -> None:
    match = knock(card, {TARGET: "2*plain-monster 3*plain-ghost 2*plain-vampire"})
    assert shown(match).to_act == ()
    assert party(match, TARGET) == cards("2*plain-monster 2*plain-vampire")
