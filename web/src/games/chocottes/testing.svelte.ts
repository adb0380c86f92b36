/** A table made by hand, for tests. */

import type { Scene } from "../../live/types";
import type { ChocottesAction, ChocottesAid, ChocottesEvent, ChocottesOptions, ChocottesView } from "../../protocol";

const TABLE: ChocottesView = {
  to_act: [0],
  active: 0,
  scores: [0, 0, 0],
  winners: null,
  phase: "look",
  round: 1,
  starter: 0,
  row_sizes: [4, 4, 4],
  looks: [0, 0, 0],
  pile: 44,
  discard: 1,
  top: "3",
  window: null,
  effects: [],
  rows: null,
  last_round: null,
};

export class FakeScene implements Scene<"chocottes"> {
  readonly game = "chocottes";
  readonly players = ["Anna", "Ben", "Cleo"].map((name) => ({ kind: "person" as const, name }));
  own = { drawn: null };
  view = $state.raw<ChocottesView>(TABLE);
  happened = $state.raw<Scene<"chocottes">["happened"]>([]);
  moves = $state.raw<Record<number, readonly ChocottesAction[]>>({});
  seat = $state<number | null>(0);
  mine = $state.raw<readonly number[]>([0]);
  aid = $state.raw<ChocottesAid | null>(null);
  options = $state.raw<ChocottesOptions>({});
  sent: string | null = null;
  acts: [ChocottesAction, number][] = [];
  glimpses = 0;

  constructor(view: Partial<ChocottesView>, moves: Record<number, readonly ChocottesAction[]>) {
    this.view = { ...TABLE, ...view };
    this.moves = moves;
  }

  tell(events: readonly ChocottesEvent[], view: Partial<ChocottesView> = {}): void {
    this.view = { ...this.view, ...view };
    const key = this.happened.at(-1)?.key ?? 0;
    this.happened = [...this.happened, ...events.map((event, at) => ({ key: key + at + 1, event }))];
  }

  legal(seat: number | null): readonly ChocottesAction[] {
    return seat === null ? [] : (this.moves[seat] ?? []);
  }

  act(action: ChocottesAction, seat = this.seat ?? 0): void {
    this.acts.push([action, seat]);
  }

  timeLeft(): null {
    return null;
  }

  windowLeft(): null {
    return null;
  }

  glimpsed(): void {
    this.glimpses += 1;
  }
}
