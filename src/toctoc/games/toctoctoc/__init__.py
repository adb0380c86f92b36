"""Toc Toc Toc!, by Bruno Faidutti and Gwenaël Bouquin: a bluffing game about Halloween guests."""

from toctoc.core.game import Game
from toctoc.core.options import Flag, starting

from . import rules, words
from .events import EVENTS, narrate
from .knowledge import Knowledge, settings
from .refusals import REMEDIES, gentle, refusal
from .view import ASKED, SeatView, TableView, opened, own, public, view

GAME = Game(
    name="toctoctoc",
    home=__name__,
    order=1,
    title="Toc Toc Toc!",
    letter="T",
    age=7,
    minutes="15",
    rules=rules,
    options=(*starting("T6"), Flag("memory_aid", False, "T23")),
    actions=words.ACTIONS,
    outcomes=words.OUTCOMES,
    events=EVENTS,
    views=(TableView, SeatView),
    asked=ASKED,
    kinds={
        **dict.fromkeys(("seat", "to", "source", "revealer", "rival"), "player"),
        **dict.fromkeys(("card", "top", "offered"), "card"),
        **dict.fromkeys(("guests", "out", "hand"), "cards"),
        "rank": "rank",
        "creature": "creature",
        "family": "family",
        "gain": "count",
        "why": "why",
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
    own=own,
    narrate=narrate,
    knowledge=Knowledge,
    gentle=gentle,
    ending=lambda _: "all-hands-empty",
    opened=opened,
    usual_players=4,
    aliases=("toc", "toc-toc-toc"),
    constants={"first_guests": rules.FIRST_GUESTS, "music": rules.MUSIC, "scare": rules.SCARE},
)

__all__ = ["GAME"]
