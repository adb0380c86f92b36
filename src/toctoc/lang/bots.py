"""Proper names of the bots at a table; the level is shown beside the name.

A name depends on the bot, on the number of equal bots before it and on the names of the people. So every device
and the terminal compute the same names, in all languages, and none is stored; web/src/lang/speech.ts does the
same.
"""

from collections.abc import Collection, Mapping, Sequence

# The same in every language: all who sit at a table speak of the same Pip.
NAMES = {
    "petit-fantome": ("Boo", "Wisp", "Puff", "Pixie", "Nimbo", "Zephyr"),
    "apprenti": ("Pip", "Nell", "Toby", "Lotte", "Fips", "Robin"),
    "chasseur": ("Max", "Rosa", "Rex", "Diana", "Sam", "Flora"),
    "voyante": ("Madame Luna", "Madame Stella", "Madame Zora", "Madame Vega", "Madame Nova", "Madame Selma"),
    "comte": ("Vlad", "Mina", "Boris", "Vera", "Dragan", "Zita"),
    "random": ("Joker", "Bingo", "Domino", "Lucky", "Tombola", "Roulette"),
}


def called(
    bots: Sequence[str | None], titles: Mapping[str, str] | None = None, people: Collection[str] = ()
) -> list[str | None]:
    """Return the name of the bot at each seat; None for a seat without a bot.

    No bot has the name of one of `people`. A bot without names, such as a host's own, gets its title; several of
    them are numbered.
    """
    return [bot and _name(bot, bots, seat, titles or {}, people) for seat, bot in enumerate(bots)]


def adviser(bot: str, names: Collection[str]) -> str:
    """Return a name for the bot that gives hints, different from the `names` of the players if possible."""
    return next(iter(_free(bot, names)), NAMES[bot][0])


def _name(
    bot: str, bots: Sequence[str | None], seat: int, titles: Mapping[str, str], people: Collection[str]
) -> str:
    nth = bots[:seat].count(bot)
    names = _free(bot, people)
    if nth < len(names):
        return names[nth]
    title = titles.get(bot, bot)
    return f"{title} {nth + 1}" if bots.count(bot) > 1 else title


def _free(bot: str, taken: Collection[str]) -> list[str]:
    """Return the names of a bot that are not taken, whatever their case."""
    lower = {name.lower() for name in taken}
    return [name for name in NAMES.get(bot, ()) if name.lower() not in lower]
