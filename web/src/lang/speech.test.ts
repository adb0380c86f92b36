// @vitest-environment node
import { expect, test } from "vitest";

import type { Any, GameName } from "../model/scene";
import { BOTS, GAME_NAMES, GAMES, type Refusal, type SeatShown } from "../protocol";
import { type Language, LANGUAGES, load } from "./catalogue";
import { joined, Speaker } from "./speech";

const players = [
  { kind: "person", name: "Anna" },
  { kind: "bot", name: "comte", bot: "comte" },
  { kind: "free" },
] as const;

/** All fields of all events; a sentence takes those it needs. */
const everything: Record<GameName, object> = {
  toctoctoc: {
    seat: 1,
    to: 0,
    source: 1,
    revealer: 1,
    rival: 0,
    card: "brute-ghost",
    guests: ["plain-ghost", "plain-ghost", "musician-ghost"],
    rank: "brute",
    creature: "ghost",
    scores: [3, 4, 4],
    winners: [1, 2],
  },
  chocottes: {
    seat: 1,
    to: 0,
    of: 1,
    other: 0,
    starter: 1,
    place: 2,
    other_place: 3,
    first: 1,
    second: 2,
    source: 1,
    target: 3,
    card: "dream-12",
    value: 12,
    ended: "knocked",
    penalty: 8,
    round: 2,
    rows: [["1"], ["2"]],
    points: [1, 2],
    totals: [3, 4],
    scores: [3, 4],
    winners: [0],
  },
  escalier: {
    seat: 1,
    place: "red",
    card: "riddle",
    child: "blue",
    colour: "green",
    first: "red",
    second: "white",
    cards: 3,
    scores: [3, 4],
    winners: [1],
  },
};
const own: Record<string, object> = {
  "toctoctoc.Answered": { opened: true },
  "chocottes.Snapped": { right: false },
  "escalier.Turned": { right: true },
  "escalier.Guessed": { right: false },
  "escalier.Shifted": { to: "white" },
  "escalier.Asked": { to: 0 },
};
const types = GAME_NAMES.flatMap((game) => Object.keys(GAMES[game].events).map((type) => [game, type] as const));

test.each(types)(
  "%s: %s has a sentence in every language, for everybody and for the one concerned",
  async (game, type) => {
    const event = { type, ...everything[game], ...own[`${game}.${type}`] } as unknown as Any<"event">;
    for (const language of LANGUAGES) {
      const texts = await load(language);
      for (const viewer of [null, 0, 1]) {
        const sentence = new Speaker(texts, game, players, viewer).sentence(event);
        expect(sentence).not.toBe("");
        expect(sentence).not.toMatch(/[{}]|undefined|null|\[object/);
      }
    }
  },
);

test("whoever is concerned is called you, the others by name; a bot by its name in this language", async () => {
  const event = { type: "Started", seat: 0 } as Any<"event">;
  const texts = await load("en");
  expect(new Speaker(texts, "escalier", players, 0).sentence(event)).toBe("You begin.");
  expect(new Speaker(texts, "escalier", players, 1).sentence(event)).toBe("Anna begins.");
  expect(new Speaker(await load("fr"), "escalier", players, null).player(1)).toBe("Vlad");
});

test("a sentence in parts says whose each name is, and reads the same", async () => {
  const event = { type: "Asked", seat: 0, to: 2, place: "red" } as Any<"event">;
  const speaker = new Speaker(await load("en"), "escalier", players, null);
  expect(speaker.parts(event).map(({ text, seat }) => [text, seat])).toEqual([
    ["Anna", 0],
    [" asks ", undefined],
    ["Seat 3", 2],
    [" who is at red.", undefined],
  ]);
  expect(joined(speaker.parts(event))).toBe("Anna asks Seat 3 who is at red.");
});

test("every bot at a table has a proper name of its own, in every language and at every level", async () => {
  for (const bot of BOTS) {
    const table = Array.from({ length: 5 }, () => ({ kind: "bot", name: bot, bot }) as const);
    const named = async (language: Language) => {
      const speaker = new Speaker(await load(language), "toctoctoc", table, null);
      return table.map((_, seat) => speaker.player(seat));
    };
    const names = await named("en");
    expect(new Set(names).size, names.join()).toBe(5);
    for (const name of names) expect(name).toMatch(/^\p{Lu}[\p{L} ]{1,14}$/u);
    // Two phones at one table may have two languages.
    for (const language of LANGUAGES) expect(await named(language)).toEqual(names);
  }
});

test("no bot is called like a person at the table", async () => {
  const [count, vlad] = [
    { kind: "bot", name: "comte", bot: "comte" },
    { kind: "person", name: "vlad" },
  ] as const;
  const speaker = new Speaker(await load("en"), "toctoctoc", [count, vlad, count], 1);
  expect([0, 1, 2].map((seat) => speaker.player(seat))).toEqual(["Mina", "vlad", "Boris"]);
});

test("a host's own bots keep their title, and several of the same are counted", async () => {
  const granny = { kind: "bot", name: "mamie", bot: "mamie" } as const;
  const count = { kind: "bot", name: "comte", bot: "comte" } as const;
  const texts = (await load("en")).with({ "bot.mamie.called": "Granny" });
  const all = (table: SeatShown[]) => {
    const speaker = new Speaker(texts, "toctoctoc", table, 0);
    return table.map((_, seat) => speaker.player(seat));
  };
  expect(all([players[0], granny, count])).toEqual(["Anna", "Granny", "Vlad"]);
  expect(all([granny, count, granny])).toEqual(["Granny 1", "Vlad", "Granny 2"]);
});

test("a bot that a record gives a name keeps it", async () => {
  const named = { kind: "bot", name: "Berta", bot: "comte" } as const;
  expect(new Speaker(await load("en"), "escalier", [named], null).player(0)).toBe("Berta");
});

test("a name that is written from right to left does not turn around what stands beside it", async () => {
  const table = [{ ...players[0], name: "شبح" }, players[0]];
  const speaker = new Speaker(await load("fr"), "escalier", table, null);
  expect(speaker.player(0)).toBe("\u2068شبح\u2069");
  expect(speaker.player(1)).toBe("Anna");
});

test("an event of a newer server is passed over in silence", async () => {
  const speaker = new Speaker(await load("en"), "escalier", players, 0);
  const events = [
    { type: "Teleported", seat: 0 },
    { type: "Started", seat: 0 },
  ] as unknown as Any<"event">[];
  expect(speaker.sentences(events)).toEqual(["You begin."]);
});

test("equal cards are counted", async () => {
  const speaker = new Speaker(await load("en"), "toctoctoc", players, null);
  expect(speaker.cards(["plain-ghost", "brute-ghost", "plain-ghost"])).toBe("2 plain ghosts and 1 ghost brute");
});

test("a refusal is said in words, one without words by the server's own", async () => {
  const speaker = new Speaker(await load("en"), "chocottes", players, 0);
  expect(speaker.refusal({ type: "refused", code: "look/same-card", message: "…", clause: "C3" })).toBe(
    "Look at two different cards.",
  );
  const newer = { type: "refused", code: "of/tomorrow", message: "Not today." } as unknown as Refusal;
  expect(speaker.refusal(newer)).toBe("Not today.");
});

test.each([
  ["en", "You knock at"],
  ["fr", "Tu frappes chez"],
  ["de", "Du klopfst bei"],
  ["nl", "Je klopt aan bij"],
] as const)("%s: one's own knock is told to oneself as one's own", async (language, words) => {
  const speaker = new Speaker(await load(language), "toctoctoc", players, 0);
  expect(speaker.sentence({ type: "Offered", seat: 0, to: 1 })).toContain(words);
});
