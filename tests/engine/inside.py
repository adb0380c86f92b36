"""Play and test inside Pyodide: tests/engine/test_engine.py runs this by tools/pyodide.mjs, from the built engine.

Our package is the engine's; the checkout is mounted for the suites, which are no part of it.
"""

import json
import sys
import time

EDITION, *GAMES = globals()["ARGUMENTS"]  # bound by tools/pyodide.mjs
LONG = ("test_every_clause_is_hit", "test_every_refusal_has_words_and_a_clause")  # tests of many games


def use_checkout() -> None:
    """Let the suites be imported: they are no part of the engine, and all that the engine has comes from it."""
    import toctoc
    from tests.engine import stand_ins
    from toctoc import lang

    stand_ins.install()
    toctoc.__path__.append("/checkout/src/toctoc")  # for toctoc.testing
    vars(lang)["CONCERNS"] = ("common",)  # the engine has no texts for screens and terminals


def run_suites() -> int:
    """Run the conformance suites; return the number of tests."""
    from tests.engine.stand_ins import Skipped
    from tests.games.conformance import conformance
    from toctoc.bots import LEVELS
    from toctoc.testing import bots
    from toctoc.testing.conformance import Counts
    from toctoc.testing.machine import TableSuite
    from toctoc.testing.rules import RulesSuite
    from toctoc.testing.secrets import SecretsSuite
    from toctoc.testing.words import WordsSuite

    is_small = EDITION == "small"
    counts = Counts(walks=3, side_by_side=30)
    if is_small:
        counts = Counts(walks=1, side_by_side=12, examples=2, contests=8)
        vars(bots)["LEVELS"] = LEVELS[1:2]
    passed = 0
    for game in map(conformance, GAMES):
        variants = game.variants[:1] if is_small else game.variants
        for suite in (RulesSuite(), SecretsSuite(), WordsSuite(), TableSuite(), bots.BotsSuite()):
            suite.games, suite.counts = (game,), counts
            for name in [name for name in dir(suite) if name.startswith("test_")]:
                test = getattr(suite, name)
                of_game = "conformance" in test.__annotations__
                if is_small and name in LONG:
                    continue
                tests: list[dict[str, object]] = [{"variant": variant} for variant in variants]
                if of_game:
                    tests = [{"conformance": game}]
                more = {"record_property": lambda *_: None} if "record_property" in test.__annotations__ else {}
                for given in tests:
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
            if EDITION == "small" and level != "voyante":
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
    use_checkout()
    stories, tests = tell_stories(), run_suites()
    # The last line is for test_engine.py.
    print(json.dumps({"games": games, "stories": stories, "tests": tests, "seconds": time.process_time()}))


await main()  # type: ignore[top-level-await]  # noqa: F704, PLE1142
