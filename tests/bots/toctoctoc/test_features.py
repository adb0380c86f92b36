"""The features for a net depend only on the knowledge of its seat."""

from random import Random

from tests.scale import each, every
from toctoc import Match
from toctoc.bots.seat_inputs import SeatInputs
from toctoc.codec.codec_modules import offsets
from toctoc.codec.coder import Codec
from toctoc.games.toctoctoc.bots import features

Seen = tuple[Match, list[SeatInputs]]


def begun(players: int, dice: Random) -> Seen:
    codec = Codec("toctoctoc", players)
    match = Match("toctoctoc", players)
    inputs = [SeatInputs(codec, seat, match.options) for seat in range(players)]
    for seat, own in enumerate(inputs):
        match.listen(seat, own.observe)
    match.draw_from(dice.randrange)
    return match, inputs


def step(match: Match, dice: Random) -> None:
    assert match.asked is not None
    match.play(match.asked, dice.choice(match.legal(match.asked)))


def part(inputs: SeatInputs, name: str) -> list[int]:
    names = [field for field, _ in features.FIELDS]
    at = offsets(features.FIELDS)
    return inputs.features()[at[names.index(name)] : at[names.index(name) + 1]]


@each("players", [3, 4, 5])
def test_nothing_that_a_seat_may_not_know_changes_a_number(players: int) -> None:
    dice = Random(players)
    match, inputs = begun(players, dice)
    while not match.over:
        for own in inputs[len(match.steps) % every(4) :: every(4)]:
            expected = own.features()
            assert own.features(match.state) == expected
            assert own.features(own.known.determinize(dice)) == expected
            assert len(own.read()) == own.codec.D + features.FEATURES
        step(match, dice)


def test_the_door_is_for_the_seat_that_is_asked() -> None:
    dice = Random(1)
    match, inputs = begun(4, dice)
    step(match, dice)
    asked = match.asked
    assert asked is not None
    assert 90 <= sum(part(inputs[asked], "door")) <= 100
    assert not any(sum(part(own, "door")) for seat, own in enumerate(inputs) if seat != asked)


def test_all_seats_have_seen_the_same_actions() -> None:
    dice = Random(2)
    match, inputs = begun(3, dice)
    for _ in range(40):
        step(match, dice)
    offers, opened, refused = (part(inputs[0], "done")[n:9:3] for n in range(3))
    assert sum(offers) - sum(opened) - sum(refused) in (0, 1)  # one may lie at a door
    assert sum(part(inputs[0], "shown")) == sum(opened) + sum(refused)
    turned = part(inputs[1], "done")
    assert [*turned[6:9], *turned[:6]] == part(inputs[0], "done")[:9]
