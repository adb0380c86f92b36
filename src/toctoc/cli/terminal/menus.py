"""Menus: the legal actions as numbered answers to one question after the other.

Seats and places keep their own numbers, so that an answer is the same number as in notation; other choices are
counted from 1. `0` says no: pass, decline, or discard the drawn card. The parts of an action are asked for one
after the other where the catalogues have the questions; else every action is an answer of its own.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields

from toctoc.cli.terminal.speech import Speaker
from toctoc.core.game import Action
from toctoc.core.notation import blanks
from toctoc.core.registry import GAMES


@dataclass(frozen=True, slots=True)
class Item:
    key: str  # to be typed
    word: str  # of notation, instead of the key
    label: str
    then: "Action | Menu"


@dataclass(frozen=True, slots=True)
class Menu:
    question: str
    items: tuple[Item, ...]
    enter: Action | None = None  # for an empty line
    verb: str | None = None  # of notation for a place, even for one that is no answer: `look 2`

    def answered(self, words: Sequence[str]) -> "Action | Menu | None":
        """Return the action or the menu after `words`; None if one of them is no answer."""
        here: Action | Menu = self
        for word in words:
            if not isinstance(here, Menu):
                return None
            found = [item.then for item in here.items if word in (item.key, item.word)]
            if not found:
                return None
            here = found[0]
        return here


def menu(question: str, legal: Sequence[Action], speaker: Speaker) -> Menu:
    """Return the first question, and those that follow from its answers."""
    no = [action for action in legal if action.is_no]
    rest = [action for action in legal if not action.is_no]
    items = _first_items(rest, bool(no), speaker) if rest else []
    items += [Item("0", _verb(action), speaker.action(action, "menu"), action) for action in no]
    passing = [action for action in no if action.is_pass]
    verb = _place_verb(rest[0], speaker) if rest else None
    return Menu(question, tuple(items), passing[0] if passing else None, verb)


def _first_items(actions: Sequence[Action], may_say_no: bool, speaker: Speaker) -> list[Item]:
    action = actions[0]
    order = _order(action)
    asks_first = bool(order) and may_say_no and _is_seat(order[0], action, speaker)  # a seat may be number 0 too
    if not _has_questions(actions, order if asks_first else order[1:], speaker):
        return [_whole(n, action, speaker) for n, action in enumerate(actions, 1)]
    if asks_first:
        return [Item("1", _verb(action), speaker.text(f"menu.{_name(action)}"), _ask(actions, order, speaker))]
    return _items(actions, order, speaker)


def _has_questions(actions: Sequence[Action], parts: Sequence[str], speaker: Speaker) -> bool:
    """Tell whether the parts of these actions can be asked for one after the other."""
    action = actions[0]
    if not _order(action) or any(type(other) is not type(action) for other in actions):
        return False
    keys = [f"ask.{_name(action)}.{part}" for part in parts]
    first = _order(action)[0]
    if isinstance(getattr(action, first), int) and (first in parts or not _is_seat(first, action, speaker)):
        keys.append(f"menu.{_name(action)}")
    return all(f"{speaker.game}.{key}" in speaker.say for key in keys)


def _whole(n: int, action: Action, speaker: Speaker) -> Item:
    """Return an answer that is a whole action."""
    return Item(str(n), str(n) if _order(action) else _verb(action), speaker.action(action, "menu"), action)


def _place_verb(action: Action, speaker: Speaker) -> str | None:
    values = list(_values(action).values())
    is_place = len(values) == 1 and isinstance(values[0], int) and not _is_seat(_order(action)[0], action, speaker)
    return _verb(action) if is_place else None


def _ask(actions: Sequence[Action], order: Sequence[str], speaker: Speaker) -> "Action | Menu":
    """Return the question for the next part of an action that is not settled yet."""
    if len(actions) == 1:
        return actions[0]
    key = f"ask.{_name(actions[0])}.{order[0]}"
    return Menu(speaker.text(key, **_values(actions[0])), tuple(_items(actions, order, speaker)))


def _items(actions: Sequence[Action], order: Sequence[str], speaker: Speaker) -> list[Item]:
    name, *later = order
    groups: dict[int | str, list[Action]] = {}
    for action in actions:
        groups.setdefault(getattr(action, name), []).append(action)
    label = _labels(actions[0], name, speaker)
    return [
        Item(
            str(value) if isinstance(value, int) else str(n),
            str(value),
            label(value),
            _ask(groups[value], later, speaker),
        )
        for n, value in enumerate(_in_order(actions[0], name, list(groups)), 1)
    ]


def _in_order(action: Action, name: str, values: list[int | str]) -> list[int | str]:
    """Sort numbers as they are counted, words as the game lists them; a hand has its cards in no order."""
    words = blanks(type(action))[name][0]
    return sorted(values, key=words.index if isinstance(words, tuple) else None)


def _labels(action: Action, name: str, speaker: Speaker) -> Callable[[int | str], str]:
    if _is_seat(name, action, speaker):
        return lambda seat: speaker.player(int(seat))
    if isinstance(getattr(action, name), int):  # a place in a row
        first = name == _order(action)[0]
        label = speaker.text(f"menu.{_name(action)}" if first else "menu.place")
        return lambda _: label
    return lambda word: speaker.word(str(_kind(name, action, speaker)), word)


def _is_seat(name: str, action: Action, speaker: Speaker) -> bool:
    return _kind(name, action, speaker) == "player"


def _kind(name: str, action: Action, speaker: Speaker) -> str | None:
    return GAMES[speaker.game].kind(_name(action), name)


def _order(action: Action) -> tuple[str, ...]:
    return action.order or tuple(field.name for field in fields(action))


def _values(action: Action) -> dict[str, object]:
    return {field.name: getattr(action, field.name) for field in fields(action)}


def _name(action: Action) -> str:
    return type(action).__name__


def _verb(action: Action) -> str:
    return action.form.split()[0]
