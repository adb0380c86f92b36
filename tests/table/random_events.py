"""Everything that can happen at a table, at random."""

from hashlib import sha256
from random import Random
from typing import Any

from tests.games.conformance import conformance
from tests.table.harness import TableHarness
from toctoc.core.errors import Refused
from toctoc.core.game import Game
from toctoc.table import commands as c
from toctoc.table.log import Settings

GUESTS = ("anna", "bob", "eve", "zoe")


def part(guest: str, number: int) -> str:
    """A device's random part of a game's seed."""
    return sha256(f"{guest} {number}".encode()).hexdigest()


def digest(hexadecimal: str) -> str:
    return sha256(bytes.fromhex(hexadecimal)).hexdigest()


def gather(game: str, rng: Random, **settings: Any) -> TableHarness:
    """People sit down, some with a device that takes part in the shuffle."""
    harness = TableHarness.of(game, 3, clock=rng.choice(["none", "relaxed", "fast"]), free_text=True, **settings)
    harness.heard[None] = []
    harness.sit(*GUESTS[: len(harness.seats) - 1])
    ready(harness, rng)
    return harness


def ready(harness: TableHarness, rng: Random) -> None:
    for guest in GUESTS:
        if harness.table.seats_of(guest) and rng.random() < 0.7:
            harness.ask(guest, c.Ready(harness.id(), digest(part(guest, harness.table.state.number + 1))))


def deal(harness: TableHarness, rng: Random) -> None:
    """The game begins; one device in five stays silent, one lies."""
    harness.rematch(fill="petit-fantome") if harness.table.state.number else harness.start(fill="petit-fantome")
    for guest in GUESTS:
        devices = [harness.table.state.devices[seat] for seat in harness.table.seats_of(guest)]
        if harness.table.state.stage == "dealing" and any(device.hash for device in devices):
            whim = rng.random()
            if whim > 0.2:
                lie = "00" * 32 if whim < 0.3 else part(guest, harness.table.state.number + 1)
                harness.ask(guest, c.Part(harness.id(), lie))
    harness.wait(3_000)


def happen(harness: TableHarness, rng: Random) -> None:
    """Something happens: mostly a move."""
    if not harness.table.is_live:
        ready(harness, rng)
        deal(harness, rng)
    elif rng.random() < 0.65:
        move(harness, rng)
    else:
        rng.choice([talk, talk, come_and_go, sit, mute, look, wait, rename, rehome])(harness, rng)


def move(harness: TableHarness, rng: Random) -> None:
    for seat in rng.sample(harness.match.actors, len(harness.match.actors)):
        guest = harness.table.state.seats[seat].guest
        if guest and harness.table.presence.is_here(guest):
            choices = [str(action) for action in harness.match.legal(seat)]
            if asides(harness.match.game) and rng.random() < 0.1:
                choices = asides(harness.match.game)
            attempt(harness, guest, c.Move(harness.id(), rng.choice(choices), seat))
            harness.wait(rng.randrange(300))
            return
    harness.wait(2_000)


def asides(game: Game) -> list[str]:
    """What somebody may try to do at any time."""
    verbs = {action.form.split()[0] for action in game.actions if action.is_aside}
    return [words for words in conformance(game.name).tries if words.partition(" ")[0] in verbs]


def attempt(harness: TableHarness, guest: str, command: c.Command) -> None:
    try:
        harness.ask(guest, command, credit=harness.table.presence.credits.get(guest, 0))
    except Refused:
        harness.note()


def talk(harness: TableHarness, rng: Random) -> None:
    phrase = rng.choice(["hello", None])
    seated = [guest for guest in GUESTS if harness.table.seats_of(guest)] or ["anna"]
    attempt(harness, rng.choice(seated), c.Say(harness.id(), phrase, None if phrase else "Bien joué"))


def come_and_go(harness: TableHarness, rng: Random) -> None:
    guest = rng.choice(GUESTS)
    if guest == "anna" or not harness.table.presence.is_here(guest):
        if not harness.table.presence.is_here(guest):
            harness.back(guest, rng.choice([0, harness.table.state.version - 5]))
    else:
        harness.go(guest)
        harness.wait(rng.choice([100, 21_000]))


def sit(harness: TableHarness, rng: Random) -> None:
    guest = rng.choice(GUESTS)
    if rng.random() < 0.3:
        attempt(harness, guest, c.Leave(harness.id()))
    elif rng.random() < 0.2:
        attempt(harness, "anna", c.Bot(harness.id(), rng.randrange(len(harness.seats)), "petit-fantome"))
    else:
        attempt(harness, guest, c.Sit(harness.id(), rng.randrange(len(harness.seats)), guest.title()))


def mute(harness: TableHarness, rng: Random) -> None:
    attempt(harness, "anna", c.Mute(harness.id(), rng.randrange(len(harness.seats)), rng.random() < 0.3))


def look(harness: TableHarness, rng: Random) -> None:
    attempt(harness, rng.choice(GUESTS), c.Seen(rng.randrange(harness.table.state.version + 3)))


def wait(harness: TableHarness, rng: Random) -> None:
    harness.wait(rng.choice([500, 5_000, 16_000]))


def rename(harness: TableHarness, rng: Random) -> None:
    guest = rng.choice(GUESTS)
    for seat in harness.table.seats_of(guest):
        name, avatar = rng.choice([("Anne", "owl"), ("Bo", None), ("Eva", "bat")])
        attempt(harness, guest, c.Sit(harness.id(), seat, name, avatar=avatar))


def rehome(harness: TableHarness, rng: Random) -> None:
    harness.rehome(*rng.sample(GUESTS[1:], 2))


def change_settings(harness: TableHarness, rng: Random) -> None:
    attempt(harness, "anna", c.Set(harness.id(), Settings(len(harness.seats), clock=rng.choice(["none", "fast"]))))
