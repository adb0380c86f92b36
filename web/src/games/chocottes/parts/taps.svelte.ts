/** Maps taps on cards to actions, and holds the first of two picked cards. */

import { type ActionMark, markOf } from "../../../model/marks";
import type { Scene } from "../../../model/scene";
import type { ChocottesAction, ChocottesCard } from "../../../protocol";
import { type Spot, spotsOf, type Tap, tapOn, thrown } from "../actions";

export class Taps {
  private chosen = $state.raw<Spot | null>(null);
  /** the number of taps while throws pause: each is answered by the prompt */
  early = $state(0);
  /** throws of other seats at this device that are not yet judged */
  private throws = $state.raw<ReadonlyMap<number, ChocottesAction>>(new Map());

  constructor(
    private readonly shown: () => Scene<"chocottes">,
    /** whether nothing can be done now: a round lies open to be looked at */
    private readonly isStill: () => boolean,
  ) {}

  private get scene(): Scene<"chocottes"> {
    return this.shown();
  }

  /** Return the card picked first, as long as it is part of a legal action. */
  get picked(): Spot | null {
    const { seat } = this.scene;
    if (this.chosen === null || seat === null) return null;
    return tapOn(this.chosen, seat, this.scene.legal(seat), this.chosen) ? this.chosen : null;
  }

  /**
   * Whether throws pause: all players look at a card first. A tap now is no throw, as the line would then decide which
   * of several early throws comes first.
   */
  get isPaused(): boolean {
    const { view, mine, sent, isReplay } = this.scene;
    if (view.phase !== "window" || isReplay || sent !== null || this.isStill()) return false;
    return mine.some((seat) => view.to_act.includes(seat)) && mine.every((seat) => this.scene.legal(seat).length === 0);
  }

  cancel(): void {
    this.chosen = null;
  }

  of(spot: Spot): Tap | null {
    const { scene } = this;
    if (scene.seat === null || this.isStill()) return null;
    // In a window all seats of this device may throw, each from its own row (C9).
    const seat = scene.view.phase === "window" && scene.mine.includes(spot.seat) ? spot.seat : scene.seat;
    return tapOn(spot, seat, scene.legal(seat), this.picked);
  }

  tap(spot: Spot): void {
    const tap = this.of(spot);
    if (!tap) return this.scene.mine.includes(spot.seat) ? this.wait() : undefined;
    if ("action" in tap) this.act(tap.action, tap.seat);
    else this.chosen = tap.does === "pick" ? spot : null;
  }

  /** Answer a tap that came too early. */
  wait(): void {
    if (this.isPaused) this.early += 1;
  }

  act(action: ChocottesAction, seat = this.scene.seat): void {
    if (seat === null || !this.scene.legal(seat).includes(action)) return;
    this.chosen = null;
    if (thrown(action) !== null) this.throws = new Map(this.throws).set(seat, action);
    this.scene.act(action, seat);
  }

  /** Return the place of a card that was thrown and is not yet judged: the seat may do nothing else meanwhile. */
  thrownBy(seat: number): number | null {
    const { scene } = this;
    const action = seat === scene.seat ? scene.sent : this.throws.get(seat);
    if (scene.view.phase !== "window" || scene.legal(seat).length > 0) return null;
    return scene.view.window?.passed.includes(seat) ? null : thrown(action);
  }

  /** Return the mark of an advised or crossed-out action on a card. */
  markOf(spot: Spot): ActionMark | null {
    const { seat } = this.scene;
    if (seat === null) return null;
    return markOf(this.scene, (move) =>
      spotsOf(move, seat).some((one) => one.seat === spot.seat && one.place === spot.place),
    );
  }

  /** Return the visible cards of a row: all at the end of a round and in replays, else those of the memory aid. */
  known(seat: number): readonly (ChocottesCard | null)[] {
    return this.scene.view.rows?.[seat] ?? this.scene.aid?.[seat] ?? [];
  }

  get isAid(): boolean {
    return this.scene.view.rows === null && this.scene.options.memory_aid === true;
  }
}
