"""The independent referee, written from docs/reference/record.md alone, agrees with the rules at every step."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from tests.conftest import Report
from tests.games.conformance import VARIANTS, few_variants
from tests.referee.core import Broken, Referee, check
from tests.scale import each, scaled
from toctoc import Match, record
from toctoc.core import fields
from toctoc.fair import commitment, gather
from toctoc.testing.conformance import Variant
from toctoc.testing.players import walk

EDITS = scaled(8, most=15)  # of each record
every_variant = each("variant", VARIANTS)
some_variants = each("variant", few_variants())


def header(variant: Variant, match: Match) -> dict[str, Any]:
    options = {name: list(value) if isinstance(value, tuple) else value for name, value in match.options.items()}
    seats = [{"name": f"seat {p}"} for p in range(variant.players)]
    return {"format": 1, "game": variant.name, "rules": 1, "options": options, "seats": seats}


def played(variant: Variant, seed: int) -> Iterator[tuple[Match, list[Any]]]:
    """Play a game at random; yield the match before each step, and the step as a record writes it."""
    match = Match(variant.game, variant.players, variant.chosen)
    s = fields.blank(variant.game.rules.State)
    for seat, code in walk(variant, Random(f"referee {variant} {seed}"), s):
        if seat < 0:
            words = str(variant.game.outcome(s, code))
            yield match, ["chance", words]
            match.take_chance(words)
        else:
            words = str(variant.game.action(s, code))
            yield match, [seat, words]
            match.play(seat, words)
    yield match, []


@every_variant
def test_the_same_moves_and_outcomes_are_possible_at_every_step(variant: Variant, report: Report) -> None:
    steps = 0
    for seed in range(scaled(1, most=5)):
        referee = None
        for match, step in played(variant, seed):
            referee = referee or Referee(header(variant, match))
            rules, s = variant.game.rules, match.state
            chance: Counter[str] = Counter()
            for outcome in range(rules.OUTCOMES):
                if weight := rules.chance_weight(s, outcome):
                    chance[str(variant.game.outcome(s, outcome))] += weight
            if match.chance_awaited:
                assert referee.outcomes() == chance
            moves = {seat: {str(action) for action in match.legal(seat)} for seat in match.actors}
            assert referee.moves() == moves
            if step:
                referee.take(step)
                steps += 1
            else:
                assert referee.awaiting() == "over"
                scores, winners = list(match.scores), list(match.winners)
                assert referee.result() == {"scores": scores, "winners": winners, "reason": match.ending}
    report(f"the independent referee agrees, {variant.name}: steps", steps)


@some_variants
def test_an_edited_record_is_judged_alike(variant: Variant, report: Report) -> None:
    """Steps left out, doubled, exchanged, replaced or given to another seat, and edited results."""
    edited = accepted = 0
    for seed in range(scaled(1, most=2)):
        *_, (match, _) = played(variant, seed)
        seats = tuple(record.Seat(f"seat {p}") for p in range(variant.players))
        line = record.write(record.record(match, seats))
        for n in range(EDITS):
            edit = edited_line(json.loads(line), Random(f"edit {variant} {seed} {n}"))
            edited += 1
            accepted += judged_alike(edit)
    report(f"the independent referee agrees, {variant.name}: edited records", edited)
    assert accepted < edited


@some_variants
def test_an_edited_record_of_a_fair_shuffle_is_judged_alike(variant: Variant) -> None:
    rng = Random(f"fair {variant}")
    parts = [rng.randbytes(32) for _ in range(variant.players)]
    hashes = [None, *map(commitment, parts[1:])]  # a bot at seat 0
    fair = gather(rng.randrange(1, 9), rng.randbytes(32), hashes, [*parts[:-1], None])  # the last one is silent
    match = Match(variant.game, variant.players, variant.chosen, chance=fair.dice())
    while (seat := match.asked) is not None:
        match.play(seat, rng.choice(match.legal(seat)))
    line = record.write(record.record(match, tuple(record.Seat("Ada") for _ in range(variant.players)), fair))
    assert judged_alike(line)
    for n in range(EDITS):
        judged_alike(edited_line(json.loads(line), Random(f"edit fair {variant} {n}")))


@some_variants
def test_a_record_without_an_option_is_judged_alike(variant: Variant) -> None:
    """It has the default, so that it is good where the game was played by that."""
    *_, (match, _) = played(variant, 1)
    seats = tuple(record.Seat(f"seat {p}") for p in range(variant.players))
    line = record.write(record.record(match, seats))
    for option in variant.game.options:
        data = json.loads(line)
        del data["options"][option.name]
        is_good = judged_alike(json.dumps(data))
        assert is_good or match.options[option.name] != option.default
    data = json.loads(line)
    data["options"]["moon"] = "full"
    assert not judged_alike(json.dumps(data))


def judged_alike(line: str) -> bool:
    theirs = step_that_breaks(lambda: check(line))
    ours = step_that_breaks(lambda: record.verify(record.read(line)))
    assert (theirs is None) == (ours is None)
    if theirs and ours:
        assert theirs == ours
    return ours is None


def step_that_breaks(judge: Callable[[], object]) -> int | None:
    """Return the number of the step that breaks a record: None if it is good, 0 if it is bad as a whole."""
    try:
        judge()
    except (Broken, record.BrokenRecord) as broken:
        return broken.step or 0
    except record.BadRecord:
        return 0
    return None


def edited_line(data: dict[str, Any], rng: Random) -> str:
    steps = data["steps"]
    n, m = rng.randrange(len(steps)), rng.randrange(len(steps))
    match rng.randrange(7):
        case 0:
            del steps[n]
        case 1:
            steps.insert(n, steps[n])
        case 2:
            steps[n], steps[m] = steps[m], steps[n]
        case 3:
            steps[n] = steps[m]
        case 4:
            steps[n] = [rng.randrange(6), *steps[n][1:]]
        case 5:
            data["result"]["scores"][0] += rng.choice([-1, 1])
        case 6:
            steps[n] = [steps[n][0], rng.choice(steps)[1]]
    return json.dumps(data)
