"""What came of tries: one document each, stored with the record of its game or not at all; how they compare."""

from collections import Counter
from collections.abc import Sequence

import msgspec

from toctoc.games.registry import GAMES
from toctoc.server.features.daily.days import DAY
from toctoc.storage import Document, Documents
from toctoc.table.table import Table

KIND = "daily-result"
KEPT = 2 * DAY  # after a day's end: on the next one it is shown once more
SEAT = 0  # of whoever tries
AT_ONCE = 1000


class Result(msgspec.Struct, frozen=True):
    """Say how a try ended, in numbers only."""

    score: int
    place: int


class Standing(msgspec.Struct, frozen=True):
    """How all tries of a deal ended, and where one of them stands among the others."""

    played: int
    curve: list[tuple[int, int]]  # scores from the worst on, and how many have each
    worse: int = 0  # others who did worse
    equal: int = 0  # others who did as well


_read = msgspec.json.Decoder(Result).decode


def documents_of(table: Table, table_id: str, now: float) -> tuple[Document, ...]:
    """Return what is to be stored besides the record of a game that has just ended: a daily one's result.

    What ends after its day is over counts no more: its secret is no secret then.
    """
    daily, game = table.s.daily, table.game
    if daily is None or game is None or now >= daily.ends:
        return ()
    result = result_of(table.s.game, game.match.scores, game.match.winners or ())
    body = msgspec.json.encode(result)
    return (Document(KIND, daily.id, body, expires=daily.ends + KEPT, table=table_id),)


def result_of(game: str, scores: Sequence[int], winners: Sequence[int]) -> Result:
    """Return the score and the place of who tried: winners are first, and equals share a place."""
    sign = -1 if GAMES[game].lowest_wins else 1

    def worth(seat: int) -> tuple[bool, int]:
        return seat in winners, 0 if seat in winners else sign * scores[seat]

    better = sum(worth(other) > worth(SEAT) for other in range(len(scores)))
    return Result(int(scores[SEAT]), 1 + better)


async def result(documents: Documents, id: str) -> Result | None:
    """Return what came of a try; None while it is not over."""
    found = await documents.get(KIND, id)
    return _read(found.body) if found else None


async def standing(documents: Documents, day: str, game: str, mine: Result | None) -> Standing:
    """Count the results of a deal."""
    counts: Counter[Result] = Counter()
    prefix, after = f"{day}/{game}/", ""
    while some := await documents.some(KIND, prefix, after, AT_ONCE):
        after = some[-1].id
        counts.update(_read(each.body) for each in some)
    sign = -1 if GAMES[game].lowest_wins else 1

    def worth(result: Result) -> tuple[int, int]:
        return -result.place, sign * result.score

    scores: Counter[int] = Counter()
    for found, many in counts.items():
        scores[found.score] += many
    curve = sorted(scores.items(), key=lambda item: sign * item[0])
    if mine is None:
        return Standing(counts.total(), curve)
    worse = sum(many for found, many in counts.items() if worth(found) < worth(mine))
    equal = sum(many for found, many in counts.items() if worth(found) == worth(mine))
    return Standing(counts.total(), curve, worse, max(0, equal - 1))
