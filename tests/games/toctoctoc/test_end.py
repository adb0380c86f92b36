"""T20-T22: end and score."""

from tests.scale import each
from toctoc.core.match import Match
from toctoc.games.toctoctoc.events import GameOver

from .table import ACTIVE, CREATURES, TARGET, arranged, hand_sizes, heard, knock, refused, shown

NO_CARDS = {0: "", 1: "", 2: "", 3: "", 4: ""}


def last_turn(card: str, parties: dict[int, str], *, players: int = 4) -> Match:
    """Seat 1 offers the last card of the game to seat 3."""
    match = arranged(NO_CARDS | {ACTIVE: card}, parties, players=players, top=None)
    match.play(ACTIVE, f"offer {card} to {TARGET}")
    return match


def ended(parties: dict[int, str], *, players: int = 4) -> Match:
    """A game that ended with those parties."""
    match = last_turn("vamp-ghost", parties, players=players)
    match.play(TARGET, "open")
    return match


def test_T20_with_an_empty_pile_the_game_goes_on_without_drawing() -> None:
    match = arranged(dict.fromkeys(range(3), "2*scarecrow"), players=3, top=None)
    sizes = []
    for turn in range(6):
        seat = (ACTIVE + turn) % 3
        assert match.actors == (seat,)
        match.play(seat, f"offer scarecrow to {(seat + 1) % 3}")
        match.play((seat + 1) % 3, "open")
        sizes.append(hand_sizes(match))
    assert sizes == [[2, 1, 2], [2, 1, 1], [1, 1, 1], [1, 0, 1], [1, 0, 0], [0, 0, 0]]
    assert match.over


def test_T20_the_game_is_over_when_no_player_has_a_card() -> None:
    match = last_turn("plain-ghost", {})
    assert shown(match).phase == "answer"
    assert (match.winners, match.ending) == ((), None)
    match.play(TARGET, "open")
    assert match.over
    assert match.actors == ()
    assert match.asked is None
    assert match.ending == "all-hands-empty"
    assert shown(match).phase == "over"


def test_T20_a_pending_choice_is_made_before_the_end() -> None:
    match = last_turn("vamp-ghost", {TARGET: "plain-ghost brute-ghost"})
    match.play(TARGET, "open")
    assert shown(match).phase == "take"
    match.play(ACTIVE, "take brute")
    assert match.over


def test_T20_a_player_with_a_card_keeps_the_game_going() -> None:
    match = arranged(NO_CARDS | {ACTIVE: "plain-ghost", 0: "scarecrow"}, top=None)
    match.play(ACTIVE, "offer plain-ghost to 3")
    match.play(TARGET, "open")
    assert not match.over
    assert match.actors == (0,)


def test_T20_a_card_in_the_pile_keeps_the_game_going() -> None:
    match = arranged(NO_CARDS | {ACTIVE: "plain-ghost"}, top="scarecrow", under="")
    match.play(ACTIVE, "offer plain-ghost to 3")
    match.play(TARGET, "open")
    assert match.actors == (ACTIVE,)


def test_T20_nothing_is_played_after_the_end() -> None:
    match = ended({})
    assert refused(match, ACTIVE, "offer taxi to 3").code == "turn/game-over"
    assert all(match.legal(seat) == () for seat in range(4))


@each("creature", CREATURES)
@each(
    "guests, points",
    [
        ("plain-{0}", 1),
        ("6*plain-{0}", 6),
        ("brute-{0}", 1),
        ("2*brute-{0} 3*plain-{0}", 5),
        ("musician-{0}", 2),
        ("musician-{0} plain-{0}", 4),
        ("musician-{0} 2*brute-{0} 7*plain-{0}", 20),
    ],
)
def test_T21_each_guest_is_worth_1_and_a_musician_doubles_its_creature(
    creature: str, guests: str, points: int
) -> None:
    match = arranged({}, {2: guests.format(creature)})
    assert match.scores == (0, 0, points, 0)


@each("creature", CREATURES)
def test_T21_a_musician_doubles_no_other_creature_and_no_scarecrow(creature: str) -> None:
    others = " ".join(f"2*plain-{other} brute-{other}" for other in CREATURES if other != creature)
    match = arranged({}, {2: f"musician-{creature} {others} 2*scarecrow"})
    assert match.scores == (0, 0, 2 + 6 + 6, 0)


def test_T21_a_musician_doubles_in_its_own_party_only() -> None:
    match = arranged({}, {2: "musician-ghost", 3: "3*plain-ghost"})
    assert match.scores == (0, 0, 2, 3)


def test_T21_each_musician_plays_for_its_own() -> None:
    match = arranged({}, {0: "musician-ghost plain-ghost musician-vampire 2*plain-vampire plain-monster"})
    assert match.scores == (4 + 6 + 1, 0, 0, 0)


def test_T21_each_scarecrow_is_worth_3() -> None:
    match = arranged({}, {1: "scarecrow", 2: "2*scarecrow"})
    assert match.scores == (0, 3, 6, 0)


@each("card", ["vamp-ghost", "child", "taxi"])
def test_T21_cards_out_of_the_game_are_worth_nothing(card: str) -> None:
    assert knock(card, {0: "plain-ghost"}).scores == (1, 0, 0, 0)


@each("winner", range(5))
def test_T22_the_highest_total_wins(winner: int) -> None:
    totals = {seat: f"{6 if seat == winner else 5}*plain-monster" for seat in range(5)}
    match = ended(totals, players=5)
    assert match.winners == (winner,)
    assert shown(match).winners == (winner,)


def test_T22_tied_players_share_the_victory() -> None:
    match = ended({0: "2*plain-vampire", 1: "scarecrow", 2: "2*plain-monster", 3: "2*plain-vampire plain-monster"})
    assert match.scores == (2, 3, 2, 3)
    assert match.winners == (1, 3)


def test_T22_all_may_share_even_with_nothing() -> None:
    match = ended({}, players=5)
    assert match.winners == (0, 1, 2, 3, 4)


def test_T22_points_decide_and_not_guests() -> None:
    match = ended({0: "4*plain-monster", 2: "musician-vampire scarecrow"})
    assert match.winners == (2,)


def test_T22_there_is_no_winner_before_the_end() -> None:
    match = arranged({}, {0: "3*plain-ghost"})
    assert match.winners == ()
    assert shown(match).winners is None


def test_T22_the_end_is_announced_to_all() -> None:
    match = last_turn("scarecrow", {0: "2*plain-ghost plain-monster"})
    listeners = [heard(match, viewer) for viewer in (None, 0, 1, 2, 3)]
    match.play(TARGET, "open")
    for events in listeners:
        assert events[-1] == GameOver(scores=(3, 0, 0, 3), winners=(0, 3))
