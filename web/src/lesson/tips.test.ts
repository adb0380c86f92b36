import { describe, expect, it } from "vitest";

import { LANGUAGES, load as loadTexts } from "../lang/catalogue";
import { GAME_NAMES, type GameName, type Scene } from "../live/types";
import { bookOf, clauseIn, load } from "../rules/book";
import { scene } from "../testing/scenes";
import { type Tip, tipNow } from "./tip";
import { TIPS } from "./tips";

const NONE = new Set<string>();

/** What a beginner who has seen nothing yet would be told, all of it. */
function due<G extends GameName>(at: Scene<G>): string[] {
  return (TIPS[at.game] as unknown as readonly Tip<G>[]).filter((tip) => tip.when(at)).map((tip) => tip.id);
}

describe.each(GAME_NAMES)("the tips of %s", (game) => {
  it("are 8 to 14, with different names", () => {
    const ids = TIPS[game].map((tip) => tip.id);
    expect(ids.length).toBeGreaterThanOrEqual(8);
    expect(ids.length).toBeLessThanOrEqual(14);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("have words in every language, and a rule behind them", async () => {
    const languages = await Promise.all(LANGUAGES.map(loadTexts));
    for (const { id, clause } of TIPS[game]) {
      for (const texts of languages) expect(texts.has(`lesson.${game}.${id}`), texts.language).toBe(true);
      expect(bookOf(clause)).toBe(game);
      expect(clauseIn(await load(game, "en"), clause), clause).toBeDefined();
    }
  });
});

describe("Toc Toc Toc!", () => {
  const OFFER = ["offer child to 1"] as const;

  it("begins with the hand and the knock", () => {
    expect(due(scene("toctoctoc", { legal: [...OFFER] }))).toEqual(["hand", "offer"]);
    expect(due(scene("toctoctoc"))).toEqual([]);
  });

  it("speaks of the hand only before the first card is revealed", () => {
    expect(due(scene("toctoctoc", { legal: [...OFFER], view: { out: ["taxi"] } }))).toEqual(["offer"]);
  });

  it("helps at the door, on both sides", () => {
    expect(due(scene("toctoctoc", { legal: ["open", "refuse"] }))).toEqual(["answer"]);
    expect(due(scene("toctoctoc", { events: [{ type: "YouOffered", seat: 0, to: 1, card: "child" }] }))).toEqual([
      "door",
    ]);
  });

  it("helps to choose for a vamp and for a tie", () => {
    expect(due(scene("toctoctoc", { legal: ["take plain", "take brute"] }))).toEqual(["choose"]);
    expect(due(scene("toctoctoc", { legal: ["chase ghost"] }))).toEqual(["choose"]);
  });

  it("explains the columns when a guest joins, not when a scarecrow does", () => {
    expect(due(scene("toctoctoc", { events: [{ type: "Joined", seat: 1, card: "plain-ghost" }] }))).toEqual(["party"]);
    expect(due(scene("toctoctoc", { events: [{ type: "Joined", seat: 1, card: "scarecrow" }] }))).toEqual([]);
  });

  it.each([
    ["vamp-ghost", "vamp"],
    ["brute-monster", "brute"],
    ["child", "child"],
    ["musician-vampire", "musician"],
    ["taxi", "taxi"],
    ["scarecrow", "scarecrow"],
  ] as const)("explains %s when it is revealed", (card, tip) => {
    const answered = { type: "Answered", seat: 1, opened: true, card, revealer: 1, rival: 2 } as const;
    expect(due(scene("toctoctoc", { events: [answered] }))).toEqual([tip]);
  });

  it("explains the cards of the hand later, and not all at once", () => {
    const own = { hand: ["vamp-ghost" as const, "child" as const], offered: null };
    const out = (n: number) => Array<"taxi">(n).fill("taxi");
    const later = (n: number) => due(scene("toctoctoc", { legal: [...OFFER], own, view: { out: out(n) } }));
    expect(later(2)).toEqual(["offer"]);
    expect(later(3)).toEqual(["offer", "vamp"]);
    expect(later(9)).toEqual(["offer", "vamp", "child"]);
  });

  it("says that everybody saw the card that the learner drew", () => {
    expect(due(scene("toctoctoc", { events: [{ type: "Drew", seat: 0, card: "taxi" }] }))).toEqual(["top"]);
    expect(due(scene("toctoctoc", { events: [{ type: "Drew", seat: 2, card: "taxi" }] }))).toEqual([]);
  });

  it("tells how it ends when the pile is empty", () => {
    expect(due(scene("toctoctoc", { view: { pile: 0, top: null } }))).toEqual(["end"]);
    expect(due(scene("toctoctoc", { view: { pile: 0, phase: "over" } }))).toEqual([]);
  });
});

describe("Toc Chocottes", () => {
  it("goes through a turn: look, draw, place", () => {
    expect(due(scene("chocottes", { legal: ["look 1", "look 2"] }))).toEqual(["look"]);
    expect(due(scene("chocottes", { legal: ["draw", "knock"], view: { phase: "turn" } }))).toEqual(["draw"]);
    expect(due(scene("chocottes", { legal: ["discard", "replace 1"], own: { drawn: "4" } }))).toEqual(["place"]);
  });

  it("explains the throw at the first discard, its risk later or after a mistake", () => {
    const discarded = { type: "Discarded", seat: 1, card: "8" } as const;
    const wrong = { type: "Snapped", seat: 1, place: 1, card: "3", right: false } as const;
    expect(due(scene("chocottes", { events: [discarded], view: { discard: 1 } }))).toEqual(["snap"]);
    expect(due(scene("chocottes", { events: [discarded], view: { discard: 4 } }))).toEqual(["snap", "risk"]);
    expect(due(scene("chocottes", { events: [wrong], view: { discard: 1 } }))).toEqual(["risk"]);
    expect(due(scene("chocottes", { events: [{ ...wrong, right: true }], view: { discard: 1 } }))).toEqual([]);
  });

  it.each([
    [7, "crack"],
    [10, "peek"],
    [11, "shuffle"],
    [12, "exchange"],
    [13, "gift"],
    [14, "reaper"],
  ] as const)("explains the effect of a %i to who decides about it", (value, tip) => {
    const asked = (seat: number) => scene("chocottes", { view: { phase: "effect", effects: [{ seat, value }] } });
    expect(due(asked(0))).toEqual([tip]);
    expect(due(asked(1))).toEqual([]);
  });

  it("waits with an effect until the window has closed", () => {
    expect(due(scene("chocottes", { view: { phase: "window", effects: [{ seat: 0, value: 10 }] } }))).toEqual([]);
  });

  it("knows a dream, drawn or looked at", () => {
    expect(due(scene("chocottes", { own: { drawn: "dream-10" } }))).toEqual(["dream"]);
    expect(due(scene("chocottes", { events: [{ type: "YouLookedAt", seat: 0, place: 1, card: "dream-12" }] }))).toEqual(
      ["dream"],
    );
    expect(due(scene("chocottes", { own: { drawn: "10" } }))).toEqual([]);
  });

  it("speaks of knocking after some turns", () => {
    const turn = (discard: number) =>
      due(scene("chocottes", { legal: ["draw", "knock"], view: { phase: "turn", discard } }));
    expect(turn(2)).toEqual(["draw"]);
    expect(turn(5)).toEqual(["draw", "knock"]);
  });

  it("explains the race to 50 between two rounds", () => {
    const last_round = { ended: "knocked", knocker: 0, tile: null, points: [3, 9] } as const;
    const view = { last_round: { ...last_round, points: [3, 9] } };
    expect(due(scene("chocottes", { view }))).toEqual(["score"]);
    expect(due(scene("chocottes", { view: { ...view, discard: 1 } }))).toEqual([]);
  });
});

describe("L'Escalier hanté", () => {
  it("begins with what is to be remembered", () => {
    expect(due(scene("escalier", { legal: ["turn red"] }))).toEqual(["remember", "find"]);
    expect(due(scene("escalier", { legal: ["turn red"], view: { free: "red" } }))).toEqual(["find"]);
  });

  it("explains each kind of card to who turned it", () => {
    const view = { free: "red", discard: 3 } as const;
    expect(due(scene("escalier", { view: { ...view, phase: "move" }, legal: ["move blue"] }))).toEqual(["move"]);
    expect(due(scene("escalier", { view: { ...view, phase: "swap" }, legal: ["swap blue white"] }))).toEqual(["swap"]);
    expect(due(scene("escalier", { view: { ...view, phase: "riddle" }, legal: ["name red", "decline"] }))).toEqual([
      "riddle",
    ]);
    expect(due(scene("escalier", { view: { ...view, phase: "ask" }, legal: ["ask 1 about blue", "decline"] }))).toEqual(
      ["risk"],
    );
    expect(due(scene("escalier", { view: { ...view, phase: "answer" }, legal: ["name red"] }))).toEqual(["risk"]);
    expect(due(scene("escalier", { view: { ...view, phase: "name-last" }, legal: ["name red"] }))).toEqual(["last"]);
  });

  it("speaks of what others do with the ghosts", () => {
    const shifted = (seat: number) =>
      scene("escalier", { events: [{ type: "Shifted", seat, place: "red", to: "white" }] });
    expect(due(shifted(1))).toEqual(["watch"]);
    expect(due(shifted(0))).toEqual([]);
  });

  it("tells right from wrong", () => {
    const turned = { type: "Turned", seat: 1, place: "red", child: "red" } as const;
    expect(due(scene("escalier", { events: [{ ...turned, right: false }] }))).toEqual(["wrong"]);
    expect(
      due(
        scene("escalier", {
          events: [
            { ...turned, right: true },
            { type: "WonPile", seat: 1, cards: 4 },
          ],
        }),
      ),
    ).toEqual(["won"]);
  });

  it("announces the end", () => {
    expect(due(scene("escalier", { view: { pile: 8 } }))).toEqual(["end"]);
    expect(due(scene("escalier", { view: { pile: 0, phase: "over" } }))).toEqual([]);
  });
});

describe("one tip at a time", () => {
  const tips: Tip<"escalier">[] = [
    { id: "early", clause: "E1", when: () => true },
    { id: "late", clause: "E1", when: ({ view }) => view.pile < 10 },
    { id: "asked", clause: "E1", asks: true, when: ({ view }) => view.phase === "move" },
  ];
  const calm = scene("escalier", { view: { pile: 5 } });
  const asked = scene("escalier", { view: { pile: 5, phase: "move" } });

  it("takes them in their order, each once", () => {
    expect(tipNow(tips, calm, NONE, null)?.id).toBe("early");
    expect(tipNow(tips, calm, new Set(["early"]), null)?.id).toBe("late");
    expect(tipNow(tips, calm, new Set(["early", "late"]), null)).toBeNull();
  });

  it("keeps the one that is shown while its moment lasts", () => {
    expect(tipNow(tips, calm, NONE, "late")?.id).toBe("late");
    expect(tipNow(tips, scene("escalier"), NONE, "late")?.id).toBe("early");
  });

  it("lets a decision go before", () => {
    expect(tipNow(tips, asked, NONE, "late")?.id).toBe("asked");
    expect(tipNow(tips, asked, NONE, "asked")?.id).toBe("asked");
  });
});
