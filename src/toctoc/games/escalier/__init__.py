"""L'Escalier hanté, the card game, by Jacques Zeimet: remember which child hides under which ghost."""

from toctoc.core.game import Game
from toctoc.core.options import Flag, starting

from . import rules, words
from .events import EVENTS, narrate
from .knowledge import Knowledge, settings
from .refusals import REMEDIES, gentle, refusal
from .view import ASKED, TableView, children, public, view

GAME = Game(
    name="escalier",
    home=__name__,
    order=3,
    title="L'Escalier hanté",
    letter="E",
    age=5,
    minutes="15–20",
    rules=rules,
    options=(*starting("E3"), Flag("risk", False, "E10"), Flag("memory_aid", False, "E14")),
    actions=words.ACTIONS,
    outcomes=words.OUTCOMES,
    events=EVENTS,
    views=(TableView, None),
    asked=ASKED,
    kinds={
        **dict.fromkeys(("seat", "to"), "player"),
        "Shifted.to": "place",
        **dict.fromkeys(("card", "last"), "card"),
        **dict.fromkeys(("place", "first", "second", "ghosts", "free", "tried"), "place"),
        **dict.fromkeys(("child", "colour", "sought"), "colour"),
        **dict.fromkeys(("cards", "count"), "count"),
    },
    settings=settings,
    action=words.action,
    action_code=words.action_code,
    outcome=words.outcome,
    outcome_code=words.outcome_code,
    refusal=refusal,
    remedies=REMEDIES,
    view=view,
    public=public,
    narrate=narrate,
    knowledge=Knowledge,
    gentle=gentle,
    ending=lambda _: "both-piles-gone",
    opened=children,
    memory_clause="E14",
    usual_players=3,
    aliases=("escalier-hante", "l-escalier-hante", "haunted-staircase"),
    counts="cards",
)

__all__ = ["GAME"]
