"""A bot of Toc Chocottes forgets with time, knows no hidden card, and tracks the memory of others."""

from collections.abc import Sequence
from random import Random
from statistics import mean
from typing import Any

from tests.bots.tables import at_random, opened, seat_info, turns
from tests.games.chocottes.table import ready
from toctoc import Match
from toctoc.bots import level, make
from toctoc.core import fields
from toctoc.core.game import Event
from toctoc.games.chocottes import GAME, events, rules
from toctoc.games.chocottes.bots.memory import Memory
from toctoc.games.chocottes.bots.mind import SECONDS, Mind
from toctoc.games.chocottes.rules.state import KINDS, UNKNOWN, copies, worth


def heard(match: Match, seat: int, name: str) -> Memory:
    own = level(name)
    memory = Memory(seat_info(match, seat), own, [level("voyante")])
    for event in match.history(seat):
        memory.observe(event, Random(1))
    return memory


def recalled(memory: Memory) -> float:
    """How many of its cards come to a bot's mind, on average."""
    counts: list[float] = []
    for seed in range(300):
        table, _ = memory.believed(Random(seed))
        counts.append(sum(table.row[0][i] != UNKNOWN for i in range(table.row_size[0])))
    return mean(counts)


def test_memories_fade_and_weak_levels_forget_first() -> None:
    match = ready("5 6 8 9", "1 2 3 4")
    fresh = {name: recalled(heard(match, 0, name)) for name in ("petit-fantome", "voyante", "comte")}
    later = {}
    for name in fresh:
        memory = heard(match, 0, name)
        memory.clock += 60 * SECONDS
        later[name] = recalled(memory)
    assert fresh["comte"] == later["comte"] == 2
    assert later["petit-fantome"] < later["voyante"] < 2
    assert all(later[name] < fresh[name] for name in ("petit-fantome", "voyante"))


def test_a_pass_takes_no_time() -> None:
    memory = heard(ready("5 6 8 9", "1 2 3 4"), 0, "voyante")
    before = memory.clock
    for event in (events.Draws(0), events.YouDrew(0, "7"), events.Discarded(0, "7"), events.Passed(1)):
        memory.observe(event, Random(1))
    assert memory.clock == before + 2 * SECONDS


def test_believed_tables_have_holes_and_hold_nothing_but_the_truth() -> None:
    for match, seat in at_random("chocottes", 4, 2):
        if len(match.steps) % 5 == 0:
            table, mind = heard(match, seat, "chasseur").believed(Random(1))
            for p in range(4):
                for i in range(table.row_size[p]):
                    knows = mind.knows[p][i] >> seat & 1
                    assert table.row[p][i] == (match.state.row[p][i] if knows else UNKNOWN)


def test_worlds_are_whole_decks_that_fit_the_events() -> None:
    for match, seat in at_random("chocottes", 3, 4):
        if len(match.steps) % 9 == 0:
            memory = heard(match, seat, "comte")
            world, _ = memory.world(Random(len(match.steps)), [0] * rules.SEATS)
            assert GAME.view(world, seat) == match.view(seat)
            count = [world.stock[kind] + world.discard[kind] for kind in range(KINDS)]
            for p in range(3):
                for i in range(world.row_size[p]):
                    count[world.row[p][i]] += 1
                    if memory.mind.knows[p][i] >> seat & 1:
                        assert world.row[p][i] == match.state.row[p][i]
            count[world.drawn] += 1
            assert count[1:UNKNOWN] == [copies(world, kind) for kind in range(1, UNKNOWN)]


def test_worlds_expect_that_people_keep_low_cards() -> None:
    match = ready("9 9 8 8", "1 2 3 4")
    for line in ("draw", "draw 7", "discard"):  # seat 0 does not want a 7: its two known cards are low, one thinks
        if line == "draw 7":
            match.take_chance(line)
        else:
            match.play(0, line)
    memory = heard(match, 1, "comte")
    worlds = [memory.world(Random(seed), [0] * rules.SEATS)[0] for seed in range(200)]
    seen, unseen = (mean(worth(world.row[0][i]) for world in worlds) for i in (0, 2))
    assert seen < 4.5 < unseen


def test_others_are_judged_when_all_cards_lie_open_and_by_the_cards_they_had() -> None:
    match = opened("chocottes", 3, 6)
    memory = Memory(seat_info(match, 0), level("comte"), [level("chasseur"), level("voyante")])
    judged = []

    def observe(event: Event) -> None:
        judged.append(memory.decided(event, Random(1)))
        memory.observe(event, Random(1))

    bots = [make("voyante", seat_info(match, seat, 6)) for seat in range(3)]
    match.follow(0, observe)
    true = [fields.clone(match.state) for _ in turns(match, bots)]  # before each decision
    ends = [decisions for decisions in judged if decisions]
    assert 1 <= len(ends) <= match.state.round
    checked = 0
    for table, minds, seat, action in (decision for decisions in ends for decision in decisions):
        assert seat != 0
        assert len(minds) == 2
        assert any(rules.legal_nth(table, seat, n) == action for n in range(rules.legal_count(table, seat)))
        checked += any(agree(table, minds, seat, state) for state in true)
    assert checked == sum(map(len, ends)) > 10


def agree(table: Any, minds: Sequence[Mind], seat: int, state: Any) -> bool:
    """Whether a table judged shows a seat the cards that it really knew."""
    for name in ("round", "active", "phase", "stock_size", "row_size"):
        if getattr(table, name) != getattr(state, name):
            return False
    known = [(p, i) for p in range(3) for i in range(state.row_size[p]) if minds[0].knows[p][i] >> seat & 1]
    return all(table.row[p][i] == state.row[p][i] for p, i in known)
