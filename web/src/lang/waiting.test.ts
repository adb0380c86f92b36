import { beforeEach, expect, test } from "vitest";

import { OPENING } from "../games/toctoctoc/testing";
import { FakeScene } from "../testing/scene.svelte";
import { speak } from "./language.svelte";
import { lostLine, waitingLine } from "./waiting";

beforeEach(() => speak("en"));

const sceneOf = (to_act: number[]) => new FakeScene(OPENING, { seat: 0, view: { to_act } });

test("the players that choose are named, and never the viewer", () => {
  expect(waitingLine(sceneOf([1]))).toBe("Ben is choosing…");
  expect(waitingLine(sceneOf([0, 1, 2]))).toBe("Ben and Cleo are choosing…");
  expect(waitingLine(sceneOf([0]))).toBe("");
});

test("a bot and a person choose alike", () => {
  const scene = sceneOf([1]);
  scene.players = [scene.players[0]!, { kind: "bot", name: "comte", bot: "comte", nth: 0 }, scene.players[2]!];
  expect(waitingLine(scene)).toBe("Vlad is choosing…");
});

test("a lost line is named if the table waits for its player, with the time of the bot", () => {
  const scene = sceneOf([1]);
  scene.lost = { 2: { seconds: 5, untilBot: 15 } };
  expect(lostLine(scene)).toBe("");
  scene.lost = { 1: { seconds: 12, untilBot: 8 } };
  expect(waitingLine(scene)).toBe("Ben has been offline for 12 s. A bot plays in 8 s.");
  scene.lost = { 1: { seconds: 273, untilBot: 0 } };
  expect(waitingLine(scene)).toBe("Ben has been offline for 4 min.");
  scene.lost = { 1: { seconds: 12, untilBot: null } };
  expect(waitingLine(scene)).toBe("Ben has been offline for 12 s.");
  scene.players = scene.players.map((player, seat) => (seat === 1 ? { ...player, away: true } : player));
  expect(waitingLine(scene)).toBe("A bot plays for Ben…");
});
