"""Check a plugin's game before it is added, so that faults show at the start and not in mid-game.

Our own games are checked by the tests.
"""

import json
import re
import tomllib

from . import fields, game_package, notation, view_fields
from .errors import BadPlugin
from .game import Game
from .options import Choice, Flag, Number, NumberList, complete

CONSTANTS = ("VERSION", "FEWEST", "SEATS", "ACTIONS", "OUTCOMES", "CHANCE", "NONE")
FUNCTIONS = (
    "setup", "chance_total", "chance_pick", "chance_weight", "take_chance", "asked", "actors", "legal_count",
    "legal_nth", "act", "over", "score", "won",
)  # fmt: skip
LESSON_LISTS = ("chance", "learner", "others", "opening")
CLAUSE = re.compile(r"^- \*\*(\w+)\*\* ", re.MULTILINE)


def check_rules(game: Game) -> None:
    """Refuse rules that lack something, or that do not begin a game."""
    rules = game.rules
    lacking = [name for name in CONSTANTS if not isinstance(getattr(rules, name, None), int)]
    lacking += [name for name in FUNCTIONS if not callable(getattr(rules, name, None))]
    lacking += [] if isinstance(getattr(rules, "State", None), type) else ["State"]
    if lacking:
        raise BadPlugin(f"its rules, {getattr(rules, '__name__', rules)!r}, lack {', '.join(lacking)}")
    if not 1 <= rules.FEWEST <= rules.SEATS:
        raise BadPlugin(f"its rules are for {rules.FEWEST} to {rules.SEATS} players")


def check_words(game: Game) -> None:
    """Refuse a game with options, events or views of the wrong type, or whose first state has no view."""
    for option in game.options:
        if not isinstance(option, Choice | Flag | Number | NumberList):
            raise BadPlugin(f"{option!r} is no option; it has to be a Choice, Flag, Number or NumberList")
    for event in game.events:
        if not hasattr(event, "clause"):
            raise BadPlugin(f"the event {event.__name__} has no `clause`")
    try:
        view_fields.public(game), view_fields.own(game)
        check_reveals(game)
        for phrase in (*game.actions, *game.outcomes):
            notation.blanks(phrase)
        s = fields.blank(game.rules.State)
        game.rules.setup(s, *game.settings(game.players[0], complete(game.options, {})))
        for viewer in (None, 0):
            game.view(s, viewer)
    except Exception as error:  # of another author's code
        raise BadPlugin(f"no game of it can begin: {type(error).__name__}: {error}") from error


def check_reveals(game: Game) -> None:
    """Refuse an event that reveals anything but fields of the view."""
    public = view_fields.public(game)
    names = {"scores", "winners", "phase", "active", "to_act", *public}
    names |= {f"{name}.{part}" for name, field in public.items() if field.many != "one" for part in field.parts}
    names |= {f"own.{name}" for name in view_fields.own(game)}
    for event in game.events:
        for name in event.reveals:
            if name not in names:
                may = ", ".join(sorted(names))
                raise BadPlugin(f"the event {event.__name__} reveals {name!r}; it can reveal: {may}")


def check_texts(game: Game) -> None:
    """Refuse a game without texts and rules in English; other languages fall back to English."""
    for path in (("lang", "en.json"), ("rulebook", "en.md")):
        if not game_package.file(game, *path).is_file():
            raise BadPlugin(f"there is no {'/'.join(path)} in the package {game.home}")
    for found in game_package.file(game, "lang").iterdir():
        if found.name.endswith(".json"):
            wrong = _wrong_in_catalogue(found.read_text(encoding="utf-8"))
            if wrong:
                raise BadPlugin(f"{game.home}/lang/{found.name} is no catalogue: {wrong}")
    book = game_package.file(game, "rulebook", "en.md").read_text(encoding="utf-8")
    for clause in CLAUSE.findall(book):
        if not re.fullmatch(rf"{game.letter}\d+", clause):
            raise BadPlugin(f"its letter is {game.letter}, but {game.home}/rulebook/en.md has a clause {clause}")
    if "\n## " not in book:
        raise BadPlugin(f"{game.home}/rulebook/en.md has no section (`## …`); the first one says it in one minute")


def _wrong_in_catalogue(text: str) -> str | None:
    """Return the first fault of a catalogue; None: it has none."""
    try:
        texts = json.loads(text)
    except ValueError as error:
        return str(error)
    if not isinstance(texts, dict):
        return "it has to be an object of texts"
    for key, value in texts.items():
        forms = value.values() if isinstance(value, dict) and value else [value]
        if not all(isinstance(form, str) for form in forms):
            return f"{key} is {json.dumps(value)}; it has to be a text, or an object of one for each plural form"
    return None


def check_files(game: Game) -> None:
    """Refuse levels and a lesson that cannot be read."""
    _check_toml(game, "bots", "levels.toml")
    lesson = _check_toml(game, "lesson.toml")
    if lesson is None:
        return
    if "chance" not in lesson:
        raise BadPlugin(f"{game.home}/lesson.toml has no list `chance`")
    for key, words in lesson.items():
        if key not in LESSON_LISTS or not isinstance(words, list):
            raise BadPlugin(f"{game.home}/lesson.toml: {key} has to be one of the lists {', '.join(LESSON_LISTS)}")
        for phrase in map(str, words):
            try:
                if key == "opening":
                    notation.read(phrase.partition(" ")[2], game.actions)
                else:
                    notation.read(phrase, game.outcomes)
            except ValueError as error:
                raise BadPlugin(f"{game.home}/lesson.toml: {error}") from None


def _check_toml(game: Game, *path: str) -> dict[str, object] | None:
    """Return the content of a file; None if there is none."""
    file = game_package.file(game, *path)
    if not file.is_file():
        return None
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise BadPlugin(f"{game.home}/{'/'.join(path)} is no TOML: {error}") from None
