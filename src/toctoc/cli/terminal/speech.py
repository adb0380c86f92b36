"""Games told in somebody's language: events, refusals, cards and players."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import fields

from toctoc.bots import Reason
from toctoc.games.errors import Refused
from toctoc.games.game import Event
from toctoc.games.notation import Phrase
from toctoc.lang import Catalogue

# What the fields of events, actions and refusals mean; numbers that are not named here are just numbers.
PLAYER = "player"
FIELDS: dict[str, dict[str, str]] = {
    "toctoctoc": {
        **dict.fromkeys(("seat", "to", "source", "revealer", "rival"), PLAYER),
        "card": "card",
        "guests": "cards",
        "rank": "rank",
        "creature": "creature",
        "family": "family",
    },
    "chocottes": {
        **dict.fromkeys(("seat", "to", "of", "other", "starter"), PLAYER),
        "card": "card",
        "value": "effect",
        "ended": "end",
        "how": "mix",
    },
    "escalier": {
        **dict.fromkeys(("seat", "to"), PLAYER),
        "card": "card",
        **dict.fromkeys(("place", "first", "second"), "place"),
        **dict.fromkeys(("child", "colour"), "colour"),
    },
}
COUNTS = ("cards", "penalty", "gain", "count")  # numbers that a sentence agrees with
LONGEST_QUOTE = 60


class Speaker:
    """Says what happens at one table to one viewer, who is called by `you`; to None, everybody has a name."""

    def __init__(self, say: Catalogue, game: str, names: Sequence[str], viewer: int | None = None) -> None:
        self.say = say
        self.game = game
        self.names = names
        self.viewer = viewer

    def player(self, seat: int) -> str:
        """`1 Berta`: the number is what notation calls that player."""
        return f"{seat} {self.names[seat]}" if 0 <= seat < len(self.names) else str(seat)

    def players(self, seats: Sequence[int]) -> str:
        return self.say.listed([self.player(seat) for seat in seats])

    def text(self, key: str, /, **values: object) -> str:
        """A text of this game, for instance `ask.offer`; it begins with a capital letter."""
        spoken: dict[str, object] = {}
        for name, value in values.items():
            spoken |= self._spoken(name, value)
        return capital(self.say(f"{self.game}.{key}", **spoken))

    def word(self, kind: str, value: object) -> str:
        return self.say(f"{self.game}.{kind}.{value}")

    def cards(self, cards: Sequence[str]) -> str:
        """`3 plain ghosts and 1 ghost brute`."""
        counted = Counter(cards)
        return self.say.listed([self.say(f"{self.game}.cards.{card}", n=n) for card, n in counted.items()])

    def sentence(self, event: Event) -> str:
        """An event in one sentence, in the form for the viewer if one of its players is the viewer."""
        values = {field.name: getattr(event, field.name) for field in fields(event)}
        key = f"event.{type(event).__name__}"
        for value in values.values():
            if isinstance(value, bool):
                key += ".yes" if value else ".no"
        for name, value in values.items():
            mine = self._kind(name, value) == PLAYER and value == self.viewer
            if mine and f"{self.game}.{key}.{name}" in self.say:
                return self.text(f"{key}.{name}", **values)
        return self.text(key, **values)

    def told(self, events: Sequence[Event], untold: Sequence[str] = ()) -> list[str]:
        """Events in words: one line for all of them, until one has a list to show below it."""
        lines: list[str] = []
        sentences: list[str] = []
        for event in events:
            if type(event).__name__ in untold:
                continue
            sentences.append(self.sentence(event))
            details = self.details(event)
            if details:
                lines += [" ".join(sentences), *(f"  {line}" for line in details)]
                sentences = []
        return [*lines, " ".join(sentences)] if sentences else lines

    def details(self, event: Event) -> list[str]:
        """What an event shows besides: rows of cards, points, scores; a line for each player."""
        rows, points, totals, scores = (
            getattr(event, name, ()) for name in ("rows", "points", "totals", "scores")
        )
        lines = [self._row(seat, row) for seat, row in enumerate(rows)]
        for seat, (gained, total) in enumerate(zip(points, totals, strict=True)):
            player = self.player(seat)
            lines.append(self.say("chocottes.table.points", player=player, points=f"+{gained}", total=total))
        for seat, score in enumerate(scores):
            lines.append(self.say("play.score", player=self.player(seat), score=score))
        return lines + ([self.winners(event.winners)] if hasattr(event, "winners") else [])

    def winners(self, winners: Sequence[int]) -> str:
        if self.viewer not in winners:
            return self.say("play.winner" if len(winners) == 1 else "play.shared", players=self.players(winners))
        if len(winners) == 1:
            return self.say("play.winner.you")
        return self.say("play.shared.you", players=self.players([seat for seat in winners if seat != self.viewer]))

    def chance(self, event: Event, outcome: Phrase) -> str:
        """An outcome of chance with all that it hides, where the event of it has no words for that."""
        values = {field.name: getattr(event, field.name) for field in fields(event)}
        values |= {field.name: getattr(outcome, field.name) for field in fields(outcome)}
        return self.text(f"chance.{type(outcome).__name__}", **values)

    def refusal(self, refused: Refused) -> str:
        """Why something was refused; the clause is the caller's to add."""
        spoken: dict[str, object] = {}
        for name, value in refused.details.items():
            if name == "forms":
                spoken[name] = self.say("list.comma").join(str(form) for form in value)  # type: ignore[attr-defined]  # a list of texts
            elif name in ("text", "word", "outcome"):
                spoken[name] = quoted(str(value))
            else:
                spoken |= self._spoken(name, value)
        return capital(self.say(f"refusal.{refused.code}", **spoken))

    def reason(self, reason: Reason) -> str:
        """Why a bot did something, or would."""
        return self.text(f"reason.{reason.code}", **reason.params)

    def _row(self, seat: int, row: Sequence[str]) -> str:
        shown = [self.word("card", card) for card in row]
        cards = self.say("list.comma").join(shown) if row else self.say("chocottes.table.no-cards")
        return self.say("chocottes.table.row", player=self.player(seat), cards=cards)

    def _kind(self, name: str, value: object) -> str | None:
        kind = FIELDS[self.game].get(name)
        return "place" if kind == PLAYER and isinstance(value, str) else kind  # a ghost moves to a place

    def _spoken(self, name: str, value: object) -> dict[str, object]:
        """What fills the blanks called after a field."""
        kind = self._kind(name, value)
        if name in COUNTS:
            return {name: value, "n": value}
        if kind is None or value is None:
            return {name: value}
        if kind == PLAYER:
            return {name: self.player(value)}  # type: ignore[arg-type]  # a seat
        if kind == "cards":
            return {name: self.cards(value), "n": len(value)}  # type: ignore[arg-type]  # a tuple of cards
        if kind == "card":
            return {name: self.word("card", value), f"a_{name}": self.word("a-card", value)}
        return {name: self.word(kind, value)}


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def harmless(text: str) -> str:
    """Somebody else's text, safe to print: short and without control characters."""
    shown = "".join(sign if sign.isprintable() else "�" for sign in text[: LONGEST_QUOTE + 1])
    return shown if len(shown) <= LONGEST_QUOTE else shown[: LONGEST_QUOTE - 1] + "…"


def quoted(text: str) -> str:
    return f"`{harmless(text)}`"
