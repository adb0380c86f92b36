import { beforeAll, expect, test } from "vitest";

import { speak, texts } from "../../lang/language.svelte";
import { Speaker } from "../../lang/speech";
import { LANGUAGES } from "../../lang/catalogue";
import type { ToctoctocNothingHappened } from "../../protocol";

const PLAYERS = ["Anna", "Ben", "Zoé"].map((name) => ({ kind: "person" as const, name }));

function said(card: ToctoctocNothingHappened["card"], why: ToctoctocNothingHappened["why"], viewer = 0): string {
  return new Speaker(texts(), "toctoctoc", PLAYERS, viewer).sentence({ type: "NothingHappened", card, source: 2, why });
}

beforeAll(() => speak("en"));

test("where nothing happens the news say why", () => {
  expect(said("vamp-ghost", "empty")).toBe("Nothing happens: Zoé has no ghosts.");
  expect(said("vamp-ghost", "empty", 2)).toBe("Nothing happens: you have no ghosts.");
  expect(said("child", "empty")).toBe("Nothing happens: Zoé has no guests.");
  expect(said("taxi", "scarecrows")).toBe("Nothing happens: scarecrows stay where they are.");
  expect(said("child", "protected")).toBe("Nothing happens: brutes protect Zoé’s guests.");
});

test("in every language each reason has words of its own", async () => {
  for (const language of LANGUAGES) {
    await speak(language);
    const all = (["empty", "scarecrows", "protected"] as const).map((why) => said("child", why));
    all.push(...(["vamp-ghost", "vamp-monster", "vamp-vampire"] as const).map((card) => said(card, "empty")));
    expect(new Set(all).size).toBe(6);
  }
});
