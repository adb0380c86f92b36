/**
 * Shows a revealed card first, its effect on the parties afterwards; the next question waits for both. The scene holds
 * the parties and scores until the card was shown.
 */

import { untrack } from "svelte";

import { isAmongBots, isAside, isPassing } from "../../model/among-bots";
import { eventFacts } from "../../model/facts";
import type { OngoingReveal } from "../../model/reveals.svelte";
import type { Scene } from "../../model/scene";
import { lasting } from "../../lib/motion";
import type { ToctoctocAnswered, ToctoctocEvent, ToctoctocView } from "../../protocol";
import { type Guest, seated } from "./parts/guests";

export interface Reveal {
  key: number;
  answered: ToctoctocAnswered;
  /** with the events that follow from it */
  events: readonly ToctoctocEvent[];
}

const REVEAL_MS = 2_300; // of a card
const EFFECT_MS = 900; // its effect: guests move from house to house
const CHOICE_MS = 150; // of that time, until the guests begin to move after a choice among them
const DRAW_MS = 1_500;
const REVEAL_BEFORE_CHOICE_MS = 1_300; // when the viewer must choose among the guests behind it
const REVEAL_AMONG_BOTS_MS = 1_400; // of a card that concerns no person
const MAX_EARLIER = 2; // answers of earlier turns among bots that stay to be read

/** Tell whether an event is told in a line; the rest is seen. */
function isNarrated({ type }: ToctoctocEvent): boolean {
  const { silent, setting, history } = eventFacts("toctoctoc", type);
  return !silent && !setting && history === undefined;
}

export class Story {
  reveal = $state.raw<Reveal | null>(null);
  guests = $state.raw<readonly Guest[]>([]);

  private passed = $state.raw<readonly ToctoctocAnswered[]>([]); // the answers of earlier turns among bots
  private brief: ToctoctocAnswered | null = null; // the answer of the last turn, if it passed quickly
  /** whether the last news is about bots alone, and a bot is to act: the table goes on before it is read */
  isPassing = false;
  private since = $state(0); // the key of the first event of the news
  private last: ToctoctocView;
  /** the key of the last event that is shown */
  private shownTo = 0;
  private cut: number | undefined;
  private lastKey: number;
  private showing: OngoingReveal | undefined;

  /** To be made while a component is set up; it ends with that component. */
  constructor(private readonly shown: () => Scene<"toctoctoc">) {
    const scene = shown();
    this.last = scene.view;
    this.cut = scene.cut;
    this.lastKey = scene.happened.at(-1)?.key ?? 0;
    this.guests = seated([], scene.view.houses);
    $effect.pre(() => {
      const { view, happened } = shown();
      untrack(() =>
        this.follow(
          view,
          happened.filter((one) => one.key > this.lastKey),
        ),
      );
    });
    $effect(() => () => this.showing?.cancel());
  }

  /** Return how long a drawn card still lies on the pile: it is drawn after the effect (T10). */
  get drawDelay(): number {
    return lasting(this.reveal ? this.shown().reveals.stretch(DRAW_MS) : 0);
  }

  /** Return the last events, as the viewer may know them: with a handover of the device, the scene's events change. */
  get narrated(): readonly ToctoctocEvent[] {
    if (this.reveal) return this.reveal.events;
    return narratedAmong(
      this.shown()
        .happened.filter((one) => one.key >= this.since)
        .map((one) => one.event),
    );
  }

  /** Return the answers of earlier turns among bots, which passed quickly: they stay until news of people come. */
  get earlier(): readonly ToctoctocEvent[] {
    return this.passed.filter((answered) => answered !== this.reveal?.answered);
  }

  private follow(view: ToctoctocView, fresh: Scene<"toctoctoc">["happened"]): void {
    const { isReplay, cut } = this.shown();
    const answer = fresh.findLast((one) => one.event.type === "Answered");
    const narrated = narratedAmong(fresh.map((one) => one.event));
    const choice = fresh.findLast(isChoice);
    if (narrated.length > 0) this.gather(narrated, choice !== undefined);
    if (answer) this.show(answer.key, answer.event as ToctoctocAnswered, narrated);
    else if (choice) this.choose(choice.key, narrated);
    else if (isReplay ? view !== this.last : cut !== this.cut && fresh.length === 0) this.settle();
    if (narrated.length > 0) this.since = fresh[0]!.key;
    this.lastKey = fresh.at(-1)?.key ?? this.lastKey;
    this.last = view;
    this.cut = cut;
    this.guests = seated(this.guests, this.shown().view.houses);
  }

  /** Show an answer. */
  private show(key: number, answered: ToctoctocAnswered, events: readonly ToctoctocEvent[]): void {
    const { view, seat, reveals } = this.shown();
    const isAsked = view.revealed !== null && view.revealed.rival === seat;
    this.reveal = { key, answered, events };
    this.showing?.cancel();
    reveals.shown(this.shownTo); // of an answer that passed quickly
    this.shownTo = key;
    if (this.isPassing) {
      this.brief = answered;
      this.showing = reveals.glance(REVEAL_AMONG_BOTS_MS, () => this.settle());
      return;
    }
    const lastsAside = isAside(this.shown(), events) ? REVEAL_AMONG_BOTS_MS : REVEAL_MS;
    const lasts = isAsked ? REVEAL_BEFORE_CHOICE_MS : lastsAside;
    this.showing = reveals.begin(lasts, () => this.work(EFFECT_MS));
  }

  /** Keep the answer of a turn that passed beside the news of the next one, until news of people come. */
  private gather(news: readonly ToctoctocEvent[], isSameTurn: boolean): void {
    this.isPassing = isPassing(this.shown(), news);
    if (isSameTurn) return;
    if (this.brief) this.passed = [...this.passed, this.brief].slice(-MAX_EARLIER);
    else if (!isAmongBots(this.shown(), news)) this.passed = [];
    this.brief = null;
  }

  /** Show a choice among the guests: its effect waits until the card behind it was seen. */
  private choose(key: number, chosen: readonly ToctoctocEvent[]): void {
    this.shownTo = key;
    if (this.reveal) {
      this.reveal = { ...this.reveal, events: chosen };
      return;
    }
    this.showing?.cancel();
    const work = () => this.work(EFFECT_MS - CHOICE_MS);
    this.showing = this.shown().reveals.begin(lasting(CHOICE_MS), work, true);
  }

  /** Show the effect of the card, or the chosen effect. */
  private work(ms: number): void {
    this.settle();
    this.showing = this.shown().reveals.begin(lasting(ms), undefined, true);
  }

  /** Show the effect of the card that was seen. */
  private settle(): void {
    this.showing?.cancel();
    this.reveal = null;
    this.shown().reveals.shown(this.shownTo);
    this.guests = seated(this.guests, this.shown().view.houses);
  }
}

/** Return the events to narrate: from the last answer on. */
function narratedAmong(events: readonly ToctoctocEvent[]): ToctoctocEvent[] {
  const narrated = events.filter(isNarrated);
  const start = narrated.findLastIndex((event) =>
    ["Answered", "Offered", "YouOffered", "Started"].includes(event.type),
  );
  return narrated.slice(Math.max(0, start));
}

function isChoice({ event }: { event: ToctoctocEvent }): boolean {
  return event.type === "Took" || event.type === "Chased";
}
