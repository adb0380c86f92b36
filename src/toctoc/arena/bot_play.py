"""Play games by bots; name a bot that fails, and the game in which it did."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random

from toctoc.arena.plan import Tournament
from toctoc.bots import Bot, BotError, SeatInfo, make
from toctoc.bots.registry import short_name
from toctoc.core.game import Action, Event, View
from toctoc.core.match import Match
from toctoc.printable import printable_name
from toctoc.record import LONGEST_NAME, Seat, record, write

SEED_BITS = 62


@dataclass(frozen=True, slots=True)
class Played:
    """The result of a game.

    Args:
        seats: The bots by seat.
        scores: The scores by seat.
        winners: The seats that won.
        record: The record of the game, if it was kept; else empty.

    Example:
        >>> from toctoc.arena import Played
        >>> Played(seats=("voyante", "apprenti"), scores=(12, 9), winners=(0,)).record
        ''
    """

    seats: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    record: str = field(default="", compare=False, repr=False)


Block = tuple[Played, ...]


class BotFailed(Exception):
    """Raised when a bot raises an exception or chooses an illegal action. It names the game to play again.

    Args:
        bot: The name of the bot.
        seat: Its seat.
        seed: The seed of the simulation or tournament.
        block: The number of the block.
        game: The number of the game.
        why: The error.

    Example:
        >>> from toctoc.arena import BotFailed
        >>> print(BotFailed("mine.toml", seat=1, seed=7, block=0, game=3, why="ValueError: no"))
        the bot mine.toml failed in block 0, game 3, seat 1, seed 7: ValueError: no
    """

    def __init__(self, bot: str, seat: int, seed: int, block: int, game: int, why: str) -> None:
        super().__init__(bot, seat, seed, block, game, why)  # all of it, for the way between processes
        self.bot, self.seat, self.seed, self.block, self.game, self.why = bot, seat, seed, block, game, why

    def __str__(self) -> str:
        where = f"block {self.block}, game {self.game}, seat {self.seat}, seed {self.seed}"
        return f"the bot {self.bot} failed in {where}: {self.why}"


def play_block(tournament: Tournament, block: int, keep_records: bool = False) -> Block:
    """Play all games of a block.

    Args:
        tournament: The tournament.
        block: The number of the block, from 0.
        keep_records: Whether the results have the records of the games.

    Raises:
        BotFailed: If a bot fails.
    """
    return tuple(play_game(tournament, block, game, keep_records) for game in range(tournament.players))


def play_game(tournament: Tournament, block: int, game: int, keep_record: bool = False) -> Played:
    """Play one game of a block. All games of a block have the same luck; the bots' own dice differ.

    Args:
        tournament: The tournament.
        block: The number of the block, from 0.
        game: The number of the game in the block, from 0.
        keep_record: Whether the result has the record of the game.

    Raises:
        BotFailed: If a bot fails.
    """
    seats = tournament.seats(block, game)
    luck = Random(f"luck {tournament.seed} {block}")
    dice = Random(f"bots {tournament.seed} {block} {game}")
    match = Match(tournament.game, tournament.players, tournament.options, chance=luck.randrange)
    play_to_the_end(match, seats, dice, (tournament.seed, block, game))
    line = write(record(match, tuple(map(seat_of, seats)))) if keep_record else ""
    return Played(seats, match.scores, match.winners, line)


def play_to_the_end(match: Match, seats: Sequence[str], dice: Random, where: tuple[int, int, int]) -> int:
    """Let the bots `seats` play `match` to its end; return the number of decisions.

    `where` names the game in errors: seed, block and game.
    """
    guarded = [GuardedBot(name, seat, *where) for seat, name in enumerate(seats)]
    for player in guarded:
        seat_info = SeatInfo(match.game, match.players, match.options, player.seat, dice.getrandbits(SEED_BITS))
        player.sit_down(match, seat_info)
    decisions = 0
    while (seat := match.asked) is not None:
        match.play(seat, guarded[seat].choose(match))
        decisions += 1
    return decisions


def seat_of(bot: str) -> Seat:
    """Return the seat of a bot for a record; a bot from a file has the name of the file or the class."""
    shown = "".join(sign if printable_name(sign) else "?" for sign in short_name(bot))[:LONGEST_NAME]
    return Seat(shown, shown)


class GuardedBot:
    """A bot whose exceptions become `BotFailed`, with its name and the game."""

    bot: Bot

    def __init__(self, name: str, seat: int, seed: int, block: int, game: int) -> None:
        self.name, self.seat = name, seat
        self.where = seed, block, game

    def sit_down(self, match: Match, seat_info: SeatInfo) -> None:
        """Make the bot, and let it observe `match` from its seat."""
        with self._named_failures():
            self.bot = make(self.name, seat_info)
        match.follow(self.seat, self.observe)

    def observe(self, event: Event) -> None:
        """Observe an event."""
        with self._named_failures():
            self.bot.observe(event)

    def choose(self, match: Match) -> Action:
        """Return the action that the bot chooses."""
        view, legal = match.view(self.seat), match.legal(self.seat)
        with self._named_failures():
            return self._chosen(view, legal)

    def _chosen(self, view: View, legal: Sequence[Action]) -> Action:
        action = self.bot.act(view, legal)
        if action not in legal:
            raise ValueError(f"{action} is not one of the legal actions: {', '.join(map(str, legal))}")
        return action

    @contextmanager
    def _named_failures(self) -> Iterator[None]:
        try:
            yield
        except BotError as error:
            raise BotFailed(self.name, self.seat, *self.where, error.why) from error
        except Exception as error:
            raise BotFailed(self.name, self.seat, *self.where, f"{type(error).__name__}: {error}") from error
