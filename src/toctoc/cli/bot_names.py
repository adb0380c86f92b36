"""Read lists of bots, as options of commands have them, and say what is wrong with one."""

from collections.abc import Sequence

import click
from click.shell_completion import CompletionItem

from toctoc.games.registry import find
from toctoc.lang import Catalogue


class BotList(click.ParamType):  # type: ignore[type-arg]  # older clicks take none
    """Parse names of bots, or the files that describe them, with commas between."""

    name = "field"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> list[str]:  # noqa: ARG002  # click's signature
        return [name.strip() for name in value.split(",")]

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002  # click's signature
        from toctoc.bots import BOTS
        from toctoc.bots.programs import installed

        done, comma, begun = incomplete.rpartition(",")
        left = [name for name in (*BOTS, *installed()) if name.startswith(begun) and name not in done.split(",")]
        return [CompletionItem(f"{done}{comma}{name}") for name in left]


def wrong_name(names: Sequence[str], game: str, say: Catalogue) -> str | None:
    """Say which of these bots there is not, or does not play `game`; None where that is not what is wrong."""
    from toctoc.bots import BOTS, bots_for, plays
    from toctoc.bots.registry import NEMESIS, is_own_class

    for name in names:
        known = name.removeprefix(NEMESIS)
        if is_own_class(name):
            continue
        if known not in BOTS and not known.endswith(".toml"):
            return say("error.bot", name=repr(name), bots=", ".join(BOTS))
        if known in BOTS and not plays(name, game):
            there_are, title = ", ".join(bots_for(game)), say.title(find(game))
            return say("error.bot-game", bot=name, title=title, bots=there_are)
    return None


def wrong_bots(bots: list[str], game: str, players: int, say: Catalogue) -> str | None:
    """Say what is wrong with the names or the number of bots that are to sit at a table."""
    if len(bots) > players:
        return say("error.simulate.bots", players=say("words.players", n=players), most=players, n=len(bots))
    return wrong_name(bots, game, say)
