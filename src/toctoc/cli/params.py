"""Parameters that commands share: types of arguments, options, and checks of their values."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.shell_completion import CompletionItem

from toctoc import lang
from toctoc.cli import localized_help
from toctoc.cli.localized_errors import LocalizedBadParameter, did_you_mean
from toctoc.core.game import Game
from toctoc.core.options import Choice, Flag, Number, NumberList, Option, Options, bounds, checked_at, parse
from toctoc.core.registry import GAMES, find
from toctoc.lang import Catalogue

if TYPE_CHECKING:
    from toctoc.arena.plan import Simulation

F = TypeVar("F", bound=Callable[..., Any])
OTHER_NAMES = {alias: game.name for game in GAMES.values() for alias in game.aliases}
SEED_LIMIT = 1 << 62
MAX_SIMULATED_GAMES = 10**9


class GameName(click.ParamType):  # type: ignore[type-arg]  # older clicks take none
    """Parse a game's name; a misspelt one is answered with the nearest."""

    name = "game"

    def __init__(self, *more: str) -> None:
        self.names = (*GAMES, *more)

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value.lower() in self.names:
            return value.lower()
        say = lang.load(ctx.params.get("lang", "en") if ctx else "en")
        message = say("error.no-game", name=repr(value), games=", ".join(self.names))
        titles = {name: name for name in self.names} | OTHER_NAMES
        raise click.BadParameter(message + did_you_mean(value.lower(), titles, say, cutoff=0.4), ctx, param)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002  # click's signature
        return [CompletionItem(name) for name in self.names if name.startswith(incomplete.lower())]


class BotName(click.ParamType):  # type: ignore[type-arg]  # older clicks take none
    name = "bot"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from toctoc.bots import BOTS, BadLevel, describe
        from toctoc.bots.registry import is_own_class

        if value not in BOTS and not value.endswith(".toml") and not is_own_class(value):
            say = lang.load(ctx.params.get("lang", "en") if ctx else "en")
            raise click.BadParameter(unknown_bot(value, say), ctx, param)
        if value != "random":
            try:
                describe(value)
            except BadLevel as error:
                raise click.BadParameter(str(error), ctx, param) from None
        return value

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002  # click's signature
        from toctoc.bots import BOTS

        return [CompletionItem(name) for name in BOTS if name.startswith(incomplete)]


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


class OwnBot(click.Path):
    """Parse a bot of the host: a TOML file that exists, or a class."""

    def __init__(self) -> None:
        super().__init__(exists=True, dir_okay=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        from toctoc.bots.registry import is_own_class

        return value if is_own_class(str(value)) else super().convert(value, param, ctx)


class OpponentOption(click.Option):
    """Option for a bot. Its help names the default, and only then loads the bots."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        from toctoc.bots.registry import MIDDLE

        self.show_default = MIDDLE
        return super().get_help_record(ctx)


class PlayersOption(localized_help.LocalizedOption):
    def blanks(self, say: Catalogue) -> dict[str, object]:
        return {"usual": _usual_players(say)}


def _checked_seed(ctx: click.Context, param: click.Parameter, seed: int | None) -> int | None:
    if seed is not None and not 0 <= seed < SEED_LIMIT:
        say = lang.load(ctx.params["lang"])
        raise LocalizedBadParameter(say("error.seed", most=SEED_LIMIT - 1, seed=seed), ctx, param)
    return seed


def _complete_options(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    game = ctx.params.get("game")
    offered = [option for g in GAMES.values() if game in (None, g.name) for option in g.options]
    names = dict.fromkeys(f"{option.name}=" for option in offered)
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


def path_option(name: str, metavar: str = "FILE", **more: Any) -> Callable[[F], F]:
    """Return an option for the path of a file or folder that the command writes."""
    return click.option(name, type=click.Path(path_type=Path), metavar=metavar, **more)


def ending_in(
    endings: Sequence[str], key: str
) -> Callable[[click.Context, click.Parameter, Path | None], Path | None]:
    """Return the callback of an option for a file that ends in one of `endings`; others are refused with `key`."""

    def checked(ctx: click.Context, param: click.Parameter, path: Path | None) -> Path | None:
        if path and path.suffix.lower() not in endings:
            say = lang.load(ctx.params["lang"])
            there_are = say("list.comma").join(endings)
            raise LocalizedBadParameter(say(key, endings=there_are, name=repr(path.name)), ctx, param)
        return path

    return checked


lang_option = localized_help.language_option()
players_option = click.option("--players", "-p", cls=PlayersOption, type=int, metavar="N")
table_option = click.option(
    "--option", "-o", "options", multiple=True, metavar="NAME=VALUE", shell_complete=_complete_options
)
cores_option = click.option("--cores", type=click.IntRange(1, 4096), metavar="N")
cluster_option = click.option("--cluster", metavar="ADDRESS")
seed_option = click.option("--seed", "-s", type=int, callback=_checked_seed, metavar="S")
save_option = path_option("--save")
record_option = path_option("--record")
force_option = click.option("--force", is_flag=True)
json_option = click.option("--json", "as_json", is_flag=True)


def games_option(most: int, default: int) -> Callable[[F], F]:
    return click.option(
        "--games",
        "-g",
        type=click.IntRange(1, most),
        default=default,
        show_default=True,
        metavar="K",
    )


def chosen_options(game: str, texts: tuple[str, ...], players: int, say: Catalogue) -> dict[str, object]:
    """Parse table options of the form `name=value`; a usage error names the values that are allowed."""
    known = {option.name: option for option in GAMES[game].options}
    typed = {}
    for text in texts:
        name, equals, typed[name] = text.partition("=")
        if not equals:
            raise _bad_option(say("error.option.form", text=repr(text)))
        if name not in known:
            raise _bad_option(say("error.option.unknown", name=repr(name), names=", ".join(known)))
    chosen = parse(GAMES[game].options, list(texts))
    for name, value in chosen.items():
        option = known[name]
        if checked_at(option, value, players) is None:
            takes, clause = _takes(option, players, say), option.clause
            raise _bad_option(say("error.option", name=name, takes=takes, value=repr(typed[name]), clause=clause))
    return chosen


def _bad_option(message: str) -> click.BadParameter:
    return click.BadParameter(message, param_hint="--option")


def _takes(option: Option, players: int, say: Catalogue) -> str:
    """Return the values that an option takes, in words."""
    match option:
        case Choice():
            return say("error.option.choice", choices=", ".join(option.choices))
        case Flag():
            return say("error.option.flag")
        case Number():
            least, most = bounds(option, players)
            return say("error.option.number", least=least, most=most)
        case NumberList():
            count = len(option.default)
            return say("error.option.numbers", count=count, least=option.least, most=option.most)
    return option.takes


def game_line(game: Game, say: Catalogue) -> str:
    """Return the line of a game in a list of games."""
    line, fewest, most = say(f"game.{game.name}"), game.players[0], game.players[-1]
    key = "play.game-only" if fewest == most else "play.game"
    return say(key, title=say.title(game), line=line, fewest=fewest, most=most)


def checked_players(game: str, players: int | None, say: Catalogue) -> int:
    allowed = GAMES[game].players
    wanted = (GAMES[game].usual_players or allowed[0]) if players is None else players
    if wanted not in allowed:
        title, fewest, most = say.title(GAMES[game]), allowed[0], allowed[-1]
        key = "error.players-only" if fewest == most else "error.players"
        message = say(key, title=title, fewest=fewest, most=most, players=wanted)
        raise click.BadParameter(message, param_hint="--players")
    return wanted


def chosen_texts(game: Game, options: Options, say: Catalogue) -> str:
    """Return the options of a table that are not as usual, as `name=value`."""
    usual = {option.name: option.default for option in game.options}
    usual |= {name: options[name] for name in ("creator", *game.unhurried)}
    changed = [f"{name}={written(value)}" for name, value in options.items() if value != usual[name]]
    return say("list.comma").join(changed)


class TableCommand(localized_help.LocalizedCommand):
    """A command with the table options of every game at the end of its help."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        say = lang.load(localized_help.language(ctx))
        super().format_epilog(ctx, formatter)
        for game in GAMES.values():
            rows = [
                (
                    f"{option.name}={written(option.default)}",
                    f"{option_text(game, option.name, say)} ({option.clause})",
                )
                for option in game.options
            ]
            localized_help.write_section(formatter, say("usage.table-options", game=game.name), rows)


def _usual_players(say: Catalogue) -> str:
    """Return the default number of players: the usual one, and games with another number."""
    usual = {name: game.usual_players or game.players[0] for name, game in GAMES.items()}
    mostly = next(iter(usual.values()))
    others = [
        say("usage.for-game", game=name, number=players) for name, players in usual.items() if players != mostly
    ]
    return ", ".join([str(mostly), *others])


def written(value: object) -> str:
    """Return a value as it is typed."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def option_text(game: Game, name: str, say: Catalogue) -> str:
    """Return the description of an option: the text for the command line, or else its label."""
    keys = [f"{game.name}.option.{name}.how", f"option.{name}.how", f"{game.name}.option.{name}"]
    return say(next((key for key in keys if key in say), f"option.{name}"))


def recorded_game(command: F) -> F:
    """Give a command the argument for a file of records, and the option for one of its games."""
    which = click.option(
        "--game", "-g", "number", type=click.IntRange(1), default=1, show_default=True, metavar="N"
    )
    return click.argument("file", type=click.Path(path_type=Path, allow_dash=True))(which(command))


def unknown_bot(name: str, say: Catalogue) -> str:
    from toctoc.bots import BOTS

    return say("error.bot", name=repr(name), bots=", ".join(BOTS)) + did_you_mean(name, BOTS, say)


def wrong_name(names: Sequence[str], game: str, say: Catalogue) -> str | None:
    """Say which bot of `names` is unknown or does not play `game`; None if all can play."""
    from toctoc.bots import BOTS, bots_for, plays
    from toctoc.bots.registry import NEMESIS, is_own_class

    for name in names:
        known = name.removeprefix(NEMESIS)
        if is_own_class(name):
            continue
        if known not in BOTS and not known.endswith(".toml"):
            return unknown_bot(name, say)
        if known in BOTS and not plays(name, game):
            there_are, title = ", ".join(bots_for(game)), say.title(find(game))
            return say("error.bot-game", bot=name, title=title, bots=there_are)
    return None


def wrong_bots(bots: list[str], game: str, players: int, say: Catalogue) -> str | None:
    """Say why `bots` cannot sit at a table of `players`; None if neither names nor number is the reason."""
    if len(bots) > players:
        return say("error.simulate.bots", players=say("words.players", n=players), most=players, n=len(bots))
    return wrong_name(bots, game, say)


@dataclass(frozen=True, slots=True)
class GamesOptions:
    """Options of `simulate` and `dataset` that say which games are played, by which bots and on which machines."""

    game: str
    bots: list[str] | None
    players: int | None
    games: int
    seed: int | None
    options: tuple[str, ...]
    cores: int | None
    cluster: str | None

    def simulation(self, seed: int, say: Catalogue) -> "Simulation":
        """Return the games to play with `seed`; a usage error says why there are none."""
        from toctoc.arena.plan import Simulation

        count = checked_players(self.game, self.players, say)
        chosen = chosen_options(self.game, self.options, count, say)
        bots = self.bots or []
        try:
            return Simulation.of(self.game, count, self.games, seed, chosen, bots)
        except ValueError as error:
            raise click.UsageError(wrong_bots(bots, self.game, count, say) or str(error)) from None


def games_options(command: F) -> F:
    """Give a command the options of `GamesOptions`."""
    options = [
        click.argument("game", type=GameName()),
        click.option("--bots", type=BotList(), metavar="BOT,BOT,..."),
        players_option,
        games_option(MAX_SIMULATED_GAMES, 1000),
        seed_option,
        table_option,
        cores_option,
        cluster_option,
    ]
    for option in reversed(options):
        command = option(command)
    return command
