// @vitest-environment node
import { afterEach, expect, test, vi } from "vitest";

import { Tabs } from "./tabs";

afterEach(() => vi.unstubAllGlobals());

test("a browser without channels between tabs plays all the same", () => {
  vi.stubGlobal("BroadcastChannel", undefined);
  const tabs = new Tabs("hibou-lampe-42", () => {});
  tabs.claim();
  tabs.close();
});

test("the newest tab plays, the older one steps aside", async () => {
  const aside = vi.fn();
  const [older, newer] = [new Tabs("hibou-lampe-42", aside), new Tabs("hibou-lampe-42", () => {})];
  newer.claim();
  await vi.waitFor(() => expect(aside).toHaveBeenCalledOnce());
  older.close();
  newer.close();
});
