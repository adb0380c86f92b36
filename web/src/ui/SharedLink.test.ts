import { createRawSnippet, flushSync, mount, unmount } from "svelte";
import { afterEach, beforeAll, expect, test } from "vitest";

import { speak } from "../lang/language.svelte";
import SharedLink from "./SharedLink.svelte";

let shown: ReturnType<typeof mount>;

beforeAll(() => speak("en"));
afterEach(() => unmount(shown));

test.each([
  ["http://localhost:8000/t/owl-lamp-42", true],
  ["http://127.0.0.1:8000/t/owl-lamp-42", true],
  ["http://[::1]:8000/t/owl-lamp-42", true],
  ["http://192.168.1.20:8000/t/owl-lamp-42", false],
  ["https://localhost.example.org/t/owl-lamp-42", false],
])("a link that no other device can open says so: %s", async (link, isHereOnly) => {
  const ask = () => Promise.resolve({ link, qr: "<svg></svg>" });
  const children = createRawSnippet(() => ({ render: () => "<p></p>" }));
  shown = mount(SharedLink, { target: document.body, props: { ask, label: "QR code", children } });
  flushSync();
  const sentence = document.querySelector<HTMLElement>(".here")!;
  expect(sentence.textContent).toContain("This link works on this computer only");
  expect(sentence.classList).toContain("reserved");
  expect(sentence.hidden).toBe(false);
  await ask();
  flushSync();
  expect(document.querySelector("[data-testid=link]")?.textContent).toBe(link);
  expect(sentence.classList.contains("reserved")).toBe(!isHereOnly);
});
