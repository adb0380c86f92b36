"""L'Armoire qui grince: slip sweets and ghosts into the creaking wardrobe, then dare to reach in."""

from toctoc.core.game import Game
from toctoc.core.options import Number, starting

from . import rules, words
from .events import EVENTS, narrate
from .knowledge import Knowledge, settings
from .refusals import REMEDIES, gentle, refusal
from .view import ASKED, SeatView, TableView, opened, own, view

GAME = Game(
    name="armoire",
    title="L'Armoire qui grince",
    letter="A",
    age=6,
    minutes="5",
    home=__name__,
    rules=rules,
    options=(*starting("A3"), Number("cost", 2, "A9", 1, 3)),
    actions=words.ACTIONS,
    outcomes=words.OUTCOMES,
    events=EVENTS,
    views=(TableView, SeatView),
    asked=ASKED,
    kinds={
        **dict.fromkeys(("seat", "to"), "player"),
        "card": "card",
        **dict.fromkeys(("sweets", "laid", "cards"), "cards"),
    },
    settings=settings,
    action=words.action,
    action_code=words.action_code,
    outcome=words.outcome,
    outcome_code=words.outcome_code,
    refusal=refusal,
    remedies=REMEDIES,
    view=view,
    own=own,
    narrate=narrate,
    knowledge=Knowledge,
    gentle=gentle,
    ending=lambda _: "all-hands-empty",
    opened=opened,
)

__all__ = ["GAME"]
