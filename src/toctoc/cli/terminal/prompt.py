"""Questions with numbered answers, and the commands that can be typed instead."""

import unicodedata
from collections.abc import Iterator, Sequence

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.markdown import Markdown
from rich.text import Text

from toctoc import rulebook
from toctoc.cli.terminal.menus import Item, Menu
from toctoc.cli.terminal.paint import QUESTION, Signs, painted
from toctoc.cli.terminal.speech import Speaker
from toctoc.cli.terminal.tables.choose import drawing
from toctoc.core.game import Game
from toctoc.lang import Catalogue
from toctoc.lang.needed import BLANK, word_lists

PROMPT_COMMANDS = ("help", "rules", "hint", "log", "back", "quit")
SHORT = {"?": "help", "q": "quit", "exit": "quit", "b": "back"}


def choices(menu: Menu, speaker: Speaker, signs: Signs) -> RenderableType:
    """Draw a question and its answers."""
    answers = [_answer(group, speaker, signs) for group in _alike(menu.items)]
    question = painted(menu.question, speaker)
    question.stylize_before(QUESTION)
    return Group(question, Columns(answers, padding=(0, 3)))


def command(word: str, say: Catalogue) -> str | None:
    """Return the command that a word means, in English or in the player's language, with or without accents."""
    word = plain(word)
    for name in PROMPT_COMMANDS:
        if word in (name, plain(say(f"command.{name}"))):
            return name
    return SHORT.get(word)


def plain(word: str) -> str:
    """Return a word in small letters and without accents."""
    parts = unicodedata.normalize("NFD", word.lower())
    return "".join(sign for sign in parts if not unicodedata.combining(sign))


def help_text(game: Game, speaker: Speaker, signs: Signs) -> RenderableType:
    """Explain everything that can be typed."""
    say = speaker.say
    names = {name: say(f"command.{name}") for name in PROMPT_COMMANDS}
    about, first = f"{game.name}.help", f"{game.letter}1"
    rules = say("help.rules", command=names["rules"], clause=first, all=say("command.all"))
    lines: list[RenderableType] = [
        *([say(about, **drawing(game.name).help_signs(signs)), ""] if about in say else []),
        say("help.numbers"),
        say("help.notation"),
        *(Text(f"  {action.form}", "bold") for action in game.actions),
        *_words(game, speaker),
        "",
        say("help.also"),
    ]
    for name, text in (
        ("rules", rules),
        *((name, say(f"help.{name}")) for name in ("hint", "log", "back", "quit")),
    ):
        colon = say("field.of-seat", player="", value="")  # some languages have a space before it
        lines.append(Text.assemble("  ", (names[name], "bold"), f"{colon}{text}"))
    return Group(*lines)


def _words(game: Game, speaker: Speaker) -> Iterator[RenderableType]:
    """Yield the words that stand for cards, colours and so on in a move, each with its name."""
    lists, blanks = word_lists(game), dict[str, list[str]]()
    for action in game.actions:
        for blank in BLANK.findall(action.form):
            kind = game.kind(action.__name__, blank)
            if kind in lists and blank not in blanks.setdefault(kind, []):
                blanks[kind].append(blank)
    if blanks:
        yield speaker.say("help.words")
    for kind, alike in blanks.items():
        named = [f"{word} ({speaker.say(f'{game.name}.{kind}.{word}')})" for word in lists[kind]]
        names = ", ".join(f"{{{blank}}}" for blank in alike)
        yield Text.assemble("  ", (names, "bold"), f" {speaker.say('list.comma').join(named)}")


def rules_text(game: Game, words: Sequence[str], say: Catalogue) -> RenderableType | str:
    """Return the summary of the rules, all of them, or some clauses; a `str` is an error."""
    if not words:
        return Markdown(rulebook.summary(game.name, say.language))
    if plain(words[0]) in ("all", plain(say("command.all"))):
        return Markdown(rulebook.text(game.name, say.language))
    clauses = [word.strip(",").upper() for word in words]
    for clause in clauses:
        if rulebook.book_of(clause) is None:
            return no_clause(clause, say)
    return Markdown("\n\n".join(clause_text(clause, say) for clause in clauses))


def clause_text(clause: str, say: Catalogue) -> str:
    """Return a clause as Markdown."""
    book = rulebook.book_of(clause)
    assert book is not None
    return f"**{clause}** {rulebook.clauses(book, say.language)[clause]}"


def no_clause(clause: str, say: Catalogue) -> str:
    book = rulebook.BOOKS.get(clause[:1])
    if book is None:
        return say(
            "error.no-letter", clause=repr(clause), examples=", ".join(f"{letter}1" for letter in rulebook.BOOKS)
        )
    first, *_, last = rulebook.clauses(book, say.language)
    return say("error.no-clause", clause=repr(clause), book=book, first=first, last=last)


def _alike(items: Sequence[Item]) -> list[list[Item]]:
    """Merge neighbours that say the same of another place into one answer."""
    groups: list[list[Item]] = []
    for item in items:
        if groups and groups[-1][-1].label == item.label:
            groups[-1].append(item)
        else:
            groups.append([item])
    return groups


def _answer(group: Sequence[Item], speaker: Speaker, signs: Signs) -> Text:
    keys = [int(item.key) for item in group]
    straight = len(keys) > 1 and keys == list(range(keys[0], keys[-1] + 1))
    if len(keys) == 1:
        key = group[0].key
    else:
        key = f"{keys[0]}{signs.to}{keys[-1]}" if straight else ",".join(map(str, keys))
    label = group[0].label
    if label == speaker.player(keys[0]) and len(keys) == 1:  # a player's name begins with the number to type
        return Text.assemble((key, "bold reverse"), label[len(key) :])
    return Text.assemble((key, "bold reverse"), f" {label}")
