import { expect, test } from "vitest";

import { load } from "../../lang/catalogue";
import { Speaker } from "../../lang/speech";
import { GAMES } from "../../protocol";
import { asides, type Choice, choices } from "./choices";

const players = [
  { kind: "person", name: "Anna" },
  { kind: "person", name: "Ben" },
  { kind: "person", name: "Cleo" },
] as const;
const keys = (groups: Choice[][]) => groups.map((group) => group.map(({ key, action }) => [key, action]));

/** All exchanges of own cards with those of two others. */
const exchanges = [1, 2, 3, 4].flatMap((own) =>
  [1, 2].flatMap((seat) => [1, 2, 3].map((place) => `exchange ${own} with ${place} of ${seat}`)),
);

test("few actions are chosen whole, each by a digit; no comes last and is 0", () => {
  expect(keys(choices(GAMES.chocottes, ["pass", "snap 2", "snap 1"]))).toEqual([
    [["1", "snap 1"], ["2", "snap 2"]],
    [["0", "pass"]],
  ]); // prettier-ignore
  expect(keys(choices(GAMES.chocottes, ["pass"]))).toEqual([[["1", "pass"]]]);
});

test("cards come in the order of the game, whatever the order of the hand", () => {
  const legal = ["offer taxi to 1", "offer plain-ghost to 2", "offer plain-ghost to 1", "offer child to 2"];
  const [offers] = choices(GAMES.toctoctoc, legal);
  expect(offers!.map(({ action }) => action)).toEqual([legal[2], legal[1], legal[3], legal[0]]);
});

test("many are chosen part by part, in the order that the game says", async () => {
  const speaker = new Speaker(await load("en"), "chocottes", players, 0);
  const said = (groups: Choice[][]) => groups.flat().map(({ open }) => speaker.action(open));
  const first = choices(GAMES.chocottes, [...exchanges, "decline"]);
  expect(said(first)).toEqual([
    "Swap your card 1 for …’s card …",
    "Swap your card 2 for …’s card …",
    "Swap your card 3 for …’s card …",
    "Swap your card 4 for …’s card …",
    "No, thanks",
  ]);
  expect(first.flat().map(({ key }) => key)).toEqual(["1", "2", "3", "4", "0"]);
  const second = choices(GAMES.chocottes, [...exchanges, "decline"], first[0]![1]!.open);
  expect(said(second)[0]).toBe("Swap your card 2 for Ben’s card 1");
  expect(second.flat()).toHaveLength(6);
});

test("a part that is the same in all of them is not asked for", () => {
  const legal = exchanges.filter((action) => action.endsWith("of 1"));
  const [group] = choices(GAMES.chocottes, legal);
  expect(group!.map(({ open }) => open)).toEqual(
    [1, 2, 3, 4].map((own) => ({ is: "Exchange", own, place: null, seat: 1 })),
  );
});

test("every action can be reached, and only legal ones", () => {
  const reached: string[] = [];
  const follow = (groups: Choice[][]): void => {
    for (const { open, action } of groups.flat())
      if (action === null) follow(choices(GAMES.chocottes, legal, open));
      else reached.push(action);
  };
  const legal = [...exchanges, "decline"];
  follow(choices(GAMES.chocottes, legal));
  expect(reached.toSorted()).toEqual(legal.toSorted());
});

/** Return the number of keys on the longest way to an action; Infinity where one has no key. */
function presses(game: keyof typeof GAMES, legal: readonly string[]): number {
  const deepest = (groups: Choice[][]): number =>
    Math.max(
      0,
      ...groups.flat().map(({ key, open, action }) => {
        if (key === null) return Infinity;
        return action === null ? 1 + deepest(choices(GAMES[game], legal, open)) : 1;
      }),
    );
  return deepest(choices(GAMES[game], legal));
}

const STREAMS = import.meta.glob<{ updates: { own?: { legal?: string[] }[] }[] }>("../../testing/streams/*.json", {
  eager: true,
  import: "default",
});

test.each(Object.keys(GAMES) as (keyof typeof GAMES)[])("two keys are enough for every move of %s", (game) => {
  const { updates } = STREAMS[`../../testing/streams/${game}.json`]!;
  const asked = updates.flatMap(({ own = [] }) => own.flatMap(({ legal }) => (legal ? [legal] : [])));
  expect(asked.length).toBeGreaterThan(5);
  for (const legal of asked) expect(presses(game, legal), legal.join()).toBeLessThanOrEqual(2);
});

test("two keys are enough at the fullest tables, too", () => {
  const [own, others, places] = [
    [1, 2, 3, 4, 5],
    [1, 2, 3, 4],
    [1, 2, 3, 4, 5, 6],
  ];
  const exchanges = own.flatMap((card) =>
    others.flatMap((seat) => places.map((place) => `exchange ${card} with ${place} of ${seat}`)),
  );
  expect(presses("chocottes", [...exchanges, "decline"])).toBe(2);
  const pairs = places.flatMap((one) => places.filter((other) => other > one).map((other) => `${one} ${other}`));
  const shuffles = others.flatMap((seat) => pairs.map((pair) => `shuffle ${pair} of ${seat}`));
  expect(presses("chocottes", [...shuffles, "decline"])).toBe(2);
  const cards = GAMES.toctoctoc.actions.Offer!.blanks!.card!.words!;
  const offers = cards.flatMap((card) => others.map((to) => `offer ${card} to ${to}`));
  expect(presses("toctoctoc", offers)).toBe(2);
});

test("a long second choice comes in groups, one for each player", () => {
  const legal = [1, 2].flatMap((own) =>
    [1, 2].flatMap((seat) => [1, 2, 3, 4].map((place) => `exchange ${own} with ${place} of ${seat}`)),
  );
  const [first] = choices(GAMES.chocottes, legal);
  const second = choices(GAMES.chocottes, legal, first![0]!.open);
  expect(second.map((group) => group.map(({ key }) => key).join(""))).toEqual(["1234", "5678"]);
});

test("C5: what may be done aside is made of the view, as the facts say", () => {
  const view = { may_arrange: true, row_sizes: [3, 5] };
  expect(asides(GAMES.chocottes, view, 0)).toEqual([
    "arrange 1 to 2",
    "arrange 1 to 3",
    "arrange 2 to 1",
    "arrange 2 to 3",
    "arrange 3 to 1",
    "arrange 3 to 2",
  ]);
  expect(asides(GAMES.chocottes, view, 1)).toHaveLength(20);
  expect(asides(GAMES.chocottes, { ...view, may_arrange: false }, 0)).toEqual([]);
  expect(asides(GAMES.escalier, {}, 0)).toEqual([]);
});

test("an action that the page has no form for is offered as it is", () => {
  expect(choices(GAMES.escalier, ["teleport red"])).toEqual([
    [{ open: { is: "teleport red" }, action: "teleport red", key: "1" }],
  ]);
});
