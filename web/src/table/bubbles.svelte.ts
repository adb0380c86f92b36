/** Holds the talk and the news about players that rise from their places, several at a time. */

import { untrack } from "svelte";

import { say } from "../lang/language.svelte";
import { speakerOf } from "../lang/speech";
import type { LiveTable } from "../live/table.svelte";
import type { Phrase, SeatShown } from "../protocol";

export const BUBBLE_MS = 5_000;
/** A line that is lost for less is not announced. */
const FLICKER_SECONDS = 3;

export interface Bubble {
  key: number;
  seat: number;
  /** who says it, where the text does not name the player itself */
  by: string;
  text: string;
  phrase: Phrase | undefined;
}

export class Bubbles {
  all = $state.raw<readonly Bubble[]>([]);
  /** the last words for a screen reader, with the name of the player */
  spoken = $state("");
  private last = 0;
  private readonly timers = new Set<ReturnType<typeof setTimeout>>();

  /** Follow the talk at a table, and the players that leave it and come back, while the calling component lives. */
  constructor(at: () => LiveTable) {
    $effect(() => {
      const table = at();
      const { said } = table;
      if (!said) return;
      untrack(() => {
        const text = said.phrase ? say(`talk.${said.phrase}`) : (said.text ?? "");
        const by = speakerOf(table).player(said.seat);
        this.add(said.seat, text, by, said.phrase);
        this.speak(`${by}: ${text}`);
      });
    });
    this.followPlayers(at);
    $effect(() => () => this.timers.forEach(clearTimeout));
  }

  private add(seat: number, text: string, by = "", phrase?: Phrase): void {
    const key = (this.last += 1);
    this.all = [...this.all, { key, seat, by, text, phrase }];
    this.after(() => (this.all = this.all.filter((one) => one.key !== key)));
  }

  private speak(text: string): void {
    this.spoken = text === this.spoken ? `${text}\u00a0` : text; // the same again is read again
    this.after(() => this.spoken === text && (this.spoken = ""));
  }

  private after(act: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      act();
    }, BUBBLE_MS);
    this.timers.add(timer);
  }

  private followPlayers(at: () => LiveTable): void {
    const lost = new Set<number>(); // the seats whose lost line was announced
    let before: readonly SeatShown[] = [];
    let follows: LiveTable | null = null;

    $effect(() => {
      const table = at();
      const seats = table.lobby?.seats ?? [];
      const absences = seats.map((_, seat) => table.absence(seat)?.seconds ?? 0);
      if (table.status !== "open") return;
      untrack(() => {
        const known = follows === table ? before : [];
        follows = table;
        before = seats;
        known.forEach((was, seat) => {
          const player = was.name ?? "";
          const isGone = !seats.some((one) => one.kind === "person" && one.name === player);
          if (was.kind === "person" && isGone && seats[seat]?.kind === "free") this.announce(seat, "here.left", player);
        });
        seats.forEach((now, seat) => {
          const player = speakerOf(table).player(seat);
          if (now.kind !== "person") lost.delete(seat);
          else if (absences[seat]! >= FLICKER_SECONDS && !lost.has(seat)) {
            lost.add(seat);
            this.speak(say("here.lost", { player })); // the place shows it
          } else if (lost.has(seat) && absences[seat] === 0) {
            lost.delete(seat);
            this.announce(seat, "here.back", player);
          }
          if (now.away && !now.idle && known[seat] && !known[seat].away) this.speak(say("here.bot", { player }));
        });
      });
    });
  }

  private announce(seat: number, key: string, player: string): void {
    const text = say(key, { player });
    this.add(seat, text);
    this.speak(text);
  }
}
