"""What happens at a table by itself: clocks run out, throws are judged, bots move, stand-ins take over."""

from collections.abc import Callable, Iterator
from random import Random

from toctoc.games.game import Action

from . import log, waiting
from .bots import BotDecision, MakePlayer, PendingDecision
from .log import Entry
from .moves import judge, play, resume
from .snap import Throw
from .start import begin
from .state import Seat, is_slow
from .table import Table

GRACE = 20_000  # milliseconds without a connection before a stand-in plays
LAPSES = 2  # clocks in a row after which a stand-in plays for a connected player, at a quick match
PAUSE = (900, 1_600)  # milliseconds that a bot seems to think; they depend on nothing
Due = tuple[int, Callable[[int], None]]  # when something happens, and what: a function of the time


class Scheduler:
    """Lets what is due at a table happen, and says when the next thing is.

    `make` seats bots; `stand_in` names, by game, the one that plays for who is away; `rng` is for pauses and for
    the gentle moves of clocks (H1: another generator).
    """

    def __init__(
        self,
        make: MakePlayer,
        stand_in: Callable[[str], str],
        rng: Random,
        grace: int = GRACE,
        pause: tuple[int, int] = PAUSE,
    ) -> None:
        self.make, self.stand_in, self.rng, self.grace, self.pause = make, stand_in, rng, grace, pause

    def wake(self, table: Table, at: int) -> None:
        """Let everything happen that is due by now."""
        if not _is_awake(table):
            return
        s = table.s
        waiting.wake(table, at, self.stand_in(s.game))
        if s.stage == "dealing" and at >= s.dealing_until:
            begin(table, at)
        for number, seat in enumerate(s.seats):
            gone = _missed_since(table, seat)
            if gone is not None and table.is_live and at >= gone + self.grace:
                table.enter(Entry(at, log.Went(number)))
        if table.is_live and not _is_held(table, at):
            resume(table, at)
        while table.is_live and table.pace.since is None and self._next(table, at):
            pass

    def next(self, table: Table) -> int | None:
        """Return when to call `wake` again at the latest; None if nothing can happen by itself.

        Where nobody is, no clock is waited for: at a slow table, what it plays happens when somebody looks.
        """
        if not table.presence.anybody:
            game = table.game if table.is_live and _is_awake(table) else None
            return min((due for due, *_ in table.bots.due(game.moment)), default=None) if game else None
        s = table.s
        times = [s.dealing_until] if s.stage == "dealing" else []
        if (waited := waiting.next_of(table)) is not None:
            times.append(waited)
        if table.is_live:
            times += [gone + self.grace for seat in s.seats if (gone := _missed_since(table, seat)) is not None]
            if table.pace.since is None:
                times += [at for at, _ in self._due(table)]
            else:
                times.append(table.held_until() or s.at)
        return min(times, default=None)

    def is_calm(self, table: Table) -> bool:
        """Tell whether nothing can happen by itself: people play without clocks, and all of them are here."""
        s, here = table.s, table.presence.connections
        if s.stage == "dealing" or s.waits or s.deadlines or s.window is not None or table.pace.since is not None:
            return False
        return not table.is_live or all(seat.guest in here and not seat.away for seat in s.seats)

    def pending(self, table: Table, at: int) -> Iterator[PendingDecision]:
        """Yield the decisions that bots and stand-ins have to make now."""
        if not table.is_live or table.game is None or not _is_awake(table) or _is_held(table, at):
            return
        match = table.game.match
        thrown = {throw.seat for throw in table.race.throws}
        for seat in match.actors:
            if _is_bots(table, seat) and seat not in thrown:
                player = table.s.seats[seat].bot or self.stand_in(table.s.game)
                seed = int.from_bytes(bytes.fromhex(table.s.bots)) ^ seat
                pending = table.bots.pending(match, table.game.moment, seat, player, seed, at, self.make)
                if pending is not None:
                    yield pending

    def decided(self, table: Table, pending: PendingDecision, decision: BotDecision, at: int) -> None:
        """Plan the move that a bot has decided on; it is made when it is due."""
        since = table.s.window_since if table.s.window is not None else None
        table.bots.decided(pending, decision, at, self.rng.randint(*self.pause), since)

    def gave_up(self, table: Table, pending: PendingDecision, at: int) -> None:
        """Play the gentle move for a bot that failed: the table does not wait."""
        table.bots.dismiss(pending.seat)
        game = table.game
        if not game or not table.is_live or not _is_awake(table) or not _is_bots(table, pending.seat):
            return
        if game.moment == pending.moment:
            self._clock_move(table, pending.seat)(at)

    # --- one thing after the other -------------------------------------------------------------------------------

    def _next(self, table: Table, at: int) -> bool:
        """Let the first thing happen that is due, and return whether there was one."""
        first = min(self._due(table), key=lambda item: item[0], default=None)
        if first is None or first[0] > at:
            return False
        first[1](at)
        return True

    def _due(self, table: Table) -> Iterator[Due]:
        """Yield what the clocks, the race and the bots have in store, and when."""
        s, game = table.s, table.game
        assert game is not None
        for due, seat, action in table.bots.due(game.moment):
            if seat in game.match.actors and _is_bots(table, seat):
                yield due, self._bot_move(table, seat, action, due)
        thrown = {throw.seat for throw in table.race.throws}  # they are judged first
        for seat, until in s.deadlines.items():
            if seat not in thrown and (not _is_bots(table, seat) or table.bots.seats.get(seat) is None):
                yield until, self._clock_move(table, seat)
        if s.window is not None:
            credits = _credits(table)
            judged = table.race.due(credits)
            if judged is not None:
                yield judged, lambda at: judge(table, at)
            if s.window:
                for seat in credits.keys() - thrown:
                    yield s.window + credits[seat], self._clock_move(table, seat)

    def _bot_move(self, table: Table, seat: int, action: Action, due: int) -> Callable[[int], None]:
        def move(at: int) -> None:
            by = "player" if table.s.seats[seat].bot else "stand-in"
            table.bots.moved(seat, at)
            if table.s.window is not None and action.is_throw:
                table.race.add(Throw(seat, action, due, 0))
            else:
                play(table, at, seat, action, by)

        return move

    def _clock_move(self, table: Table, seat: int) -> Callable[[int], None]:
        def move(at: int) -> None:
            assert table.game is not None
            play(table, at, seat, table.game.match.gentle(seat, self.rng.randrange), "clock")
            player = table.s.seats[seat]
            if player.guest and player.lapses >= LAPSES and not player.away and table.is_live:
                table.enter(Entry(at, log.Went(seat, idle=True)))

        return move


def back(table: Table, guest: str, at: int, is_person: bool = True) -> None:
    """Give a guest who was away their seats at once; a message that no person sends ends no idleness."""
    for seat in table.seats_of(guest):
        if table.s.seats[seat].away and (is_person or not table.s.seats[seat].idle):
            table.bots.dismiss(seat)
            table.enter(Entry(at, log.CameBack(seat)))


def _is_awake(table: Table) -> bool:
    """Tell whether something may happen: somebody is there, or it is a slow table, where bots wait for nobody."""
    return table.presence.anybody or is_slow(table.s)


def _is_held(table: Table, at: int) -> bool:
    """Tell whether bots and clocks wait for people who are shown something."""
    until = table.held_until() if table.pace.since is not None else None
    return until is not None and at < until


def _is_bots(table: Table, seat: int) -> bool:
    """Tell whether a bot or a stand-in plays a seat now, and no person does."""
    sitting = table.s.seats[seat]
    return bool(sitting.bot) or sitting.away or sitting.guest is None


def _missed_since(table: Table, seat: Seat) -> int | None:
    """Return since when a player who is not yet counted as away has been without a connection, and note it."""
    is_missed = seat.guest and not seat.away and not is_slow(table.s)
    return table.presence.miss(seat.guest, table.s.at) if is_missed and seat.guest else None


def _credits(table: Table) -> dict[int, int]:
    """Return the credits of the seats that may still throw."""
    assert table.game is not None
    seats = table.s.seats
    return {p: table.presence.credits.get(seats[p].guest or "", 0) for p in table.game.match.actors}
