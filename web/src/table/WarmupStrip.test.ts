import { flushSync, mount } from "svelte";
import { afterEach, beforeEach, expect, test } from "vitest";

import { speak } from "../lang/language.svelte";
import { FakeSocket } from "../testing/socket";
import { lobby, sitAt, startServer, stopServer } from "../testing/table";
import WarmupStrip from "./WarmupStrip.svelte";

beforeEach(async () => {
  startServer();
  await speak("en");
});
afterEach(stopServer);

const strip = () => document.querySelector("[role=status]")?.textContent.trim();

test("bots that a server gets ready are named, also to who comes meanwhile, until they are", () => {
  const seats = [lobby.seats[0], { kind: "bot", name: "comte", bot: "comte" }];
  const table = sitAt({ lobby: { ...lobby, seats }, warming: [1] });
  mount(WarmupStrip, { target: document.body, props: { table } });
  flushSync();
  expect(strip()).toBe("Warming up: Vlad… Only the first time.");
  FakeSocket.last.tell({ type: "warming", seats: [] });
  flushSync();
  expect(strip()).toBe("");
  FakeSocket.last.tell({ type: "warming", seats: [1] });
  flushSync();
  expect(strip()).toContain("Vlad");
});
