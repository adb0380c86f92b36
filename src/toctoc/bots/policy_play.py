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
from toctoc.core.compile import driver
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
    cursor: Any  # the index of the next step, a row of one number


class Play(NamedTuple):
    """Hold one game that is being played."""

    notes: Any
    traits: Any
    recalls: Any
    luck: Any
    dice: Any
    steps: Any
    cursor: Any


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


def next_action(s: Any, play: Any, seat: int) -> int:
    """Choose by the policy."""
    return choose(s, play.notes, play.traits, play.recalls[seat], seat, play.dice)


def apply_action(s: Any, play: Any, seat: int, action: int) -> None:
    """Let `seat` act; all players observe it."""
    observations.act(s, play.notes, play.traits, seat, action, play.dice)
    log(play, seat, action)


def apply_outcome(s: Any, play: Any, outcome: int) -> None:
    """Let chance act; all players observe it."""
    observations.take_chance(s, play.notes, play.traits, outcome, play.dice)
    log(play, rules.CHANCE, outcome)


def log(play: Any, seat: int, code: int) -> None:
    """Write a step, if there is room."""
    step = play.cursor[0]
    if step < len(play.steps):
        play.steps[step][0] = seat
        play.steps[step][1] = code
    play.cursor[0] = step + 1


def games(s: Any, settings: Any, players: Any, seed: int, first: int, results: Any) -> None:
    """Play one game for each row of `results`, as games first, first + 1, ... of a simulation."""
    notes, luck, dice = players.notes, players.luck, players.dice
    results.cursor[0] = 0
    for g in range(len(results.decisions)):
        seed_rng(luck, seed, first + g)
        seed_rng(dice, seed, first + g + DICE)
        rules.setup(s, *settings)
        here = players.seated[(first + g) % s.players]
        observations.begin(s, notes, here.traits, dice)
        play = Play(notes, here.traits, here.recalls, luck, dice, results.steps, results.cursor)
        results.decisions[g] = driver.advance(s, play)[1]
        results.ends[g] = results.cursor[0]
        for p in range(s.players):
            results.scores[g][p] = rules.score(s, p)
            results.wins[g][p] = 1 if rules.won(s, p) else 0
