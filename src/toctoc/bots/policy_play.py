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

from typing import Any

from toctoc.bots.bot import TEMPERATURE
from toctoc.games.compile.playout import roll, seed_rng

rules: Any
rollouts: Any
observations: Any

ANYTHING = -1.0  # the temperature of a player who takes any action
DICE = 1 << 61  # choices in game g are drawn as the chance of game g + DICE would be, which nobody plays


def choose(s: Any, notes: Any, traits: Any, recall: Any, seat: int, rng: Any) -> int:
    """Return the action that `seat` takes by its policy, with what comes to its mind now."""
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
    """Play on to the end; return the number of decisions, and of steps beginning with `step`.

    A step is a seat and its action, or CHANCE and its outcome; those that fit are written to `steps`.
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


def games(
    s: Any, settings: Any, notes: Any, seated: Any, seed: int, first: int, luck: Any, dice: Any,
    decisions: Any, scores: Any, wins: Any, steps: Any, ends: Any,
) -> None:  # fmt: skip
    """Play one game for each row of the results, as games first, first + 1, ... of a simulation.

    `seated` has one record for each turn of the seats, with `traits` and `recalls`: game g has number g % players.
    The steps of all games follow each other; `ends` is where each game's end.
    """
    step = 0
    for g in range(len(decisions)):
        seed_rng(luck, seed, first + g)
        seed_rng(dice, seed, first + g + DICE)
        rules.setup(s, *settings)
        there = seated[(first + g) % s.players]
        observations.begin(s, notes, there.traits, dice)
        decisions[g], step = play(s, notes, there.traits, there.recalls, luck, dice, steps, step)
        ends[g] = step
        for p in range(s.players):
            scores[g][p] = rules.score(s, p)
            wins[g][p] = 1 if rules.won(s, p) else 0
