/**
 * Puts events, actions, refusals, cards and players into words. The facts of the game give the kind of each field, the
 * catalogues the words; the speaker of the command line uses the same data.
 */

import { eventFacts, factsOf } from "../model/facts";
import { counted, type Seated } from "../model/seats";
import type { Any, Scene } from "../model/scene";
import { BOT_NAMES } from "../protocol";
import type { FieldFacts, Hinted, Refusal, Said, SeatShown } from "../protocol";
import type { Catalogue, Values } from "./catalogue";
import { texts } from "./language.svelte";

const OPEN = "…"; // a part of an action that is not chosen yet

/** A piece of a sentence: words, or the name of the player at a seat. */
export interface Part {
  text: string;
  seat?: number;
}

/** A player's name within a sentence, with the seat of the player. */
class Name {
  constructor(
    readonly seat: number,
    private readonly name: string,
  ) {}

  toString(): string {
    return this.name;
  }
}

const FROM_RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Keep a name that is written from right to left from turning around the words and numbers beside it. */
const isolated = (name: string) => (FROM_RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** Narrates one table to one viewer, addressed as `you`; with null, all players are named. */
export class Speaker {
  private readonly players: readonly Seated[];

  constructor(
    private readonly texts: Catalogue,
    readonly game: string,
    players: readonly SeatShown[],
    private readonly viewer: number | null,
  ) {
    this.players = counted(players);
  }

  player(seat: number): string {
    const player = this.players[seat];
    if (player?.bot && player.name === player.bot) return this.bot(player.bot, player.nth!);
    return player?.name ? isolated(player.name) : this.texts.say("table.seat", { seat: seat + 1 });
  }

  /**
   * Return a bot's proper name, the same in every language and that of no person at the table. A host's own bots have
   * their title, and several of the same are counted.
   */
  private bot(bot: string, nth: number): string {
    const people = this.players.filter((other) => other.name !== other.bot).map((other) => other.name?.toLowerCase());
    const name = BOT_NAMES[bot]?.filter((one) => !people.includes(one.toLowerCase()))[nth];
    if (name) return name;
    const title = this.texts.has(`bot.${bot}.called`) ? this.texts.say(`bot.${bot}.called`) : bot;
    const isAlone = this.players.filter((other) => other.bot === bot).length === 1;
    return isAlone ? title : `${title} ${nth + 1}`;
  }

  playerList(seats: readonly number[]): string {
    return this.texts.listed(seats.map((seat) => this.player(seat)));
  }

  /** Return a text of this game, for instance `ask.offer`; it begins with a capital letter. */
  text(key: string, values: Values = {}): string {
    return joined(this.textParts(key, values));
  }

  /** The same in parts. */
  textParts(key: string, values: Values = {}): Part[] {
    return partsOf(this.texts.pieces(`${this.game}.${key}`, this.spoken("", values)));
  }

  word(kind: string, value: unknown): string {
    return this.texts.say(`${this.game}.${kind}.${String(value)}`);
  }

  /** `3 plain ghosts and 1 ghost brute`; one after the other in a game that does not count them. */
  cards(cards: readonly string[]): string {
    const none = `${this.game}.cards.none`;
    if (cards.length === 0) return this.texts.say(this.texts.has(none) ? none : "field.none");
    if (!this.texts.has(`${this.game}.cards.${cards[0]}`)) {
      return cards.map((card) => this.word("card", card)).join(this.texts.say("list.comma"));
    }
    const counted = new Map<string, number>();
    for (const card of cards) counted.set(card, (counted.get(card) ?? 0) + 1);
    return this.texts.listed([...counted].map(([card, n]) => this.texts.say(`${this.game}.cards.${card}`, { n })));
  }

  /**
   * Return an event as one sentence, in the form for the viewer if one of its players is the viewer. Flags select
   * another sentence, and so does a word that has a sentence of its own.
   */
  sentence(event: Any<"event">): string {
    return joined(this.parts(event));
  }

  /** The same in parts, so that players can be known by their colours. */
  parts(event: Any<"event">): Part[] {
    const { type, ...all } = event as unknown as { type: string } & Values;
    const { each = [] } = eventFacts(this.game, type);
    const values = Object.fromEntries(Object.entries(all).filter(([name]) => !each.includes(name)));
    const said = `${this.game}.${keyOf(event)}`;
    const word = Object.values(values).find((value) => typeof value === "string" && this.texts.has(`${said}.${value}`));
    const key = word === undefined ? said : `${said}.${word as string}`;
    const isViewer = (name: string) => this.kind(type, name) === "player" && values[name] === this.viewer;
    const own = Object.keys(values).find((name) => isViewer(name) && this.texts.has(`${key}.${name}`));
    return partsOf(this.texts.pieces(own ? `${key}.${own}` : key, this.spoken(type, values)));
  }

  /** Return the sentences that are worth saying. A newer server may have events that this page has no words for. */
  sentences(events: readonly Any<"event">[]): string[] {
    return this.sentenceParts(events).map(joined);
  }

  /** The same in parts. */
  sentenceParts(events: readonly Any<"event">[]): Part[][] {
    return events
      .filter(({ type }) => !eventFacts(this.game, type).silent)
      .filter((event) => this.texts.has(`${this.game}.${keyOf(event)}`))
      .map((event) => this.parts(event));
  }

  /** Return the values that an event has for each seat, such as rows of cards or points: a line for each player. */
  details(event: Any<"event">): string[] {
    return this.detailed(event).map(joined);
  }

  /** The same in parts. */
  detailed(event: Any<"event">): Part[][] {
    const { each = [] } = eventFacts(this.game, event.type);
    const values = event as unknown as Record<string, readonly unknown[]>;
    const own = `${this.game}.event.${event.type}.each`;
    const key = this.texts.has(own) ? own : "field.of-seat";
    return (values[each[0] ?? ""] ?? []).map((_, seat) => {
      const parts = Object.fromEntries(each.map((name) => [name, values[name]?.[seat]]));
      const spoken = this.spoken(event.type, parts);
      const blanks = { player: this.name(seat), value: Object.values(spoken)[0], ...spoken };
      return partsOf(this.texts.pieces(key, blanks), (text) => text);
    });
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

  refusal(refused: Refusal): string {
    const key = `refusal.${refused.code}`;
    if (!this.texts.has(key)) return refused.message;
    const details = Object.entries(refused.details ?? {}).map(([name, value]) => {
      return [name, Array.isArray(value) && name === "forms" ? value.join(", ") : value] as const;
    });
    return capital(this.texts.say(key, this.spoken(refused.code, Object.fromEntries(details))));
  }

  reason({ reason, params }: Pick<Hinted, "reason" | "params">): string {
    return capital(this.texts.say(`${this.game}.reason.${reason}`, this.spoken(reason, params)));
  }

  /** Return the sentence about a memory slip: the fact that speaks against the action. */
  lapse({ code, params }: Said): string {
    return capital(this.texts.say(`${this.game}.lapse.${code}`, this.spoken(code, params)));
  }

  /**
   * Return an action in words, by the first of `families` that has a text for it, or by `act`. Null values are parts
   * that are not chosen yet.
   */
  action({ is, ...values }: { is: string } & Values, ...families: string[]): string {
    const family = families.find((each) => this.texts.has(`${this.game}.${each}.${is}`)) ?? "act";
    const open = Object.keys(values).filter((name) => values[name] === null);
    const left = Object.fromEntries(open.flatMap((name) => [[name, OPEN], [`a_${name}`, OPEN]])); // prettier-ignore
    return capital(this.texts.say(`${this.game}.${family}.${is}`, { ...this.spoken(is, values), ...left }));
  }

  /** Return the text of a field of a view; of flags by seat, the players for which they are true. */
  shown(field: FieldFacts, value: unknown): string {
    if (field.kind === "flag" && field.many === "seats" && isList(value)) {
      const seats = value.flatMap((isSo, seat) => (isSo ? [seat] : []));
      return this.shown({ kind: "player", many: "list" }, seats);
    }
    if (value === null || value === undefined || (isList(value) && value.length === 0 && field.kind !== "cards"))
      return this.none(field);
    if (!isList(value) || (field.many ?? "one") === "one") return this.part(field, value);
    const parts = value.map((each) => this.part(field, each));
    const isEach = field.many === "seats" && !field.parts;
    const lines = isEach
      ? parts.map((part, seat) => this.texts.say("field.of-seat", { player: this.player(seat), value: part }))
      : parts;
    return lines.join(this.texts.say(field.parts ? "list.semicolon" : "list.comma"));
  }

  private none({ kind }: FieldFacts): string {
    return this.texts.say(kind === "player" ? "field.nobody" : "field.none");
  }

  private part(field: FieldFacts, value: unknown): string {
    if (!field.parts) return String(this.said("", field.kind, value)[""]);
    const values = value as Values;
    const said = Object.entries(field.parts).map(([name, part]) => [name, this.shown(part, values[name])]);
    return this.texts.say(`${this.game}.part.${field.kind}`, Object.fromEntries(said));
  }

  private name(seat: number): Name {
    return new Name(seat, this.player(seat));
  }

  /** Return the kind of a field of an event, an action, a refusal or a reason; undefined: a plain value. */
  private kind(owner: string, name: string): string | undefined {
    const { kinds } = factsOf(this.game);
    return kinds[`${owner}.${name}`] ?? kinds[name];
  }

  /** Return the values of the blanks that are named after the fields of `owner`. */
  private spoken(owner: string, values: Values): Values {
    const spoken: Values = {};
    for (const [name, value] of Object.entries(values)) {
      Object.assign(spoken, this.said(name, this.kind(owner, name), value));
    }
    return spoken;
  }

  /** Return the values of the blanks that are named after one field of a kind. */
  private said(name: string, kind: string | undefined, value: unknown): Values {
    if (kind === undefined || kind === "number" || value === null || value === undefined) return { [name]: value };
    if (kind === "flag") return { [name]: this.texts.say(value ? "field.yes" : "field.no") };
    if (kind === "count") return { [name]: value, n: value }; // the sentence agrees with it
    if (kind === "player") return { [name]: this.name(value as number) };
    if (kind === "cards") return { [name]: this.cards(value as string[]), n: (value as string[]).length };
    if (kind === "card") return { [name]: this.word("card", value), [`a_${name}`]: this.word("a-card", value) };
    const the = this.texts.has(`${this.game}.the-${kind}.${String(value)}`); // `the red child`, as a sentence names it
    return { [name]: this.word(kind, value), ...(the && { [`the_${name}`]: this.word(`the-${kind}`, value) }) };
  }
}

/** `event.Snapped.yes`: flags of an event select another sentence. */
function keyOf(event: Any<"event">): string {
  const answers = Object.values(event).filter((value) => typeof value === "boolean");
  return [`event.${event.type}`, ...answers.map((yes) => (yes ? "yes" : "no"))].join(".");
}

/** Make parts of the pieces of a text; the first begins with a capital letter, unless `begin` says otherwise. */
function partsOf(pieces: readonly unknown[], begin = capital): Part[] {
  const parts: Part[] = [];
  for (const piece of pieces.filter((one) => String(one) !== "")) {
    const text = parts.length === 0 ? begin(String(piece)) : String(piece);
    const last = parts.at(-1);
    if (piece instanceof Name) parts.push({ text, seat: piece.seat });
    else if (last && last.seat === undefined) last.text += text;
    else parts.push({ text });
  }
  return parts;
}

/** Return the words of some parts, as one reads them. */
export function joined(parts: readonly Part[]): string {
  return parts.map(({ text }) => text).join("");
}

export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Make the speaker that tells a table's story to its viewer, in the page's language. */
export function speakerOf(scene: Scene): Speaker {
  return new Speaker(texts(), scene.game, scene.players, scene.seat);
}
