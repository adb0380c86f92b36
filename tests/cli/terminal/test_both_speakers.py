"""The terminal and the browser say the same: web/src/lang/both-speakers.test.ts reads these cases, too."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from tests.scale import each
from toctoc import GAMES, lang
from toctoc.cli.terminal.speech import Speaker
from toctoc.core.view_fields import ViewField

CASES = json.loads((Path(__file__).parents[2] / "lang" / "speakers.json").read_text(encoding="utf-8"))


class Named(Speaker):
    """Says players by their names alone, as the browser does."""

    def player(self, seat: int) -> str:
        return self.names[seat]


@each("case", CASES)
def test_the_terminal_says_it_as_the_browser_does(case: dict[str, Any]) -> None:
    for language in set(lang.LANGUAGES) & set(case):
        speaker = Named(lang.load(language), case["game"], ("Anna", "Ben", "Cleo"), 0)
        assert _said(speaker, case) == case[language]


def _said(speaker: Speaker, case: dict[str, Any]) -> str:
    game = GAMES[case["game"]]
    if "event" in case:
        events = {kind.__name__: kind for kind in game.events}
        return speaker.sentence(_made(events, "type", case["event"]))
    if "action" in case:
        actions = {kind.__name__: kind for kind in game.actions}
        return speaker.action(_made(actions, "is", case["action"]))
    return speaker.shown(_field(case["field"]), _value(case["value"]))


def _made(kinds: dict[str, Any], tag: str, said: dict[str, Any]) -> Any:
    return kinds[said[tag]](**{name: value for name, value in said.items() if name != tag})


def _field(facts: dict[str, Any]) -> ViewField:
    parts = {name: _field(part) for name, part in facts.get("parts", {}).items()}
    return ViewField(facts["kind"], facts.get("many", "one"), parts)


def _value(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(map(_value, value))
    return SimpleNamespace(**value) if isinstance(value, dict) else value
