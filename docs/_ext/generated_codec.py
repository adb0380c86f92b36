"""Tables of the codecs, from the code of each game: fields of an observation, numbers of the actions."""

import inspect
import io
import tokenize
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import groupby

Table = Callable[[Sequence[str], Iterable[Sequence[str]]], str]


def tables(table: Table) -> dict[str, Callable[[], str]]:
    """Return the tables by name: `codec-fields-GAME`, `codec-actions-GAME` and `codec-kinds-GAME`."""
    from toctoc.core.registry import GAMES

    return {
        f"codec-{kind}-{game}": partial(make, table, game)
        for game in GAMES
        for kind, make in (("fields", fields), ("actions", actions), ("kinds", kinds))
    }


def fields(table: Table, game: str) -> str:
    """List the fields of an observation of `game`."""
    from toctoc.codec.coder import codec
    from toctoc.core.registry import GAMES

    made = codec(game, GAMES[game].players[0])
    meaning = comments(inspect.getsource(made.coding))
    rows = [(f"`{each.name}`", str(each.offset), str(each.length), meaning[each.name]) for each in made.fields]
    return table(("field", "offset", "length", "meaning"), rows)


def comments(source: str) -> dict[str, str]:
    """Return the comment of each field in the constant `FIELDS` of a module."""
    found: dict[str, str] = {}
    name = ""
    definition = source.partition("FIELDS: Fields = (")[2].partition("\n)")[0]
    for token in tokenize.generate_tokens(io.StringIO(f"({definition}\n)\n").readline):
        if token.type == tokenize.STRING:
            name = token.string.strip('"')
            found[name] = ""
        elif token.type == tokenize.COMMENT:
            found[name] += token.string.lstrip("#").rstrip()
    return {name: comment.strip() for name, comment in found.items()}


def actions(table: Table, game: str) -> str:
    """List the actions of `game` at the largest table, those with the same verb in one row."""
    from toctoc.codec.coder import codec
    from toctoc.core.match import Match
    from toctoc.core.registry import GAMES

    found = GAMES[game]
    made = codec(game, found.players[-1])
    state = Match(found, found.players[-1]).state
    words = [(n, str(found.action(state, made.to_rules(0, n)))) for n in range(made.A)]
    rows = []
    for verb, group in groupby(words, key=lambda pair: pair[1].split()[0]):
        pairs = list(group)
        (first, _), (last, _) = pairs[0], pairs[-1]
        examples = [text for _, text in pairs]
        if len(examples) > 3:  # the first two and the last show the order
            examples = [*examples[:2], "…", examples[-1]]
        numbers = str(first) if first == last else f"{first} to {last}"
        rows.append((numbers, f"`{verb}`", ", ".join(examples)))
    return table(("numbers", "action", "in this order"), rows)


def kinds(table: Table, game: str) -> str:
    """List the kinds of cards of `game` in the order of `words.CARDS`, the first with the number 0."""
    from toctoc.core.game_package import module
    from toctoc.core.registry import GAMES

    words = module(GAMES[game], "words")
    rows = [(str(number), f"`{card}`") for number, card in enumerate(getattr(words, "CARDS", ()))]
    return table(("kind", "card"), rows)
