"""Let a person play a game against bots: show events, ask, and apply the answers.

Everything drawn comes from `match.view` of the player's seat and from the events of this seat.
"""

from collections.abc import Mapping, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from toctoc.bots import Bot, SeatInfo, hint, hint_searches, hints_allowed, strongest, warm_up
from toctoc.cli.terminal.display import Display
from toctoc.cli.terminal.menus import Menu, menu
from toctoc.cli.terminal.paint import QUIET, painted, signs
from toctoc.cli.terminal.prompt import choices, command, help_text, rules_text
from toctoc.cli.terminal.speech import Speaker, quoted
from toctoc.cli.terminal.tables import Look
from toctoc.cli.terminal.tables.choose import drawing
from toctoc.core.errors import Refused
from toctoc.core.game import Action, Event, Move
from toctoc.core.match import Match
from toctoc.lang.bots import adviser


class PlayerLeft(Exception):
    """Raised when the player leaves the game."""


class Session:
    def __init__(
        self,
        match: Match,
        seat: int,
        bots: Mapping[int, Bot],
        speaker: Speaker,
        display: Display,
        in_words: bool = False,
    ) -> None:
        self.match = match
        self.game = match.game
        self.seat = seat
        self.bots = bots
        self.speaker = speaker
        self.display = display
        self.drawing = drawing(self.game.name, in_words)
        self.signs = signs(display.console)
        self.aid = bool(self.match.options.get("memory_aid"))
        self.knowledge = self.game.knowledge(self.match.players, self.match.options, seat)
        self.heard: list[Event] = []
        self.log: list[str] = []
        self.last = seat  # that acted
        match.follow(seat, self.heard.append)
        match.follow(seat, self.knowledge.observe)
        for other, bot in bots.items():
            match.follow(other, bot.observe)

    def play(self) -> None:
        """Play the game from the deal to its end; `PlayerLeft` if the player leaves before."""
        self._tell(self._taken())
        while not self.match.over:
            seat = self._next()
            if seat == self.seat:
                self._answer()
            else:
                self.display.wait()
                view, legal = self.match.view(seat), self.match.legal(seat)
                self._act(seat, self.bots[seat].act(view, legal))

    def table(self, shown: Sequence[Event] = ()) -> RenderableType:
        """Draw the current table, with cards that `shown` events reveal for a moment."""
        aid = self.knowledge.aid() if self.aid else None
        look = Look(self.speaker, self.signs, self.display.console.width, aid, tuple(shown))
        return self.drawing.draw(self.match.view(self.seat), look)

    # --- steps -------------------------------------------------------------------------------------------------

    def _next(self) -> int:
        """Return the seat to act; where several may throw at once, they take turns."""
        asked = self.match.asked
        assert asked is not None
        if not any(action.is_throw for action in self.match.legal(asked)):
            return asked
        after = [(self.last + step) % self.match.players for step in range(1, self.match.players + 1)]
        return next(seat for seat in after if seat in self.match.actors)

    def _act(self, seat: int, action: Action | str) -> None:
        legal, steps = self.match.legal(seat), len(self.match.steps)
        self.match.play(seat, action)
        if self.match.steps[steps] in [Move(seat, choice) for choice in legal]:
            self.last = seat  # rearranging a row is free, and does not count
        if seat == self.seat:
            self.display.forget()
        self._tell(self._taken())

    def _taken(self) -> list[Event]:
        heard, self.heard[:] = self.heard[:], []
        return heard

    def _tell(self, events: Sequence[Event]) -> None:
        """Show the events of a step, each as long as the table would."""
        once = [event for event in events if event.glimpse]
        if once:
            self.display.peek(self.table(once), self._news(once))
        others = [event for event in events if event not in once]
        news = self._news(others)
        self._remember(events)
        if any(event.pause for event in events) and not self.match.over:
            self.display.stop(news)
        elif news:
            self.display.happened(self.table(others), news)
            if any(event.moment for event in events):
                self.display.wait()

    def _news(self, events: Sequence[Event]) -> list[Text]:
        return [painted(line, self.speaker) for line in self.speaker.sentences(events, live=True)]

    def _remember(self, events: Sequence[Event]) -> None:
        if self.game.is_memory:
            return
        kept = ("always", "scores", "aid") if self.aid else ("always", "scores")
        logged = [event for event in events if event.history in kept]
        self.log += self.speaker.sentences(logged, live=True)

    # --- questions ---------------------------------------------------------------------------------------------

    def _answer(self) -> None:
        """Ask until the player has acted."""
        legal = self.match.legal(self.seat)
        first = menu(self.drawing.question(self.match.view(self.seat), self.speaker), legal, self.speaker)
        here, notice = first, ""
        while True:
            question = choices(here, self.speaker, self.signs)
            line = self.display.ask(self.table(), question, notice).strip()
            words = line.lower().split()
            notice = ""
            if not words and here is first and first.enter:
                return self._act(self.seat, first.enter)
            name = command(words[0], self.speaker.say) if words else "back"
            found = here.answered(words) if name is None else None
            if name:
                here = first
                notice = self._command(name, words[1:])
            elif isinstance(found, Menu):
                here = found
            elif found is None and words[0].isdecimal() and not (here.verb and len(words) == 1):
                notice = self.speaker.say("play.no-choice", text=quoted(line))
            else:
                typed = f"{here.verb} {line}" if words[0].isdecimal() else line
                try:
                    return self._act(self.seat, found or typed)
                except Refused as refused:
                    notice = self._refused(refused)

    def _refused(self, refused: Refused) -> str:
        say = self.speaker.say
        notice = say("play.refused", reason=self.speaker.refusal(refused), clause=refused.clause)
        if refused.clause.startswith("H"):
            return notice
        reading = say("play.read-clause", command=f"`{say('command.rules')} {refused.clause}`")
        return f"{notice} {reading}"

    def _hint(self) -> str:
        match, say = self.match, self.speaker.say
        strong = strongest(self.game.name)
        if strong is None:
            return say("play.no-adviser")
        if not hints_allowed(self.game, match.options):
            return say("play.no-hint")
        seat_info = SeatInfo(self.game, match.players, match.options, self.seat, len(match.steps))
        bot = adviser(strong, self.speaker.names)
        if hint_searches(self.game.name):
            warm_up(self.game, lambda: self.display.console.print(Text(say("play.thinking", bot=bot), QUIET)))
        advice = hint(seat_info, match.history(self.seat), match.view(self.seat), match.legal(self.seat))
        words = f"{self.speaker.action(advice.action, 'hint')} {self.speaker.reason(advice.reason)}"
        hinted = say("play.hint", bot=bot, advice=words)
        if not advice.chances:
            return hinted
        chances = [
            say("play.hint.chance", action=self.speaker.action(action), percent=round(100 * chance))
            for action, chance in advice.chances
        ]
        return f"{hinted} {say('play.hint.chances', chances=' · '.join(chances))}"

    def _command(self, name: str, words: Sequence[str]) -> str:
        """Run a command that was typed instead of an answer; return a notice, or ""."""
        say = self.speaker.say
        if name == "quit":
            raise PlayerLeft
        if name == "help":
            self.display.read(help_text(self.game, self.speaker, self.signs))
        elif name == "rules":
            text = rules_text(self.game, words, say)
            if isinstance(text, str):
                return text
            self.display.read(text)
        elif name == "hint":
            return self._hint()
        elif name == "log":
            if self.game.is_memory:
                return say("play.no-log", clause=self.game.memory_clause)
            lines = [painted(line, self.speaker) for line in self.log] or [Text(say("play.nothing-yet"))]
            self.display.read(Group(Text(say("play.log"), "bold"), *lines))
        return ""
