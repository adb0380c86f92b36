"""Tables for the reference of bots: traits, settings and levels, from the policies and the files of levels."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, fields
from functools import partial
from importlib import import_module
from math import inf

from toctoc.bots.level import BOUNDS, LEVELS, Reaction, SearchSettings, level
from toctoc.bots.memory import Recall

TRAITS = {
    "toctoctoc": {
        "temperature": "softmax temperature of the choice, in points; 0 always takes the best action",
        "depth": "0: own gain only; 1: also the cards and the answers of the others; "
        "2: a balance between offer and answer",
        "envy": "weight of the gain of a dangerous rival",
        "patience": "share of a card's usual value that a play must reach",
        "edge": "temperature of the offers that it expects from the others",
        "suspicion": "assumed share of fixed-policy opponents, which always or never open",
    },
    "chocottes": {
        "temperature": "softmax temperature of the choice, in points of the row; 0 always takes the best action",
        "nerve": "points of the own row below which a knock gains",
        "caution": "weight of the tile that a failed knock costs",
        "finish": "weight of the end of the game, exactly 50 included",
        "reading": "above 0: estimates the cards of rivals by the cards that they keep",
        "counting": "above 0: counts the cards already seen",
        "tricks": "weight of effects",
        "twins": "above 0: plans to throw equal own cards",
        "rash": "points added to the value of throwing an unknown card",
        "envy": "weight of a rival's points",
        "lean": "value of a row that is one card shorter, in points",
        "insight": "value of knowing an own card, in points",
    },
    "escalier": {
        "temperature": "softmax temperature of the choice, in piles won; 0 always takes the best action",
        "capacity": "number of ghosts that it can follow; 2.5 means 2 or 3, each in half of the games",
        "swap_loss": "probability of losing a ghost that is swapped; a move has half of it",
        "turn_loss": "probability of losing a followed ghost with each card turned",
        "missed": "probability of missing a child that is shown",
        "shyness": "certainty that it needs to name a child in a riddle",
        "care": "weight of not moving the ghosts that it follows itself",
        "confusion": "weight of moving ghosts that the others still follow, most of all those on its right",
        "denial": "weight of denying the next riddle on white to the others",
    },
}
SETTINGS = {
    "memory": {
        "threshold": "activation at which recall fails half of the time (τ)",
        "noise": "width of the logistic curve around the threshold (s)",
        "decay": "exponent by which activation falls with time (d)",
    },
    "reaction": {
        "median_ms": "median time of a throw in a snap window, in milliseconds",
        "spread": "standard deviation of the logarithm of that time",
    },
    "search": {
        "worlds": "sampled worlds, at most",
        "playouts": "playouts, at most; with many legal actions there are fewer worlds",
        "plain_worlds": "sampled worlds without Numba",
        "plain_playouts": "playouts without Numba",
        "turns": "turns of a playout before it is evaluated",
        "mix": "softmax temperature of the final choice, relative to the best value",
        "prior": "weight of the policy's value, added to the result of the search",
        "net": "whether the game's network plays",
        "trust": "weight of the network's log-probability in a search; 0: the network decides without a search",
    },
}
ATTRIBUTES = {"memory": "recall", "reaction": "reaction"}  # of a `Level`; a search depends on the game
MADE = {"memory": Recall, "reaction": Reaction, "search": SearchSettings}


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    return "\n".join("| " + " | ".join(line) + " |" for line in (head, ["---"] * len(head), *rows))


def number(value: float) -> str:
    """Write a setting as TOML has it."""
    if isinstance(value, bool):
        return str(value).lower()
    return {inf: "inf", -inf: "-inf"}.get(value) or f"{value:g}"


def traits(game: str) -> str:
    """List the traits of `game` with bounds, default, meaning and the five levels."""
    policy = import_module(f"toctoc.games.{game}.bots.policy")
    usual: Mapping[str, float] = getattr(policy, "USUAL", {})
    rows, of_levels = [], []
    for place, (name, (least, most)) in enumerate(policy.TRAITS.items()):
        default = number(usual[name]) if name in usual else ""
        rows.append((f"`{name}`", f"{number(least)} to {number(most)}", default, TRAITS[game][name]))
        of_levels.append((f"`{name}`", *(number(level(each).traits[game][place]) for each in LEVELS)))
    meanings = table(("trait", "bounds", "default", "meaning"), rows)
    return f"{meanings}\n\n{table(('trait', *(f'`{name}`' for name in LEVELS)), of_levels)}"


def settings(section: str) -> str:
    """List the settings of a section that does not depend on the game."""
    defaults = {field.name: field.default for field in fields(MADE[section])}
    shown = [level(name) for name in LEVELS if section in ATTRIBUTES]
    rows = []
    for name, (least, most) in BOUNDS[section].items():
        bounds = "true or false" if isinstance(least, bool) else f"{number(least)} to {number(most)}"
        default = "" if defaults[name] is MISSING else number(defaults[name])
        found = [getattr(getattr(each, ATTRIBUTES[section]), name) for each in shown]
        rows.append((f"`{name}`", bounds, default, *map(number, found), SETTINGS[section][name]))
    return table(("setting", "bounds", "default", *(f"`{each.name}`" for each in shown), "meaning"), rows)


def search_of_comte() -> str:
    """List the search settings of the strongest level, by game."""
    found = [level(LEVELS[-1]).search[game] for game in TRAITS]
    rows = [(f"`{name}`", *(number(getattr(each, name)) for each in found)) for name in BOUNDS["search"]]
    return table(("setting", *(f"`{game}`" for game in TRAITS)), rows)


TABLES = {
    **{f"bot-traits-{game}": partial(traits, game) for game in TRAITS},
    **{f"bot-settings-{section}": partial(settings, section) for section in SETTINGS},
    "bot-search-comte": search_of_comte,
}
