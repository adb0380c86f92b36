"""The features for a net of L'Escalier hanté depend only on the knowledge of its seat, and are plausible."""

from random import Random

from tests.scale import each
from toctoc import Match
from toctoc.bots.seat_inputs import SeatInputs
from toctoc.codec.codec_modules import offsets
from toctoc.codec.coder import Codec
from toctoc.games.escalier import rules, words
from toctoc.games.escalier.bots import features

Seen = tuple[Match, list[SeatInputs]]


def begun(players: int, dice: Random, risk: bool = False) -> Seen:
    match = Match("escalier", players, {"risk": risk})
    inputs = [SeatInputs(Codec("escalier", players), seat, match.options) for seat in range(players)]
    for seat, own in enumerate(inputs):
        match.listen(seat, own.observe)
    match.draw_from(dice.randrange)
    return match, inputs


def step(match: Match, dice: Random) -> None:
    assert match.asked is not None
    match.play(match.asked, dice.choice(match.legal(match.asked)))


def part(inputs: SeatInputs, name: str) -> list[int]:
    at = offsets(features.FIELDS)
    n = [field for field, _ in features.FIELDS].index(name)
    return inputs.features()[at[n] : at[n + 1]]


def until(phase: int, match: Match, dice: Random) -> int:
    while match.state.phase != phase:
        step(match, dice)
    assert match.asked is not None
    return match.asked


@each("players, risk", [(2, False), (3, True), (4, False), (4, True)])
def test_nothing_that_a_seat_may_not_know_changes_a_number(players: int, risk: bool) -> None:
    dice = Random(players)
    match, inputs = begun(players, dice, risk)
    while not match.over:
        for own in inputs:
            expected = own.features()
            assert own.features(match.state) == expected
            assert own.features(own.known.determinize(dice)) == expected
            assert len(own.read()) == own.codec.D + features.FEATURES
            assert all(-128 <= number <= 127 for number in expected)
        step(match, dice)


def test_only_a_turn_that_finds_the_child_is_sensible() -> None:
    dice = Random(3)
    match, inputs = begun(3, dice)
    while not match.over:
        seat, phase, s = match.asked, match.state.phase, match.state
        assert seat is not None
        offered = [inputs[seat].codec.to_rules(seat, n) for n, legal in enumerate(inputs[seat].mask()) if legal]
        legal = [words.action_code(action) for action in match.legal(seat)]
        if phase == rules.SEARCHING:
            assert offered == [rules.TURN + list(s.disc).index(s.sought)]
        elif phase == rules.RIDDLING:
            assert offered == [rules.NAME + s.disc[rules.WHITE]]
        elif phase == rules.NAMING:
            assert len(offered) == 1
            assert offered[0] in legal
        else:
            assert sorted(offered) == sorted(legal)
        step(match, dice)


def test_the_asked_seat_names_the_true_child_of_a_risk() -> None:
    dice = Random(5)
    match, inputs = begun(4, dice, risk=True)
    seat = until(rules.ANSWERING, match, dice)
    [offered] = [n for n, legal in enumerate(inputs[seat].mask()) if legal]
    s = match.state
    assert inputs[seat].codec.to_rules(seat, offered) == rules.NAME + s.disc[s.pointed]


def test_a_ghost_that_was_swapped_is_harder_to_follow_until_its_child_is_shown() -> None:
    dice = Random(1)
    match, [mine, *_] = begun(2, dice)
    seat = until(rules.SWAPPING, match, dice)
    swap = next(action for action in match.legal(seat) if isinstance(action, words.Swap))
    a, b = (words.PLACES.index(place) for place in (swap.first, swap.second))
    swapped, followed = part(mine, "swapped"), part(mine, "followed")
    match.play(seat, swap)
    assert (part(mine, "swapped")[a], part(mine, "swapped")[b]) == (swapped[b] + 1, swapped[a] + 1)
    assert part(mine, "followed")[a] < followed[b]
    seat = until(rules.SEARCHING, match, dice)
    place = list(match.state.disc).index(match.state.sought)
    match.play(seat, words.Turn(words.PLACES[place]))
    assert part(mine, "swapped")[place] == part(mine, "moved")[place] == 0


def test_a_race_for_the_pile_is_closer_to_me_if_white_is_empty() -> None:
    dice = Random(2)
    match, inputs = begun(4, dice)
    seat = until(rules.MOVING, match, dice)
    race = part(inputs[seat], "race")
    empty, taken = race[:4], race[4:]
    assert 80 <= sum(empty) <= 100
    assert 80 <= sum(taken) <= 100
    assert empty[0] > taken[0]
    assert empty[1] < taken[1]  # who comes next
    assert not any(sum(part(own, "race")) for other, own in enumerate(inputs) if other != seat)


def test_all_seats_have_seen_the_same_actions() -> None:
    dice = Random(4)
    match, inputs = begun(3, dice)
    for _ in range(40):
        step(match, dice)
    seen = part(inputs[0], "deeds")[: 3 * features.DEEDS]
    turned = part(inputs[1], "deeds")[: 3 * features.DEEDS]
    assert [*turned[2 * features.DEEDS :], *turned[: 2 * features.DEEDS]] == seen
    assert sum(seen[features.FOUND :: features.DEEDS]) > 0
