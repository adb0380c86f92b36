// @vitest-environment node
import { describe, expect, it } from "vitest";

import { OPENING } from "../games/escalier/testing";
import { LANGUAGES, load as loadTexts } from "../lang/catalogue";
import { GAME_NAMES, type GameName } from "../model/scene";
import { bookOf, clauseIn, load } from "../rules/book";
import { FakeScene } from "../testing/scene.svelte";
import { type Tip, tipNow } from "./tip";

const ALL = import.meta.glob<readonly Tip[]>("../games/*/lesson.ts", { eager: true, import: "TIPS" });
const tipsOf = (game: GameName) => ALL[`../games/${game}/lesson.ts`]!;
const NONE = new Set<string>();

describe.each(GAME_NAMES)("the tips of %s", (game) => {
  it("are 8 to 14, with different names", () => {
    const ids = tipsOf(game).map((tip) => tip.id);
    expect(ids.length).toBeGreaterThanOrEqual(8);
    expect(ids.length).toBeLessThanOrEqual(14);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("have words in every language, and a rule behind them", async () => {
    const languages = await Promise.all(LANGUAGES.map(loadTexts));
    for (const { id, clause } of tipsOf(game)) {
      for (const texts of languages) expect(texts.has(`lesson.${game}.${id}`), texts.language).toBe(true);
      expect(bookOf(clause)).toBe(game);
      expect(clauseIn(await load(game, "en"), clause), clause).toBeDefined();
    }
  });
});

describe("one tip at a time", () => {
  const tips: Tip<"escalier">[] = [
    { id: "early", clause: "E1", when: () => true },
    { id: "late", clause: "E1", when: ({ view }) => view.pile < 10 },
    { id: "asked", clause: "E1", asks: true, when: ({ view }) => view.phase === "move" },
  ];
  const calm = new FakeScene(OPENING, { view: { pile: 5 } });
  const asked = new FakeScene(OPENING, { view: { pile: 5, phase: "move" } });

  it("takes them in their order, each once", () => {
    expect(tipNow(tips, calm, NONE, null)?.id).toBe("early");
    expect(tipNow(tips, calm, new Set(["early"]), null)?.id).toBe("late");
    expect(tipNow(tips, calm, new Set(["early", "late"]), null)).toBeNull();
  });

  it("keeps the one that is shown while its moment lasts", () => {
    expect(tipNow(tips, calm, NONE, "late")?.id).toBe("late");
    expect(tipNow(tips, new FakeScene(OPENING), NONE, "late")?.id).toBe("early");
  });

  it("lets a decision go before", () => {
    expect(tipNow(tips, asked, NONE, "late")?.id).toBe("asked");
    expect(tipNow(tips, asked, NONE, "asked")?.id).toBe("asked");
  });
});
