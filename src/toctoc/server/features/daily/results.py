"""The results of tries: one document each, stored in one commit with the record of its game."""

from collections import Counter
from collections.abc import Sequence

import msgspec

from toctoc.core.registry import GAMES
from toctoc.server.features.daily.days import DAY_SECONDS
from toctoc.storage import Document, Documents
from toctoc.table.table import Table

RESULT_DOCUMENT = "daily-result"
TRY_KEPT_SECONDS = 2 * DAY_SECONDS  # after the end of its day: it is shown on the next day, too
SEAT = 0  # of the guest's try
RESULT_PAGE = 1000  # results in one query


class TryResult(msgspec.Struct, frozen=True):
    """The result of a try, in numbers only."""

    score: int
    place: int


class DailyStanding(msgspec.Struct, frozen=True):
    """The results of all tries of a deal, and the rank of one of them."""

    played: int
    curve: list[tuple[int, int]]  # scores from the worst on, each with its count
    worse: int = 0  # number of others with a worse result
    equal: int = 0  # number of others with the same result


_read = msgspec.json.Decoder(TryResult).decode


def documents_of(table: Table, table_id: str, now: float) -> tuple[Document, ...]:
    """Return the result to store with the record of a try that has just ended; empty for other tables.

    A try that ends after its day does not count: the secret of its deal is public then.
    """
    daily, game = table.state.daily, table.game
    if daily is None or game is None or now >= daily.ends:
        return ()
    result = result_of(table.state.game, game.match.scores, game.match.winners or ())
    body = msgspec.json.encode(result)
    return (Document(RESULT_DOCUMENT, daily.id, body, expires=daily.ends + TRY_KEPT_SECONDS, table=table_id),)


def result_of(game: str, scores: Sequence[int], winners: Sequence[int]) -> TryResult:
    """Return the result of `SEAT`: winners are first, and equal scores share a place."""
    sign = -1 if GAMES[game].lowest_wins else 1

    def worth(seat: int) -> tuple[bool, int]:
        return seat in winners, 0 if seat in winners else sign * scores[seat]

    better = sum(worth(other) > worth(SEAT) for other in range(len(scores)))
    return TryResult(int(scores[SEAT]), 1 + better)


async def result(documents: Documents, id: str) -> TryResult | None:
    """Return the result of a try; None while it is not over."""
    found = await documents.get(RESULT_DOCUMENT, id)
    return _read(found.body) if found else None


async def standing(documents: Documents, day: str, game: str, mine: TryResult | None) -> DailyStanding:
    """Count the results of a deal, and compare `mine` with the others."""
    counts: Counter[TryResult] = Counter()
    prefix, after = f"{day}/{game}/", ""
    while some := await documents.some(RESULT_DOCUMENT, prefix, after, RESULT_PAGE):
        after = some[-1].id
        counts.update(_read(each.body) for each in some)
    worse, equal = compare(game, counts, mine) if mine else (0, 0)
    return DailyStanding(counts.total(), curve_of(game, counts), worse, max(0, equal - 1))


def curve_of(game: str, counts: Counter[TryResult]) -> list[tuple[int, int]]:
    """Return the scores from the worst on, each with its count."""
    scores: Counter[int] = Counter()
    for found, many in counts.items():
        scores[found.score] += many
    return sorted(scores.items(), reverse=GAMES[game].lowest_wins)


def compare(game: str, counts: Counter[TryResult], mine: TryResult) -> tuple[int, int]:
    """Return how many results are worse than `mine`, and how many are equal: places first, then scores."""
    sign = -1 if GAMES[game].lowest_wins else 1

    def worth(result: TryResult) -> tuple[int, int]:
        return -result.place, sign * result.score

    worse = sum(many for found, many in counts.items() if worth(found) < worth(mine))
    equal = sum(many for found, many in counts.items() if worth(found) == worth(mine))
    return worse, equal
