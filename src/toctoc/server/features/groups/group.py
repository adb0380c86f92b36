"""The document of a group: its members, its last table, and the score of its series."""

from collections.abc import Callable, Sequence
from hashlib import sha256

import msgspec
from msgspec.structs import replace

from toctoc.core.errors import Refused
from toctoc.storage import Document, Documents, changes

GROUP_DOCUMENT = "group"
GROUP_KEPT_SECONDS = 400 * 24 * 60 * 60  # after the last change
MAX_MEMBERS = 24
MAX_REMOVED_GUESTS = 100  # the last ones
MAX_LISTED_GAMES = 50  # the last ones; all of them count


class Member(msgspec.Struct, frozen=True, omit_defaults=True):
    """A member with name and avatar; `guest` is the browser, and is never sent to any client."""

    guest: str
    name: str
    avatar: str | None = None
    played: int = 0
    won: int = 0


class SeriesPlayer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player of a game: a member by the name of that time, a bot, or a person without a name."""

    name: str
    avatar: str | None = None
    bot: str | None = None
    who: str = ""  # the `pseudonym` of a person


class PlayedGame(msgspec.Struct, frozen=True):
    """A finished game."""

    game: str
    at: float  # seconds since 1970
    players: list[SeriesPlayer]
    scores: list[int]
    winners: list[int]
    code: str  # of its table
    number: int  # of the game at that table
    table: str = ""  # the id of its table; empty where it was not stored yet


class Group(msgspec.Struct, frozen=True, omit_defaults=True):
    """A group as it is stored."""

    name: str
    creator: str  # a guest
    members: list[Member] = []  # in the order of their chairs
    table: str = ""  # the code of the last one
    played: int = 0  # games so far
    games: list[PlayedGame] = []  # the last ones, the newest last
    removed: list[str] = []  # guests that the creator has removed last; they cannot join again
    counted: list[str] = []  # ids of the game documents that were counted last; they may still exist
    table_id: str = ""  # of the last table

    def chair(self, guest: str | None) -> int | None:
        """Return the chair of `guest`, counted from 0; None if the guest is no member."""
        return next((nth for nth, member in enumerate(self.members) if member.guest == guest), None)

    def joined(self, member: Member) -> "Group":
        """Return the group with `member` in a new or the same chair; `Refused` if the group is full.

        A guest that the creator has removed is refused, too.
        """
        if member.guest in self.removed:
            raise Refused("group/removed", "H2", "The person who made the group has removed you.")
        chair = self.chair(member.guest)
        if chair is None and len(self.members) >= MAX_MEMBERS:
            raise Refused("group/full", "H2", f"A group has at most {MAX_MEMBERS} members.", most=MAX_MEMBERS)
        members = list(self.members)
        if chair is None:
            members.append(member)
        else:
            members[chair] = replace(members[chair], name=member.name, avatar=member.avatar)
        return replace(self, members=members)

    def without(self, id: str, guest: str) -> "Group":
        """Return the group without `guest`, also without the name in its games; the other chairs move up."""
        members = [each for each in self.members if each.guest != guest]
        known = {pseudonym(id, each.guest) for each in members}
        return replace(self, members=members, games=[_without_strangers(game, known) for game in self.games])

    def removing(self, id: str, who: str) -> "Group":
        """Return the group without the member whose pseudonym is `who`; that guest cannot join again."""
        guests = [each.guest for each in self.members if pseudonym(id, each.guest) == who]
        if not guests:
            raise Refused("group/no-member", "H2", "This person is not in the group any more.")
        return replace(self.without(id, guests[0]), removed=[*self.removed, *guests][-MAX_REMOVED_GUESTS:])

    def counting(self, id: str, found: Sequence[tuple[str, PlayedGame]]) -> "Group":
        """Return the group with more games in its series.

        `found` are the games with the ids of their documents.
        """
        new = [game for _, game in found]
        members = [_with_games(member, pseudonym(id, member.guest), new) for member in self.members]
        known = {pseudonym(id, each.guest) for each in members}
        games = [*self.games, *(_without_strangers(game, known) for game in new)]
        games.sort(key=lambda game: game.at)
        return replace(
            self, members=members, played=self.played + len(new), games=games[-MAX_LISTED_GAMES:],
            counted=[document for document, _ in found],
        )  # fmt: skip


def _with_games(member: Member, known_as: str, games: Sequence[PlayedGame]) -> Member:
    played, won = member.played, member.won
    for game in games:
        seats = [seat for seat, player in enumerate(game.players) if player.who == known_as]
        played += bool(seats)
        won += any(seat in game.winners for seat in seats)
    return replace(member, played=played, won=won)


def _without_strangers(game: PlayedGame, known: set[str]) -> PlayedGame:
    """Return a game with the names of bots and members only."""
    players = [each if each.bot or each.who in known else SeriesPlayer("", who=each.who) for each in game.players]
    return replace(game, players=players)


_read = msgspec.json.Decoder(Group).decode


def pseudonym(group: str, guest: str) -> str:
    """Return the id of a guest in the games of a group, which reveals nothing elsewhere."""
    return sha256(f"{group} {guest}".encode()).hexdigest()[:16]


async def find(documents: Documents, id: str) -> tuple[Group, int] | None:
    """Return a group by its id, with the version of its document."""
    found = await documents.get(GROUP_DOCUMENT, id)
    return (_read(found.body), found.version) if found else None


async def make(documents: Documents, id: str, group: Group, now: float) -> None:
    """Store a new group."""
    await documents.put(_document(id, group, now), 0)


async def put(documents: Documents, id: str, group: Group, now: float, replaces: int) -> bool:
    """Store a changed group; return False if it was changed since version `replaces`."""
    return await changes.put_unchanged(documents, _document(id, group, now), replaces)


async def change(documents: Documents, id: str, now: float, to: Callable[[Group], Group]) -> Group | None:
    """Apply the change `to` to a group and store it, again if it was changed meanwhile; None if there is none."""

    def changed(found: Document | None) -> Document | None:
        return _document(id, to(_read(found.body)), now) if found else None

    stored = await changes.change(documents, GROUP_DOCUMENT, id, changed)
    return _read(stored.body) if stored else None


def _document(id: str, group: Group, now: float) -> Document:
    return Document(GROUP_DOCUMENT, id, msgspec.json.encode(group), expires=now + GROUP_KEPT_SECONDS)
