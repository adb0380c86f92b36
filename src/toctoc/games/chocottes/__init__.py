"""Declare the game Toc Chocottes, by Balla Diarra: get rid of your nightmares."""

from typing import cast

from toctoc.core.game import Game
from toctoc.core.options import Flag, Number, NumberList, Options, starting
from toctoc.games.chocottes.rules.state import ARRANGE, ROW, WINDOW, State

from . import rules, words
from .events import EVENTS, narrate
from .knowledge import Knowledge, settings
from .refusals import REMEDIES, gentle, refusal
from .view import ASKED, SeatView, TableView, open_rows, own, public, view


def also_accepts(s: State, seat: int, code: int) -> bool:
    """C5: accept reordering a row, although it is not among the legal actions."""
    return code >= ARRANGE and rules.may_arrange(s, seat, *divmod(code - ARRANGE, ROW))


def race(s: State, options: Options) -> int | None:
    """C10: return the seconds of the snap window; None if no window is open."""
    return cast(int, options["snap_seconds"]) if s.phase == WINDOW else None


GAME = Game(
    name="chocottes",
    home=__name__,
    order=2,
    title="Toc Chocottes",
    letter="C",
    age=8,
    minutes="15–20",
    rules=rules,
    options=(
        *starting("C6"),
        Number("dreams", 2, "C1", 0, 4),
        NumberList("tiles", (6, 8, 10), "C2", 1, 49),
        Number("snap_seconds", 5, "C10", 0, 60),
        Flag("memory_aid", False, "C27"),
    ),
    actions=words.ACTIONS,
    outcomes=words.OUTCOMES,
    events=EVENTS,
    views=(TableView, SeatView),
    asked=ASKED,
    kinds={
        **dict.fromkeys(("seat", "to", "of", "other", "starter", "knocker", "passed", "by"), "player"),
        **dict.fromkeys(("card", "top", "drawn"), "card"),
        "rows": "cards",
        "value": "number",
        "ended": "end",
        "how": "mix",
        "penalty": "count",
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
    ending=lambda s: "knocked-to-fifty" if rules.knocked_to_goal(s) else "fifty-reached",
    opened=open_rows,
    lowest_wins=True,
    memory_clause="C27",
    usual_players=4,
    aliases=("tocchocottes", "toc-chocottes"),
    unhurried={"snap_seconds": 0},
    also_accepts=also_accepts,
    race=race,
    race_clause="C10",
    constants={"goal": rules.GOAL, "memorised": rules.MEMORISED},
)

__all__ = ["GAME"]
