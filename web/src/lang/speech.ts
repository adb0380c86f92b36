/** Games told in somebody's language: events, refusals, cards and players. The keys are those of the command line. */

import type { Hinted, Refused, SeatShown } from "../protocol";
import type { Any, GameName } from "../live/types";
import type { Catalogue, Values } from "./catalogue";

type Kind =
  "player" | "card" | "cards" | "rank" | "creature" | "family" | "effect" | "end" | "mix" | "place" | "colour";

/** What the fields of events, actions and refusals mean; numbers that are not named here are just numbers. */
const FIELDS: Record<GameName, Record<string, Kind>> = {
  toctoctoc: {
    seat: "player",
    to: "player",
    source: "player",
    revealer: "player",
    rival: "player",
    card: "card",
    guests: "cards",
    rank: "rank",
    creature: "creature",
    family: "family",
  },
  chocottes: {
    seat: "player",
    to: "player",
    of: "player",
    other: "player",
    starter: "player",
    card: "card",
    value: "effect",
    ended: "end",
    how: "mix",
  },
  escalier: {
    seat: "player",
    to: "player",
    card: "card",
    place: "place",
    first: "place",
    second: "place",
    child: "colour",
    colour: "colour",
  },
};
const COUNTS = ["cards", "penalty", "gain", "count"]; // numbers that a sentence agrees with
/** Another event says it better. */
const UNTOLD: Record<GameName, readonly string[]> = {
  toctoctoc: ["Took", "Chased"],
  chocottes: ["Draws", "Shuffled"],
  escalier: [],
};

/** Says what happens at one table to one viewer, who is called by `you`; to null, everybody has a name. */
export class Speaker {
  constructor(
    private readonly texts: Catalogue,
    private readonly game: GameName,
    private readonly players: readonly SeatShown[],
    private readonly viewer: number | null,
  ) {}

  player(seat: number): string {
    const player = this.players[seat];
    if (player?.bot && player.name === player.bot) return this.bot(player.bot, seat);
    return player?.name || this.texts.say("table.seat", { seat: seat + 1 });
  }

  /** Two of the same kind are counted: one of them knocks at the other's door. */
  private bot(bot: string, seat: number): string {
    const alike = this.players.flatMap((other, index) => (other.bot === bot ? [index] : []));
    const name = this.texts.say(`bot.${bot}`);
    return alike.length > 1 ? `${name} ${alike.indexOf(seat) + 1}` : name;
  }

  playerList(seats: readonly number[]): string {
    return this.texts.listed(seats.map((seat) => this.player(seat)));
  }

  /** A text of this game, for instance `ask.offer`; it begins with a capital letter. */
  text(key: string, values: Values = {}): string {
    return capital(this.texts.say(`${this.game}.${key}`, this.spoken(values)));
  }

  word(kind: string, value: unknown): string {
    return this.texts.say(`${this.game}.${kind}.${String(value)}`);
  }

  /** `3 plain ghosts and 1 ghost brute`. */
  cards(cards: readonly string[]): string {
    const counted = new Map<string, number>();
    for (const card of cards) counted.set(card, (counted.get(card) ?? 0) + 1);
    return this.texts.listed([...counted].map(([card, n]) => this.texts.say(`${this.game}.cards.${card}`, { n })));
  }

  /** An event in one sentence, in the form for the viewer if one of its players is the viewer. */
  sentence(event: Any<"event">): string {
    const { type: _, ...values } = event as unknown as { type: string } & Values;
    const key = keyOf(event);
    for (const [name, value] of Object.entries(values)) {
      const isViewer = this.kind(name, value) === "player" && value === this.viewer;
      if (isViewer && this.texts.has(`${this.game}.${key}.${name}`)) return this.text(`${key}.${name}`, values);
    }
    return this.text(key, values);
  }

  /** The sentences that are worth saying. A newer server may have events that this page has no words for. */
  sentences(events: readonly Any<"event">[]): string[] {
    return events
      .filter((event) => !UNTOLD[this.game].includes(event.type) && this.texts.has(`${this.game}.${keyOf(event)}`))
      .map((event) => this.sentence(event));
  }

  winners(winners: readonly number[]): string {
    if (this.viewer === null || !winners.includes(this.viewer)) {
      const key = winners.length === 1 ? "play.winner" : "play.shared";
      return this.texts.say(key, { players: this.playerList(winners) });
    }
    if (winners.length === 1) return this.texts.say("play.winner.you");
    const others = winners.filter((seat) => seat !== this.viewer);
    return this.texts.say("play.shared.you", { players: this.playerList(others) });
  }

  refusal(refused: Refused): string {
    const key = `refusal.${refused.code}`;
    if (!this.texts.has(key)) return refused.message;
    const spoken: Values = {};
    for (const [name, value] of Object.entries(refused.details ?? {})) {
      if (Array.isArray(value) && name === "forms") spoken[name] = value.join(", ");
      else Object.assign(spoken, this.spoken({ [name]: value }));
    }
    return capital(this.texts.say(key, spoken));
  }

  reason(hinted: Hinted): string {
    return this.text(`reason.${hinted.reason}`, hinted.params);
  }

  private kind(name: string, value: unknown): Kind | undefined {
    const kind = FIELDS[this.game][name];
    return kind === "player" && typeof value === "string" ? "place" : kind; // a ghost moves to a place
  }

  /** What fills the blanks called after the fields. */
  private spoken(values: Values): Values {
    const spoken: Values = {};
    for (const [name, value] of Object.entries(values)) {
      const kind = this.kind(name, value);
      spoken[name] = value;
      if (COUNTS.includes(name)) spoken.n = value;
      else if (kind === undefined || value === null) continue;
      else if (kind === "player") spoken[name] = this.player(value as number);
      else if (kind === "cards") {
        spoken[name] = this.cards(value as string[]);
        spoken.n = (value as string[]).length;
      } else if (kind === "card") {
        spoken[name] = this.word("card", value);
        spoken[`a_${name}`] = this.word("a-card", value);
      } else spoken[name] = this.word(kind, value);
    }
    return spoken;
  }
}

/** `event.Snapped.yes`: what is true or false of an event makes another sentence. */
function keyOf(event: Any<"event">): string {
  const answers = Object.values(event).filter((value) => typeof value === "boolean");
  return [`event.${event.type}`, ...answers.map((yes) => (yes ? "yes" : "no"))].join(".");
}

export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
