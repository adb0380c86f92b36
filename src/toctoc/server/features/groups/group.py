"""A group as it is kept: who is in it, the table at which it last sat down, and how its series stands."""

from collections.abc import Callable, Sequence
from hashlib import sha256

import msgspec
from msgspec.structs import replace

from toctoc.games.errors import Refused
from toctoc.server.features.daily.days import DAY
from toctoc.storage import Document, Documents, StoreError

KIND = "group"
KEPT = 400 * DAY  # without a change
MOST_MEMBERS = 24
MOST_GAMES = 50  # remembered one by one: the last ones; all of them count
TRIES = 20  # to change what others change at the same time


class Member(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody who remembered name and face here; `guest` is their browser, and never told to anybody."""

    guest: str
    name: str
    avatar: str | None = None
    played: int = 0
    won: int = 0


class Player(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sat where: a member as they were called then, a bot, or somebody without a name."""

    name: str
    avatar: str | None = None
    bot: str | None = None
    who: str = ""  # of a person


class PlayedGame(msgspec.Struct, frozen=True):
    """A game that is over."""

    game: str
    at: float  # seconds since 1970
    players: list[Player]
    scores: list[int]
    winners: list[int]


class Group(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that is remembered of a group."""

    name: str
    creator: str  # a guest
    members: list[Member] = []  # in the order of their chairs
    table: str = ""  # the code of the last one
    played: int = 0  # games so far
    games: list[PlayedGame] = []  # the last ones, the newest last
    counted: list[str] = []  # the documents of the games that were counted last: they may still be there

    def chair(self, guest: str | None) -> int | None:
        """Return which chair is somebody's, counted from 0."""
        return next((nth for nth, member in enumerate(self.members) if member.guest == guest), None)

    def joined(self, member: Member) -> "Group":
        """Return the group with a member, who keeps the chair that they have."""
        chair = self.chair(member.guest)
        if chair is None and len(self.members) >= MOST_MEMBERS:
            raise Refused("group/full", "H2", f"A group has at most {MOST_MEMBERS} members.", most=MOST_MEMBERS)
        members = list(self.members)
        if chair is None:
            members.append(member)
        else:
            members[chair] = replace(members[chair], name=member.name, avatar=member.avatar)
        return replace(self, members=members)

    def without(self, id: str, guest: str) -> "Group":
        """Return the group without somebody, nor their name in its games; the others move up."""
        members = [each for each in self.members if each.guest != guest]
        known = {who(id, each.guest) for each in members}
        return replace(self, members=members, games=[_told(game, known) for game in self.games])

    def counting(self, id: str, found: Sequence[tuple[str, PlayedGame]]) -> "Group":
        """Return the group with more games in its series, each with the id of its document."""
        new = [game for _, game in found]
        members = [_with_games(member, who(id, member.guest), new) for member in self.members]
        known = {who(id, each.guest) for each in members}
        games = [*self.games, *(_told(game, known) for game in new)]
        games.sort(key=lambda game: game.at)
        return replace(
            self, members=members, played=self.played + len(new), games=games[-MOST_GAMES:],
            counted=[document for document, _ in found],
        )  # fmt: skip


def _with_games(member: Member, known_as: str, games: Sequence[PlayedGame]) -> Member:
    played, won = member.played, member.won
    for game in games:
        seats = [seat for seat, player in enumerate(game.players) if player.who == known_as]
        played += bool(seats)
        won += any(seat in game.winners for seat in seats)
    return replace(member, played=played, won=won)


def _told(game: PlayedGame, known: set[str]) -> PlayedGame:
    """Return a game with the names of bots and members alone."""
    players = [each if each.bot or each.who in known else Player("", who=each.who) for each in game.players]
    return replace(game, players=players)


_read = msgspec.json.Decoder(Group).decode


def who(group: str, guest: str) -> str:
    """Return by what name a guest is kept in a group's games: one that says nothing elsewhere."""
    return sha256(f"{group} {guest}".encode()).hexdigest()[:16]


async def find(documents: Documents, id: str) -> tuple[Group, int] | None:
    """Return a group by its id, and its version."""
    found = await documents.get(KIND, id)
    return (_read(found.body), found.version) if found else None


async def make(documents: Documents, id: str, group: Group, now: float) -> None:
    """Keep a new group."""
    await documents.put(_document(id, group, now), 0)


async def put(documents: Documents, id: str, group: Group, now: float, replaces: int) -> bool:
    """Keep a changed group; tell whether it was done, or somebody else has changed it meanwhile."""
    try:
        await documents.put(_document(id, group, now), replaces)
    except StoreError as error:
        if error.code != "store/stale":
            raise
        return False
    return True


async def change(documents: Documents, id: str, now: float, to: Callable[[Group], Group]) -> Group | None:
    """Change a group, after whoever changes it at the same time; return it, or None if there is none."""
    for _ in range(TRIES):
        found = await find(documents, id)
        if found is None:
            return None
        group = to(found[0])
        if await put(documents, id, group, now, found[1]):
            return group
    raise busy(id)


def busy(id: str) -> StoreError:
    """Return what to raise when others change a group again and again."""
    return StoreError("store/busy", f"group {id}: too many change it at once")


def _document(id: str, group: Group, now: float) -> Document:
    return Document(KIND, id, msgspec.json.encode(group), expires=now + KEPT)
