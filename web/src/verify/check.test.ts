// @vitest-environment node
import { expect, test } from "vitest";

import { type Announced, digest } from "../live/shuffle";
import type { Deal, Pick } from "../protocol";
import { type Finding, findings, summary } from "./check";
import { type Fair, type GameRecord, readRecord } from "./record";

type Sealed = GameRecord & { fair: Fair };

const KINDS = ["riddle", "move", "swap", "red-child", "green-child", "blue-child", "yellow-child"];
const PART = "202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f";
const OTHER = "ab".repeat(32);

/** The beginning of a game that Toctoc played with these seals: Anna's device, Ben's that fell silent, a bot. */
const RECORD: Sealed = {
  game: "escalier",
  seats: [{ name: "Anna" }, { name: "Ben" }, { name: "Berta", bot: "apprenti" }],
  steps: [
    ["chance", "start 2"],
    ["chance", "flip move"],
    [2, "move green"],
    ["chance", "flip swap"],
    [0, "swap blue white"],
    ["chance", "flip move"],
    [1, "move red"],
    ["chance", "flip blue-child"],
    [2, "turn yellow"],
  ],
  result: { reason: "both-piles-gone" },
  fair: {
    number: 7,
    commitment: "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
    secret: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
    seats: [
      { hash: "72dbb7336c76780023f83da4c355f2eeea85733b13d3477697917790c1229084", part: PART },
      { hash: "9432c1a7d343fcfacb164bdc44ff71c1281c004886b1c428419088d06cd3561a" },
      {},
    ],
  },
};
const stock = (...counts: number[]) => counts.map((tickets, kind) => ({ outcome: `flip ${KINDS[kind]}`, tickets }));
const DEAL: Deal = {
  picks: [
    { step: 1, of: [0, 1, 2].map((seat) => ({ outcome: `start ${seat}`, tickets: 1 })) },
    { step: 2, of: stock(12, 14, 14, 4, 4, 4, 4) },
    { step: 4, of: stock(12, 13, 14, 4, 4, 4, 4) },
    { step: 6, of: stock(12, 13, 13, 4, 4, 4, 4) },
    { step: 8, of: stock(12, 12, 13, 4, 4, 4, 4) },
  ],
};
const ANNOUNCED: Announced = {
  number: 7,
  commitment: RECORD.fair.commitment,
  hashes: RECORD.fair.seats.map(({ hash }) => hash ?? null),
  part: PART,
  seats: [0],
};

const keys = (found: Finding[]) => found.map(({ key }) => key);
const bad = (found: Finding[]) => keys(found.filter(({ verdict }) => verdict === "bad"));
const check = (record: Sealed, announced: Announced | null = ANNOUNCED, deal = DEAL) =>
  findings(record, deal, 7, announced);
const sealed = (fair: Partial<Fair>): Sealed => ({ ...RECORD, fair: { ...RECORD.fair, ...fair } });

test("an honest game is found to be one, and who was silent is said", () => {
  const found = check(RECORD);
  expect(keys(found)).toEqual(["seal.good", "parts.good", "parts.skipped", "announced.good", "own.good", "draws.good"]);
  expect(found.find(({ key }) => key === "parts.skipped")?.seats).toEqual([1]);
  expect(found.at(-1)?.values).toEqual({ n: 5 });
  expect(summary(found)).toBe("fits");
});

test("without anything left open, nobody can have chosen the deal", () => {
  expect(summary(check(RECORD).filter(({ verdict }) => verdict === "good"))).toBe("good");
});

test("a device that was not there says so", () => {
  const found = check(RECORD, null);
  expect(keys(found)).toContain("announced.none");
  expect(summary(found)).toBe("fits");
});

test("another secret than the announced one is found out, also where its seal was exchanged with it", () => {
  expect(bad(check(sealed({ secret: OTHER })))).toEqual(["seal.bad", "draws.bad"]);
  expect(bad(check(sealed({ secret: OTHER, commitment: digest(OTHER) })))).toEqual([
    "announced.commitment",
    "draws.bad",
  ]);
});

test("another part is found out, also where its seal was exchanged with it", () => {
  const [anna, ...others] = RECORD.fair.seats;
  const swapped = sealed({ seats: [{ ...anna, part: OTHER }, ...others] });
  expect(bad(check(swapped))).toEqual(["parts.bad", "own.bad", "draws.bad"]);
  const resealed = sealed({ seats: [{ hash: digest(OTHER), part: OTHER }, ...others] });
  const found = check(resealed);
  expect(bad(found)).toEqual(["announced.hashes", "own.bad", "draws.bad"]);
  expect(found.find(({ key }) => key === "announced.hashes")?.seats).toEqual([0]);
});

test("a part that was left out is missed by its own device alone", () => {
  const [anna, ...others] = RECORD.fair.seats;
  const without = sealed({ seats: [{ hash: anna!.hash! }, ...others] });
  expect(bad(check(without))).toContain("own.bad");
  expect(keys(check(without, null))).toContain("parts.none");
});

test("a card that the seed does not give is found, with its step", () => {
  const steps: GameRecord["steps"] = RECORD.steps.with(3, ["chance", "flip riddle"]);
  const [found] = check({ ...RECORD, steps }).filter(({ verdict }) => verdict === "bad");
  expect(found).toMatchObject({ key: "draws.bad", values: { step: 4, what: "flip riddle", due: "flip swap" } });
});

test("no draw may be left out, on either side", () => {
  const fewer: Pick[] = DEAL.picks.slice(0, -1);
  expect(bad(check(RECORD, ANNOUNCED, { picks: fewer }))).toEqual(["draws.missing"]);
  expect(bad(check({ ...RECORD, steps: RECORD.steps.slice(0, 7) }))).toEqual(["draws.too-many"]);
});

test("the record of another game does not pass for this one", () => {
  expect(bad(findings(RECORD, DEAL, 8, null))).toEqual(["number.bad"]);
});

test("what is no record, or seals nothing properly, is not read", () => {
  expect(readRecord(RECORD)).toEqual(RECORD);
  expect(readRecord({ ...RECORD, fair: undefined, lesson: true })?.lesson).toBe(true);
  expect(readRecord({ ...RECORD, lesson: true })).toBeNull();
  expect(readRecord(sealed({ secret: "secret" }))).toBeNull();
  expect(readRecord(sealed({ seats: [] }))).toBeNull();
  expect(readRecord({ ...RECORD, game: "chess" })).toBeNull();
  expect(readRecord("record")).toBeNull();
});
