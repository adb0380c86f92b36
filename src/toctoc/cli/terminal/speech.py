"""Put games into words: events, refusals, cards and players.

The kind of a field comes from the game (`Game.kinds`), the words from the catalogues; the browser's speaker
(web/src/lang/speech.ts) does the same with the same data.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import fields

from toctoc.bots import Reason
from toctoc.core import view_fields
from toctoc.core.errors import Refused
from toctoc.core.game import Event
from toctoc.core.notation import Phrase
from toctoc.core.registry import GAMES
from toctoc.core.view_fields import ViewField
from toctoc.lang import Catalogue
from toctoc.record import BadRecord, BrokenRecord, Record

QUOTE_LETTERS = 60


class Phrasing:
    """Puts players, cards and other parts of sentences into words, for one viewer at one table of a game."""

    def __init__(self, say: Catalogue, game: str, names: Sequence[str], viewer: int | None = None) -> None:
        self.say = say
        self.game = game
        self.names = names
        self.viewer = viewer

    def player(self, seat: int) -> str:
        """Return `1 Berta`, with the number of the seat in notation."""
        return f"{seat} {self.names[seat]}" if 0 <= seat < len(self.names) else str(seat)

    def players(self, seats: Sequence[int]) -> str:
        return self.say.listed([self.player(seat) for seat in seats])

    def word(self, kind: str, value: object) -> str:
        return self.say(f"{self.game}.{kind}.{value}")

    def cards(self, cards: Sequence[str]) -> str:
        """Say `3 plain ghosts and 1 ghost brute`; one after the other in a game that does not count them."""
        if not cards:
            key = f"{self.game}.cards.none"
            return self.say(key if key in self.say else "field.none")
        if f"{self.game}.cards.{cards[0]}" not in self.say:
            return self.say("list.comma").join(self.word("card", card) for card in cards)
        counted = Counter(cards)
        return self.say.listed([self.say(f"{self.game}.cards.{card}", n=n) for card, n in counted.items()])

    def spoken(self, owner: str, values: Mapping[str, object]) -> dict[str, object]:
        """Return the values of blanks named like the fields of `owner`."""
        spoken: dict[str, object] = {}
        for name, value in values.items():
            spoken |= self.one(name, GAMES[self.game].kind(owner, name), value)
        return spoken

    def nothing(self, kind: str | None) -> str:
        """Say that a field of `kind` has no value."""
        return self.say("field.nobody" if kind == "player" else "field.none")

    def one(self, name: str, kind: str | None, value: object) -> dict[str, object]:
        """Return the values of blanks named like one field of a kind."""
        if value is None:
            return {name: self.nothing(kind)}
        if kind in (None, "number"):
            return {name: value}
        if kind == "flag":
            return {name: self.say("field.yes" if value else "field.no")}
        if kind == "count":  # a number that the sentence agrees with
            return {name: value, "n": value}
        if kind == "player":
            return {name: self.player(value)}  # type: ignore[arg-type]  # a seat
        if kind == "cards":
            return {name: self.cards(value), "n": len(value)}  # type: ignore[arg-type]  # a tuple of cards
        if kind == "card":
            return {name: self.word("card", value), f"a_{name}": self.word("a-card", value)}
        said: dict[str, object] = {name: self.word(str(kind), value)}
        if f"{self.game}.the-{kind}.{value}" in self.say:  # `the red child`, as a sentence names it
            said[f"the_{name}"] = self.word(f"the-{kind}", value)
        return said


class Speaker(Phrasing):
    """Puts the events of one table into words for a viewer, called `you`; for None, all players have names."""

    def text(self, key: str, /, **values: object) -> str:
        """Say a text of this game, for instance `ask.offer`; it begins with a capital letter."""
        return capital(self.say(f"{self.game}.{key}", **self.spoken("", values)))

    def sentence(self, event: Event) -> str:
        """Say an event in one sentence, in the form for the viewer if one of its players is the viewer.

        A flag chooses between two sentences, and so does a word that has a sentence of its own.
        """
        owner, each = type(event).__name__, view_fields.each_seat(type(event))
        values = {name: value for name, value in _values(event).items() if name not in each}
        key = f"{self.game}.event.{owner}"
        for value in values.values():
            if isinstance(value, bool):
                key += ".yes" if value else ".no"
            elif isinstance(value, str) and f"{key}.{value}" in self.say:
                key += f".{value}"
        for name, value in values.items():
            mine = GAMES[self.game].kind(owner, name) == "player" and value == self.viewer
            if mine and f"{key}.{name}" in self.say:
                key += f".{name}"
                break
        return capital(self.say(key, **self.spoken(owner, values)))

    def sentences(self, events: Sequence[Event], live: bool = False) -> list[str]:
        """Say events, without silent ones: in one line, until one has a list to show below it.

        In `live` play, events that the table shows anyway are left out too.
        """
        lines: list[str] = []
        sentences: list[str] = []
        for event in events:
            if event.silent or (live and (event.setting or event.visible)):
                continue
            sentences.append(self.sentence(event))
            details = self.details(event)
            if details:
                lines += [" ".join(sentences), *(f"  {line}" for line in details)]
                sentences = []
        return [*lines, " ".join(sentences)] if sentences else lines

    def details(self, event: Event) -> list[str]:
        """Say the values of an event for each seat, such as cards or points: a line for each player."""
        owner = type(event).__name__
        parts = {name: getattr(event, name) for name in view_fields.each_seat(type(event))}
        key = f"{self.game}.event.{owner}.each"
        lines = []
        for seat, values in enumerate(zip(*parts.values(), strict=True)):
            spoken = self.spoken(owner, dict(zip(parts, values, strict=True)))
            first = next(iter(spoken.values()))
            said = key if key in self.say else "field.of-seat"
            lines.append(self.say(said, player=self.player(seat), value=first, **spoken))
        return lines + ([self.winners(event.winners)] if hasattr(event, "winners") else [])

    def winners(self, winners: Sequence[int]) -> str:
        if self.viewer not in winners:
            return self.say("play.winner" if len(winners) == 1 else "play.shared", players=self.players(winners))
        if len(winners) == 1:
            return self.say("play.winner.you")
        return self.say("play.shared.you", players=self.players([seat for seat in winners if seat != self.viewer]))

    def chance(self, event: Event, outcome: Phrase) -> str:
        """Say an outcome of chance with its hidden values, which its event does not have."""
        owner = type(outcome).__name__
        spoken = self.spoken(owner, _values(event) | _values(outcome))
        return capital(self.say(f"{self.game}.chance.{owner}", **spoken))

    def refusal(self, refused: Refused) -> str:
        """Say why something was refused; the clause is the caller's to add."""
        details = dict(refused.details)
        for name, value in details.items():
            if name == "forms":
                details[name] = self.say("list.comma").join(str(form) for form in value)  # type: ignore[attr-defined]  # a list of texts
            elif name in ("text", "word", "outcome"):
                details[name] = quoted(str(value))
        return capital(self.say(f"refusal.{refused.code}", **self.spoken(refused.code, details)))

    def reason(self, reason: Reason) -> str:
        """Say the reason of a bot for an action."""
        return capital(self.say(f"{self.game}.reason.{reason.code}", **self.spoken(reason.code, reason.params)))

    def action(self, action: Phrase, *families: str) -> str:
        """Say an action, by the first of some families of texts that has it, or by `act`."""
        owner = type(action).__name__
        keys = [f"{self.game}.{family}.{owner}" for family in (*families, "act")]
        key = next((key for key in keys if key in self.say), keys[-1])
        return capital(self.say(key, **self.spoken(owner, _values(action))))

    def shown(self, field: ViewField, value: object) -> str:
        """Say a field of a view; of a flag for each seat, the players for which it is true."""
        if field.kind == "flag" and field.many == "seats" and isinstance(value, tuple):
            value = tuple(seat for seat, is_so in enumerate(value) if is_so)
            field = ViewField("player", "list")
        if value is None or (value == () and field.kind != "cards"):
            return self.nothing(field.kind)
        if field.many == "one" or not isinstance(value, tuple):
            return self._part(field, value)
        parts = [self._part(field, part) for part in value]
        if field.many == "seats" and not field.parts:
            parts = [
                self.say("field.of-seat", player=self.player(seat), value=part) for seat, part in enumerate(parts)
            ]
        return self.say("list.semicolon" if field.parts else "list.comma").join(parts)

    def _part(self, field: ViewField, value: object) -> str:
        if value is None:
            return self.nothing(field.kind)
        if field.parts:
            said = {name: self.shown(part, getattr(value, name)) for name, part in field.parts.items()}
            return self.say(f"{self.game}.part.{field.kind}", **said)
        return str(self.one("", field.kind, value)[""])


def _values(said: Event | Phrase) -> dict[str, object]:
    return {field.name: getattr(said, field.name) for field in fields(said)}


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def harmless(text: str) -> str:
    """Return foreign text, safe to print: short and without control characters."""
    shown = "".join(sign if sign.isprintable() else "�" for sign in text[: QUOTE_LETTERS + 1])
    return shown if len(shown) <= QUOTE_LETTERS else shown[: QUOTE_LETTERS - 1] + "…"


def quoted(text: str) -> str:
    return f"`{harmless(text)}`"


def record_error(error: BadRecord, record: Record | None, say: Catalogue) -> str:
    """Say why a record is bad: the step, the move, the reason and the clause, as far as they are known."""
    details = dict(error.details)
    if isinstance(error, BrokenRecord) and error.refused and error.game:
        refused = error.refused
        speaker = Speaker(say, error.game.name, [seat.name for seat in record.seats] if record else [])
        reason = speaker.refusal(refused)
        details["reason"] = say("verify.refused", reason=reason, code=refused.code, clause=refused.clause)
    return say(f"record.{error.code}", **details)
