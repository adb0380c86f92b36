"""T11-T13, and T17-T19 for vamps."""

from tests.scale import each
from toctoc.games.toctoctoc.events import Lured, NothingHappened

from .table import ACTIVE, CREATURES, TARGET, arranged, cards, heard, knock, legal, out, parties, party, shown

GUESTS = [f"{rank}-{creature}" for rank in ("plain", "brute", "musician") for creature in CREATURES]
BOTH_ANSWERS = each("opened, revealer, rival", [(True, TARGET, ACTIVE), (False, ACTIVE, TARGET)])


@BOTH_ANSWERS
@each("card", GUESTS)
def test_T11_a_guest_joins_the_revealers_party(card: str, opened: bool, revealer: int, rival: int) -> None:
    before = {revealer: "plain-ghost", rival: "2*plain-vampire"}
    match = knock(card, before, opened=opened)
    assert parties(match) == {revealer: cards(f"plain-ghost {card}"), rival: cards("2*plain-vampire")}
    assert out(match) == []
    assert shown(match).revealed is None


@BOTH_ANSWERS
def test_T12_a_scarecrow_joins_the_revealers_party(opened: bool, revealer: int, rival: int) -> None:
    match = knock("scarecrow", {revealer: "scarecrow"}, opened=opened)
    assert parties(match) == {revealer: cards("2*scarecrow")}
    assert out(match) == []


@each("creature", CREATURES)
def test_T12_T18_a_scarecrow_is_never_stolen(creature: str) -> None:
    match = knock(f"vamp-{creature}", {TARGET: "2*scarecrow"})
    assert parties(match) == {TARGET: cards("2*scarecrow")}


@each("card", ["child", "taxi"])
def test_T12_T18_a_scarecrow_never_flees(card: str) -> None:
    match = knock(card, {TARGET: "2*scarecrow"})
    assert parties(match) == {TARGET: cards("2*scarecrow")}
    assert out(match) == [card]


@each("creature", CREATURES)
def test_T12_scarecrows_stay_when_guests_flee(creature: str) -> None:
    match = knock("child", {TARGET: f"2*scarecrow plain-{creature}"})
    assert parties(match) == {TARGET: cards("2*scarecrow"), ACTIVE: [f"plain-{creature}"]}


@each("creature", CREATURES)
def test_T12_a_scarecrow_never_counts_in_a_creatures_number(creature: str) -> None:
    others = [other for other in CREATURES if other != creature]
    alone = "".join(f" plain-{other}" for other in others)
    match = knock("child", {TARGET: f"2*scarecrow 2*plain-{creature}{alone}"})
    assert parties(match) == {ACTIVE: cards(f"2*plain-{creature}"), TARGET: cards(f"2*scarecrow{alone}")}


@BOTH_ANSWERS
@each("creature", CREATURES)
@each("rank", ["plain", "brute", "musician"])
def test_T13_T19_one_guest_of_the_vamps_creature_leaves_for_the_rival(
    rank: str, creature: str, opened: bool, revealer: int, rival: int
) -> None:
    others = "".join(f" plain-{other} musician-{other}" for other in CREATURES if other != creature)
    before = {revealer: f"2*{rank}-{creature}{others}", rival: f"{rank}-{creature} scarecrow"}
    match = knock(f"vamp-{creature}", before, opened=opened)
    assert parties(match) == {
        revealer: cards(f"{rank}-{creature}{others}"),
        rival: cards(f"2*{rank}-{creature} scarecrow"),
    }
    assert out(match) == [f"vamp-{creature}"]


@BOTH_ANSWERS
@each("creature", CREATURES)
@each("rank", ["plain", "brute", "musician"])
def test_T13_the_rival_chooses_the_kind(rank: str, creature: str, opened: bool, revealer: int, rival: int) -> None:
    guests = f"2*plain-{creature} brute-{creature} musician-{creature}"
    match = knock(f"vamp-{creature}", {revealer: guests}, opened=opened)
    assert match.actors == (rival,)
    assert match.asked == rival
    assert legal(match, rival) == {"take plain", "take brute", "take musician"}
    match.play(rival, f"take {rank}")
    left = cards(guests)
    left.remove(f"{rank}-{creature}")
    assert parties(match) == {revealer: left, rival: [f"{rank}-{creature}"]}
    assert shown(match).to_act == ()  # the next top
    assert out(match) == [f"vamp-{creature}"]


def test_T13_only_the_rival_is_asked() -> None:
    match = knock("vamp-ghost", {TARGET: "plain-ghost brute-ghost", 0: "plain-ghost musician-ghost"})
    assert [legal(match, seat) for seat in (0, 2, TARGET)] == [set()] * 3


@each(
    "guests, answers",
    [
        ("plain-ghost brute-ghost", {"take plain", "take brute"}),
        ("plain-ghost musician-ghost", {"take plain", "take musician"}),
        ("2*brute-ghost musician-ghost", {"take brute", "take musician"}),
        ("5*plain-ghost 2*brute-ghost musician-ghost", {"take plain", "take brute", "take musician"}),
    ],
)
def test_T13_the_rival_chooses_among_the_kinds_that_are_there(guests: str, answers: set[str]) -> None:
    others = "brute-monster musician-monster plain-monster brute-vampire musician-vampire plain-vampire"
    match = knock("vamp-ghost", {TARGET: f"{guests} {others}", ACTIVE: "plain-ghost brute-ghost musician-ghost"})
    assert legal(match, ACTIVE) == answers


def test_T13_T19_equal_guests_are_one_answer_and_not_asked() -> None:
    match = knock("vamp-ghost", {TARGET: "4*plain-ghost"})
    assert parties(match) == {TARGET: cards("3*plain-ghost"), ACTIVE: ["plain-ghost"]}


def test_T13_T17_a_brute_does_not_protect_against_vamps() -> None:
    match = knock("vamp-ghost", {TARGET: "2*plain-ghost brute-ghost"})
    match.play(ACTIVE, "take plain")
    assert parties(match) == {TARGET: cards("plain-ghost brute-ghost"), ACTIVE: ["plain-ghost"]}


def test_T13_the_vamp_is_out_only_after_the_choice() -> None:
    match = knock("vamp-ghost", {TARGET: "plain-ghost brute-ghost"})
    assert out(match) == []
    match.play(ACTIVE, "take brute")
    assert out(match) == ["vamp-ghost"]
    assert shown(match).revealed is None


def test_T13_a_vamp_never_joins_a_party() -> None:
    match = knock("vamp-ghost", {TARGET: "plain-ghost"})
    assert party(match, ACTIVE) == ["plain-ghost"]
    assert party(match, TARGET) == []


@each("creature", CREATURES)
def test_T18_a_vamp_without_guests_of_her_creature_does_nothing(creature: str) -> None:
    guests = " ".join(f"plain-{c} brute-{c} musician-{c}" for c in CREATURES if c != creature)
    match = arranged({ACTIVE: f"vamp-{creature} child"}, {TARGET: guests, ACTIVE: f"2*plain-{creature}"})
    match.play(ACTIVE, f"offer vamp-{creature} to 3")
    events = heard(match, None)
    match.play(TARGET, "open")
    assert events[1] == NothingHappened(f"vamp-{creature}", TARGET, "empty")
    assert parties(match) == {TARGET: cards(guests), ACTIVE: cards(f"2*plain-{creature}")}
    assert out(match) == [f"vamp-{creature}"]
    assert match.chance_awaited


def test_T17_a_lured_musician_plays_in_the_new_party() -> None:
    match = knock("vamp-ghost", {TARGET: "plain-ghost musician-ghost", ACTIVE: "2*plain-ghost"})
    assert match.scores == (0, 2, 0, 4)
    match.play(ACTIVE, "take musician")
    assert match.scores == (0, 6, 0, 1)


def test_T17_a_lured_brute_protects_in_the_new_party() -> None:
    match = arranged(
        {ACTIVE: "vamp-ghost", 2: "child", 0: "", TARGET: ""},
        {TARGET: "plain-ghost brute-ghost", ACTIVE: "3*plain-ghost plain-monster"},
        top=None,
    )
    match.play(ACTIVE, "offer vamp-ghost to 3")
    match.play(TARGET, "open")
    match.play(ACTIVE, "take brute")
    match.play(2, "offer child to 1")
    match.play(ACTIVE, "open")
    assert party(match, ACTIVE) == cards("3*plain-ghost brute-ghost")
    assert party(match, 2) == ["plain-monster"]


@each("rank", ["plain", "brute"])
def test_T17_a_brute_protects_only_as_long_as_it_is_there(rank: str) -> None:
    match = arranged(
        {ACTIVE: "vamp-ghost", 2: "child", 0: "", TARGET: ""},
        {TARGET: "4*plain-ghost brute-ghost plain-vampire"},
        top=None,
    )
    match.play(ACTIVE, "offer vamp-ghost to 3")
    match.play(TARGET, "open")
    match.play(ACTIVE, f"take {rank}")
    match.play(2, "offer child to 3")
    match.play(TARGET, "open")
    fled = {"plain": ["plain-vampire"], "brute": cards("4*plain-ghost")}
    assert party(match, 2) == fled[rank]


def test_T17_a_guest_who_arrives_triggers_nothing() -> None:
    match = arranged({ACTIVE: "vamp-ghost child"}, {TARGET: "brute-ghost plain-vampire", ACTIVE: "plain-ghost"})
    match.play(ACTIVE, "offer vamp-ghost to 3")
    events = heard(match, None)
    match.play(TARGET, "open")
    assert events[1] == Lured("brute-ghost", TARGET, ACTIVE)
    assert len(events) == 3  # the answer, the lure and the draw
    assert parties(match) == {TARGET: ["plain-vampire"], ACTIVE: cards("plain-ghost brute-ghost")}


def test_T19_a_vamp_with_one_kind_to_take_is_not_asked() -> None:
    match = knock("vamp-vampire", {TARGET: "musician-vampire plain-ghost brute-ghost"})
    assert shown(match).to_act == ()
    assert parties(match) == {TARGET: cards("plain-ghost brute-ghost"), ACTIVE: ["musician-vampire"]}
