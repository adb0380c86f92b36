import { flushSync } from "svelte";
import { expect, test, vi } from "vitest";

import { OPENING as CHOCOTTES } from "../chocottes/testing";
import { all, atTextTable, focused, offered, press, show, written } from "../../testing/text-table";
import { FakeScene } from "../../testing/scene.svelte";

atTextTable();

test("an action that needs no card is chosen by its letter, too", async () => {
  const scene = new FakeScene(CHOCOTTES, { legal: ["draw", "knock"] });
  show(scene);
  await press("k");
  expect(scene.acted).toEqual(["knock"]);
});

test("C5: one's own row is rearranged, also while others play, and one can go back", async () => {
  const scene = new FakeScene(CHOCOTTES, { view: { to_act: [1], active: 1, row_sizes: [4, 4, 4] } });
  show(scene);
  const aside = () => all("[data-testid=aside]");
  expect(aside().map(written)).toEqual(["R Put your card … at place …"]);
  aside()[0]!.click();
  await vi.advanceTimersByTimeAsync(0);
  expect(offered()).toHaveLength(4);
  expect(focused()).toContain("1");
  await press("2");
  scene.tell([], { pile: 20 }); // other players' moves take nothing back
  flushSync();
  expect(offered()[0]).toBe("1 Put your card 2 at place 1");
  await press("Escape");
  await press("Escape");
  expect(offered()).toEqual([]);
  aside()[0]!.click();
  await vi.advanceTimersByTimeAsync(0);
  await press("3");
  await press("1");
  expect(scene.acts).toEqual([["arrange 3 to 1", 0]]);
});

test("C5: nobody rearranges while an effect is decided, nor somebody who watches", () => {
  const scene = new FakeScene(CHOCOTTES, { view: { may_arrange: false } });
  show(scene);
  expect(all("[data-testid=aside]")).toEqual([]);
  scene.tell([], { may_arrange: true });
  flushSync();
  expect(all("[data-testid=aside]")).toHaveLength(1);
  scene.mine = [];
  flushSync();
  expect(all("[data-testid=aside]")).toEqual([]);
});

test("the focus is not lost with a question that goes by itself", async () => {
  const scene = new FakeScene(CHOCOTTES, { view: { phase: "window" }, legal: ["snap 1", "snap 2", "pass"] });
  show(scene);
  all('[data-action="snap 2"]')[0]!.focus();
  scene.moves = {};
  scene.tell([], { phase: "turn" });
  flushSync();
  await vi.advanceTimersByTimeAsync(0);
  expect(document.activeElement?.getAttribute("data-testid")).toBe("asked");
});
