"""Toc Chocottes: what bots know of the rows, what they make of it, and that they read nothing else."""

from collections.abc import Iterator
from random import Random
from typing import Any

from tests.bots.tables import opened, seat_info, turns
from tests.scale import each, scaled
from toctoc import Match
from toctoc.bots import LEVELS, level, make
from toctoc.bots.engine import engine
from toctoc.core import fields
from toctoc.core.game import Event
from toctoc.games.chocottes import GAME
from toctoc.games.chocottes.bots import policy
from toctoc.games.chocottes.bots.memory import Memory
from toctoc.games.chocottes.bots.mind import HIGHEST, Mind
from toctoc.games.chocottes.rules import state as r


def people(name: str) -> list[tuple[float, ...]]:
    return [level(name).traits["chocottes"]] * r.SEATS


# --- knowing -----------------------------------------------------------------------------------------------------


def remembering(match: Match, seat: int) -> Memory:
    """A perfect memory at a seat."""
    memory = Memory(seat_info(match, seat), level("comte"), [level("comte")])

    def observe(event: Event) -> None:
        memory.observe(event, Random(1))

    match.follow(seat, observe)
    return memory


def game_of_voyantes(seed: int, players: int) -> tuple[Match, Iterator[int]]:
    match = opened("chocottes", players, seed)
    return match, turns(match, [make("voyante", seat_info(match, seat, seed)) for seat in range(players)])


@each("players", [2, 4])
def test_C27_a_seat_marked_as_knowing_a_card_has_seen_it(players: int) -> None:
    """The masks, kept by following the rows, agree with perfect recall of each seat's events."""
    known = 0
    for seed in range(scaled(1, most=2)):
        match, decisions = game_of_voyantes(seed, players)
        memories = [remembering(match, seat) for seat in range(players)]
        for _ in decisions:
            for seat, memory in enumerate(memories):
                worlds = [world for _, world in memory.knowledge.worlds]
                for p in range(players):
                    for i in range(match.state.row_size[p]):
                        if memory.mind.knows[p][i] >> seat & 1:
                            assert {world.row[p][i] for world in worlds} == {match.state.row[p][i]}
                            known += 1
    assert known > 1000


def test_C27_cards_that_a_seat_has_not_seen_change_no_decision() -> None:
    rng, compared, changed = Random(5), 0, 0
    match, decisions = game_of_voyantes(3, 4)
    memory = remembering(match, 1)
    for seat in decisions:
        if seat == 1:
            other = mixed(match.state, memory.mind, seat, rng)
            changed += not fields.same(other, match.state)
            actions = [GAME.action_code(action) for action in match.legal(seat)]
            for name in LEVELS:
                mine, theirs = (thoughts(state, memory.mind, name, actions) for state in (match.state, other))
                assert mine == theirs
            compared += 1
    assert compared > 60
    assert changed > 50


def mixed(state: Any, mind: Mind, seat: int, rng: Random) -> Any:
    """The same table, with all cards that a seat has not seen dealt anew."""
    other = fields.clone(state)
    places = [
        (p, i) for p in range(state.players) for i in range(state.row_size[p]) if not mind.knows[p][i] >> seat & 1
    ]
    unseen = [state.row[p][i] for p, i in places]
    unseen += [kind for kind in range(r.KINDS) for _ in range(state.stock[kind])]
    rng.shuffle(unseen)
    for p, i in places:
        other.row[p][i] = unseen.pop()
    other.stock[:] = [unseen.count(kind) for kind in range(r.KINDS)]
    return other


def thoughts(state: Any, mind: Mind, name: str, actions: list[int], seat: int = 1) -> list[float]:
    state, mind = fields.clone(state), fields.clone(mind)
    policy.prepare(state, mind, people(name), seat)
    return [policy.value(state, mind, people(name), seat, action) for action in actions]


# --- deciding ----------------------------------------------------------------------------------------------------


def table(rows: list[list[int]], totals: tuple[int, ...] = (0, 0, 0), **values: int) -> tuple[Any, Mind]:
    """Three rows, all known to their owners; the rest of the deck is the pile."""
    s, m = fields.blank(r.State), fields.blank(Mind)
    r.setup(s, 3, 0, 2, 6, 8, 10)
    for p, row in enumerate(rows):
        s.total[p] = totals[p]
        for i, card in enumerate(row):
            r.receive(s, p, card)
            m.knows[p][i], m.ceiling[p][i] = 1 << p, HIGHEST
    for name, value in values.items():
        setattr(s, name, value)
    if s.drawn:
        r.take_from_stock(s, s.drawn)
    return s, m


def best(s: Any, m: Mind, name: str = "voyante", seat: int = 0) -> str:
    """What a player who never wavers does."""
    rollouts = engine(GAME, wants_compiled=False).rollouts
    return str(GAME.action(s, rollouts.sample(s, m, people(name), seat, 0.0, [1])))


HIGH = [9, 9, 9, 9]


def test_C9_a_remembered_card_is_thrown_and_another_is_not() -> None:
    s, m = table([[3, 8, 5, 1], HIGH, HIGH], phase=r.WINDOW, window=8)
    assert best(s, m) == "snap 2"
    s.window = 4
    assert best(s, m) == "pass"


def test_C9_a_card_that_is_not_known_is_not_thrown_by_careful_players() -> None:
    s, m = table([[8, 8], HIGH, HIGH], phase=r.WINDOW, window=8)
    m.knows[0][0] = m.knows[0][1] = 0
    for name in ("apprenti", "chasseur", "voyante", "comte"):
        assert best(s, m, name) == "pass"


def test_C8_C9_the_twin_of_a_known_card_is_discarded_to_throw_that_one_after_it() -> None:
    s, m = table([[9, 3, 2, 1], HIGH[:3], HIGH[:3]], phase=r.PLACING, drawn=9)
    assert best(s, m) in ("discard", "replace 1")  # either way both nines go


def test_C8_a_low_card_replaces_the_worst() -> None:
    s, m = table([[2, 14, 3, 9], HIGH[:3], HIGH[:3]], phase=r.PLACING, drawn=1)
    assert best(s, m) == "replace 2"


def test_C20_low_rows_knock_and_high_ones_draw() -> None:
    assert best(*table([[1, 1], HIGH[:2], HIGH[:2]], phase=r.TURN)) == "knock"
    assert best(*table([[14, 9, 9, 8], [1, 2, 3, 4], [1, 2, 3, 4]], phase=r.TURN)) == "draw"


def test_C25_a_knock_to_exactly_fifty_is_seen() -> None:
    rows = [[9, 1], [14, 14, 14], [12, 13, 12]]
    assert best(*table(rows, totals=(40, 20, 20), phase=r.TURN)) == "knock"
    assert best(*table(rows, totals=(39, 20, 20), phase=r.TURN)) == "draw"


def test_C17_the_worst_own_card_is_exchanged_for_the_best_that_is_known() -> None:
    s, m = table([[14, 2], [1, 9], HIGH[:2]], phase=r.EFFECT, effects=1)
    s.effect[0], s.effect_seat[0] = r.VAN_PEER, 0
    m.knows[1][0] |= 1
    assert best(s, m) == "exchange 1 with 1 of 1"


def test_C14_the_active_player_is_fed() -> None:
    s, m = table([[5, 5], [2, 2], HIGH[:2]], phase=r.EFFECT, effects=1, active=1)
    s.effect[0], s.effect_seat[0] = r.FAILLE, 0
    assert best(s, m) == "feed"
