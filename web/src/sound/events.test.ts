import { expect, it } from "vitest";

import protocol from "../protocol.ts?raw";
import { GAME_NAMES } from "../model/scene";
import { SOUNDS as chocottes } from "../games/chocottes/sounds";
import { SOUNDS as escalier } from "../games/escalier/sounds";
import { type Sounds, soundOf } from "./sounds";
import { SHEET } from "./sheet";

const ALL = import.meta.glob<Sounds>("../games/*/sounds.ts", { eager: true, import: "SOUNDS" });
const prefix = { toctoctoc: "Toctoctoc", chocottes: "Chocottes", escalier: "Escalier" };

it.each(GAME_NAMES)("every event of %s is heard, or silent on purpose", (game) => {
  const union = new RegExp(`export type ${prefix[game]}Event = (.+);`).exec(protocol)![1]!;
  const types = union.split(" | ").map((name) => name.slice(prefix[game].length));
  expect(types).toContain("GameOver");
  expect(Object.keys(ALL[`../games/${game}/sounds.ts`]!).sort()).toEqual(
    types.filter((type) => type !== "GameOver").sort(),
  );
});

it("hears a right throw and a wrong one differently", () => {
  expect(soundOf(chocottes, { type: "Snapped", seat: 0, place: 1, card: "3", right: true })).toBe("snap");
  expect(soundOf(chocottes, { type: "Snapped", seat: 0, place: 1, card: "3", right: false })).toBe("wrong");
});

it("comforts those who did not win", () => {
  const over = { type: "GameOver", scores: [3, 5], winners: [1] } as const;
  const event = { ...over, scores: [...over.scores], winners: [...over.winners] };
  expect(soundOf(escalier, event, 1)).toBe("win");
  expect(soundOf(escalier, event, 0)).toBe("lose");
  expect(soundOf(escalier, event)).toBe("win");
});

it("is silent about events that it does not know", () => {
  expect(soundOf(escalier, { type: "Sneezed" } as never)).toBeNull();
});

it("uses only sounds that there are", () => {
  const notes = Object.values(ALL).flatMap((sounds) => Object.values(sounds));
  for (const note of notes) if (typeof note === "string") expect(SHEET).toHaveProperty(note);
});
