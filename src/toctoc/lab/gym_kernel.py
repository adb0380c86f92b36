"""Play many tables of one learner against compiled policies, for `gym_env`. One source for all games.

Loaded once per game, with `rules`, `coding`, `observations` and `policy_play` bound to that game's. The learner of
game g sits at seat -g modulo the players. All other seats play by their policy, up to the learner's next decision.
"""

from typing import Any, NamedTuple

from toctoc.bots.policy_play import DICE
from toctoc.core.compile import driver
from toctoc.core.compile.rng import seed_rng

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


class Play(NamedTuple):
    """Hold one table."""

    trace: Any
    notes: Any
    traits: Any
    recalls: Any
    luck: Any
    dice: Any
    place: int


def stops_at(s: Any, play: Any, seat: int) -> bool:  # noqa: ARG001  # as the driver calls it
    """Stop before the learner's decision."""
    return bool(seat == play.place)


def next_action(s: Any, play: Any, seat: int) -> int:
    """Choose by the policy of `seat`."""
    action: int = policy_play.choose(s, play.notes, play.traits, play.recalls[seat], seat, play.dice)
    return action


def apply_action(s: Any, play: Any, seat: int, action: int) -> None:
    """Let `seat` act; the codec and all players observe it."""
    coding.watch(s, play.trace, seat, action)
    observations.act(s, play.notes, play.traits, seat, action, play.dice)
    coding.watched(s, play.trace)


def apply_outcome(s: Any, play: Any, outcome: int) -> None:
    """Let chance act; the codec and all players observe it."""
    coding.watch_chance(s, play.trace, outcome)
    observations.take_chance(s, play.notes, play.traits, outcome, play.dice)


def begin(row: int, rows: Any, seed: int) -> None:
    """Begin the row's game, or the first one after it in which the learner has a decision."""
    s = rows.states[row]
    while True:
        game = rows.game[row]
        rules.setup(s, *rows.settings)
        turn, notes = game % s.players, (rows.notes[row], rows.minds[row])
        play = Play(
            rows.traces[row], notes, rows.traits[turn], rows.recalls[turn], rows.luck[row], rows.dice[row],
            (s.players - turn) % s.players,
        )  # fmt: skip
        seed_rng(play.luck, seed, game)
        seed_rng(play.dice, seed, game + DICE)
        coding.begin(s, play.trace, rows.since)
        observations.begin(s, play.notes, play.traits, play.dice)
        seat, _ = driver.advance(s, play)
        if seat != rules.NONE:
            rows.place[row] = seat
            return
        rows.game[row] += len(rows.states)


def show(rows: Any) -> None:
    """Write the observation and the legal actions of the learner of every row."""
    for row in range(len(rows.states)):
        coding.observe(rows.states[row], rows.traces[row], rows.place[row], rows.obs[row].row)
        offers = rows.legal[row].row
        for action in range(coding.ACTIONS):
            offers[action] = 0
        if not rows.over[row]:
            coding.mask(rows.states[row], rows.place[row], offers)


def reset(rows: Any, seed: int) -> None:
    """Begin the games with the numbers `rows.game`."""
    for row in range(len(rows.states)):
        rows.over[row] = False
        begin(row, rows, seed)
    show(rows)


def step(actions: Any, mode: int, rows: Any, seed: int) -> None:
    """Let every learner act; in a row that is `over`, begin the next game instead."""
    for row in range(len(rows.states)):
        s, seat = rows.states[row], rows.place[row]
        rows.reward[row], rows.done[row] = 0.0, False
        if rows.over[row]:
            rows.over[row] = False
            rows.game[row] += len(rows.states)
            begin(row, rows, seed)
            continue
        turn, notes = rows.game[row] % s.players, (rows.notes[row], rows.minds[row])
        play = Play(
            rows.traces[row], notes, rows.traits[turn], rows.recalls[turn], rows.luck[row], rows.dice[row], seat
        )
        apply_action(s, play, seat, coding.to_rules(s.players, seat, actions[row]))
        if driver.advance(s, play)[0] != rules.NONE:
            continue
        rows.done[row] = True
        rows.score[row] = rules.score(s, seat)
        rows.reward[row] = share(s, seat) - 1.0 / s.players
        if mode == SAME_STEP:
            coding.observe(s, play.trace, seat, rows.final[row].row)
            rows.game[row] += len(rows.states)
            begin(row, rows, seed)
        else:
            rows.over[row] = True
    show(rows)


def share(s: Any, seat: int) -> float:
    """Return a seat's share of the victory."""
    winners = 0
    for p in range(s.players):
        if rules.won(s, p):
            winners += 1
    return 1.0 / winners if rules.won(s, seat) else 0.0
