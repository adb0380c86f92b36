"""Play whole games by compiled policies and count the answers to the questions. One source for all games.

Loaded once per game and runtime, with `rules`, `policy_play`, `observations` and `questions` bound to that game's.
Every question has a cell. A game adds the count to its cell of `x`, and the number of cases to that of `y`. Five
sums over all games are kept: of x, y, x squared, x times y and y squared. They suffice for the ratio of x to y and
for its interval. They are whole numbers, so the order of the games does not matter.

One seat may be odd: it moves from game to game, may play by a fixed rule, and its victories have a cell.
"""

from typing import Any, NamedTuple

from toctoc.core.compile import driver
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
# In `progress`: decisions made; those that the fork is about; of the one drawn: its number, seat and side.
DECISIONS, ELIGIBLE, DRAWN, DRAWN_SEAT, DRAWN_SIDE = range(5)
PROGRESS = 5  # numbers


class Table(NamedTuple):
    """Hold the players of an arm, and the generators of its games."""

    notes: Any
    traits: Any  # by turn of the seats
    recalls: Any
    luck: Any  # decides the outcomes of chance
    dice: Any  # decides choices and forgetting
    lot: Any  # decides which decision of a game is changed
    rule: int  # the fixed rule of the odd seat; 0 for none
    fork: int  # the fork that is studied; -1 for none


class Counts(NamedTuple):
    """Hold the counts of one game, and the sums over all games."""

    memo: Any
    marks: Any
    x: Any
    y: Any
    leaders: Any  # by decision: the seats that lead, as bits
    behind: Any  # by seat: one more than the last decision at which it was behind; 0 for never
    progress: Any
    sums: Any  # a row of SUMS for each cell


class Play(NamedTuple):
    """Hold one game that is being played."""

    table: Any
    counts: Any
    traits: Any
    recalls: Any
    odd: int  # the odd seat
    at: int  # the decision of the fork to make the other way; -1 to draw one


def watch_standings(s: Any, counts: Any) -> None:
    """Note the seats that lead now, and those that are behind."""
    decisions, leaders, behind = counts.progress[DECISIONS], counts.leaders, counts.behind
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


def next_action(s: Any, play: Any, seat: int) -> int:
    """Choose by the policy; the odd seat by its rule, and the decision `at` the other way."""
    table, progress = play.table, play.counts.progress
    watch_standings(s, play.counts)
    code: int = policy_play.choose(s, table.notes, play.traits, play.recalls[seat], seat, table.dice)
    if table.rule > 0 and seat == play.odd:
        code = questions.stubborn(s, seat, table.rule, code, table.dice)
    if table.fork >= 0 and questions.forks(s, seat, table.fork, code):
        if play.at == progress[DECISIONS]:
            code = questions.otherwise(s, seat, table.fork, code)
        elif play.at < 0:
            progress[ELIGIBLE] += 1
            if roll(table.lot, progress[ELIGIBLE]) == 0:
                progress[DRAWN], progress[DRAWN_SEAT] = progress[DECISIONS], seat
                progress[DRAWN_SIDE] = questions.side(s, table.fork, code)
                questions.mark(s, seat, table.fork, play.counts.marks)
    return code


def apply_action(s: Any, play: Any, seat: int, action: int) -> None:
    """Let `seat` act, and count it; all players observe it."""
    counts = play.counts
    questions.before(s, counts.memo, counts.x, counts.y, seat, action)
    observations.act(s, play.table.notes, play.traits, seat, action, play.table.dice)
    counts.progress[DECISIONS] += 1
    questions.after(s, counts.memo, counts.x, counts.y, seat, action)


def apply_outcome(s: Any, play: Any, outcome: int) -> None:
    """Let chance act, and count it; all players observe it."""
    counts = play.counts
    questions.before(s, counts.memo, counts.x, counts.y, rules.CHANCE, outcome)
    observations.take_chance(s, play.table.notes, play.traits, outcome, play.table.dice)
    questions.after(s, counts.memo, counts.x, counts.y, rules.CHANCE, outcome)


def next_outcome(s: Any, play: Any) -> int:
    """Draw an outcome by its weight."""
    outcome: int = rules.chance_pick(s, roll(play.table.luck, rules.chance_total(s)))
    return outcome


def share(s: Any, seat: int) -> int:
    """Return the share of victory of `seat`, in sixtieths."""
    if not rules.won(s, seat):
        return 0
    winners = 0
    for p in range(s.players):
        if rules.won(s, p):
            winners += 1
    return SHARE // winners


def count_all(s: Any, odd: int, counts: Any) -> None:
    """Answer the questions about every game."""
    x, y, leaders, behind = counts.x, counts.y, counts.leaders, counts.behind
    decisions = counts.progress[DECISIONS]
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


def play_game(s: Any, settings: Any, table: Any, counts: Any, number: int, at: int) -> None:
    """Play the game `number` of a seed; the generators are seeded."""
    clear(counts.x)
    clear(counts.y)
    clear(counts.memo)
    clear(counts.behind)
    clear(counts.progress)
    counts.progress[DRAWN] = -1
    rules.setup(s, *settings)
    turn = number % s.players
    observations.begin(s, table.notes, table.traits[turn], table.dice)
    driver.advance(s, Play(table, counts, table.traits[turn], table.recalls[turn], odd_seat(s, number), at))


def odd_seat(s: Any, number: int) -> int:
    """Return the seat of the odd player in the game `number`."""
    seat: int = (s.players - number % s.players) % s.players
    return seat


def games(s: Any, settings: Any, table: Any, counts: Any, seed: int, numbers: Any) -> None:
    """Play the games `numbers[0]` to `numbers[1]` - 1 of a seed, and add them up in `counts.sums`."""
    progress = counts.progress
    for game in range(numbers[0], numbers[1]):
        at, whose, chosen, mine = -1, 0, 0, 0
        for again in range(2 if table.fork >= 0 else 1):
            seed_rng(table.luck, seed, game)
            seed_rng(table.dice, seed, game + policy_play.DICE)
            seed_rng(table.lot, seed, game + LOTS)
            play_game(s, settings, table, counts, game, at)
            if table.fork < 0:
                count_all(s, odd_seat(s, game), counts)
                questions.finished(s, counts.memo, counts.x, counts.y)
                add_up(counts.x, counts.y, counts.sums)
            elif progress[DRAWN] < 0 and at < 0:
                break  # this game has no such decision
            elif again == 0:
                at, whose, chosen = progress[DRAWN], progress[DRAWN_SEAT], progress[DRAWN_SIDE]
                mine = share(s, whose)
            else:
                difference = mine - share(s, whose)
                fold(difference if chosen == 0 else -difference, chosen, counts)
                add_up(counts.x, counts.y, counts.sums)


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
