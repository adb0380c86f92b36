// @vitest-environment node
import { expect, test } from "vitest";

import cases from "../../../tests/lang/speakers.json";
import type { Any } from "../model/scene";
import type { FieldFacts } from "../protocol";
import { LANGUAGES, load } from "./catalogue";
import { Speaker } from "./speech";

interface Case {
  game: string;
  field?: FieldFacts;
  value?: unknown;
  event?: unknown;
  action?: { is: string };
}

const players = ["Anna", "Ben", "Cleo"].map((name) => ({ kind: "person", name }) as const);

function said(speaker: Speaker, { field, value, event, action }: Case): string {
  if (event) return speaker.sentence(event as Any<"event">);
  return action ? speaker.action(action) : speaker.shown(field!, value);
}

test.each(cases)("the browser says it as the terminal does: $en", async (one) => {
  for (const language of LANGUAGES.filter((each) => each in one)) {
    const speaker = new Speaker(await load(language), one.game, players, 0);
    expect(said(speaker, one as Case)).toBe((one as Record<string, unknown>)[language]);
  }
});
