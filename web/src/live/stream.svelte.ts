/** Applies the server's messages to the table, and tracks how far the player has seen them. */

import type { Message, Notice, Refused, Update, Welcome } from "../protocol";
import type { Handover, OwnEvents } from "./handover.svelte";
import { isInHistory, SavedHistory, ShownVersion } from "./history";
import { lasting } from "../lib/motion";
import { eventFacts, isReveal } from "../model/facts";
import type { Unshown } from "../model/held.svelte";
import type { Pending } from "./pending.svelte";
import type { Shuffle } from "./shuffle";
import type { TableState } from "./state.svelte";
import type { Any } from "../model/scene";
import { unshownOf } from "../model/unshown";

type Events = readonly Any<"event">[];

/** The scene before an update. */
interface Before {
  view: Any<"view"> | null;
  history: Events;
  /** of the last event */
  key: number;
}

interface Missed {
  version: number;
  seat: number | null;
  events: Events;
}

export class Stream {
  refused = $state.raw<Refused | null>(null);
  /** the last notice of the server's host to all tables; a new object each time */
  notice = $state.raw<Notice | null>(null);
  /** all that happened in this game, where the game has a public history */
  history = $state.raw<Events>([]);
  private readonly saved: SavedHistory;
  private readonly version: ShownVersion;

  constructor(
    code: string,
    private readonly state: TableState,
    private readonly handover: Handover,
    private readonly pending: Pending,
    private readonly shuffle: Shuffle,
  ) {
    this.saved = new SavedHistory(code);
    this.version = new ShownVersion(code);
  }

  /** Return the last version that the player was shown. */
  get shown(): number | undefined {
    return this.version.shown;
  }

  receive(message: Message): void {
    if (message.type === "welcome") this.welcome(message);
    else if (message.type === "update") this.update(message);
    else if (message.type === "looking") this.state.look(message);
    else if (message.type === "absent") this.state.setAbsent(message.at, message.absent);
    else if (message.type === "warming") this.state.warming = message.seats;
    else if (message.type === "visitors") this.state.visitors = message.visitors;
    else if (message.type === "screens") this.state.screens = message.screens;
    else if (message.type === "notice") this.notice = message;
    else if (message.type === "done") this.answer(message.id, true);
    else if (message.type === "refused") {
      if (!this.shuffle.hasSent(message.id)) this.refused = message;
      if (message.id !== undefined) this.answer(message.id, false);
    }
  }

  private welcome(message: Welcome): void {
    this.handover.reveals.catchUp();
    this.state.welcome(message);
    this.history = this.saved.read(message.lobby.number);
    this.catchUp((message.missed ?? []) as Missed[]);
    this.version.latest = message.version;
    this.saveVersion();
    this.shuffle.follow(message.lobby, this.state.mine);
    this.handover.reveals.renew(message.version);
  }

  private catchUp(all: readonly Missed[]): void {
    const watcher = this.handover.seat;
    for (const version of new Set(all.map((one) => one.version))) {
      if (version <= this.version.latest) continue; // a glimpse that is still shown is not repeated
      const missed = all.filter((one) => one.version === version);
      const shared = missed.find((one) => one.seat === null)?.events ?? [];
      const own = missed.flatMap(({ seat, events }): OwnEvents[] => (seat === null ? [] : [[seat, events]]));
      // Private events of one seat are not for its neighbour.
      this.addToHistory(this.state.mine.length === 1 ? (own[0]?.[1] ?? shared) : shared);
      this.handover.happen(version, shared, own, watcher);
      this.handover.owe(own, watcher);
    }
  }

  private update(message: Update): void {
    if (message.public.lobby?.stage === "playing" && this.state.lobby?.stage !== "playing") this.begin();
    this.state.patchLobby(message);
    this.state.patchSeats(message);
    if (message.public.lobby && this.state.lobby) this.shuffle.follow(this.state.lobby, this.state.mine);
    const watcher = this.handover.seat;
    const before = { view: this.state.view, history: this.history, key: this.handover.happened.at(-1)?.key ?? 0 };
    this.state.patchGame(message);
    const owns = message.own ?? [];
    const shared = (message.public.events ?? []) as Events;
    this.addToHistory(shared);
    const own = owns.flatMap(({ seat, events }): OwnEvents[] => (events ? [[seat, events as Events]] : []));
    this.handover.happen(message.version, shared, own, watcher);
    if (own.length > 1) this.handover.owe(own, watcher);
    this.version.latest = message.version;
    this.saveVersion();
    this.show(message.version, [shared, ...own.map(([, events]) => events)].flat(), this.unshown(before));
  }

  /** Return the fresh events that reveal something. With less motion, and where nobody looks, all is shown at once. */
  private unshown({ view, history, key: last }: Before): Unshown[] {
    if (view === null || lasting(1) === 0 || document.hidden) return [];
    const fresh = this.handover.happened.filter(({ key }) => key > last);
    return unshownOf(this.state.lobby!.game, fresh, { view, history });
  }

  /** Let the next question wait for reveals; in a lesson, for all events. */
  private show(version: number, events: Events, unshown: readonly Unshown[]): void {
    const { game, lesson, stage } = this.state.lobby!;
    const isNew = stage === "playing" && events.some((event) => eventFacts(game, event.type).setting);
    const isShown = isNew || unshown.length > 0 || events.some((event) => lesson || isReveal(game, event));
    if (isShown) this.handover.reveals.expect(version, unshown);
  }

  private begin(): void {
    this.handover.reveals.catchUp();
    this.handover.begin();
    this.history = [];
  }

  private addToHistory(events: Events): void {
    const { game, number, settings } = this.state.lobby!;
    const hasAid = settings.options.memory_aid === true;
    const kept = events.filter((event) => isInHistory(game, event, hasAid));
    if (kept.length === 0) return;
    this.history = [...this.history, ...kept];
    this.saved.write(number, this.history);
  }

  private answer(id: string, isDone: boolean): void {
    const before = this.state.mine;
    this.state.mine = this.pending.answer(id, isDone, before);
    if (this.state.mine !== before && this.state.lobby) this.shuffle.follow(this.state.lobby, this.state.mine);
  }

  /** Keep how far the player has seen. A glimpse holds it back: after a reload it must come again. */
  saveVersion(): void {
    if (this.handover.isUpToDate) this.version.save();
  }
}
