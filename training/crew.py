"""Play many tables of learning nets, frozen older nets and levels: the kernel of training.

Compiled for a game, with `rules`, `policy_play`, `observations`, `questions`, `coding`, `features` and `secrets`
bound to that game's. Levels observe and forget as in policy_play.py. Any player but a learner may follow a fixed
rule of the game's study. Everything of a table is one row of arrays.
"""

from typing import Any, NamedTuple

from toctoc.core.compile.rng import roll, seed_rng

rules: Any
policy_play: Any
observations: Any
questions: Any
coding: Any
features: Any
secrets: Any

LEARNER, OLDER = -1, -2  # who sits there; a level by its number
# Of a hundred tables: so many, and so on; the rest are any mixture.
ALONE, WITH_OLDER, WITH_ONE_STUBBORN, WITH_ONE_LEVEL = 25, 40, 55, 78
SHOWN = 16  # of the decisions that are skipped one of so many is shown all the same: it is judged, too
SELDOM = 4  # one player of so many is stubborn, at tables with levels
SEATS = 5  # as many as any of our games has


class Rows(NamedTuple):
    """Hold the arrays of all tables."""

    states: Any
    traces: Any
    stories: Any
    notes: Any  # what is noticed, see policy_play.py
    minds: Any
    recalled: Any  # the mind of a net, kept from step to step: it forgets nothing
    chairs: Any  # `traits` and `recalls` of who sits there
    luck: Any
    dice: Any
    game: Any  # the number of the game
    seat: Any  # who is asked
    done: Any  # whether a game has ended with the last step
    rewards: Any  # if so, each seat's share of the victory
    seated: Any
    stubborn: Any  # the number of a stubborn rule; 0: none
    before: Any  # who sat in the game that is done
    whose: Any  # who is asked: LEARNER, OLDER or a level
    actions: Any  # what a level that is asked is going to do; -1: the codec has no number for it
    codes: Any  # the same, or what a net has done at last, as the rules have it
    # Of these three a row is a record with one field `row`: Numba counts no references to what is in a record.
    inputs: Any  # what the seat sees: the observation, if it sees that, then the features
    secrets: Any  # what it does not
    mask: Any  # what makes sense to do


class Chosen(NamedTuple):
    """Hold who may sit at the tables, and which tables these are."""

    settings: Any
    seed: int
    traits: Any  # by level; the last row is for nets
    recalls: Any
    laws: Any  # numbers of stubborn rules, to draw from
    fixed: int  # LEARNER, or who has all other seats
    law: int  # 0, or the rule that one of `fixed` follows, and all others learn
    known: int  # numbers of the observation that a net sees


# --- who sits there ----------------------------------------------------------------------------------------------


def any_law(laws: Any, dice: Any) -> int:
    """Draw a stubborn rule; 0 if there is none."""
    if len(laws) == 0:
        return 0
    law: int = laws[roll(dice, len(laws))]
    return law


def sit(seated: Any, stubborn: Any, p: int, who: int, law: int) -> None:
    """Let somebody sit down; who learns is never stubborn."""
    seated[p] = who
    stubborn[p] = law if who != LEARNER else 0


def draw_crew(seated: Any, stubborn: Any, players: int, chosen: Any, dice: Any) -> None:
    """Draw who sits where; one seat at least learns."""
    first, kind, levels = roll(dice, players), roll(dice, 100), len(chosen.traits) - 1
    level = roll(dice, levels)
    law = any_law(chosen.laws, dice) if roll(dice, SELDOM) == 0 else 0
    for p in range(SEATS):
        sit(seated, stubborn, p, LEARNER, 0)
    if chosen.law > 0:
        sit(seated, stubborn, first, chosen.fixed, chosen.law)
        return
    if chosen.fixed == LEARNER and kind >= WITH_OLDER and kind < WITH_ONE_STUBBORN:
        sit(seated, stubborn, first, OLDER if roll(dice, 2) == 0 else level, any_law(chosen.laws, dice))
        return
    for p in range(players):
        if p == first:
            continue
        if chosen.fixed != LEARNER:
            sit(seated, stubborn, p, chosen.fixed, 0)
        elif kind >= ALONE and kind < WITH_OLDER:
            sit(seated, stubborn, p, OLDER if roll(dice, 3) > 0 else LEARNER, 0)
        elif kind >= WITH_ONE_STUBBORN and kind < WITH_ONE_LEVEL:
            sit(seated, stubborn, p, level, law)
        elif kind >= WITH_ONE_LEVEL:
            own = any_law(chosen.laws, dice) if roll(dice, SELDOM) == 0 else 0
            sit(seated, stubborn, p, roll(dice, levels + 2) - 2, own)


def furnish(there: Any, seated: Any, traits: Any, recalls: Any) -> None:
    """Write what those who sit there are like; each takes all others to be like itself."""
    nets = len(traits) - 1
    for p in range(rules.SEATS):
        who = seated[p] if seated[p] >= 0 else nets
        for n in range(recalls.shape[1]):
            there.recalls[p, n] = recalls[who, n]
        for other in range(rules.SEATS):
            for n in range(traits.shape[1]):
                there.traits[p, other, n] = traits[who, n]


# --- games -------------------------------------------------------------------------------------------------------


def begin(row: int, rows: Any, chosen: Any) -> None:
    """Begin the game of a row, up to its first decision."""
    s, t, there, dice = rows.states[row], rows.traces[row], rows.chairs[row], rows.dice[row]
    notes = (rows.notes[row], rows.minds[row])
    seed_rng(rows.luck[row], chosen.seed, rows.game[row])
    rules.setup(s, *chosen.settings)
    coding.begin(s, t, 0)
    features.begin(rows.stories[row])
    draw_crew(rows.seated[row], rows.stubborn[row], s.players, chosen, dice)
    furnish(there, rows.seated[row], chosen.traits, chosen.recalls)
    observations.begin(s, notes, there.traits, dice)
    rows.seat[row] = draw(s, t, notes, there.traits, rows.luck[row], dice)


def draw(s: Any, t: Any, notes: Any, traits: Any, luck: Any, dice: Any) -> int:
    """Let chance act up to the next decision; return the seat to act."""
    seat: int = rules.asked(s)
    while seat == rules.CHANCE:
        outcome = rules.chance_pick(s, roll(luck, rules.chance_total(s)))
        coding.watch_chance(s, t, outcome)
        observations.take_chance(s, notes, traits, outcome, dice)
        seat = rules.asked(s)
    return seat


def intended(row: int, rows: Any) -> int:
    """Return what the level that is asked does by its policy; the number is that of the rules."""
    s, there, seat = rows.states[row], rows.chairs[row], int(rows.seat[row])
    notes = (rows.notes[row], rows.minds[row])
    code: int = policy_play.choose(s, notes, there.traits, there.recalls[seat], seat, rows.dice[row])
    return obeyed(row, rows, code)


def obeyed(row: int, rows: Any, code: int) -> int:
    """Return what is done by who would choose `code`, and may be stubborn."""
    seat = int(rows.seat[row])
    if rows.stubborn[row, seat] > 0:
        code = questions.stubborn(rows.states[row], seat, int(rows.stubborn[row, seat]), code, rows.dice[row])
    return code


def pay(s: Any, rewards: Any) -> None:
    """Write each seat's share of the victory."""
    winners = 0
    for p in range(s.players):
        if rules.won(s, p):
            winners += 1
    for p in range(s.players):
        rewards[p] = 1.0 / winners if rules.won(s, p) else 0.0


def look(row: int, rows: Any) -> tuple[int, int]:
    """Write who is asked, what makes sense to do, and what is done if that is a level.

    Return how many actions make sense, and the first of them. A level does what it likes, sensible or not.
    """
    s, m, seat, mask = rows.states[row], rows.recalled[row], int(rows.seat[row]), rows.mask[row].row
    rows.whose[row] = rows.seated[row, seat]
    if rows.whose[row] >= 0:
        rows.codes[row] = intended(row, rows)
        rows.actions[row] = coding.from_rules(s.players, seat, rows.codes[row])
    features.recall(s, rows.traces[row], m, rows.stories[row])
    for action in range(coding.ACTIONS):
        mask[action] = 0
    coding.mask(s, seat, mask)
    features.sensible(s, m, seat, mask)
    count, first = 0, -1
    for action in range(coding.ACTIONS):
        if mask[action] == 1:
            count += 1
            if first < 0:
                first = action
    return count, first


def see(row: int, rows: Any, known: int) -> None:
    """Write what the seat of a row knows, `known` numbers of the observation first, and what it does not."""
    s, seat, inputs = rows.states[row], int(rows.seat[row]), rows.inputs[row].row
    for n in range(len(inputs)):
        inputs[n] = 0
    if known > 0:
        coding.observe(s, rows.traces[row], seat, inputs)
    features.write(s, rows.recalled[row], rows.stories[row], seat, inputs[known:])
    notes = (rows.notes[row], rows.minds[row])
    secrets.write(s, notes, rows.chairs[row].traits, seat, rows.secrets[row].row)


def act(row: int, rows: Any, action: int) -> None:
    """Let the seat of a row act, a net by `action`, and chance after it."""
    s, t, seat = rows.states[row], rows.traces[row], int(rows.seat[row])
    there, dice = rows.chairs[row], rows.dice[row]
    notes = (rows.notes[row], rows.minds[row])
    if rows.whose[row] < 0:
        rows.codes[row] = obeyed(row, rows, coding.to_rules(s.players, seat, action))
    code = rows.codes[row]
    features.watch(s, rows.recalled[row], rows.stories[row], seat, code)
    coding.watch(s, t, seat, code)
    observations.act(s, notes, there.traits, seat, code, dice)
    coding.watched(s, t)
    rows.seat[row] = draw(s, t, notes, there.traits, rows.luck[row], dice)


def step(first: int, last: int, rows: Any, chosen: Any, actions: Any, skipping: int) -> None:
    """Let every seat act, by `actions` where a net has to; with `skipping` play on to where a net has a choice.

    `first` and `last` say which rows.

    A table whose game ends, or that has none (nobody is asked), begins its next one at once, and shows the first
    decision, whoever has it.
    """
    for row in range(first, last):
        rows.done[row] = False
        for p in range(SEATS):
            rows.rewards[row, p] = 0.0
            rows.before[row, p] = rows.seated[row, p]
        action, going_on = int(actions[row]), True
        while going_on:
            if rows.seat[row] != rules.NONE:
                act(row, rows, action)
            if rows.seat[row] == rules.NONE:
                rows.done[row] = True
                pay(rows.states[row], rows.rewards[row])
                rows.game[row] += len(actions)
                begin(row, rows, chosen)
            count, action = look(row, rows)
            going_on = skipping == 1 and not rows.done[row] and (rows.whose[row] >= 0 or count == 1)
            if going_on and roll(rows.dice[row], SHOWN) == 0:
                going_on = False
        see(row, rows, chosen.known)


def sample(first: int, last: int, rows: Any, actions: Any) -> None:
    """Draw for every row one of the actions that make sense, all alike."""
    for row in range(first, last):
        mask = rows.mask[row].row
        count = 0
        for action in range(len(mask)):
            count += mask[action]
        nth = roll(rows.dice[row], count)
        for action in range(len(mask)):
            if mask[action] == 1:
                if nth == 0:
                    actions[row] = action
                nth -= 1
