"""Explain why an action of Toc Chocottes is refused, and choose the action that a clock plays."""

from collections.abc import Callable

from toctoc.core.errors import IllegalMove, Refused, WrongTurn
from toctoc.core.game import Action
from toctoc.games.chocottes.rules.state import State

from . import rules, words
from .rules import state as r

# The effect and the clause of each action (C14-C19).
EFFECTS: dict[type[Action], tuple[int, str]] = {
    words.Feed: (r.FAILLE, "C14"),
    words.Look: (r.LOOKOOKY, "C15"),
    words.Shuffle: (r.MORGANE, "C16"),
    words.Exchange: (r.VAN_PEER, "C17"),
    words.Give: (r.NOEL, "C18"),
    words.Reap: (r.FAUCHEUSE, "C19"),
}

REMEDIES = {
    "turn/others-still-look": "Wait until all have looked at their cards.",
    "turn/window-open": "Snap or pass, or wait until the window has closed.",
    "look/same-card": "Look at two different cards.",
    "look/no-such-place": "Use a place of your row; `details.size` has their number.",
    "draw/not-at-start-of-turn": "Draw at the start of your turn.",
    "knock/not-at-start-of-turn": "Knock at the start of your turn, before you draw.",
    "place/no-drawn-card": "Draw first.",
    "place/no-such-place": "Use a place of your row; `details.size` has their number.",
    "snap/no-window": "Snap while a window is open.",
    "snap/already-passed": "Wait for the next window: a pass is final.",
    "snap/no-such-place": "Use a place of your row; `details.size` has their number.",
    "decline/no-effect": "Decline when an effect waits for your seat.",
    "effect/not-now": "Do this when the card with that effect waits for your seat.",
    "effect/no-such-place": "Use a place with a card.",
    "effect/no-such-player": "Use another seat of this table.",
    "effect/row-full": "Use a player with fewer than 4 cards.",
    "effect/same-card": "Use two different cards.",
    "arrange/effect-pending": "Wait until the effect is decided.",
    "arrange/same-place": "Use two different places.",
    "arrange/no-such-place": "Use places of your row; `details.size` has their number.",
}


def refusal(s: State, seat: int, wanted: Action) -> Refused:
    match wanted:
        case words.Arrange():
            return _no_arranging(s, seat, wanted)
        case words.Snap() | words.Pass() if s.phase != r.WINDOW:
            return IllegalMove("snap/no-window", "C10", "No window is open.")
        case words.Snap() | words.Pass() if not rules.may_act(s, seat):
            return IllegalMove("snap/already-passed", "C10", "You have passed; that is final for this window.")
    if not rules.may_act(s, seat):
        return _not_your_turn(s)
    match wanted:
        case words.Snap():
            return _no_such_place(s, seat, "snap/no-such-place", "C9")
        case words.Knock():
            return IllegalMove(
                "knock/not-at-start-of-turn", "C20", "Knock at the start of your turn, before drawing."
            )
        case words.Draw():
            return IllegalMove("draw/not-at-start-of-turn", "C7", "Draw at the start of your turn.")
        case words.Discard() | words.Replace() if s.phase != r.PLACING:
            return IllegalMove("place/no-drawn-card", "C8", "You have no drawn card to place.")
        case words.Replace():
            return _no_such_place(s, seat, "place/no-such-place", "C8")
        case words.Decline():
            return IllegalMove("decline/no-effect", "C12", "No effect waits for your decision.")
        case words.Look() if s.phase == r.LOOKING:
            return _no_first_look(s, seat, wanted)
    return _no_effect(s, seat, wanted)


def _not_your_turn(s: State) -> Refused:
    if s.phase == r.LOOKING:
        return WrongTurn("turn/others-still-look", "C3", "The first turn waits until all have looked.")
    if s.phase == r.WINDOW:
        return WrongTurn("turn/window-open", "C13", "The turn goes on when the window has closed.")
    waited_for = rules.asked(s)
    return WrongTurn("turn/not-yours", "C7", f"It is for seat {waited_for} to act.", seat=waited_for)


def _no_arranging(s: State, seat: int, wanted: words.Arrange) -> Refused:
    if s.phase == r.EFFECT:
        return IllegalMove("arrange/effect-pending", "C5", "Nobody reorders while an effect's choice is pending.")
    if wanted.source == wanted.target:
        return IllegalMove("arrange/same-place", "C5", "The card is already there.")
    return _no_such_place(s, seat, "arrange/no-such-place", "C5")


def _no_first_look(s: State, seat: int, wanted: words.Look) -> Refused:
    if wanted.place - 1 == s.looked_at[seat]:
        return IllegalMove("look/same-card", "C3", "Look at two different cards.")
    return _no_such_place(s, seat, "look/no-such-place", "C3")


def _no_effect(s: State, seat: int, wanted: Action) -> Refused:
    value, clause = EFFECTS[type(wanted)]
    if s.phase != r.EFFECT or s.effect[0] != value:
        return IllegalMove("effect/not-now", clause, f"No {value} of yours waits for this.", value=value)
    match wanted:
        case words.Look() | words.Reap():
            return _no_such_place(s, seat, "effect/no-such-place", clause)
        case words.Exchange(seat=other) | words.Shuffle(seat=other) | words.Give(other) if (
            other == seat or other not in range(s.players)
        ):
            return IllegalMove("effect/no-such-player", clause, "Choose another player at this table.", seat=other)
        case words.Give():
            return IllegalMove("effect/row-full", clause, "Choose a player who has fewer than 4 cards.")
        case words.Shuffle(first, second) if first == second:
            return IllegalMove("effect/same-card", clause, "Choose two different cards.")
    return IllegalMove("effect/no-such-place", clause, "There is no card at that place.")


def _no_such_place(s: State, seat: int, code: str, clause: str) -> Refused:
    size = s.row_size[seat]
    return IllegalMove(code, clause, f"Your row has places 1 to {size}.", size=size)


def gentle(s: State, seat: int, roll: Callable[[int], int]) -> Action:  # noqa: ARG001  # nothing is random
    """H3: look at the leftmost card, draw, discard the drawn card, pass, decline: the first legal action."""
    return words.action(s, rules.legal_nth(s, seat, 0))
