"""Call the bots at a table by proper names: each has its own, the level that it plays at stands beside it.

A name comes from the bot and from how many of the same sit before it, so that every device and the terminal find
the same ones and nothing has to be kept; the browser (web/src/model/seats.ts) does the same with the same texts.
"""

from collections.abc import Collection, Mapping, Sequence

from toctoc.lang import Catalogue


def called(
    say: Catalogue, bots: Sequence[str | None], titles: Mapping[str, str] | None = None
) -> list[str | None]:
    """Return the names of the bots at the seats of a table; None where no bot sits.

    Bots that have no list of names, a host's own ones, have their title; several of them are counted.
    """
    return [bot and _name(say, bot, bots, seat, titles or {}) for seat, bot in enumerate(bots)]


def adviser(say: Catalogue, bot: str, names: Collection[str]) -> str:
    """Return what a bot is called that gives hints at a table where players have these names."""
    own = say(f"bot.{bot}.called").split(",")
    return next((name for name in own if name not in names), own[0])


def _name(say: Catalogue, bot: str, bots: Sequence[str | None], seat: int, titles: Mapping[str, str]) -> str:
    nth = bots[:seat].count(bot)
    key = f"bot.{bot}.called"
    names = say(key).split(",") if key in say else []
    if nth < len(names):
        return names[nth]
    title = titles.get(bot, bot)
    return f"{title} {nth + 1}" if bots.count(bot) > 1 else title
