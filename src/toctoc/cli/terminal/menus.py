"""What a player may choose from, as numbered answers to one question after the other.

Seats and places keep their own numbers, so that an answer is the same number as in notation; other choices are
counted from 1. `0` says no: pass, decline, or discard the drawn card.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields

from toctoc.cli.terminal.speech import FIELDS, PLAYER, Speaker
from toctoc.games.game import Action
from toctoc.games.toctoctoc.words import CARDS

NO = ("Pass", "Decline", "Discard")
# In which order the parts of an action are asked for, where that is not the order of notation.
ORDER = {"Shuffle": ("seat", "first", "second"), "Exchange": ("own", "seat", "place"), "Ask": ("place", "seat")}
PAIRS = ("Swap",)  # both parts are asked for at once


@dataclass(frozen=True, slots=True)
class Item:
    key: str  # what to type
    word: str  # or the word of notation for it
    label: str
    then: "Action | Menu"


@dataclass(frozen=True, slots=True)
class Menu:
    question: str
    items: tuple[Item, ...]
    enter: Action | None = None  # what an empty line says
    verb: str | None = None  # what any place, even one that is no answer, would be told with: `look 2`

    def answered(self, words: Sequence[str]) -> "Action | Menu | None":
        """Where a line of answers leads; None where one of them is no answer."""
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
    """The first question, and those that follow from its answers."""
    no = [action for action in legal if _name(action) in NO]
    rest = [action for action in legal if _name(action) not in NO]
    items = _first_items(rest, bool(no), speaker)
    items += [Item("0", _verb(action), speaker.text(f"act.{_name(action)}"), action) for action in no]
    passing = [action for action in no if _name(action) == "Pass"]
    return Menu(question, tuple(items), passing[0] if passing else None, _place_verb(rest[0], speaker))


def _first_items(actions: Sequence[Action], may_say_no: bool, speaker: Speaker) -> list[Item]:
    action = actions[0]
    order = _order(action)
    if not order or _name(action) in PAIRS:
        return [_whole(n, action, speaker) for n, action in enumerate(actions, 1)]
    if may_say_no and _is_seat(order[0], action, speaker):  # a seat may have the number 0 too
        return [Item("1", _verb(action), speaker.text(f"act.{_name(action)}"), _ask(actions, order, speaker))]
    return _items(actions, order, speaker)


def _whole(n: int, action: Action, speaker: Speaker) -> Item:
    """An action that is one answer."""
    label = speaker.text(f"act.{_name(action)}", **_values(action))
    return Item(str(n), str(n) if _name(action) in PAIRS else _verb(action), label, action)


def _place_verb(action: Action, speaker: Speaker) -> str | None:
    values = list(_values(action).values())
    is_place = len(values) == 1 and isinstance(values[0], int) and not _is_seat(_order(action)[0], action, speaker)
    return _verb(action) if is_place else None


def _ask(actions: Sequence[Action], order: Sequence[str], speaker: Speaker) -> "Action | Menu":
    """The question for the next part of an action that is not settled yet."""
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
        for n, value in enumerate(_in_order(list(groups)), 1)
    ]


def _in_order(values: list[int | str]) -> list[int | str]:
    """Numbers as they are counted, cards as in the deck; a hand has them in no order."""
    if all(value in CARDS for value in values):
        return sorted(values, key=CARDS.index)
    return sorted(values, key=lambda value: value if isinstance(value, int) else 0)


def _labels(action: Action, name: str, speaker: Speaker) -> Callable[[int | str], str]:
    if _is_seat(name, action, speaker):
        return lambda seat: speaker.player(int(seat))
    if isinstance(getattr(action, name), int):  # a place in a row
        first = name == _order(action)[0]
        label = speaker.text(f"act.{_name(action)}" if first else "act.place")
        return lambda _: label
    return lambda word: speaker.word(FIELDS[speaker.game][name], word)


def _is_seat(name: str, action: Action, speaker: Speaker) -> bool:
    return FIELDS[speaker.game].get(name) == PLAYER and isinstance(getattr(action, name), int)


def _order(action: Action) -> tuple[str, ...]:
    return ORDER.get(_name(action)) or tuple(field.name for field in fields(action))


def _values(action: Action) -> dict[str, object]:
    return {field.name: getattr(action, field.name) for field in fields(action)}


def _name(action: Action) -> str:
    return type(action).__name__


def _verb(action: Action) -> str:
    return action.form.split()[0]
