"""Play by the policy, without search: one decision, or whole games. One source for all games and both runtimes.

Loaded once per game and runtime, with `rules`, `rollouts` and `observations` bound to that game's. A kernel that
is loaded after it (`engine.modules`) can seat compiled policies beside other players:

    observations.begin(s, notes, traits, rng)                       after rules.setup
    choose(s, notes, traits, recall, seat, rng) -> action           the choice of `seat`
    observations.act(s, notes, traits, seat, action, rng)           instead of rules.act: all players observe it
    observations.take_chance(s, notes, traits, outcome, rng)        instead of rules.take_chance

`s` is the state. `notes` is a pair: a row of one `observations.Notes`, and a row of `observations.MINDS` minds
(`mind.Mind`). Both are blank before the first game. `traits[seat]` has one row for each seat, all the same: a
player that does not search takes the others to be like itself. `recall` is a row of `bulk_play.seat_recall`. Let
both be fields of a record, as `games` does: Numba counts references to arrays, at a fifth of the time. `rng`
decides choices and forgetting, never the outcomes of chance. The policy reads no card that its seat does not know,
though `s` has all of them.
"""

from typing import Any, NamedTuple

from toctoc.bots.bot import TEMPERATURE
from toctoc.core.compile.rng import roll, seed_rng

rules: Any
rollouts: Any
observations: Any

ANYTHING = -1.0  # the temperature of a random player
DICE = 1 << 61  # choices in game g are drawn as the chance of game g + DICE would be, a game that is never played


class Players(NamedTuple):
    """Hold the players of a table, and the generators of its games."""

    seated: Any  # `traits` and `recalls`, a record for each turn of the seats: game g has number g % players
    notes: Any
    luck: Any  # decides the outcomes of chance
    dice: Any  # decides choices and forgetting


class Results(NamedTuple):
    """Hold the results of some games, a row each, and their steps one after the other."""

    decisions: Any
    scores: Any  # by seat
    wins: Any  # 1 for each seat that won
    steps: Any  # seat and action, or CHANCE and outcome, as far as there is room
    ends: Any  # the index at which the steps of each game end


def choose(s: Any, notes: Any, traits: Any, recall: Any, seat: int, rng: Any) -> int:
    """Return the action that `seat` takes by its policy, with the memories that it recalls now."""
    count: int = rules.legal_count(s, seat)
    temperature: float = traits[seat][seat][TEMPERATURE]
    if count == 1 or temperature < 0.0:
        only: int = rules.legal_nth(s, seat, roll(rng, count))
        return only
    observations.come_to_mind(s, notes, recall, seat, rng)
    chosen: int = rollouts.sample(s, notes[1][observations.mind_of(seat)], traits[seat], seat, temperature, rng)
    return chosen


def play(
    s: Any, notes: Any, traits: Any, recalls: Any, luck: Any, dice: Any, steps: Any, step: int
) -> tuple[int, int]:
    """Play on to the end; return the number of decisions, and the index after the last step.

    Steps are written to `steps` from `step` on, as far as there is room.
    """
    decisions, room = 0, len(steps)
    while True:
        seat = rules.asked(s)
        if seat >= 0:
            code = choose(s, notes, traits, recalls[seat], seat, dice)
            observations.act(s, notes, traits, seat, code, dice)
            decisions += 1
        elif seat == rules.CHANCE:
            code = rules.chance_pick(s, roll(luck, rules.chance_total(s)))
            observations.take_chance(s, notes, traits, code, dice)
        else:
            return decisions, step
        if step < room:
            steps[step][0] = seat
            steps[step][1] = code
        step += 1


def games(s: Any, settings: Any, players: Any, seed: int, first: int, results: Any) -> None:
    """Play one game for each row of `results`, as games first, first + 1, ... of a simulation."""
    # Out of the tuples once: Numba counts references to every array that is taken out of them.
    seated, notes, luck, dice = players.seated, players.notes, players.luck, players.dice
    decisions, scores, wins, steps = results.decisions, results.scores, results.wins, results.steps
    ends, step = results.ends, 0
    for g in range(len(decisions)):
        seed_rng(luck, seed, first + g)
        seed_rng(dice, seed, first + g + DICE)
        rules.setup(s, *settings)
        here = seated[(first + g) % s.players]
        observations.begin(s, notes, here.traits, dice)
        decisions[g], step = play(s, notes, here.traits, here.recalls, luck, dice, steps, step)
        ends[g] = step
        for p in range(s.players):
            scores[g][p] = rules.score(s, p)
            wins[g][p] = 1 if rules.won(s, p) else 0
