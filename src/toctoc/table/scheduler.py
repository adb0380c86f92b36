"""Time at a table: clocks run out, throws are judged, bots move, stand-ins take over."""

from collections.abc import Callable, Iterator
from random import Random

from toctoc.core.game import Action, Move

from . import log
from .bots import BotDecision, DecisionRequest, MakePlayer
from .commands import PaceSetting
from .gathering import next_gathered_start, start_gathered
from .log import Entry
from .messages import Absence
from .moves import SeatAction, judge, play
from .snap import Throw
from .start import begin, next_automatic_start, start_automatically
from .state import SeatState
from .table import Table

AWAY_GRACE_MS = 20_000  # without a connection, before a stand-in plays
MAX_LAPSES = 2  # clocks in a row, before a stand-in plays for a connected player of a quick match
# The pause before a bot's move, drawn from this range and scaled. A secret depends on it: the pause must not be
# shorter than the thinking time, or the time of a move would reveal how hard the bot's decision was, and so its
# cards.
BOT_PAUSE_MS = (900, 1_600)
# The client's own factors, for reveals and reading, are in web/src/lib/pace.ts; they need not be the same.
PAUSE_FACTORS: dict[PaceSetting, float] = {"slow": 1.8, "normal": 1.0, "fast": 0.3}
AFTER_BOT_FACTOR = 0.5  # after the move of a bot: nobody has just acted, and players wait for their turn
Due = tuple[int, Callable[[int], None]]  # a time, and the function to call then with the current time


class Scheduler:
    """Executes the due actions of a table, and computes the time of the next one.

    `make` creates bots; `stand_in` returns the bot that plays for absent players of a game; `rng` draws pauses
    and the gentle moves of clocks (H1: not the generator of the shuffle).
    """

    def __init__(
        self,
        make: MakePlayer,
        stand_in: Callable[[str], str],
        rng: Random,
        grace: int = AWAY_GRACE_MS,
        pause: tuple[int, int] = BOT_PAUSE_MS,
    ) -> None:
        self.make, self.stand_in, self.rng, self.grace, self.pause = make, stand_in, rng, grace, pause

    def wake(self, table: Table, at: int) -> None:
        """Execute everything that is due at the time `at`."""
        if not _is_awake(table):
            return
        state = table.state
        start_automatically(table, at, self.stand_in(state.game))
        start_gathered(table, at, state.fill or self.stand_in(state.game))
        if state.stage == "dealing" and at >= state.dealing_until:
            begin(table, at)
        for number, seat in enumerate(state.seats):
            gone = _missed_since(table, seat)
            if gone is not None and table.is_live and at >= gone + self.grace:
                table.enter(Entry(at, log.Went(number)))
        if table.is_live and not table.is_held(at):
            table.resume(at)
        while table.is_live and table.reveals.held_since is None and self._next(table, at):
            pass

    def next(self, table: Table) -> int | None:
        """Return the latest time of the next call of `wake`; None if nothing is scheduled.

        Without connections no clock is scheduled: at a slow table, clocks are applied when a guest connects.
        """
        if not table.presence.anybody:
            game = table.game if table.is_live and _is_awake(table) else None
            return min((due for due, *_ in table.bots.due(game.moment)), default=None) if game else None
        state = table.state
        times = [state.dealing_until] if state.stage == "dealing" else []
        times += [due for due in (next_automatic_start(table), next_gathered_start(table)) if due is not None]
        if table.is_live:
            times += [
                gone + self.grace for seat in state.seats if (gone := _missed_since(table, seat)) is not None
            ]
            if table.reveals.held_since is None:
                times += [at for at, _ in self._due(table)]
            else:
                times.append(table.held_until() or state.at)
        return min(times, default=None)

    def is_calm(self, table: Table) -> bool:
        """Tell whether nothing is scheduled: players without clocks, all of them connected."""
        state, here = table.state, table.presence.connections
        if (
            state.stage == "dealing"
            or state.waits
            or state.begins
            or state.deadlines
            or state.window is not None
            or table.reveals.held_since is not None
        ):
            return False
        return not table.is_live or all(seat.guest in here and not seat.away for seat in state.seats)

    def absences(self, table: Table, is_awake: bool = True) -> list[Absence]:
        """Return the players without a connection; `is_awake`: the table's time runs, and so does their grace."""
        seats, presence = table.state.seats, table.presence
        if table.places.keys() <= presence.connections.keys():
            return []
        absent = []
        for number, seat in enumerate(seats):
            if seat.guest is None or presence.is_here(seat.guest) or table.state.is_slow_table:
                continue
            since = presence.miss(seat.guest, table.state.at) or 0
            is_missed = is_awake and table.is_live and not seat.away
            absent.append(Absence(number, since, since + self.grace if is_missed else None))
        return absent

    def decision_requests(self, table: Table, at: int) -> Iterator[DecisionRequest]:
        """Yield the decisions that bots and stand-ins have to make now."""
        if not table.is_live or table.game is None or not _is_awake(table) or table.is_held(at):
            return
        match = table.game.match
        thrown = {throw.seat for throw in table.race.throws}
        for seat in match.actors:
            if _is_bots(table, seat) and seat not in thrown:
                player = table.state.seats[seat].bot or self.stand_in(table.state.game)
                seed = int.from_bytes(bytes.fromhex(table.state.bots)) ^ seat
                request = table.bots.request_decision(table.game, seat, player, seed, at, self.make)
                if request is not None:
                    yield request

    def decided(self, table: Table, request: DecisionRequest, decision: BotDecision, at: int) -> None:
        """Plan the move of a bot that has decided."""
        since = table.state.window_since if table.state.window is not None else None
        table.bots.decided(request, decision, at, self._pause(table, request), since)

    def _pause(self, table: Table, request: DecisionRequest) -> int:
        """Draw the pause before a bot's move, in milliseconds.

        Its distribution depends on public facts alone: the pace of the players, who moved last, and which bot it
        is. It must not depend on the thinking time or on a hidden card. A bot that may think for longer than a
        short pause never pauses for less than the lower bound of the normal pace.
        """
        factor = PAUSE_FACTORS[table.pace] * (AFTER_BOT_FACTOR if _has_bot_moved(table) else 1)
        pause = round(self.rng.randint(*self.pause) * factor)
        return pause if request.player.is_quick else max(pause, self.pause[0])

    def gave_up(self, table: Table, request: DecisionRequest, at: int) -> None:
        """Play the gentle move for a bot that failed, without a pause."""
        table.bots.dismiss(request.seat)
        game = table.game
        if not game or not table.is_live or not _is_awake(table) or not _is_bots(table, request.seat):
            return
        if game.moment == request.moment:
            self._clock_move(table, request.seat)(at)

    # --- one thing after the other -------------------------------------------------------------------------------

    def _next(self, table: Table, at: int) -> bool:
        """Execute the earliest due action; return False if none is due."""
        first = min(self._due(table), key=lambda item: item[0], default=None)
        if first is None or first[0] > at:
            return False
        first[1](at)
        return True

    def _due(self, table: Table) -> Iterator[Due]:
        """Yield the scheduled actions of bots, clocks and the race."""
        state, game = table.state, table.game
        assert game is not None
        for due, seat, action in table.bots.due(game.moment):
            if seat in game.match.actors and _is_bots(table, seat):
                yield due, self._bot_move(table, seat, action, due)
        thrown = {throw.seat for throw in table.race.throws}  # they are judged first
        for seat, until in state.deadlines.items():
            if seat not in thrown and (not _is_bots(table, seat) or table.bots.seats.get(seat) is None):
                yield until, self._clock_move(table, seat)
        if state.window is not None:
            credits = _credits(table)
            judged = table.race.due(credits)
            if judged is not None:
                yield judged, lambda at: judge(table, at)
            if state.window:
                for seat in credits.keys() - thrown:
                    yield state.window + credits[seat], self._clock_move(table, seat)

    def _bot_move(self, table: Table, seat: int, action: Action, due: int) -> Callable[[int], None]:
        def move(at: int) -> None:
            by = "player" if table.state.seats[seat].bot else "stand-in"
            table.bots.moved(seat, at)
            if table.state.window is not None and action.is_throw:
                table.race.add(Throw(seat, action, due, 0))
            else:
                play(table, at, SeatAction(seat, action, by))

        return move

    def _clock_move(self, table: Table, seat: int) -> Callable[[int], None]:
        def move(at: int) -> None:
            assert table.game is not None
            action = table.game.match.gentle(seat, self.rng.randrange)
            play(table, at, SeatAction(seat, action, "clock"))
            player = table.state.seats[seat]
            if player.guest and player.lapses >= MAX_LAPSES and not player.away and table.is_live:
                table.enter(Entry(at, log.Went(seat, idle=True)))

        return move


def end_stand_in(table: Table, guest: str, at: int, is_person: bool = True) -> None:
    """Give an absent guest the seats back; a message that the device sent by itself does not end idleness."""
    for seat in table.seats_of(guest):
        if table.state.seats[seat].away and (is_person or not table.state.seats[seat].idle):
            table.bots.dismiss(seat)
            table.enter(Entry(at, log.CameBack(seat)))


def _is_awake(table: Table) -> bool:
    """Tell whether time runs: a guest is connected, or the table is slow."""
    return table.presence.anybody or table.state.is_slow_table


def _is_bots(table: Table, seat: int) -> bool:
    """Tell whether a bot or a stand-in plays a seat now."""
    sitting = table.state.seats[seat]
    return bool(sitting.bot) or sitting.away or sitting.guest is None


def _has_bot_moved(table: Table) -> bool:
    """Tell whether a bot or a stand-in made the last move."""
    steps = table.game.match.steps if table.game else ()
    last = next((step for step in reversed(steps) if isinstance(step, Move)), None)
    return last is not None and _is_bots(table, last.seat)


def _missed_since(table: Table, seat: SeatState) -> int | None:
    """Return since when a player without a stand-in is disconnected; None if connected."""
    is_missed = seat.guest and not seat.away and not table.state.is_slow_table
    return table.presence.miss(seat.guest, table.state.at) if is_missed and seat.guest else None


def _credits(table: Table) -> dict[int, int]:
    """Return the latency credits of the seats that may still throw."""
    assert table.game is not None
    seats = table.state.seats
    return {p: table.presence.credits.get(seats[p].guest or "", 0) for p in table.game.match.actors}
