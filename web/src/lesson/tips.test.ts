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
const WORDS_A_SECOND = 200 / 60;
const TAP_SECONDS = 2;
const READING_SECONDS = 95;

describe.each(GAME_NAMES)("the tips of %s", (game) => {
  it("are 8 to 12 besides the spare ones, with different names", () => {
    const ids = tipsOf(game).map((tip) => tip.id);
    const course = tipsOf(game).filter((tip) => !tip.isSpare);
    expect(course.length).toBeGreaterThanOrEqual(8);
    expect(course.length).toBeLessThanOrEqual(12);
    expect(new Set(ids).size).toBe(ids.length);
  });

  // The moves of the shortened game take the other half of "Learn in 3 minutes": docs/reports/lessons.md.
  it.each(LANGUAGES)("are read in a minute and a half, in %s", async (language) => {
    const texts = await loadTexts(language);
    const course = tipsOf(game).filter((tip) => !tip.isSpare);
    const words = course.flatMap(({ id }) => texts.say(`lesson.${game}.${id}`).split(" "));
    expect(words.length / WORDS_A_SECOND + course.length * TAP_SECONDS).toBeLessThan(READING_SECONDS);
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
