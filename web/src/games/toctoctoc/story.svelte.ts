/**
 * Shows a revealed card first, its effect on the parties afterwards; the next question waits for both. The scene holds
 * the parties and scores until the card was shown.
 */

import { untrack } from "svelte";

import { isAmongBots, isAside, isPassing } from "../../model/among-bots";
import { eventFacts } from "../../model/facts";
import type { OngoingReveal } from "../../model/reveals.svelte";
import type { Scene } from "../../model/scene";
import { afterStart, lasting } from "../../lib/motion";
import type { ToctoctocAnswered, ToctoctocEvent, ToctoctocView } from "../../protocol";
import { type Guest, seated } from "./parts/guests";

/** The keys of the first and the last event of the news. */
interface News {
  from: number;
  to: number;
}

export interface Reveal {
  key: number;
  answered: ToctoctocAnswered;
  /** with the events that follow from it */
  events: readonly ToctoctocEvent[];
}

const REVEAL_MS = 2_300; // of a card
const FACE_MS = 350; // of that time, from the first frame on, until its face is seen: it turns over
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
  private news = $state.raw<News>({ from: 0, to: 0 });
  /** news that are told with the effect of the card */
  private later: News | null = null;
  private last: ToctoctocView;
  /** the key of the last event that is shown */
  private shownTo = 0;
  /** stops the card from being turned over */
  private stopTurning = (): void => {};
  /** shows the face of the card that is being turned over */
  private facing: (() => void) | null = null;
  /** whether the face of the card that is revealed is seen: until then, it is nowhere on the page */
  isFaceSeen = $state(false);
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
    $effect(() => () => {
      this.stopTurning();
      this.showing?.cancel();
    });
  }

  /** Return how long a drawn card still lies on the pile: it is drawn after the effect (T10). */
  get drawDelay(): number {
    return lasting(this.reveal ? this.shown().reveals.stretch(DRAW_MS) : 0);
  }

  /** Return the last events, as the viewer may know them: with a handover of the device, the scene's events change. */
  get narrated(): readonly ToctoctocEvent[] {
    const { from, to } = this.news;
    return narratedAmong(
      this.shown()
        .happened.filter(({ key }) => from <= key && key <= to)
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
    const news = { from: fresh[0]?.key ?? 0, to: fresh.at(-1)?.key ?? 0 };
    if (answer) this.show(answer.key, answer.event as ToctoctocAnswered, narrated, news);
    else if (choice) this.choose(news);
    else if (isReplay ? view !== this.last : cut !== this.cut && fresh.length === 0) this.settle();
    else if (narrated.length > 0) this.news = news;
    this.lastKey = fresh.at(-1)?.key ?? this.lastKey;
    this.last = view;
    this.cut = cut;
    this.guests = seated(this.guests, this.shown().view.houses);
  }

  /** Show an answer. */
  private show(key: number, answered: ToctoctocAnswered, events: readonly ToctoctocEvent[], news: News): void {
    const { seat, reveals } = this.shown();
    const isAsked = answered.rival === seat && events.every(({ type }) => type === "Answered");
    this.showing?.cancel();
    this.turnUp(); // an answer that passed quickly
    reveals.shown(this.shownTo);
    this.reveal = { key, answered, events };
    this.shownTo = news.to;
    this.turn(key, news);
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

  /** Turn the card over: what is on it is seen, and told, in a moment. */
  private turn(key: number, news: News): void {
    this.isFaceSeen = false;
    this.facing = () => {
      this.isFaceSeen = true;
      this.news = news;
      this.shown().reveals.told(key);
    };
    const ms = lasting(this.shown().reveals.stretch(FACE_MS));
    if (ms === 0) this.turnUp();
    else this.stopTurning = afterStart(ms, () => this.turnUp());
  }

  private turnUp(): void {
    this.stopTurning();
    this.facing?.();
    this.facing = null;
  }

  /** Show a choice among the guests: its effect waits until the card behind it was seen. */
  private choose(news: News): void {
    this.shownTo = news.to;
    this.later = news;
    if (this.reveal) return;
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
    this.turnUp();
    this.reveal = null;
    this.news = this.later ?? this.news;
    this.later = null;
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
