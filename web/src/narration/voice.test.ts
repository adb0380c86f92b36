// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { settings } from "../lib/settings.svelte";
import { hush, speak } from "./voice";

const calls: string[] = [];

class Utterance {
  lang = "";
  rate = 1;
  volume = 1;
  constructor(readonly text: string) {}
}

beforeEach(() => {
  calls.length = 0;
  settings.volume = 0.25;
  vi.stubGlobal("SpeechSynthesisUtterance", Utterance);
  vi.stubGlobal("speechSynthesis", {
    cancel: () => calls.push("cancel"),
    speak: (said: Utterance) => calls.push(`${said.lang}: ${said.text} (${said.volume})`),
  });
});

afterEach(() => vi.unstubAllGlobals());

test("a new sentence takes the place of the old one", () => {
  speak("Trouve l'enfant rouge !", "fr");
  expect(calls).toEqual(["cancel", "fr: Trouve l'enfant rouge ! (1)"]);
});

test("what goes on is said after it", () => {
  speak("Ben finds the red child.", "en");
  speak("Ben wins 3 cards.", "en", true);
  expect(calls).toEqual(["cancel", "en: Ben finds the red child. (1)", "en: Ben wins 3 cards. (1)"]);
});

test("without sound it is silent, and falls silent", () => {
  settings.volume = 0;
  speak("Boo!", "en");
  expect(calls).toEqual(["cancel"]);
});

test("nothing is thrown where there is no voice, or it fails", () => {
  const fail = () => {
    throw new Error();
  };
  vi.stubGlobal("speechSynthesis", { cancel: fail, speak: fail });
  speak("Boo!", "en");
  vi.unstubAllGlobals();
  speak("Boo!", "en");
  hush();
});
