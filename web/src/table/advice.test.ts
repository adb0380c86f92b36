import { expect, test } from "vitest";

import { OPENING as CHOCOTTES } from "../games/chocottes/testing";
import { OPENING as ESCALIER } from "../games/escalier/testing";
import { OPENING as TOCTOCTOC } from "../games/toctoctoc/testing";
import { LANGUAGES } from "../lang/catalogue";
import { speak, texts } from "../lang/language.svelte";
import { factsOf } from "../model/facts";
import type { LiveTable } from "../live/table.svelte";
import type { Scene } from "../model/scene";
import { GAMES, type Hinted } from "../protocol";
import { FakeScene } from "../testing/scene.svelte";
import { adviserAt, advice, givesHints } from "./advice";

const OPENINGS = { toctoctoc: TOCTOCTOC, chocottes: CHOCOTTES, escalier: ESCALIER };

const sceneOf = (game: keyof typeof OPENINGS) => new FakeScene(OPENINGS[game] as typeof CHOCOTTES) as unknown as Scene;
const hinted = (action: string, reason = "answer-either", params: Hinted["params"] = {}): Hinted => ({
  type: "hinted",
  id: "1",
  action,
  reason,
  params,
});

test.each([
  ["en", "Vlad: “Knock at Ben’s door with a hearse-taxi. I hope Ben refuses: about 42% likely.”"],
  [
    "fr",
    "Vlad\u00a0: «\u00a0Frappe chez Ben avec un taxi-corbillard. " +
      "Ben refusera, j’espère\u00a0: je dirais 42 chances sur 100.\u00a0»",
  ],
  ["nl", "Vlad: “Klop bij Ben aan met een lijkwagentaxi. Ik hoop dat Ben niet opendoet: de kans is ongeveer 42%.”"],
  ["de", "Vlad: „Biete Ben ein Sargtaxi an. Hoffentlich macht Ben nicht auf: Die Chance ist etwa 42\u00a0%.“"],
] as const)("a hint is said in words, and so is its number (%s)", async (language, words) => {
  await speak(language);
  expect(advice(sceneOf("toctoctoc"), hinted("offer taxi to 1", "offer-shut", { to: 1, percent: 42 }))).toBe(words);
});

test("who gives hints has a name and a face that nobody at the table has", async () => {
  await speak("en");
  const scene = sceneOf("escalier");
  const count = { kind: "bot", name: "comte", bot: "comte" } as const;
  expect(adviserAt(scene).name).toBe("Vlad");
  const beside = { ...scene, game: scene.game, players: [...scene.players, count] } as Scene;
  expect(adviserAt(beside)).toMatchObject({ name: "Mina", seated: { nth: 1 } });
});

/** Every form of action, with something lawful in each of its blanks. */
function actionsOf(game: keyof typeof OPENINGS): string[] {
  return Object.values(factsOf(game).actions).map(({ form, blanks = {} }) =>
    form.replace(/{(\w+)}/g, (_, name: string) => {
      const { words, least = 0 } = blanks[name]!;
      return words?.at(-1) ?? String(Math.max(1, least));
    }),
  );
}

test.each(LANGUAGES)("every action of every game can be advised, never in notation (%s)", async (language) => {
  await speak(language);
  for (const game of Object.keys(GAMES) as (keyof typeof OPENINGS)[]) {
    const scene = sceneOf(game);
    const bare = advice(scene, hinted("pass the salt"));
    for (const action of actionsOf(game)) {
      const said = advice(scene, hinted(action));
      expect(said).not.toBe(bare);
      expect(said).not.toMatch(/[{}`_]/);
      if (action.includes(" ")) expect(said).not.toContain(action);
    }
  }
});

test("an action that the page has no words for is not shown as it is written", async () => {
  await speak("en");
  expect(texts().has("toctoctoc.act.Teleport")).toBe(false);
  expect(advice(sceneOf("toctoctoc"), hinted("teleport taxi"))).toBe("Vlad: “I can’t see any difference.”");
});

test.each([
  ["toctoctoc", true, false, "playing", true],
  ["toctoctoc", false, true, "playing", false],
  ["chocottes", true, false, "playing", false],
  ["escalier", true, false, "playing", false],
  ["escalier", true, true, "playing", true],
  ["escalier", true, true, "over", false],
])("there are hints only where they are given (%s, hints: %s, memory aid: %s, %s)", (game, hints, aid, stage, are) => {
  const settings = { hints, options: { memory_aid: aid } };
  expect(givesHints({ game, lobby: { stage, settings } } as unknown as LiveTable)).toBe(are);
});
