// @vitest-environment node
import { expect, test } from "vitest";

import { load } from "../lang/catalogue";
import { Speaker } from "../lang/speech";
import type { ChocottesKnocked, ReplayOf, ToctoctocView } from "../protocol";
import { ReplayScene } from "./replay-scene.svelte";
import { clauseBehind, sentences } from "../narration/events";

const house = (seat: number, cards_in_hand: number) => ({ seat, party: [], scarecrows: 0, score: 0, cards_in_hand });
const VIEW: ToctoctocView = {
  to_act: [0],
  active: 0,
  scores: [0, 0],
  winners: null,
  phase: "offer",
  houses: [house(0, 2), house(1, 1)],
  pile: 1,
  top: "child",
  out: [],
  door: null,
  revealed: null,
};
const REPLAY: ReplayOf<"toctoctoc"> = {
  game: "toctoctoc",
  players: [
    { name: "Anna", avatar: "owl" },
    { name: "apprenti", bot: "apprenti" },
  ],
  options: {},
  frames: [
    {
      step: 5,
      events: [{ type: "CardDealt", seat: 0 }],
      own: [
        {
          seat: 0,
          events: [{ type: "CardDealtToYou", seat: 0, card: "taxi" }],
          view: { hand: ["taxi", "scarecrow"], offered: null },
        },
        { seat: 1, view: { hand: ["child"], offered: null } },
      ],
      view: { ...VIEW },
      open: { "0": ["taxi", "scarecrow"], "1": ["child"] },
    },
    {
      step: 6,
      seat: 0,
      action: "offer scarecrow to 1",
      events: [{ type: "Offered", seat: 0, to: 1 }],
      own: [
        {
          seat: 0,
          events: [{ type: "YouOffered", seat: 0, to: 1, card: "scarecrow" }],
          view: { hand: ["taxi"], offered: "scarecrow" },
        },
      ],
      view: { to_act: [1], phase: "answer", door: { seat: 0, to: 1 }, "houses/0": house(0, 1) },
      open: { "0": ["taxi"], "1": ["child"] },
    },
    {
      step: 7,
      seat: 1,
      action: "open",
      events: [
        { type: "Answered", seat: 1, opened: true, card: "scarecrow", revealer: 1, rival: 0 },
        { type: "Joined", seat: 1, card: "scarecrow" },
      ],
      own: [{ seat: 0, view: { offered: null } }],
      view: { to_act: [], phase: "over", door: null, winners: [1] },
    },
  ],
};
const types = (scene: ReplayScene) => scene.happened.map(({ event }) => event.type);

test("frames are folded up to the position, forwards and back", () => {
  const scene = new ReplayScene(REPLAY);
  expect(scene.last).toBe(2);
  expect(scene.view).toEqual(VIEW);
  scene.go(1);
  expect(scene.view).toEqual({
    ...VIEW,
    to_act: [1],
    phase: "answer",
    door: { seat: 0, to: 1 },
    houses: [house(0, 1), house(1, 1)],
  });
  expect(scene.own).toEqual({ hand: ["taxi"], offered: "scarecrow" });
  scene.go(2);
  expect(scene.own).toEqual({ hand: ["taxi"], offered: null });
  scene.go(0);
  expect(scene.view).toEqual(VIEW);
});

test("a position beyond the ends is the end", () => {
  const scene = new ReplayScene(REPLAY, 99);
  expect(scene.position).toBe(2);
  scene.go(-3);
  expect(scene.position).toBe(0);
});

test("with everything open the aid is everything, and what did not change stays", () => {
  const scene = new ReplayScene(REPLAY, 2);
  expect(scene.aid).toEqual({ "0": ["taxi"], "1": ["child"] });
});

test("from a seat only what that seat saw is there", () => {
  const scene = new ReplayScene(REPLAY, 1);
  scene.look(1);
  expect(scene.aid).toBeNull();
  expect(scene.own).toEqual({ hand: ["child"], offered: null });
  expect(types(scene)).toEqual(["Offered"]);
  expect(scene.moveEvents).toEqual([{ type: "Offered", seat: 0, to: 1 }]);
  scene.look(0);
  expect(types(scene)).toEqual(["YouOffered"]);
});

test("what happened has keys that only grow, whichever way one goes", () => {
  const scene = new ReplayScene(REPLAY);
  let key = 0;
  for (const position of [1, 2, 1, 0, 2]) {
    scene.go(position);
    for (const one of scene.happened) expect(one.key).toBeGreaterThan(key);
    key = scene.happened.at(-1)!.key;
  }
});

test("nobody can play in a replay", () => {
  const scene = new ReplayScene(REPLAY, 1, 1);
  expect(scene.legal()).toEqual([]);
  scene.act();
  expect(scene.position).toBe(1);
});

test("with everything open a move is told as its player saw it, with names for all", async () => {
  const scene = new ReplayScene(REPLAY, 1, 1);
  const speaker = new Speaker(await load("en"), scene.game, scene.players, scene.viewer);
  expect(sentences(speaker, scene.moveEvents)).toEqual([
    speaker.sentence({ type: "YouOffered", seat: 0, to: 1, card: "scarecrow" }),
  ]);
  expect(sentences(speaker, scene.moveEvents)[0]).toContain("Anna");
});

test("dealt cards are not told one by one, and the rule is that of what is special", async () => {
  const scene = new ReplayScene(REPLAY);
  const speaker = new Speaker(await load("en"), scene.game, scene.players, null);
  expect(sentences(speaker, scene.moveEvents)).toEqual([]);
  expect(clauseBehind("toctoctoc", scene.moveEvents)).toBe("T4");
  scene.go(2);
  expect(clauseBehind("toctoctoc", scene.moveEvents)).toBe("T12");
});

test("a picture of a position has the table of a seat, and the two compared actions", () => {
  const scene = new ReplayScene(REPLAY);
  const compared = { seat: 1, crossed: "open", advised: "refuse" };
  const picture = scene.picture(1, { ...compared, isOpen: false });
  expect(picture).toMatchObject({ own: { hand: ["child"] }, aid: null, happened: [], ...compared });
  expect(picture.view).toMatchObject({ phase: "answer" });
  expect([picture.legal(1), picture.legal(0)]).toEqual([["open", "refuse"], []]);
  expect(scene.picture(1, { ...compared, isOpen: true }).aid).toEqual({ "0": ["taxi"], "1": ["child"] });
  expect([scene.position, scene.moverAt(6), scene.moverAt(7)]).toEqual([0, 0, 1]);
});

test("what the table goes on showing is not told", async () => {
  const speaker = new Speaker(await load("en"), "toctoctoc", new ReplayScene(REPLAY).players, null);
  const drawn = { type: "Drew", seat: 0, card: "child" } as const;
  expect(sentences(speaker, [drawn, { type: "TopTurned", card: "taxi" }])).toEqual(speaker.sentences([drawn]));
});

test("a sentence that leads to a list which is left out ends with a full stop", async () => {
  const speaker = new Speaker(await load("fr"), "chocottes", new ReplayScene(REPLAY).players, null);
  const knocked: ChocottesKnocked = { type: "Knocked", seat: 0, rows: [["3"], ["4"]] };
  expect(speaker.sentences([knocked])[0]).toMatch(/:$/);
  expect(sentences(speaker, [knocked])[0]).toMatch(/retournées\.$/);
});

test("only the next move follows from the one before: all else is a cut", () => {
  const scene = new ReplayScene(REPLAY, 1);
  const cuts = [2, 1, 2, 0, 2, 99].map((position) => {
    const before = scene.cut;
    scene.go(position);
    return scene.cut !== before;
  });
  expect(cuts).toEqual([false, true, false, true, true, false]);
  const before = scene.cut;
  scene.look(1);
  expect(scene.cut).not.toBe(before);
});

test("where one is already nothing happens again", () => {
  const scene = new ReplayScene(REPLAY, 2);
  const { happened } = scene;
  scene.go(3);
  expect(scene.happened).toBe(happened);
});

test("the views up to the position are its past", () => {
  const scene = new ReplayScene(REPLAY, 1);
  expect(scene.past).toEqual([VIEW, scene.view]);
});
