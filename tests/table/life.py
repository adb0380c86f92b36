"""Everything that can happen at a table, at random."""

from hashlib import sha256
from random import Random
from typing import Any

from tests.table.desk import Desk
from toctoc.games.errors import Refused
from toctoc.table import commands as c
from toctoc.table.log import Settings

GUESTS = ("anna", "bob", "eve", "zoe")


def part(guest: str, number: int) -> str:
    """A device's random part of a game's seed."""
    return sha256(f"{guest} {number}".encode()).hexdigest()


def digest(hexadecimal: str) -> str:
    return sha256(bytes.fromhex(hexadecimal)).hexdigest()


def gather(game: str, rng: Random, **settings: Any) -> Desk:
    """People sit down, some with a device that takes part in the shuffle."""
    desk = Desk.of(game, 3, clock=rng.choice(["none", "relaxed", "fast"]), free_text=True, **settings)
    desk.heard[None] = []
    desk.sit(*GUESTS[: len(desk.seats) - 1])
    ready(desk, rng)
    return desk


def ready(desk: Desk, rng: Random) -> None:
    for guest in GUESTS:
        if desk.table.seats_of(guest) and rng.random() < 0.7:
            desk.ask(guest, c.Ready(desk.id(), digest(part(guest, desk.table.s.number + 1))))


def deal(desk: Desk, rng: Random) -> None:
    """The game begins; one device in five stays silent, one lies."""
    desk.start(fill="petit-fantome")
    for guest in GUESTS:
        devices = [desk.table.s.devices[seat] for seat in desk.table.seats_of(guest)]
        if desk.table.s.stage == "dealing" and any(device.hash for device in devices):
            whim = rng.random()
            if whim > 0.2:
                lie = "00" * 32 if whim < 0.3 else part(guest, desk.table.s.number + 1)
                desk.ask(guest, c.Part(desk.id(), lie))
    desk.wait(3_000)


def happen(desk: Desk, rng: Random) -> None:
    """Something happens: mostly a move."""
    if not desk.table.is_live:
        ready(desk, rng)
        deal(desk, rng)
    elif rng.random() < 0.65:
        move(desk, rng)
    else:
        rng.choice([talk, talk, come_and_go, sit, mute, look, wait, rename, rehome])(desk, rng)


def move(desk: Desk, rng: Random) -> None:
    for seat in rng.sample(desk.match.actors, len(desk.match.actors)):
        guest = desk.table.s.seats[seat].guest
        if guest and desk.table.presence.is_here(guest):
            choices = [str(action) for action in desk.match.legal(seat)]
            if desk.table.s.game == "chocottes" and rng.random() < 0.1:
                choices = ["arrange 1 to 2"]
            attempt(desk, guest, c.Move(desk.id(), rng.choice(choices), seat))
            desk.wait(rng.randrange(300))
            return
    desk.wait(2_000)


def attempt(desk: Desk, guest: str, command: c.Command) -> None:
    try:
        desk.ask(guest, command, credit=desk.table.presence.credits.get(guest, 0))
    except Refused:
        desk.note()


def talk(desk: Desk, rng: Random) -> None:
    phrase = rng.choice(["hello", None])
    seated = [guest for guest in GUESTS if desk.table.seats_of(guest)] or ["anna"]
    attempt(desk, rng.choice(seated), c.Say(desk.id(), phrase, None if phrase else "Bien joué"))


def come_and_go(desk: Desk, rng: Random) -> None:
    guest = rng.choice(GUESTS)
    if guest == "anna" or not desk.table.presence.is_here(guest):
        if not desk.table.presence.is_here(guest):
            desk.back(guest, rng.choice([0, desk.table.s.version - 5]))
    else:
        desk.go(guest)
        desk.wait(rng.choice([100, 21_000]))


def sit(desk: Desk, rng: Random) -> None:
    guest = rng.choice(GUESTS)
    if rng.random() < 0.3:
        attempt(desk, guest, c.Leave(desk.id()))
    elif rng.random() < 0.2:
        attempt(desk, "anna", c.Bot(desk.id(), rng.randrange(len(desk.seats)), "petit-fantome"))
    else:
        attempt(desk, guest, c.Sit(desk.id(), rng.randrange(len(desk.seats)), guest.title()))


def mute(desk: Desk, rng: Random) -> None:
    attempt(desk, "anna", c.Mute(desk.id(), rng.randrange(len(desk.seats)), rng.random() < 0.3))


def look(desk: Desk, rng: Random) -> None:
    attempt(desk, rng.choice(GUESTS), c.Seen(rng.randrange(desk.table.s.version + 3)))


def wait(desk: Desk, rng: Random) -> None:
    desk.wait(rng.choice([500, 5_000, 16_000]))


def rename(desk: Desk, rng: Random) -> None:
    guest = rng.choice(GUESTS)
    for seat in desk.table.seats_of(guest):
        name, avatar = rng.choice([("Anne", "owl"), ("Bo", None), ("Eva", "bat")])
        attempt(desk, guest, c.Sit(desk.id(), seat, name, avatar=avatar))


def rehome(desk: Desk, rng: Random) -> None:
    desk.rehome(*rng.sample(GUESTS[1:], 2))


def change_settings(desk: Desk, rng: Random) -> None:
    attempt(desk, "anna", c.Set(desk.id(), Settings(len(desk.seats), clock=rng.choice(["none", "fast"]))))
