import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { afterStart } from "./motion";

const frames: (() => void)[] = [];
const then = vi.fn();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.stubGlobal("requestAnimationFrame", (frame: () => void) => frames.push(frame));
  vi.stubGlobal("cancelAnimationFrame", (id: number) => (frames[id - 1] = () => {}));
  frames.length = 0;
  then.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("what follows an animation waits for its first frame, however late that is drawn", () => {
  afterStart(300, then);
  vi.advanceTimersByTime(200);
  frames[0]!(); // it is drawn now
  vi.advanceTimersByTime(100);
  frames[1]!();
  vi.advanceTimersByTime(299);
  expect(then).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(then).toHaveBeenCalledOnce();
});

test("a page in the background draws nothing, and goes on nevertheless; a late frame changes nothing", () => {
  afterStart(300, then);
  vi.advanceTimersByTime(800);
  expect(then).toHaveBeenCalledOnce();
  frames[0]!();
  vi.advanceTimersByTime(2_000);
  expect(then).toHaveBeenCalledOnce();
  afterStart(300, then)();
  vi.advanceTimersByTime(2_000);
  expect(then).toHaveBeenCalledOnce();
});
