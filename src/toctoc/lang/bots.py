"""Proper names of the bots at a table; the level is shown beside the name.

A name depends on the bot and on the number of equal bots before it. So every device and the terminal compute the
same names, and none is stored; web/src/model/seats.ts does the same with the same texts.
"""

from collections.abc import Collection, Mapping, Sequence

from toctoc.lang import Catalogue


def called(
    say: Catalogue, bots: Sequence[str | None], titles: Mapping[str, str] | None = None
) -> list[str | None]:
    """Return the name of the bot at each seat; None for a seat without a bot.

    A bot without a list of names, such as a host's own, gets its title; several of them are numbered.
    """
    return [bot and _name(say, bot, bots, seat, titles or {}) for seat, bot in enumerate(bots)]


def adviser(say: Catalogue, bot: str, names: Collection[str]) -> str:
    """Return a name for the bot that gives hints, different from the `names` of the players if possible."""
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
