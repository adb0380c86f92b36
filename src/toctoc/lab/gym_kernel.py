"""Play many tables of one learner against compiled policies, for `gym_env`. One source for all games.

Loaded once per game, with `rules`, `coding`, `observations` and `policy_play` bound to that game's. The learner of
game g sits at seat -g modulo the players. All other seats play by their policy, up to the learner's next decision.
"""

from typing import Any

from toctoc.bots.policy_play import DICE
from toctoc.games.compile.playout import roll, seed_rng

rules: Any
coding: Any
observations: Any
policy_play: Any

SAME_STEP = 1  # of `mode`: the next game begins in the step that ends one; else in the step after


def others(
    s: Any, t: Any, notes: Any, traits: Any, recalls: Any, luck: Any, dice: Any, place: int
) -> int:  # fmt: skip
    """Let chance and the bots do what is awaited of them; return the learner's seat, or NONE at the end."""
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


def begin(
    s: Any, t: Any, notes: Any, traits: Any, recalls: Any, luck: Any, dice: Any, settings: Any, since: int,
    seed: int, game: int,
) -> int:  # fmt: skip
    """Begin a game, up to the learner's first decision; return its seat, or NONE if it is never asked."""
    seed_rng(luck, seed, game)
    seed_rng(dice, seed, game + DICE)
    rules.setup(s, *settings)
    turn = game % s.players
    coding.begin(s, t, since)
    observations.begin(s, notes, traits[turn], dice)
    return others(s, t, notes, traits[turn], recalls[turn], luck, dice, (s.players - turn) % s.players)


def renew(
    row: int, settings: Any, since: int, seed: int, states: Any, traces: Any, heads: Any, minds: Any, traits: Any,
    recalls: Any, luck: Any, dice: Any, place: Any, game: Any,
) -> None:  # fmt: skip
    """Begin the row's game, or the first one after it in which the learner is asked."""
    while True:
        seat = begin(
            states[row], traces[row], (heads[row], minds[row]), traits, recalls, luck[row], dice[row], settings,
            since, seed, game[row],
        )  # fmt: skip
        if seat != rules.NONE:
            place[row] = seat
            return
        game[row] += len(states)


def show(states: Any, traces: Any, place: Any, over: Any, obs: Any, legal: Any) -> None:
    """Write what the learner of every row may know, and what it may do."""
    for row in range(len(states)):
        coding.observe(states[row], traces[row], place[row], obs[row].row)
        offers = legal[row].row
        for action in range(coding.ACTIONS):
            offers[action] = 0
        if not over[row]:
            coding.mask(states[row], place[row], offers)


def reset(
    settings: Any, since: int, seed: int, states: Any, traces: Any, heads: Any, minds: Any, traits: Any,
    recalls: Any, luck: Any, dice: Any, place: Any, game: Any, over: Any, obs: Any, legal: Any,
) -> None:  # fmt: skip
    """Begin the games whose numbers are in `game`."""
    for row in range(len(states)):
        over[row] = False
        renew(
            row, settings, since, seed, states, traces, heads, minds, traits, recalls, luck, dice, place, game
        )  # fmt: skip
    show(states, traces, place, over, obs, legal)


def step(
    actions: Any, mode: int, final: Any, reward: Any, done: Any, score: Any, settings: Any, since: int, seed: int,
    states: Any, traces: Any, heads: Any, minds: Any, traits: Any, recalls: Any, luck: Any, dice: Any, place: Any,
    game: Any, over: Any, obs: Any, legal: Any,
) -> None:  # fmt: skip
    """Let every learner act; in a row that is `over`, begin the next game instead."""
    for row in range(len(states)):
        s, t, seat = states[row], traces[row], place[row]
        reward[row], done[row] = 0.0, False
        if over[row]:
            over[row] = False
            game[row] += len(states)
            renew(
                row, settings, since, seed, states, traces, heads, minds, traits, recalls, luck, dice, place, game
            )  # fmt: skip
            continue
        turn, notes = game[row] % s.players, (heads[row], minds[row])
        code = coding.to_rules(s.players, seat, actions[row])
        coding.watch(s, t, seat, code)
        observations.act(s, notes, traits[turn], seat, code, dice[row])
        coding.watched(s, t)
        if others(s, t, notes, traits[turn], recalls[turn], luck[row], dice[row], seat) != rules.NONE:
            continue
        done[row] = True
        score[row] = rules.score(s, seat)
        reward[row] = share(s, seat) - 1.0 / s.players
        if mode == SAME_STEP:
            coding.observe(s, t, seat, final[row].row)
            game[row] += len(states)
            renew(
                row, settings, since, seed, states, traces, heads, minds, traits, recalls, luck, dice, place, game
            )  # fmt: skip
        else:
            over[row] = True
    show(states, traces, place, over, obs, legal)


def share(s: Any, seat: int) -> float:
    """Return a seat's share of the victory."""
    winners = 0
    for p in range(s.players):
        if rules.won(s, p):
            winners += 1
    return 1.0 / winners if rules.won(s, seat) else 0.0
