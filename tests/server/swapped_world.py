"""A game at a real table, and again at another server where two cards that hardly anybody knows are exchanged.

The first server plays with people, bots, clocks and its own dice; all that people do is written down. From its
steps follow the dice of the second one, in which chance deals the other of the two cards, and for every viewer the
step that lawfully shows a difference. Then the second server is told the very same things at the same times.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

from tests.games.conformance import conformance
from tests.server.harness import ServerHarness
from tests.server.local_server import CODE
from toctoc.core import fields
from toctoc.core.game import Chance, Game, Move
from toctoc.core.options import complete
from toctoc.table import commands
from toctoc.table.text import PHRASES
from toctoc.testing.worlds import Secret, Worlds, exchanged, lawfully_shown

NEVER = 10**9
SPECTATOR = "eve"
GUESTS = ("anna", "bert", "cleo", "dora", "emil")
PATHS = ("/metrics", f"/api/tables/{CODE}", f"/api/tables/{CODE}/record", f"/api/tables/{CODE}/record?game=1",
         f"/api/tables/{CODE}/replay", f"/api/tables/{CODE}/deal", "/api/tables",
         "/api/games", "/healthz")  # fmt: skip

Input = tuple[str, tuple[Any, ...]]  # the name of a method of ServerHarness, and its arguments


# --- what people do --------------------------------------------------------------------------------------------


@dataclass
class Recording:
    """A server's evening, written down while it happens."""

    harness: ServerHarness
    rng: Random
    people: tuple[str, ...]
    inputs: list[Input] = field(default_factory=list)
    before: list[int] = field(default_factory=list)  # steps of the game before each input
    ids: int = 0

    def do(self, what: str, *arguments: Any) -> None:
        self.inputs.append((what, arguments))
        self.before.append(len(self.harness.steps))
        getattr(self.harness, what)(*arguments)

    def id(self) -> str:
        self.ids += 1
        return f"id-{self.ids}"

    def begin(self) -> None:
        for guest in (*self.people, SPECTATOR):
            self.do("come", guest)
        for seat, guest in enumerate(self.people):
            self.do("tell", guest, commands.Sit(self.id(), seat, guest.title()))
        self.do("tell", self.people[0], commands.Start(self.id(), "chasseur"))
        self.do("wait", 4.0)  # devices have time to show their parts

    def go_on(self, newcomers: bool) -> None:
        """One thing that somebody does; with newcomers, bots may come who learn what happened from the log."""
        deeds: list[tuple[int, Callable[[], None]]] = [
            (50, self.move), (8, self.nonsense), (6, self.come_back), (4, self.see), (8, self.show),
            (4, self.chat), (4, self.look), (2 * newcomers, self.stay_away),
            (6, lambda: self.do("wait", self.rng.choice((0.05, 1.0, 16.0)))),
            (2 * newcomers, self.restart),
        ]  # fmt: skip
        self.rng.choices([deed for _, deed in deeds], [weight for weight, _ in deeds])[0]()

    def move(self) -> None:
        table = self.harness.live.table
        assert table.game is not None
        here = [
            seat
            for seat in table.game.match.actors
            if (table.state.seats[seat].guest or "") in self.harness.connections
        ]
        if not here:
            self.do("wait", 2.0)
            return
        seat = self.rng.choice(here)
        action = self.rng.choice(table.game.legal(seat))
        self.do("tell", GUESTS[seat], commands.Move(self.id(), action))

    def nonsense(self) -> None:
        """What is refused in either world, whoever asks."""
        guest = self.rng.choice(
            [guest for guest in (*self.people, SPECTATOR) if guest in self.harness.connections]
        )
        table = self.harness.live.table
        assert table.game is not None
        asked = [GUESTS[seat] for seat in table.game.match.actors]
        wrong = "look 99" if guest in asked else self.rng.choice(["draw", "snap 1", "turn red", "pass", "open"])
        mine = commands.Move(self.id(), wrong)
        theirs = commands.Move(self.id(), "pass", self.rng.randrange(5))
        self.do("tell", guest, self.rng.choice([mine, theirs if guest == SPECTATOR else mine,
                                                commands.Hint(self.id()), commands.Part(self.id(), "0" * 64),
                                                commands.Start(self.id())]))  # fmt: skip

    def come_back(self) -> None:
        guest = self.rng.choice((*self.people, SPECTATOR))
        if guest in self.harness.connections and self.rng.random() < 0.7:
            self.do("go", guest)
        self.do("come", guest, self.a_version())

    def a_version(self) -> int:
        version = self.harness.live.table.state.version
        return self.rng.choice((0, 1, self.rng.randrange(version + 1), version, version + 9))

    def see(self) -> None:
        guest = self.rng.choice(list(self.harness.connections))
        self.do("tell", guest, commands.Seen(self.a_version()))

    def show(self) -> None:
        guest = self.rng.choice(list(self.harness.connections))
        self.do("tell", guest, commands.Shown(self.a_version()))

    def chat(self) -> None:
        guest = self.rng.choice(
            [guest for guest in self.people if guest in self.harness.connections] or [SPECTATOR]
        )
        self.do("tell", guest, commands.Say(self.id(), self.rng.choice(PHRASES)))

    def look(self) -> None:
        self.do("get", self.rng.choice(PATHS))

    def stay_away(self) -> None:
        """Long enough for a stand-in to play."""
        guest = self.rng.choice(self.people)
        self.do("go", guest)
        self.do("wait", 21.0)
        self.do("wait", 2.0)
        self.do("come", guest, self.a_version())

    def restart(self) -> None:
        self.do("restart")
        for guest in (*self.people, SPECTATOR):
            self.do("come", guest, self.a_version())


# --- what the other world is -------------------------------------------------------------------------------------


@dataclass
class SwappedWorld:
    """The other world's dice and moves, and up to which step no viewer may tell the worlds apart."""

    branch: int  # the step before which the cards are exchanged
    exchange: Callable[[Any], None]
    tickets: list[int]
    moves: dict[int, Move]
    shown: dict[int | None, int]  # by viewer: the step that shows them a difference
    hidden: int = 0  # for how many steps, all viewers counted, there was a difference that they were not shown


def swapped_world(
    game: Game, players: int, options: Any, steps: list[Any], branch: int, rng: Random
) -> SwappedWorld | None:
    """The world in which two cards are exchanged before that step; None if there are no two."""
    rules = game.rules
    a = fields.blank(rules.State)
    rules.setup(a, *game.settings(players, complete(game.options, options)))
    viewers: tuple[int | None, ...] = (None, *range(players))
    swapped = SwappedWorld(branch, lambda _: None, [], {}, dict.fromkeys(viewers, NEVER))
    worlds: Worlds | None = None
    for n, step in enumerate(steps):
        if n == branch:
            worlds = _branched(game, a, swapped, rng)
            if worlds is None:
                return None
        if worlds is None:
            worlds_b, a_before = a, None
        else:
            worlds_b, a_before = worlds.b, (fields.clone(a), fields.clone(worlds.b))
        if isinstance(step, Chance):
            code = game.outcome_code(a, step.outcome)
            assert code is not None
            other = worlds.chance(code, rng)[1] if worlds else code
            total = rules.chance_total(worlds_b)
            swapped.tickets.append(next(t for t in range(total) if rules.chance_pick(worlds_b, t) == other))
            _both(a, worlds_b, rules.take_chance, code, other)
        else:
            code = game.action_code(step.action)
            swapped.moves[n], other = step, code
            if worlds is not None:
                other = worlds.move(step.seat, code, rng)[1]
                assert isinstance(worlds.counterpart, Move)
                swapped.moves[n] = worlds.counterpart
            _both(a, worlds_b, partial(_act, rules, step.seat), code, other)
        if worlds is not None and a_before is not None:
            for viewer in viewers:
                if swapped.shown[viewer] == NEVER and lawfully_shown(worlds, step, viewer, a_before):
                    swapped.shown[viewer] = n
                swapped.hidden += swapped.shown[viewer] == NEVER and not fields.same(a, worlds.b)
            if NEVER not in swapped.shown.values():
                break  # everybody knows: from here on the worlds may be as different as they like
    return swapped if worlds is not None else None


def _both(a: Any, b: Any, step: Callable[[Any, int], None], code: int, other: int) -> None:
    step(a, code)
    if b is not a:
        step(b, other)


def _branched(game: Game, a: Any, swapped: SwappedWorld, rng: Random) -> Worlds | None:
    known = conformance(game.name)
    if known.deals_openly:
        worlds = exchanged(known, a, None, None, rng)
        if worlds is not None:
            swapped.exchange = worlds.exchange
        return worlds
    # Exchanged in the pile, where nobody has seen them: chance deals the one where it would have dealt the other.
    x, y = rng.sample([kind for kind, copies in enumerate(a.stock) if copies], 2)
    return Worlds(known, a, fields.clone(a), [Secret(x, y, ("stock",)), Secret(y, x, ("stock",))])


def _act(rules: Any, seat: int, s: Any, code: int) -> None:
    rules.act(s, seat, code)


class Loaded:
    """Dice that were told beforehand how to fall."""

    def __init__(self, tickets: list[int], drawn: int) -> None:
        self.tickets, self.drawn = tickets, drawn

    def pick(self, n: int) -> int:
        ticket = self.tickets[self.drawn] if self.drawn < len(self.tickets) else 0
        self.drawn += 1
        return min(ticket, n - 1)
