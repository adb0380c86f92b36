/** A scene for tests: actions at its table are recorded instead of sent. */

import { unshownOf } from "../model/held.svelte";
import { Reveals } from "../model/reveals.svelte";
import type { GameName, Games, LostLine, Scene } from "../model/scene";

/** A game as it begins; each game's folder has its own in `testing.ts`. */
export interface Opening<G extends GameName> {
  game: G;
  view: Games[G]["view"];
  own: Games[G]["own"];
}

interface Changes<G extends GameName> {
  view?: Partial<Games[G]["view"]>;
  own?: Games[G]["own"];
  /** the viewer's legal actions */
  legal?: readonly Games[G]["action"][];
  events?: readonly Games[G]["event"][];
  seat?: number | null;
}

export class FakeScene<G extends GameName> implements Scene<G> {
  readonly code = "hibou-lampe-42";
  readonly game: G;
  /** up to where everything was shown, as the server would be told */
  readonly acknowledged: number[] = [];
  /** how many times slower than usual everything is shown */
  slowness = 1;
  /** whether what an event reveals is held until it was shown, as on a page with motion */
  isHeld = false;
  readonly tempo = { stretch: (ms: number) => ms * this.slowness, isStep: false };
  readonly reveals = new Reveals(this.tempo, (version) => this.acknowledged.push(version));
  players = $state.raw<Scene["players"]>(["Anna", "Ben", "Cleo"].map((name) => ({ kind: "person", name })));
  own: Scene<G>["own"] = $state.raw(null);
  aid: Scene<G>["aid"] = $state.raw(null);
  options: Scene<G>["options"] = $state.raw({});
  newest: Scene<G>["view"] = $state.raw()!;
  private all: Scene<G>["happened"] = $state.raw([]);
  cut = $state(0);
  looking = $state.raw<readonly number[]>([]);
  sent = $state<string | null>(null);
  advised = $state<string | null>(null);
  crossed = $state<string | null>(null);
  seat = $state<number | null>(null);
  mine = $state.raw<readonly number[]>([]);
  /** the legal actions of each seat */
  moves: Record<number, readonly Games[G]["action"][]> = $state.raw({});
  /** the actions so far, with their seats */
  readonly acts: [Games[G]["action"], number][] = [];
  glimpses = 0;
  /** the lost lines of the other players, by seat */
  lost: Record<number, LostLine> = $state.raw({});

  constructor(opening: Opening<G>, { view, own, legal = [], events = [], seat = 0 }: Changes<G> = {}) {
    this.game = opening.game;
    this.newest = { ...opening.view, ...view };
    this.own = own ?? opening.own;
    this.seat = seat;
    this.mine = seat === null ? [] : [seat];
    this.moves = { [seat ?? 0]: legal };
    this.tell(events);
  }

  get acted(): Games[G]["action"][] {
    return this.acts.map(([action]) => action);
  }

  /** Come to another moment of the game at once. */
  set view(view: Scene<G>["view"]) {
    this.newest = view;
  }
  get view(): Scene<G>["view"] {
    return this.reveals.held.view(this.newest);
  }
  set happened(happened: Scene<G>["happened"]) {
    this.all = happened;
  }
  get happened(): Scene<G>["happened"] {
    return this.all.filter(({ key }) => key < this.reveals.held.beginsBefore);
  }
  get told(): Scene<G>["happened"] {
    return this.all.filter(({ key }) => key < this.reveals.held.toldBefore);
  }

  tell(events: readonly Games[G]["event"][], view: Partial<Games[G]["view"]> = {}): void {
    const next = (this.all.at(-1)?.key ?? 0) + 1;
    const fresh = events.map((event, at) => ({ key: next + at, event }));
    const own = this.own ? { view: this.own, aid: this.aid } : undefined;
    const unshown = unshownOf(this.game, fresh, { view: this.newest, own: () => own, history: [] });
    this.newest = { ...this.newest, ...view };
    this.all = [...this.all, ...fresh];
    if (unshown.length > 0 && this.isHeld) this.reveals.expect(this.acknowledged.at(-1) ?? 0, unshown);
  }

  legal(seat: number | null): readonly Games[G]["action"][] {
    return seat === null || !this.mine.includes(seat) || this.reveals.isOn ? [] : (this.moves[seat] ?? []);
  }

  act(action: Games[G]["action"], seat = this.seat ?? 0): void {
    this.acts.push([action, seat]);
    this.sent = action;
    this.moves = { ...this.moves, [seat]: [] };
  }

  timeLeft(): null {
    return null;
  }

  absence(seat: number): LostLine | null {
    return this.lost[seat] ?? null;
  }

  windowLeft(): null {
    return null;
  }

  glimpsed(): void {
    this.glimpses += 1;
  }
}
