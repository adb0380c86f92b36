import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  document.head.innerHTML = "";
  history.replaceState(null, "", "/");
});

/** Load the module as a page that was opened at `address`. */
async function site(address: string, isStatic = true) {
  if (isStatic) document.head.innerHTML = '<meta name="toctoc-site" content="static">';
  history.replaceState(null, "", address);
  vi.resetModules();
  return import("./site");
}

test("a server has the app at its root, whatever page is opened", async () => {
  const { base, href, isStatic, pathOf } = await site("/t/hibou-lampe-42?page=rules", false);
  expect(isStatic()).toBe(false);
  expect(base()).toBe("/");
  expect(href("/rules/escalier#E1")).toBe("/rules/escalier#E1");
  expect(pathOf("/t/hibou-lampe-42")).toBe("/t/hibou-lampe-42");
  expect(location.search).toBe("?page=rules");
});

test.each(["/", "/toctoc/", "/a/b/play/"])("a static site works below %s", async (at) => {
  const { base, href, isStatic, pathOf } = await site(`${at}?lang=fr`);
  expect(isStatic()).toBe(true);
  expect(base()).toBe(at);
  expect(href("/")).toBe(at);
  expect(href("/rules/escalier")).toBe(`${at}rules/escalier`);
  expect(pathOf(href("/rules/escalier"))).toBe("/rules/escalier");
  expect(location.search).toBe("?lang=fr");
});

test("the page of a deep link gets its address back", async () => {
  const page = encodeURIComponent("rules/escalier?lang=fr");
  const { base } = await site(`/toctoc/?page=${page}#E1`);
  expect(base()).toBe("/toctoc/");
  expect(location.pathname + location.search + location.hash).toBe("/toctoc/rules/escalier?lang=fr#E1");
});

test("the file index.html is the base too", async () => {
  expect((await site("/toctoc/index.html")).base()).toBe("/toctoc/");
});
