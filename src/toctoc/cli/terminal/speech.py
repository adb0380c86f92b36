"""Tell games in somebody's language: events, refusals, cards and players.

What a field is said as comes from the game (`Game.kinds`), the words from the catalogues; the browser's speaker
(web/src/lang/speech.ts) does the same with the same data.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import fields

from toctoc.bots import Reason
from toctoc.games import view_fields
from toctoc.games.errors import Refused
from toctoc.games.game import Event
from toctoc.games.notation import Phrase
from toctoc.games.registry import GAMES
from toctoc.games.view_fields import ViewField
from toctoc.lang import Catalogue

LONGEST_QUOTE = 60


class Words:
    """Says players, cards and other parts of sentences, to one viewer at one table of a game."""

    def __init__(self, say: Catalogue, game: str, names: Sequence[str], viewer: int | None = None) -> None:
        self.say = say
        self.game = game
        self.names = names
        self.viewer = viewer

    def player(self, seat: int) -> str:
        """Return `1 Berta`: the number is what notation calls that player."""
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
        """Return what fills the blanks called after the fields of `owner`."""
        spoken: dict[str, object] = {}
        for name, value in values.items():
            spoken |= self.one(name, GAMES[self.game].kind(owner, name), value)
        return spoken

    def one(self, name: str, kind: str | None, value: object) -> dict[str, object]:
        """Return what fills the blanks called after one field of a kind."""
        if kind in (None, "number") or value is None:
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


class Speaker(Words):
    """Says what happens at one table to one viewer, who is called by `you`; to None, everybody has a name."""

    def text(self, key: str, /, **values: object) -> str:
        """Say a text of this game, for instance `ask.offer`; it begins with a capital letter."""
        return capital(self.say(f"{self.game}.{key}", **self.spoken("", values)))

    def sentence(self, event: Event) -> str:
        """Say an event in one sentence, in the form for the viewer if one of its players is the viewer.

        What is true or false of it makes another sentence, and so does a word that has one of its own.
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

    def told(self, events: Sequence[Event], live: bool = False) -> list[str]:
        """Say events that no other one says better: in one line, until one has a list to show below it.

        In `live` play, what the table shows anyway is left out too.
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
        """Say what an event shows of each seat, such as rows of cards or points: a line for each player."""
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
        """Say an outcome of chance with all that it hides, where the event of it has no words for that."""
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
        """Say why a bot did something, or would."""
        return capital(self.say(f"{self.game}.reason.{reason.code}", **self.spoken(reason.code, reason.params)))

    def action(self, action: Phrase, *families: str) -> str:
        """Say what an action does, as the first of some families of texts that has words for it, or as `act`."""
        owner = type(action).__name__
        keys = [f"{self.game}.{family}.{owner}" for family in (*families, "act")]
        key = next((key for key in keys if key in self.say), keys[-1])
        return capital(self.say(key, **self.spoken(owner, _values(action))))

    def shown(self, field: ViewField, value: object) -> str:
        """Say what a field of a view shows; of what is true or false of each seat, of whom it is true."""
        if field.kind == "flag" and field.many == "seats" and isinstance(value, tuple):
            value = tuple(seat for seat, is_so in enumerate(value) if is_so)
            field = ViewField("player", "list")
        if value is None or (value == () and field.kind != "cards"):
            return self.say("field.nobody" if field.kind == "player" else "field.none")
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
            return self.say("field.nobody" if field.kind == "player" else "field.none")
        if field.parts:
            said = {name: self.shown(part, getattr(value, name)) for name, part in field.parts.items()}
            return self.say(f"{self.game}.part.{field.kind}", **said)
        return str(self.one("", field.kind, value)[""])


def _values(said: Event | Phrase) -> dict[str, object]:
    return {field.name: getattr(said, field.name) for field in fields(said)}


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def harmless(text: str) -> str:
    """Return somebody else's text, safe to print: short and without control characters."""
    shown = "".join(sign if sign.isprintable() else "�" for sign in text[: LONGEST_QUOTE + 1])
    return shown if len(shown) <= LONGEST_QUOTE else shown[: LONGEST_QUOTE - 1] + "…"


def quoted(text: str) -> str:
    return f"`{harmless(text)}`"
