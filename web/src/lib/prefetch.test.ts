import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { fetchMissing, fetchPictures } from "./prefetch";

let asked: string[];

class Picture {
  complete = true;
  naturalWidth = 0;
  private file = "";
  get src() {
    return this.file;
  }
  set src(file: string) {
    this.file = file;
    if (file) asked.push(file);
    this.naturalWidth = isThere ? 100 : 0;
  }
}
let isThere = true;

beforeEach(() => {
  asked = [];
  isThere = true;
  vi.useFakeTimers();
  vi.stubGlobal("Image", Picture);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a picture is fetched once", () => {
  fetchPictures(["a.svg", "b.svg"]);
  fetchPictures(["b.svg", "c.svg"]);
  expect(asked).toEqual([]); // pictures of the page come first
  vi.runAllTimers();
  expect(asked).toEqual(["a.svg", "b.svg", "c.svg"]);
});

test("what did not come is fetched again, and nothing else", () => {
  isThere = false;
  fetchPictures(["d.svg"]);
  vi.runAllTimers();
  isThere = true;
  fetchPictures(["e.svg"]);
  vi.runAllTimers();
  fetchMissing();
  fetchMissing();
  expect(asked).toEqual(["d.svg", "e.svg", "d.svg"]);
});

test("a broken picture on the page is fetched again", () => {
  const broken = document.body.appendChild(document.createElement("img"));
  broken.src = "/f.svg";
  Object.defineProperty(broken, "complete", { value: true });
  Object.defineProperty(broken, "naturalWidth", { value: 0 });
  const again: string[] = [];
  Object.defineProperty(broken, "src", { get: () => "/f.svg", set: (file: string) => again.push(file) });
  fetchMissing();
  expect(again).toEqual(["", "/f.svg"]);
  broken.remove();
});
