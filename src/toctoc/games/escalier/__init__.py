"""L'Escalier hanté, the card game, by Jacques Zeimet: remember which child hides under which ghost."""

from toctoc.games.game import Game, first_seat
from toctoc.games.options import CREATOR, START, Flag

from . import rules, words
from .events import narrate
from .knowledge import Knowledge
from .refusals import gentle, refusal
from .view import children, view

GAME = Game(
    name="escalier",
    title="L'Escalier hanté",
    rules=rules,
    options=(START, CREATOR, Flag("risk", False, "E10"), Flag("memory_aid", False, "E14")),
    actions=words.ACTIONS,
    outcomes=words.OUTCOMES,
    settings=lambda players, options: (players, first_seat(options), int(bool(options["risk"]))),
    action=words.action,
    action_code=words.action_code,
    outcome=words.outcome,
    outcome_code=words.outcome_code,
    refusal=refusal,
    view=view,
    narrate=narrate,
    knowledge=Knowledge,
    gentle=gentle,
    ending=lambda _: "both-piles-gone",
    opened=children,
    is_memory=True,
)

__all__ = ["GAME"]
