"""Play many tables of one learner against compiled policies, for `gym_env`. One source for all games.

Loaded once per game, with `rules`, `coding`, `observations` and `policy_play` bound to that game's. The learner of
game g sits at seat -g modulo the players. All other seats play by their policy, up to the learner's next decision.
"""

from typing import Any, NamedTuple

from toctoc.bots.policy_play import DICE
from toctoc.core.compile.rng import roll, seed_rng

rules: Any
coding: Any
observations: Any
policy_play: Any

SAME_STEP = 1  # of `mode`: the next game begins in the step that ends one; else in the step after


class Learners(NamedTuple):
    """Hold the arrays of all tables, a row each, and the players beside the learners."""

    settings: Any
    since: int  # see `begin` of a codec
    traits: Any  # by turn of the seats and seat
    recalls: Any
    states: Any
    traces: Any
    notes: Any
    minds: Any
    luck: Any
    dice: Any
    place: Any  # the learner's seat
    game: Any  # the number of the game
    over: Any  # whether the game has ended, and the next one begins with the next step
    obs: Any
    legal: Any
    final: Any  # the last observation of a game that has ended with this step
    reward: Any
    done: Any
    score: Any


def others(
    s: Any, t: Any, notes: Any, traits: Any, recalls: Any, luck: Any, dice: Any, place: int
) -> int:  # fmt: skip
    """Let chance and the bots act up to the learner's decision; return the learner's seat, or NONE at the end."""
    while True:
        seat: int = rules.asked(s)
        if seat == place or seat == rules.NONE:
            return seat
        if seat == rules.CHANCE:
            outcome = rules.chance_pick(s, roll(luck, rules.chance_total(s)))
            coding.watch_chance(s, t, outcome)
            observations.take_chance(s, notes, traits, outcome, dice)
        else:
            code = policy_play.choose(s, notes, traits, recalls[seat], seat, dice)
            coding.watch(s, t, seat, code)
            observations.act(s, notes, traits, seat, code, dice)
            coding.watched(s, t)


def begin(row: int, rows: Any, seed: int) -> None:
    """Begin the row's game, or the first one after it in which the learner has a decision."""
    s, t, luck, dice = rows.states[row], rows.traces[row], rows.luck[row], rows.dice[row]
    notes = (rows.notes[row], rows.minds[row])
    while True:
        game = rows.game[row]
        seed_rng(luck, seed, game)
        seed_rng(dice, seed, game + DICE)
        rules.setup(s, *rows.settings)
        turn = game % s.players
        traits, recalls = rows.traits[turn], rows.recalls[turn]
        coding.begin(s, t, rows.since)
        observations.begin(s, notes, traits, dice)
        seat = others(s, t, notes, traits, recalls, luck, dice, (s.players - turn) % s.players)
        if seat != rules.NONE:
            rows.place[row] = seat
            return
        rows.game[row] += len(rows.states)


def show(rows: Any) -> None:
    """Write the observation and the legal actions of the learner of every row."""
    states, traces, place, over = rows.states, rows.traces, rows.place, rows.over
    obs, legal = rows.obs, rows.legal
    for row in range(len(states)):
        coding.observe(states[row], traces[row], place[row], obs[row].row)
        offers = legal[row].row
        for action in range(coding.ACTIONS):
            offers[action] = 0
        if over[row]:
            offers[0] = 1  # any action begins the next game; with none, a softmax over the mask would divide by 0
        else:
            coding.mask(states[row], place[row], offers)


def reset(rows: Any, seed: int) -> None:
    """Begin the games with the numbers `rows.game`."""
    for row in range(len(rows.states)):
        rows.over[row] = False
        begin(row, rows, seed)
    show(rows)


def step(actions: Any, mode: int, rows: Any, seed: int) -> None:
    """Let every learner act; in a row that is `over`, begin the next game instead."""
    # Out of the tuple once: Numba counts references to every array that is taken out of it.
    states, traces, heads, minds = rows.states, rows.traces, rows.notes, rows.minds
    traits, recalls, luck, dice = rows.traits, rows.recalls, rows.luck, rows.dice
    game, place, over, done, reward = rows.game, rows.place, rows.over, rows.done, rows.reward
    for row in range(len(states)):
        s, t, seat = states[row], traces[row], place[row]
        reward[row], done[row] = 0.0, False
        if over[row]:
            over[row] = False
            game[row] += len(states)
            begin(row, rows, seed)
            continue
        turn, notes = game[row] % s.players, (heads[row], minds[row])
        here, recall, own = traits[turn], recalls[turn], dice[row]
        code = coding.to_rules(s.players, seat, actions[row])
        coding.watch(s, t, seat, code)
        observations.act(s, notes, here, seat, code, own)
        coding.watched(s, t)
        if others(s, t, notes, here, recall, luck[row], own, seat) != rules.NONE:
            continue
        done[row] = True
        rows.score[row] = rules.score(s, seat)
        reward[row] = share(s, seat) - 1.0 / s.players
        if mode == SAME_STEP:
            coding.observe(s, t, seat, rows.final[row].row)
            game[row] += len(states)
            begin(row, rows, seed)
        else:
            over[row] = True
    show(rows)


def share(s: Any, seat: int) -> float:
    """Return a seat's share of the victory."""
    winners = 0
    for p in range(s.players):
        if rules.won(s, p):
            winners += 1
    return 1.0 / winners if rules.won(s, seat) else 0.0
