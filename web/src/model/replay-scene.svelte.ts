/** A `Scene` of a game that is over: its frames up to a position, from one seat or with everything open. */

import { counted, type Seated } from "./seats";
import { patched } from "./patch";
import type { Any, GameName, Happened, Scene } from "./scene";
import { Reveals } from "./reveals.svelte";
import type { Replay, ReplayPlayer, SeatShown } from "../protocol";

type Frame = Replay["frames"][number];

/** The table after a frame. */
interface Moment {
  view: Any<"view">;
  owns: readonly Any<"own">[];
  open: Any<"aid"> | null;
}

/** An action that a seat took, and a better one; with everything open, or as the seat saw it. */
export interface Compared {
  seat: number;
  isOpen: boolean;
  crossed: string;
  advised: string;
}

export class ReplayScene implements Scene {
  readonly game: GameName;
  readonly players: readonly Seated[];
  readonly options: Any<"options">;
  readonly sent = null;
  readonly isReplay = true;
  readonly reveals = new Reveals();
  /** of the last frame; frame 0 is the deal, so it is also the number of moves */
  readonly last: number;

  position = $state(0);
  /** the number of jumps: animations play only from one move to the next, so each jump draws the table anew */
  cut = $state(0);
  /** the seat at the bottom */
  seat = $state(0);
  isOpen = $state(true);
  happened = $state.raw<readonly Happened[]>([]);

  private readonly frames: readonly Frame[];
  private readonly moments: readonly Moment[];
  private key = 0;

  constructor(replay: Replay, position = 0, seat = 0) {
    this.game = replay.game;
    this.players = counted(replay.players.map(seatOf));
    this.options = replay.options;
    this.frames = replay.frames;
    this.moments = folded(replay);
    this.last = this.frames.length - 1;
    this.seat = seat;
    this.position = this.within(position);
    this.happen();
  }

  get told(): readonly Happened[] {
    return this.happened;
  }
  get view(): Any<"view"> {
    return this.moment.view;
  }
  get newest(): Any<"view"> {
    return this.moment.view;
  }
  get own(): Any<"own"> {
    return this.moment.owns[this.seat]!;
  }
  get aid(): Any<"aid"> | null {
    return this.isOpen ? this.moment.open : null;
  }
  /** Return the public views up to the position, oldest first. */
  get past(): readonly Any<"view">[] {
    return this.moments.slice(0, this.position + 1).map((moment) => moment.view);
  }
  get mine(): readonly number[] {
    return [this.seat];
  }
  get frame(): Frame {
    return this.frames[this.position]!;
  }
  /** Return the events of the move: as its player saw them, or as the chosen seat did. */
  get moveEvents(): readonly Any<"event">[] {
    return eventsFor(this.frame, this.isOpen ? (this.frame.seat ?? this.seat) : this.seat);
  }
  /** Return the seat that is called `you`; null where everything lies open. */
  get viewer(): number | null {
    return this.isOpen ? null : this.seat;
  }

  /** Go to a position: the next move is played, any other is a jump. */
  go(position: number): void {
    const before = this.position;
    this.position = this.within(position);
    if (this.position === before) return;
    if (this.position !== before + 1) this.cut += 1;
    this.happen();
  }

  /** Look from that seat, or with null at everything, from the seat as before. */
  look(seat: number | null): void {
    this.isOpen = seat === null;
    this.seat = seat ?? this.seat;
    this.cut += 1;
    this.happen();
  }

  /** Return the first position at which so many steps of the record have been made. */
  positionOf(step: number): number {
    const found = this.frames.findIndex((frame) => frame.step >= step);
    return found < 0 ? this.last : found;
  }

  /** Return the seat that made a step of the record. */
  moverAt(step: number): number | undefined {
    return this.frames[this.positionOf(step)]!.seat;
  }

  /** Return the events that a seat was shown for the move before a position. */
  eventsAt(position: number, seat: number): readonly Any<"event">[] {
    return eventsFor(this.frames[position]!, seat);
  }

  /** Return the table of a position as a picture, with the two actions. */
  picture(position: number, { seat, isOpen, crossed, advised }: Compared): Scene {
    const { view, owns, open } = this.moments[this.within(position)]!;
    const { game, players, options } = this;
    return {
      game,
      players,
      options,
      view,
      newest: view,
      seat,
      own: owns[seat]!,
      aid: isOpen ? open : null,
      reveals: new Reveals(),
      happened: [],
      told: [],
      sent: null,
      advised,
      crossed,
      isReplay: true,
      mine: [seat],
      legal: (asked) => (asked === seat ? ([crossed, advised] as Any<"action">[]) : []),
      act: () => {},
      timeLeft: () => null,
      windowLeft: () => null,
      glimpsed: () => {},
    };
  }

  legal(): readonly [] {
    return [];
  }
  act(): void {}
  timeLeft(): null {
    return null;
  }
  windowLeft(): null {
    return null;
  }
  glimpsed(): void {}

  private get moment(): Moment {
    return this.moments[this.position]!;
  }

  private within(position: number): number {
    return Math.max(0, Math.min(this.last, position));
  }

  private happen(): void {
    this.happened = eventsFor(this.frame, this.seat).map((event) => ({ key: (this.key += 1), event }));
  }
}

/** Return a recorded player as tables and speakers know players. */
export function seatOf(player: ReplayPlayer): SeatShown {
  return { kind: player.bot === undefined ? "person" : "bot", ...player };
}

function eventsFor(frame: Frame, seat: number): readonly Any<"event">[] {
  return frame.own?.find((own) => own.seat === seat)?.events ?? frame.events ?? [];
}

function folded(replay: Replay): Moment[] {
  const moments: Moment[] = [];
  let moment: Moment = { view: {} as Any<"view">, owns: replay.players.map(() => ({}) as Any<"own">), open: null };
  for (const frame of replay.frames) {
    const owns = [...moment.owns];
    for (const { seat, view } of frame.own ?? []) if (view) owns[seat] = patched(owns[seat]!, view);
    moment = { view: patched(moment.view, frame.view ?? {}), owns, open: frame.open ?? moment.open };
    moments.push(moment);
  }
  return moments;
}
