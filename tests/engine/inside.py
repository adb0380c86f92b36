"""Play and test inside Pyodide: tests/engine/test_engine.py runs this by tools/pyodide.mjs, from the built engine.

Our package is the engine's; the checkout is mounted for the suites, which are no part of it.
"""

import json
import sys
import time
from types import ModuleType

EDITION, *GAMES = globals()["ARGUMENTS"]  # bound by tools/pyodide.mjs


class Skipped(Exception):
    """Raised by a test that does not apply to a game."""


class Raises:
    """As `pytest.raises`."""

    def __init__(self, kind: type[Exception]) -> None:
        self.kind = kind

    def __enter__(self) -> "Raises":
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        self.value = error
        return isinstance(error, self.kind)


def skip(reason: str) -> None:
    raise Skipped(reason)


def fail(reason: str, pytrace: bool = True) -> None:
    raise AssertionError(reason)


def replace_pytest() -> None:
    """Let the suites import the few names of pytest that they use: the engine has no pytest."""
    found = ModuleType("pytest")
    found.__dict__.update(register_assert_rewrite=lambda *_: None, raises=Raises, skip=skip, fail=fail)
    sys.modules["pytest"] = found
    import toctoc

    toctoc.__path__.append(
        "/checkout/src/toctoc"
    )  # for toctoc.testing: all that the engine has comes from the engine


def run_suites() -> int:
    """Run the conformance suites; return the number of tests."""
    from tests.games.conformance import conformance
    from toctoc.testing.conformance import Counts
    from toctoc.testing.rules import RulesSuite
    from toctoc.testing.secrets import SecretsSuite

    counts = Counts(walks=1, side_by_side=12) if EDITION == "small" else Counts(walks=3, side_by_side=30)
    passed = 0
    for game in map(conformance, GAMES):
        variants = game.variants[:1] if EDITION == "small" else game.variants
        for suite in (RulesSuite(), SecretsSuite()):
            suite.games, suite.counts = (game,), counts
            for name in [name for name in dir(suite) if name.startswith("test_")]:
                test = getattr(suite, name)
                of_game = "conformance" in test.__annotations__
                if of_game and EDITION == "small":
                    continue  # all clauses take hundreds of games
                tests: list[dict[str, object]] = [{"variant": variant} for variant in variants]
                if of_game:
                    tests = [{"conformance": game}]
                for given in tests:
                    more = (
                        {"record_property": lambda *_: None} if "record_property" in test.__annotations__ else {}
                    )
                    try:
                        test(**given, **more)
                    except Skipped:
                        continue
                    passed += 1
    return passed


def tell_stories() -> int:
    """Compare golden playthroughs to their files; return their number."""
    from tests.golden.story import STORIES, tell

    chosen = [story for story in STORIES if story.game in GAMES]
    if EDITION == "small":
        chosen = [next(story for story in chosen if story.game == game) for game in GAMES]
    for story in chosen:
        assert tell(story) == story.file.read_text(encoding="utf-8"), str(story)
    return len(chosen)


async def play_games() -> int:
    """Play on the host of a device against every level of bots; return the number of whole games."""
    from tests.browser_host.device import Tab
    from toctoc.bots import LEVELS

    played = 0
    for game in GAMES:
        for level in LEVELS:
            tab = Tab()
            code = await tab.made(game, host={"name": "Anna", "start": True, "fill": level})
            player = await tab.player(code)
            if EDITION == "small" and level != "medium":
                await player.play(moves=2)  # after the first, a bot has decided
                continue
            await player.play()
            tab.end()
            tab = Tab(tab)
            status, lobby = await tab.ask("GET", f"/api/tables/{code}")
            assert (status, lobby["stage"]) == (200, "over")
            played += 1
        for language in ("en", "fr", "nl", "de"):
            for part in ("words", "rules"):
                assert (await Tab().ask("GET", f"/api/games/{game}/{part}/{language}"))[0] == 200
        assert (await Tab().ask("POST", "/api/tables", {"game": game, "lesson": True, "host": {"name": "A"}}))[
            0
        ] == 201
    return played


async def main() -> None:
    import toctoc.browser.javascript  # noqa: F401  # with all that a worker imports

    sys.path.append("/checkout")  # for `tests`

    games = await play_games()
    replace_pytest()
    stories, tests = tell_stories(), run_suites()
    # The last line is for test_engine.py.
    print(json.dumps({"games": games, "stories": stories, "tests": tests, "seconds": time.process_time()}))


await main()  # type: ignore[top-level-await]  # noqa: F704, PLE1142
