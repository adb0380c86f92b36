from collections.abc import Sequence
from random import Random

from toctoc import Match
from toctoc.bots import Bot, SeatInfo, make
from toctoc.core import Action, Event, View
from toctoc.games.toctoctoc.events import Answered


class Grudge:
    """Refuse players that brought something nasty before."""

    games = ("toctoctoc",)

    def __init__(self, seat: SeatInfo) -> None:
        self.rng, self.nasty = Random(seat.seed), set[int]()

    def observe(self, event: Event) -> None:
        if isinstance(event, Answered) and event.card.startswith(("vamp", "child", "taxi")):
            self.nasty.add(event.rival if event.opened else event.revealer)

    def act(self, view: View, legal: Sequence[Action]) -> Action:
        if view.phase == "answer":
            return legal[1] if view.active in self.nasty else legal[0]
        return self.rng.choice(legal)


if __name__ == "__main__":  # one game against two apprentices
    match = Match("toctoctoc", 3, chance=Random(7).randrange)
    seats = [SeatInfo(match.game, match.players, match.options, seat, seed=1) for seat in range(3)]
    bots: list[Bot] = [Grudge(seats[0]), *(make("apprenti", info) for info in seats[1:])]
    for seat, bot in enumerate(bots):
        match.follow(seat, bot.observe)
    while (asked := match.asked) is not None:
        match.play(asked, bots[asked].act(match.view(asked), match.legal(asked)))
    print(match.scores)
