"""Hidden information at a table: what a viewer may not know changes no byte of what the viewer is told.

The same table goes on in two worlds that differ in two cards which the viewer cannot know (see
`toctoc/testing/worlds.py`), until a step lawfully shows one of them.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest

from tests.games.conformance import VARIANTS
from tests.scale import each, scaled
from tests.table.harness import TableHarness
from toctoc.core import fields
from toctoc.core.errors import Refused
from toctoc.table import messages
from toctoc.table.game import LiveGame
from toctoc.table.log import Settings
from toctoc.table.table import Table
from toctoc.testing.conformance import Variant
from toctoc.testing.worlds import Worlds, exchanged, lawfully_shown

GUESTS = ("anna", "bob", "eve", "zoe", "kim")


@each("variant", VARIANTS)
def test_hidden_cards_change_no_byte_sent_to_a_viewer(variant: Variant) -> None:
    compared = 0
    for seed in range(60):
        if seed >= scaled(1, most=6) and compared:
            break
        compared += side_by_side(variant, Random(f"{variant} {seed}"))
    assert compared > 0


def side_by_side(variant: Variant, rng: Random) -> int:
    """How many moves were told in the same bytes."""
    harness = TableHarness.of(variant.name, variant.players, options={**variant.chosen})
    harness.sit(*GUESTS[: variant.players])
    harness.start()
    harness.play_on(rng.choice, steps=rng.randrange(3, 40))
    viewer = rng.choice([None, *range(variant.players)])
    if not harness.table.is_live:
        return 0
    match = harness.match
    known = match.game.knowledge(match.players, match.options, viewer)
    for event in match.history(viewer):
        known.observe(event)
    worlds = exchanged(variant.conformance, fields.clone(match.state), known, viewer, rng)
    if worlds is None:
        return 0
    tables = branch(harness, worlds.a), branch(harness, worlds.b)
    habit = rng.choice(variant.conformance.policies)
    since = harness.table.state.version
    tries, told = variant.conformance.tries, 0
    for moves in steps(worlds, viewer, habit, rng):
        both = zip(tables, moves, strict=True)
        left, right = (all_told(table, viewer, since, tries, *move) for table, move in both)
        assert left == right
        told += 1
    return told


def branch(harness: TableHarness, state: Any) -> TableHarness:
    """The same table, with other cards where nobody can have seen them."""
    table = Table.restore(harness.table.snapshot(), ())
    assert table.game is not None
    table.game.match.state = fields.clone(state)
    other = TableHarness(table, harness.scheduler, harness.at, ids=harness.ids)
    other.heard = {guest: [] for guest in (*GUESTS, None)}
    other.come(*GUESTS)
    return other


def steps(
    worlds: Worlds, viewer: int | None, habit: Any, rng: Random
) -> Iterator[list[tuple[int, str, list[int]]]]:
    """Moves in both worlds, with the tickets of the chance that follows; until something is lawfully shown."""
    rules = worlds.game.rules
    while True:
        seat = rng.choice([p for p in range(worlds.a.players) if rules.actors(worlds.a) >> p & 1])
        code = habit(rules, worlds.a, seat, rng)
        before = fields.clone(worlds.a), fields.clone(worlds.b)
        step, twin = worlds.move(seat, code, rng)
        said = str(worlds.game.action(worlds.a, code)), str(worlds.game.action(worlds.b, twin))
        rules.act(worlds.a, seat, code)
        rules.act(worlds.b, seat, twin)
        shown = lawfully_shown(worlds, step, viewer, before)
        tickets: tuple[list[int], list[int]] = ([], [])
        while not shown and rules.chance_total(worlds.a):
            before = fields.clone(worlds.a), fields.clone(worlds.b)
            outcome = rules.chance_pick(worlds.a, rng.randrange(rules.chance_total(worlds.a)))
            chance, other = worlds.chance(outcome, rng)
            tickets[0].append(ticket(rules, worlds.a, outcome))
            tickets[1].append(ticket(rules, worlds.b, other))
            rules.take_chance(worlds.a, outcome)
            rules.take_chance(worlds.b, other)
            shown = lawfully_shown(worlds, chance, viewer, before)
        if shown or rules.over(worlds.a):  # the next game's commitment differs anyway
            return
        yield [(seat, said[0], tickets[0]), (seat, said[1], tickets[1])]


def ticket(rules: Any, s: Any, outcome: int) -> int:
    return next(n for n in range(rules.chance_total(s)) if rules.chance_pick(s, n) == outcome)


class Loaded:
    """Dice that were told beforehand how to fall."""

    def __init__(self, tickets: list[int]) -> None:
        self.tickets, self.drawn = tickets, 0

    def pick(self, _: int) -> int:
        return self.tickets.pop(0)


def all_told(
    harness: TableHarness,
    viewer: int | None,
    since: int,
    tries: Sequence[str],
    seat: int,
    action: str,
    tickets: list[int],
) -> list[bytes]:
    """Every byte for the viewer: updates, welcomes since any version, and why anything is refused."""
    harness.table.dice = Loaded(tickets)  # type: ignore[assignment]  # dice all the same
    guest = GUESTS[viewer] if viewer is not None else "nobody"
    heard = len(harness.heard[guest if viewer is not None else None])
    harness.move(GUESTS[seat], action)
    harness.wait(0)
    assert tickets == []
    updates = harness.heard[guest if viewer is not None else None][heard:]
    told = [repr(updates).encode()]
    told += [
        messages.write(harness.table.welcome(guest, v))
        for v in (0, since, *range(harness.table.state.version - 3, harness.table.state.version))
    ]
    if viewer is not None:
        told += [refusal(harness, viewer, words) for words in tries]
    told.append(messages.write(harness.table.lobby()))
    return told


def refusal(harness: TableHarness, seat: int, words: str) -> bytes:
    """What a seat would be answered."""
    try:
        harness.match.check(seat, words)
    except Refused as refused:
        return repr((refused.code, refused.clause, refused.message, refused.details)).encode()
    return b"done"


def test_a_leak_in_an_update_would_be_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test itself: an update that told another seat's hand is found out."""
    honest = LiveGame.own

    def leaking(self: LiveGame, seat: int) -> dict[str, Any]:
        return {**honest(self, seat), "other": honest(self, (seat + 1) % self.match.players)}

    monkeypatch.setattr(LiveGame, "own", leaking)
    variant = next(v for v in VARIANTS if v.name == "toctoctoc")
    with pytest.raises(AssertionError):
        [side_by_side(variant, Random(f"{variant} {seed}")) for seed in range(60)]


def test_settings_contain_only_chosen_values() -> None:
    """The lobby is public: no field of it may ever hold a guest's key."""
    harness = TableHarness.of("escalier")
    harness.sit("anna", "bob")
    shown = messages.write(harness.table.lobby()) + harness.sent[-1]
    assert b"anna" not in shown
    assert b"bob" not in shown
    assert set(Settings.__struct_fields__) == {"players", "options", "listed", "clock", "free_text", "hints"}
