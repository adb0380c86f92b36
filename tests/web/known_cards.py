"""Computes the cards that a person may know: from the events they were sent, and from the record of the game."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from .person import patch

Event = dict[str, Any]
GUESTS = [
    f"{rank}-{creature}" for rank in ("plain", "brute", "musician") for creature in ("monster", "ghost", "vampire")
]
VAMPS = [f"vamp-{creature}" for creature in ("monster", "ghost", "vampire")]
CARDS = {
    "toctoctoc": [*GUESTS, *VAMPS, "child", "taxi", "scarecrow"],
    "chocottes": [*map(str, range(1, 15)), *(f"dream-{value}" for value in range(10, 14))],
}
PEEKS = ("YouLookedAt", "YouExchanged")


def cards_in(event: Event) -> list[str]:
    rows = [card for row in event.get("rows") or [] for card in row]
    return [*([event["card"]] if "card" in event else []), *event.get("guests", []), *rows]


def is_told(event: Event, game: str) -> bool:
    """Whether the history of a game without a memory aid may tell an event; one's own offer if one caught up."""
    if game == "toctoctoc":
        return event["type"] not in ("CardDealt", "CardDealtToYou", "Drew", "TopTurned")
    return event["type"] in ("Knocked", "RowsShown", "TileDrawn", "RoundEnded", "RoundBegan", "GameOver")


@dataclass
class Knowledge:
    """The events that one seat has been sent so far, with their times: in milliseconds of the page's own clock."""

    game: str
    seat: int
    view: dict[str, Any] = field(default_factory=dict)
    own: dict[str, Any] = field(default_factory=dict)
    happened: list[tuple[float, int, list[Event]]] = field(default_factory=list)  # when, version, events
    seen: list[tuple[float, int]] = field(default_factory=list)  # when, version
    events: list[Event] = field(default_factory=list)
    lag: float = 0.0  # the longest that a timer of the page was late: on a busy machine everything stays longer

    def hear(self, at: float, message: dict[str, Any]) -> None:
        told = message.get("public", {})
        patch(self.view, message.get("view") or told.get("view", {}))
        mine: dict[str, Any] = next((own for own in message.get("own", []) if own["seat"] == self.seat), {})
        patch(self.own, mine.get("view", {}))
        if events := mine.get("events") or told.get("events", []):
            self.happened.append((at, message["version"], events))
            self.events += events

    def say(self, at: float, message: dict[str, Any]) -> None:
        if message["type"] == "seen":
            self.seen.append((at, message["version"]))

    def moments(self, now: float, grace: float) -> Iterator[Event]:
        """Return the last events that may still be on the screen; a peek only for so long after it was seen."""
        for at, version, events in reversed(self.happened):
            if now > at + max(PEEKED, MOMENT) + self.lag:
                return
            over = [when for when, up_to in self.seen if up_to >= version]
            for event in events:
                if event["type"] in PEEKS:
                    if now < min([at + PEEKED, *(when + grace for when in over)]) + self.lag:
                        yield event
                elif now < at + MOMENT + self.lag:
                    yield event

    def pictures(self, now: float) -> Counter[str]:
        """How often the picture of each card may be on the screen."""
        lawful = Counter(card for event in self.moments(now, PEEK_GRACE_MS) for card in cards_in(event))
        lawful.update(card for card in (self.view.get("top"), *self._of_own()) if card)
        if self.game == "chocottes":
            lawful.update(card for row in self.view.get("rows") or [] for card in row)
            if self.view["phase"] == "look":
                lawful.update(self._round_before())
        else:
            lawful.update(self._parties())
            lawful.update([self.view["revealed"]["card"]] if self.view["revealed"] else [])
        return lawful

    def names(self, now: float) -> set[str]:
        """Return the cards that may be named: known ones, those of the last events, and the sought one."""
        latest = self.happened[-1][2] if self.happened else []
        told = {card for event in latest if event["type"] not in PEEKS for card in cards_in(event)}
        told |= {card for event in self.moments(now, SPOKEN_FOR) for card in cards_in(event)}
        value = (self.view.get("window") or {}).get("value")
        return {*self.pictures(now), *told, str(value), f"dream-{value}"}

    def history(self) -> set[str]:
        """Return the cards that may be reread: all public ones in Toc Toc Toc! (T23), else rounds that are over
        (C20).
        """
        return {card for event in self.events if is_told(event, self.game) for card in cards_in(event)}

    def marks(self, now: float) -> set[str]:
        """The cards that programs may read off the page: one's own, and the values printed on pictures."""
        if self.game == "toctoctoc":
            return set(self._of_own())
        return {card.removeprefix("dream-") for card in self.pictures(now)}

    def _of_own(self) -> list[str]:
        return [*self.own.get("hand", []), self.own.get("offered") or "", self.own.get("drawn") or ""]

    def _parties(self) -> Iterator[str]:
        counted = {"plain": "plain", "brute": "brutes", "musician": "musicians"}
        for house in self.view["houses"]:
            yield from ["scarecrow"] * house["scarecrows"]
            for column in house["party"]:
                for rank, name in counted.items():
                    yield from [f"{rank}-{column['creature']}"] * column[name]

    def _round_before(self) -> list[str]:
        """C20: all rows lay open, and stay to be looked at until the next round is played."""
        ends = [event for event in self.events if event["type"] in ("Knocked", "RowsShown")]
        return cards_in(ends[-1]) if ends else []


MOMENT = 16_000.0  # what all have seen is told for as long as one reads it: at most three sentences at once
PEEKED = 8_000.0
SPOKEN_FOR = 3_500.0  # a screen reader's text stays, however short the peek was
PEEK_GRACE_MS = 500.0  # after the page has said that a peek was seen


def told_by_record(record: dict[str, Any], seat: int) -> list[tuple[str, Any]]:
    """Every card that chance or a move shows to that seat, in order: worked out from the steps alone."""
    return list((_toctoctoc if record["game"] == "toctoctoc" else _chocottes)(record["steps"], seat))


def told_by_events(events: list[Event]) -> list[tuple[str, Any]]:
    """Return the events as announced, without those that follow from public cards."""
    follows = ("GuestCame", "Joined", "Lured", "Fled", "DrivenOff", "NothingHappened")
    shows = [event for event in events if cards_in(event) and event["type"] not in follows]
    return [(event["type"], event.get("rows") or event["card"]) for event in shows]


def _toctoctoc(steps: list[list[Any]], me: int) -> Iterator[tuple[str, Any]]:
    top = offered = None
    active: int | None = None
    for at, (who, what, *_) in enumerate(steps):
        words = what.split(" ")
        if words[0] == "deal" and words[3] == str(me):
            yield "CardDealtToYou", words[1]
        elif words[0] == "top":
            top = words[1]
            yield "TopTurned", top
        elif words[0] == "offer":
            offered, active = words[1], who
            if who == me:
                yield "YouOffered", offered
        elif words[0] in ("open", "refuse"):
            yield "Answered", offered
        following = steps[at + 1][1].split(" ")[0] if at + 1 < len(steps) else ""
        is_done = words[0] in ("open", "refuse", "take", "chase") and following not in ("take", "chase")
        if is_done and top and active is not None:  # T10
            yield "Drew", top
            top = None


def _value(card: str) -> int:
    return int(card.removeprefix("dream-"))


def _chocottes(steps: list[list[Any]], me: int) -> Iterator[tuple[str, Any]]:
    rows: dict[int, list[str]] = {}
    drawn, sought, active, mixed = "", 0, -1, (0, 0, 0)
    before = ""
    for who, what, *_ in steps:
        verb, *words = what.split(" ")
        numbers = [int(word) for word in words if word.isdigit()]
        place = numbers[0] - 1 if numbers else 0
        if verb == "deal":
            if before != "deal":
                rows = {}
            rows.setdefault(int(words[2]), []).append(words[0])
        elif verb in ("penalty", "gift"):
            rows[int(words[2])].append(words[0])
        elif verb == "look":
            if who == me:
                yield "YouLookedAt", rows[who][place]
        elif verb == "arrange":
            rows[who].insert(numbers[1] - 1, rows[who].pop(place))
        elif verb == "draw" and who != "chance":
            active = who
        elif verb == "draw":
            drawn = words[0]
            if active == me:
                yield "YouDrew", drawn
        elif verb == "discard":
            sought = _value(drawn)
            yield "Discarded", drawn
        elif verb == "replace":
            drawn, rows[who][place] = rows[who][place], drawn
            sought = _value(drawn)
            yield "Replaced", drawn
        elif verb in ("snap", "reap"):
            card = rows[who][place]
            yield "Snapped" if verb == "snap" else "Reaped", card
            if verb == "reap":
                sought = _value(card)
            if _value(card) == sought:
                rows[who].pop(place)
        elif verb == "shuffle":
            mixed = (numbers[0] - 1, numbers[1] - 1, numbers[2])
        elif what == "mix swapped":
            one, other, of = mixed
            rows[of][one], rows[of][other] = rows[of][other], rows[of][one]
        elif verb == "exchange":
            there, of = numbers[1] - 1, numbers[2]
            rows[who][place], rows[of][there] = rows[of][there], rows[who][place]
            if who == me:
                yield "YouExchanged", rows[who][place]
        if verb == "knock" or (verb == "tile" and before != "knock"):
            yield "Knocked" if verb == "knock" else "RowsShown", [rows[seat] for seat in sorted(rows)]
        before = verb


PICTURE = re.compile(r"/assets/([a-z0-9-]+)-.{8}\.svg")
SPOKEN = re.compile(r"(?:\ban? |\bCard \d+: )(dream )?(\d+)\b")


def pictured(addresses: list[str], game: str) -> Counter[str]:
    found = [match[1] for address in addresses for match in PICTURE.finditer(address)]
    return Counter(name for name in found if name in CARDS[game])


def spoken_of(text: str, game: str) -> set[str]:
    """The cards that an English text names."""
    if game == "chocottes":
        return {f"dream-{value}" if dream else value for dream, value in SPOKEN.findall(text)}
    words = {"child": "young child", "taxi": "hearse-taxi", "scarecrow": "scarecrow"}
    named = {card: words.get(card) or " ".join(_said(*card.split("-"))) for card in CARDS[game]}
    return {card for card, name in named.items() if re.search(rf"\b{name}(s|ren)?\b", text, re.IGNORECASE)}


def _said(rank: str, creature: str) -> tuple[str, str]:
    return (rank, creature) if rank == "plain" else (creature, rank)
