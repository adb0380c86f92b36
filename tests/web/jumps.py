"""Jumps in a replay: the first frame after each is compared with the replay."""

import re
from collections import Counter
from typing import Any

from playwright.sync_api import expect

from tests.scale import scaled

from .person import Person, patch

# The ways to a move; `next` plays one move and is no jump.
WAYS = """
const press = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
const button = (nth) => document.querySelectorAll(".controls .buttons button")[nth].click();
const ways = {
  slider: (to) => {
    const slider = document.querySelector(".controls input");
    slider.value = to;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  },
  link: async (to) => {
    const changed = new Promise((resolve) => addEventListener("hashchange", resolve, { once: true }));
    history.replaceState(null, "", "#");
    location.hash = to;
    await changed;
  },
  moment: () => document.querySelector("[data-testid=pictured] > button").click(),
  first: () => button(0),
  back: () => button(1),
  next: () => button(3),
  last: () => button(4),
  Home: () => press("Home"),
  End: () => press("End"),
  ArrowLeft: () => press("ArrowLeft"),
};
"""

# What a table shows, by game; what is left of a move, in any; and what moves, but for what always does.
SHOWN = """
const all = (what, root = document.querySelector("main")) => [...root.querySelectorAll(what)];
const number = (one) => Number(one.textContent.replace(/[^0-9−-]/g, "").replace("−", "-"));
const by = (name, what) => Object.fromEntries(all(`[data-${name}]`).map((one) => [one.dataset[name], what(one)]));
const bySeat = (what) => by("seat", (tag) => number(what(tag)));
const tables = {
  toctoctoc: () => ({
    scores: by("house", (house) => number(house.querySelector(".moon span"))),
    guests: by("house", (house) => all(".guests img", house).length),
    piles: all(".stack > b").map(number),
    door: all(".door.knocked").length,
  }),
  chocottes: () => ({
    scores: bySeat((tag) => tag.querySelector("b > span")),
    cards: all(".grid > .place").length,
    isEnd: all("[data-testid=round-end]").length === 1,
    piles: all(".count").map((one) => Number(one.dataset.count)),
  }),
  escalier: () => ({
    scores: bySeat((tag) => tag.querySelector(".won > span")),
    piles: all(".pile .count > span:not(.unseen)").map(number),
    ghosts: all("[data-place]").filter((one) => all(".ghost", one).length).map((one) => one.dataset.place).sort(),
    turned: all(".discard .card").length,
  }),
  plain: () => ({ scores: bySeat((tag) => tag.querySelector(".score")) }),
};
const LEFT =
  ".reveal, .bubble, .spoils, .way, .child, .gliding, .moon b, .wrong, [data-testid=glimpse], .news button";
const shown = (game) => ({
  move: document.querySelector("[data-testid=move]").textContent,
  table: tables[game](),
  left: all(LEFT).map((one) => one.className),
  moving: document.getAnimations()
    .filter((one) => one.playState !== "finished" && one.effect.getComputedTiming().endTime < Infinity)
    .map((one) => one.effect.target)
    .filter((one) => document.querySelector("main").contains(one))
    .map((one) => one.outerHTML.slice(0, 120)),
});
"""

# Some jumps in one go, then the first frame after them: its callbacks run just before it is painted.
JUMP = f"""async ({{ game, jumps }}) => {{
  {WAYS} {SHOWN}
  for (const [way, to] of jumps) await ways[way](to);
  await new Promise(requestAnimationFrame);
  return shown(game);
}}"""

Replay = dict[str, Any]
Jump = tuple[str, int]


def open_replay(person: Person, code: str, position: int) -> Replay:
    """Open the replay of the table's last game at a move, and wait for its table."""
    replay: Replay = person.page.request.get(f"{person.url}/api/tables/{code}/replay").json()
    person.goto(f"/replay/{code}/1#{position}")
    person.page.locator(".replay main [data-seat]").first.wait_for()
    expect(person.page.get_by_test_id("move")).to_have_text(re.compile(rf"^{position} /"))
    return replay


def jump(person: Person, table: str, *jumps: Jump) -> dict[str, Any]:
    """Jump, several times before a paint if there are several; return the table of the first frame."""
    found: dict[str, Any] = person.page.evaluate(JUMP, {"game": table, "jumps": jumps})
    return found


def view_at(replay: Replay, position: int) -> dict[str, Any]:
    """Return the public view after a move."""
    view: dict[str, Any] = {}
    for frame in replay["frames"][: position + 1]:
        patch(view, frame.get("view", {}))
    return view


def expected(replay: Replay, table: str, position: int) -> dict[str, Any]:
    """Return the expected first frame at a move: its table, and nothing that moves or is left over."""
    move = f"{position} / {len(replay['frames']) - 1}"
    return {"move": move, "table": _TABLES[table](replay, position), "left": [], "moving": []}


def _scores(view: dict[str, Any]) -> dict[str, int]:
    return {str(seat): score for seat, score in enumerate(view["scores"])}


def _toctoctoc(replay: Replay, position: int) -> dict[str, Any]:
    view = view_at(replay, position)
    guests: Counter[str] = Counter()
    for house in view["houses"]:
        columns = [column[kind] for column in house["party"] for kind in ("plain", "brutes", "musicians")]
        guests[str(house["seat"])] = sum(columns) + house["scarecrows"]
    piles, door = [view["pile"], len(view["out"])], int(view["door"] is not None)
    return {"scores": _scores(view), "guests": dict(guests), "piles": piles, "door": door}


def _chocottes(replay: Replay, position: int) -> dict[str, Any]:
    """The end of a round lies open at its move: its cards are then those of that round."""
    view = view_at(replay, position)
    events = replay["frames"][position].get("events", [])
    rows = next((event["rows"] for event in events if "rows" in event), None)
    is_end = rows is not None and any(event["type"] == "RoundEnded" for event in events)
    cards = sum(map(len, rows)) if rows is not None and is_end else sum(view["row_sizes"])
    piles = [] if is_end else [view["pile"], view["discard"]]
    return {"scores": _scores(view), "cards": cards, "isEnd": is_end, "piles": piles}


def _escalier(replay: Replay, position: int) -> dict[str, Any]:
    view = view_at(replay, position)
    turned = int(view["last"] is not None)
    piles = [view["pile"], view["discard"]]
    return {"scores": _scores(view), "piles": piles, "ghosts": sorted(view["ghosts"]), "turned": turned}


def _plain(replay: Replay, position: int) -> dict[str, Any]:
    return {"scores": _scores(view_at(replay, position))}


_TABLES = {"toctoctoc": _toctoctoc, "chocottes": _chocottes, "escalier": _escalier, "plain": _plain}


def check_jumps(person: Person, replay: Replay, table: str) -> None:
    """Jump there and back in every way, from a table at rest and from one at which a move is being shown."""
    last = len(replay["frames"]) - 1
    middle = last // 2
    for goal, jumps in (
        (last, [("slider", last)]),
        (0, [("first", 0)]),
        (middle, [("link", middle)]),
        (middle - 1, [("back", 0)]),
        (last, [("End", 0)]),
        (last - 1, [("ArrowLeft", 0)]),
        (0, [("Home", 0)]),
        (last, [("last", 0)]),
        (middle, [("slider", 3), ("slider", last), ("slider", middle)]),
        (middle - 4, [("next", 0), ("slider", middle - 4)]),
    ):
        check_jump(person, replay, table, goal, *jumps)
    for at in range(
        last - 1, 1, -max(1, last // scaled(5, most=20))
    ):  # from moves that are being shown, far away and back
        far = 0 if at > middle else last
        jump(person, table, ("slider", at - 1), ("next", 0))
        check_jump(person, replay, table, far, ("slider", far))
        check_jump(person, replay, table, at, ("slider", at))


def check_jump(person: Person, replay: Replay, table: str, goal: int, *jumps: Jump) -> None:
    """Jump, and compare the first frame with the replay."""
    found, wanted = jump(person, table, *jumps), expected(replay, table, goal)
    wrong = {part: (found[part], wanted[part]) for part in wanted if found[part] != wanted[part]}
    assert not wrong, f"after {jumps} (found, wanted): {wrong}"
