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
    """Hold the arrays of all tables, a row each, and the players beside the learners.

    They are few: a call from Python takes a third of a microsecond for each. The parts of `heads` and `seated` are
    fields of records, since Numba counts references to arrays.
    """

    settings: Any
    since: int  # see `begin` of a codec
    seated: Any  # by turn of the seats: `traits` and `recalls` of all seats
    states: Any
    traces: Any
    notes: Any
    minds: Any
    heads: Any  # see HEAD
    obs: Any
    legal: Any
    final: Any  # the last observation of a game that has ended with this step


HEAD = (
    ("seed", "i8"),
    ("stride", "i8"),  # the row's next game has a number so much higher
    ("luck", "i8", (1,)),
    ("dice", "i8", (1,)),
    ("place", "i8"),  # the learner's seat
    ("game", "i8"),  # the number of the game
    ("over", "?"),  # whether the game has ended, and the next one begins with the next step
    ("reward", "f8"),
    ("done", "?"),
    ("score", "i8"),
)


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


def begin(row: int, rows: Any) -> None:
    """Begin the row's game, or the first one after it in which the learner has a decision."""
    s, t, head = rows.states[row], rows.traces[row], rows.heads[row]
    notes = (rows.notes[row], rows.minds[row])
    while True:
        seed_rng(head.luck, int(head.seed), int(head.game))
        seed_rng(head.dice, int(head.seed), int(head.game) + DICE)
        rules.setup(s, *rows.settings)
        turn = head.game % s.players
        here = rows.seated[turn]
        coding.begin(s, t, rows.since)
        observations.begin(s, notes, here.traits, head.dice)
        place = (s.players - turn) % s.players
        seat = others(s, t, notes, here.traits, here.recalls, head.luck, head.dice, place)
        if seat != rules.NONE:
            head.place = seat
            return
        head.game += head.stride


def show(first: int, last: int, rows: Any) -> None:
    """Write the observation and the legal actions of the learner of every row."""
    states, traces, heads, obs, legal = rows.states, rows.traces, rows.heads, rows.obs, rows.legal
    for row in range(first, last):
        coding.observe(states[row], traces[row], heads[row].place, obs[row].row)
        offers = legal[row].row
        for action in range(coding.ACTIONS):
            offers[action] = 0
        if heads[row].over:
            offers[0] = 1  # any action begins the next game; with none, a softmax over the mask would divide by 0
        else:
            coding.mask(states[row], heads[row].place, offers)


def reset(first: int, last: int, rows: Any) -> None:
    """Begin the games that are numbered in `rows.heads`."""
    for row in range(first, last):
        rows.heads[row].over = False
        begin(row, rows)
    show(first, last, rows)


def illegal(actions: Any, rows: Any) -> int:
    """Return the first row with an illegal action; -1 if there is none."""
    heads, legal = rows.heads, rows.legal
    for row in range(len(heads)):
        action = actions[row]
        if not heads[row].over and (action < 0 or action >= coding.ACTIONS or legal[row].row[action] == 0):
            return row
    return -1


def step(first: int, last: int, actions: Any, mode: int, rows: Any) -> None:
    """Let every learner act; in a row that is `over`, begin the next game instead."""
    # Out of the tuple once: Numba counts references to every array that is taken out of it.
    states, traces, noted, minds, heads = rows.states, rows.traces, rows.notes, rows.minds, rows.heads
    seated, final = rows.seated, rows.final
    for row in range(first, last):
        s, t, head = states[row], traces[row], heads[row]
        seat = head.place
        head.reward, head.done = 0.0, False
        if head.over:
            head.over = False
            head.game += head.stride
            begin(row, rows)
            continue
        here, notes = seated[head.game % s.players], (noted[row], minds[row])
        code = coding.to_rules(s.players, seat, actions[row])
        coding.watch(s, t, seat, code)
        observations.act(s, notes, here.traits, seat, code, head.dice)
        coding.watched(s, t)
        if others(s, t, notes, here.traits, here.recalls, head.luck, head.dice, seat) != rules.NONE:
            continue
        head.done = True
        head.score = rules.score(s, seat)
        head.reward = share(s, seat) - 1.0 / s.players
        if mode == SAME_STEP:
            coding.observe(s, t, seat, final[row].row)
            head.game += head.stride
            begin(row, rows)
        else:
            head.over = True
    show(first, last, rows)


def share(s: Any, seat: int) -> float:
    """Return a seat's share of the victory."""
    winners = 0
    for p in range(s.players):
        if rules.won(s, p):
            winners += 1
    return 1.0 / winners if rules.won(s, seat) else 0.0
