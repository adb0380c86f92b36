"""Play whole games by compiled policies and count the answers to the questions. One source for all games.

Loaded once per game and runtime, with `rules`, `policy_play`, `observations` and `questions` bound to that game's.
Every question has a cell. A game adds the count to its cell of `x`, and the number of cases to that of `y`. Five
sums over all games are kept: of x, y, x squared, x times y and y squared. They suffice for the ratio of x to y and
for its interval. They are whole numbers, so the order of the games does not matter.

One seat may be odd: it moves from game to game, may play by a fixed rule, and its victories have a cell.
"""

from typing import Any, NamedTuple

from toctoc.core.compile.rng import roll, seed_rng
from toctoc.study.cells import (
    ALL,
    BEHIND,
    BEST,
    BINS,
    CHOSEN,
    FORKED,
    LEADS,
    LENGTH,
    LENGTHS,
    MARGIN,
    ODD,
    ODD_SCORE,
    POINTS,
    SCORES,
    SHARE,
    TIES,
    WINS,
)

rules: Any
policy_play: Any
observations: Any
questions: Any

LOTS = 1 << 60  # the decision that is changed in game g is drawn as the chance of game g + LOTS would be


class ArmTable(NamedTuple):
    """Hold the players of an arm, and the generators of its games."""

    notes: Any
    traits: Any  # by turn of the seats
    recalls: Any
    luck: Any  # decides the outcomes of chance
    dice: Any  # decides choices and forgetting
    lot: Any  # decides which decision of a game is changed
    rule: int  # the fixed rule of the odd seat; 0 for none
    fork: int  # the fork that is studied; -1 for none


class ArmCounts(NamedTuple):
    """Hold the counts of one game, and the sums over all games."""

    memo: Any
    marks: Any
    x: Any
    y: Any
    leaders: Any  # by decision: the seats that lead, as bits
    behind: Any  # by seat: one more than the last decision at which it was behind; 0 for never
    sums: Any  # a row of SUMS for each cell


def watch_standings(s: Any, decisions: int, leaders: Any, behind: Any) -> None:
    """Note the seats that lead now, and those that are behind."""
    best: int = questions.standing(s, 0)
    for p in range(1, s.players):
        best = max(best, questions.standing(s, p))
    leading = 0
    for p in range(s.players):
        if questions.standing(s, p) == best:
            leading |= 1 << p
        else:
            behind[p] = decisions + 1
    if decisions < len(leaders):
        leaders[decisions] = leading


class PlayedArm(NamedTuple):
    """Hold the number of decisions of a game; and of the one that was drawn its number, seat and side."""

    decisions: int
    drawn: int  # -1 for none
    seat: int
    side: int


def play(s: Any, table: Any, counts: Any, turn: int, odd: int, at: int) -> Any:
    """Play on to the end, and count.

    With a fork, draw one of its decisions if `at` is negative; else make the decision `at` the other way.
    """
    # Out of the tuples once: Numba counts references to every array that is taken out of them.
    notes, traits, recalls = table.notes, table.traits[turn], table.recalls[turn]
    luck, dice, rule, fork = table.luck, table.dice, table.rule, table.fork
    memo, x, y, leaders, behind = counts.memo, counts.x, counts.y, counts.leaders, counts.behind
    decisions, eligible, drawn, whose, side = 0, 0, -1, 0, 0
    while True:
        seat: int = rules.asked(s)
        if seat >= 0:
            watch_standings(s, decisions, leaders, behind)
            code: int = policy_play.choose(s, notes, traits, recalls[seat], seat, dice)
            if rule > 0 and seat == odd:
                code = questions.stubborn(s, seat, rule, code, dice)
            if fork >= 0 and questions.forks(s, seat, fork, code):
                if at == decisions:
                    code = questions.otherwise(s, seat, fork, code)
                elif at < 0:
                    eligible += 1
                    if roll(table.lot, eligible) == 0:
                        drawn, whose, side = decisions, seat, questions.side(s, fork, code)
                        questions.mark(s, seat, fork, counts.marks)
            questions.before(s, memo, x, y, seat, code)
            observations.act(s, notes, traits, seat, code, dice)
            decisions += 1
        elif seat == rules.CHANCE:
            code = rules.chance_pick(s, roll(luck, rules.chance_total(s)))
            questions.before(s, memo, x, y, seat, code)
            observations.take_chance(s, notes, traits, code, dice)
        else:
            return PlayedArm(decisions, drawn, whose, side)
        questions.after(s, memo, x, y, seat, code)


def share(s: Any, seat: int) -> int:
    """Return the share of victory of `seat`, in sixtieths."""
    if not rules.won(s, seat):
        return 0
    winners = 0
    for p in range(s.players):
        if rules.won(s, p):
            winners += 1
    return SHARE // winners


def count_all(s: Any, decisions: int, odd: int, counts: Any) -> None:
    """Answer the questions about every game."""
    x, y, leaders, behind = counts.x, counts.y, counts.leaders, counts.behind
    winners, best, second = 0, -30000, -30000
    for p in range(s.players):
        here: int = questions.standing(s, p)
        points: int = rules.score(s, p)
        x[WINS + p], y[WINS + p] = share(s, p), 1
        x[SCORES + p], y[SCORES + p] = points, 1
        x[POINTS + min(max(points // questions.SCORE_STEP, 0), BINS - 1)] += 1
        if here > best:
            best, second = here, best
        else:
            second = max(second, here)
        if rules.won(s, p):
            winners += 1
            x[BEST] += points
            x[BEHIND + (0 if behind[p] == 0 else 1 + min(10 * (behind[p] - 1) // decisions, 9))] += 1
    for b in range(BINS):
        y[POINTS + b], y[LENGTHS + b] = s.players, 1
    for tenth in range(11):
        y[BEHIND + tenth] = winners
    y[BEST] = winners
    late = (decisions - questions.LENGTH_FROM) // questions.LENGTH_STEP
    x[LENGTHS + min(max(late, 0), BINS - 1)] = 1
    x[LENGTH], y[LENGTH] = decisions, 1
    x[TIES], y[TIES] = (1 if winners > 1 else 0), 1
    x[MARGIN], y[MARGIN] = best - second, 1
    x[ODD], y[ODD] = share(s, odd), 1
    x[ODD_SCORE], y[ODD_SCORE] = rules.score(s, odd), 1
    for quarter in range(3):
        when = min(decisions * (quarter + 1) // 4, len(leaders) - 1)
        for p in range(s.players):
            if leaders[when] & (1 << p):
                x[LEADS + quarter] += share(s, p)
                y[LEADS + quarter] += 1


def clear(row: Any) -> None:
    """Set all numbers of `row` to 0."""
    for i in range(len(row)):
        row[i] = 0


def add_up(x: Any, y: Any, sums: Any) -> None:
    """Add a game to the sums."""
    for cell in range(len(x)):
        if y[cell] != 0 or x[cell] != 0:
            row = sums[cell]
            row[0] += x[cell]
            row[1] += y[cell]
            row[2] += x[cell] * x[cell]
            row[3] += x[cell] * y[cell]
            row[4] += y[cell] * y[cell]


def games(s: Any, settings: Any, table: Any, counts: Any, seed: int, numbers: Any) -> None:
    """Play the games `numbers[0]` to `numbers[1]` - 1 of a seed, and add them up in `counts.sums`."""
    x, y, memo, sums, dice = counts.x, counts.y, counts.memo, counts.sums, table.dice
    for game in range(numbers[0], numbers[1]):
        at, whose, chosen, mine = -1, 0, 0, 0
        for again in range(2 if table.fork >= 0 else 1):
            clear(x)
            clear(y)
            clear(memo)
            clear(counts.behind)
            seed_rng(table.luck, seed, game)
            seed_rng(dice, seed, game + policy_play.DICE)
            seed_rng(table.lot, seed, game + LOTS)
            rules.setup(s, *settings)
            turn = game % s.players
            odd = (s.players - turn) % s.players
            observations.begin(s, table.notes, table.traits[turn], dice)
            played = play(s, table, counts, turn, odd, at)
            if table.fork < 0:
                count_all(s, played.decisions, odd, counts)
                questions.finished(s, memo, x, y)
                add_up(x, y, sums)
            elif played.drawn < 0 and at < 0:
                break  # this game has no such decision
            elif again == 0:
                at, whose, chosen, mine = played.drawn, played.seat, played.side, share(s, played.seat)
            else:
                difference = mine - share(s, whose)
                fold(difference if chosen == 0 else -difference, chosen, counts)
                add_up(x, y, sums)


def fold(gained: int, chosen: int, counts: Any) -> None:
    """Write the gain of the first choice over the second one to all cells that the decision belongs to."""
    x, y, marks = counts.x, counts.y, counts.marks
    clear(x)
    clear(y)
    x[ALL], y[ALL] = gained, 1
    x[CHOSEN + chosen], y[CHOSEN + chosen] = gained, 1
    for i in range(len(marks)):
        if marks[i] >= 0:
            x[FORKED + marks[i]] += gained
            y[FORKED + marks[i]] += 1
