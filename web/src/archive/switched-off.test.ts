import { expect, test, vi } from "vitest";

import { lobby } from "../testing/table";
import { note, settle } from "./recorder.svelte";
import { games } from "./store";

test("where the host has switched it off, nothing is kept, and nothing noted once that is known", async () => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (path: string) => {
    asked.push(path);
    return Promise.resolve(new Response(JSON.stringify({ games: [], bot_facts: [], without: ["my-games"] })));
  });
  const { speak } = await import("../lang/language.svelte");
  await speak("en");
  const played = { ...lobby, commitment: "ab".repeat(32) } as never;
  note(played, [0]); // the server has not answered yet
  await settle();
  note(played, [0]);
  await settle();
  expect(asked).toEqual(["/api/games"]);
  expect(games()).toEqual([]);
  expect(localStorage.getItem("toctoc:playing")).toBe("[]");
  vi.unstubAllGlobals();
});
