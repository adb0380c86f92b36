"""Play many tables of one learner against compiled policies, for `gym_env`. One source for all games.

Loaded once per game, with `rules`, `coding`, `observations`, `policy_play`, `features` and `net_kernel` bound to
that game's. The learner of game g sits at seat -g modulo the players. All other seats play by their policy, up to
the learner's next decision. Before a decision of a policy in Python a row stops: `answer` applies its action.
"""

from typing import Any, NamedTuple

from toctoc.bots.policy_play import DICE
from toctoc.core.compile.rng import LOW, roll, seed_rng

rules: Any
coding: Any
observations: Any
policy_play: Any
features: Any
net_kernel: Any

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
    asked: Any  # the decision of a policy in Python: its inputs and mask, see net_kernel.py
    outside: int  # bit n: the player n seats to the left of the learner is a policy in Python; bit 0: the learner
    nets: int  # bit n: that policy is the net of the game
    known: int  # numbers of the observation that the net sees


HEAD = (
    ("seed", "i8"),
    ("stride", "i8"),  # the row's next game has a number so much higher
    ("luck", "i8", (1,)),
    ("dice", "i8", (1,)),
    ("place", "i8"),  # the learner's seat
    ("seat", "i8"),  # the seat to act: the learner's, that of a policy in Python, or NONE at the end
    ("number", "i8"),  # below 2**31: a net draws its action by it
    ("begun", "?"),  # whether the learner has had a decision in this game
    ("game", "i8"),  # the number of the game
    ("over", "?"),  # whether the game has ended, and the next one begins with the next step
    ("reward", "f8"),
    ("done", "?"),
    ("score", "i8"),
)


def play(s: Any, t: Any, notes: Any, traits: Any, asked: Any, seat: int, code: int, dice: Any) -> None:
    """Apply an action of a seat, which all players observe."""
    features.watch(s, asked.mind, asked.story, seat, code)
    coding.watch(s, t, seat, code)
    observations.act(s, notes, traits, seat, code, dice)
    coding.watched(s, t)


def others(row: int, rows: Any) -> int:
    """Let chance and the bots act up to a decision of the learner or of a policy in Python.

    Return its seat, or NONE at the end.
    """
    s, t, head, asked, outside = rows.states[row], rows.traces[row], rows.heads[row], rows.asked[row], rows.outside
    notes = (rows.notes[row], rows.minds[row])
    turn = head.game % s.players
    here = rows.seated[turn]
    traits, recalls, luck, dice = here.traits, here.recalls, head.luck, head.dice
    while True:
        seat: int = rules.asked(s)
        if seat == rules.NONE:
            return seat
        if seat == rules.CHANCE:
            outcome = rules.chance_pick(s, roll(luck, rules.chance_total(s)))
            coding.watch_chance(s, t, outcome)
            observations.take_chance(s, notes, traits, outcome, dice)
            continue
        features.recall(s, t, asked.mind, asked.story)
        player = (seat + turn) % s.players
        if outside >> player & 1 == 0:
            code = policy_play.choose(s, notes, traits, recalls[seat], seat, dice)
        elif player == 0:
            return seat
        else:
            action = ask(s, t, asked, seat, rows.nets >> player & 1, rows.known)
            if action < 0:
                head.number = roll(dice, LOW)
                return seat
            code = coding.to_rules(s.players, seat, action)
        play(s, t, notes, traits, asked, seat, code, dice)


def ask(s: Any, t: Any, asked: Any, seat: int, is_net: int, known: int) -> int:
    """Write the inputs and the mask of a policy in Python; return its only action, or -1 if it has a choice."""
    if is_net:
        net_kernel.write(s, t, asked, seat, known)
    else:
        coding.observe(s, t, seat, asked.inputs)
        net_kernel.offer(s, seat, asked.mask)
    only = -1
    for action in range(coding.ACTIONS):
        if asked.mask[action] == 1:
            if only >= 0:
                return -1
            only = action
    return only


def begin(row: int, rows: Any) -> int:
    """Begin the row's game; return the seat to act, as `others` does."""
    s, head = rows.states[row], rows.heads[row]
    seed_rng(head.luck, int(head.seed), int(head.game))
    seed_rng(head.dice, int(head.seed), int(head.game) + DICE)
    rules.setup(s, *rows.settings)
    turn = head.game % s.players
    head.place = (s.players - turn) % s.players
    head.begun = False
    coding.begin(s, rows.traces[row], rows.since)
    features.begin(rows.asked[row].story)
    observations.begin(s, (rows.notes[row], rows.minds[row]), rows.seated[turn].traits, head.dice)
    return others(row, rows)


def settle(row: int, seat: int, mode: int, rows: Any) -> None:
    """Note the seat to act. At the end of a game, write its result and begin the next one, or let it wait.

    A game without a decision of the learner does not count.
    """
    s, head = rows.states[row], rows.heads[row]
    while seat == rules.NONE:
        if head.begun:
            head.done = True
            head.score = rules.score(s, head.place)
            head.reward = share(s, head.place) - 1.0 / s.players
            if mode != SAME_STEP:
                head.over = True
                break
            coding.observe(s, rows.traces[row], head.place, rows.final[row].row)
        head.game += head.stride
        seat = begin(row, rows)
    head.seat = seat
    if seat == head.place:
        head.begun = True


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


def write_inputs(first: int, last: int, rows: Any) -> None:
    """Write the inputs of the game's net for the learner of every row, and the actions that make sense."""
    for row in range(first, last):
        head, asked = rows.heads[row], rows.asked[row]
        if head.over:
            for action in range(coding.ACTIONS):
                asked.mask[action] = 1 if action == 0 else 0
        else:
            net_kernel.write(rows.states[row], rows.traces[row], asked, head.place, rows.known)


def reset(first: int, last: int, rows: Any) -> None:
    """Begin the games that are numbered in `rows.heads`."""
    for row in range(first, last):
        rows.heads[row].over = False
        settle(row, begin(row, rows), SAME_STEP, rows)
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
    seated, asked = rows.seated, rows.asked
    for row in range(first, last):
        s, head = states[row], heads[row]
        head.reward, head.done = 0.0, False
        if head.over:
            head.over = False
            head.game += head.stride
            settle(row, begin(row, rows), mode, rows)
            continue
        traits, notes = seated[head.game % s.players].traits, (noted[row], minds[row])
        code = coding.to_rules(s.players, head.place, actions[row])
        play(s, traces[row], notes, traits, asked[row], head.place, code, head.dice)
        settle(row, others(row, rows), mode, rows)
    show(first, last, rows)


def answer(first: int, last: int, actions: Any, mode: int, rows: Any) -> None:
    """Let policies in Python act, where one has a decision. Call `show` when none has one any more."""
    for row in range(first, last):
        s, head = rows.states[row], rows.heads[row]
        if head.seat == rules.NONE or head.seat == head.place:
            continue
        traits, notes = rows.seated[head.game % s.players].traits, (rows.notes[row], rows.minds[row])
        code = coding.to_rules(s.players, head.seat, actions[row])
        play(s, rows.traces[row], notes, traits, rows.asked[row], head.seat, code, head.dice)
        settle(row, others(row, rows), mode, rows)


def share(s: Any, seat: int) -> float:
    """Return a seat's share of the victory."""
    winners = 0
    for p in range(s.players):
        if rules.won(s, p):
            winners += 1
    return 1.0 / winners if rules.won(s, seat) else 0.0
