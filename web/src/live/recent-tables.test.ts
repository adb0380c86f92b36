import { expect, test } from "vitest";

import type { Lobby } from "../protocol";
import { factsOfTable } from "./recent-tables";

test("two bots of one kind keep the faces that they have at the table", () => {
  const seats = [{ kind: "person", name: "Zoé" }, ...Array(2).fill({ kind: "bot", bot: "apprenti", name: "apprenti" })];
  const { players } = factsOfTable(
    { game: "toctoctoc", settings: {}, stage: "playing", seats } as unknown as Lobby,
    [0],
  );
  expect(players!.map(({ bot, nth }) => [bot, nth ?? 0])).toEqual([
    ["apprenti", 0],
    ["apprenti", 1],
  ]);
});
