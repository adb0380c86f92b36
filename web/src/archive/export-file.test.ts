import { expect, test } from "vitest";

import { BadFile, fileName, MAX_FILE_MB, readFile, readText, written } from "./export-file";
import { game } from "./testing";

const why = (read: () => unknown) => {
  try {
    read();
  } catch (error) {
    if (error instanceof BadFile) return [error.why, error.n];
  }
  return null;
};

test("what is written is read again", async () => {
  const games = [game({ hints: true }), game({ lesson: true, lost: true })];
  expect(readText(written(games))).toEqual(games);
  const file = { size: 1000, text: () => Promise.resolve(written(games)) } as Blob;
  expect(await readFile(file)).toEqual(games);
  expect(fileName(new Date("2026-11-16T12:00:00Z"))).toBe("toctoc-2026-11-16.json");
});

test("a file of the first format is read for ever", () => {
  const old =
    '{"kind":"toctoc-games","format":1,"games":[{"id":"00c0ffee00c0ffee","at":1763290000000,' +
    '"server":"http://localhost:8080","code":"hibou-lampe-42","number":1,"game":"escalier",' +
    '"players":[{"name":"Anna","avatar":"cat"},{"name":"comte","bot":"comte"}],' +
    '"scores":[30,26],"places":[1,2],"mine":[0]}]}';
  expect(readText(old)[0]).toMatchObject({ id: "00c0ffee00c0ffee", code: "hibou-lampe-42", mine: [0] });
});

test("another file is refused, and why is known", () => {
  expect(why(() => readText("no JSON"))).toEqual(["text", 0]);
  expect(why(() => readText("null"))).toEqual(["other", 0]);
  expect(why(() => readText('{"kind":"holiday"}'))).toEqual(["other", 0]);
  expect(why(() => readText('{"kind":"toctoc-games","format":1,"games":3}'))).toEqual(["other", 0]);
  expect(why(() => readText('{"kind":"toctoc-games","format":2,"games":[]}'))).toEqual(["newer", 0]);
});

test("one bad game spoils the file, and is named", () => {
  const text = written([game(), { ...game(), mine: [9] }]);
  expect(why(() => readText(text))).toEqual(["game", 2]);
});

test("a file as large as a film is not read at all", async () => {
  const film = { size: (MAX_FILE_MB + 1) * 1e6, text: () => expect.unreachable() } as unknown as Blob;
  await expect(readFile(film)).rejects.toThrow("large");
});
