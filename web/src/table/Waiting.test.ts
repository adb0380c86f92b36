import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import { speak } from "../lang/language.svelte";
import { want } from "../live/new-table";
import { FakeSocket } from "../testing/socket";
import { lobby, sitAt, startServer, stopServer } from "../testing/table";
import Waiting from "./Waiting.svelte";

const FREE = { kind: "free" };
const BEN = { kind: "person", name: "Ben" };
let page: Record<string, unknown>;

beforeAll(() => speak("en"));
beforeEach(startServer);
afterEach(async () => {
  await unmount(page);
  stopServer();
});

const sits = () => FakeSocket.last.sent.filter((one) => one.type === "sit");
const tell = (message: object) => {
  FakeSocket.last.tell(message);
  flushSync();
};

test("one seat is asked for at a time, and another one only after a refusal", () => {
  want("hibou-lampe-42");
  const seats = [FREE, FREE];
  const table = sitAt({ lobby: { ...lobby, stage: "lobby", waits: 20_000, seats }, seats: [], view: null, own: [] });
  page = mount(Waiting, { target: document.body, props: { table } });
  flushSync();
  expect(sits()).toHaveLength(1);
  document.querySelector<HTMLButtonElement>(".button.warm")!.click();
  tell({ type: "update", version: 11, at: 0, public: { lobby: { seats: [BEN, FREE] } } });
  expect(sits()).toHaveLength(1);
  tell({ type: "refused", id: sits()[0]!.id, code: "seat/taken" });
  expect(sits()).toHaveLength(2);
  tell({ type: "update", version: 12, at: 0, public: { lobby: { seats: [BEN, FREE] } } });
  expect(sits()).toHaveLength(2);
  expect(sits()[1]).toMatchObject({ seat: 1 });
});
