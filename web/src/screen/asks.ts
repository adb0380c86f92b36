/** Says to everybody in the room for whom the table waits, and for what. */

import { say, texts } from "../lang/language.svelte";
import { speakerOf } from "../lang/speech";
import { lostLine } from "../lang/waiting";
import type { LiveTable } from "../live/table.svelte";

export interface Asked {
  seats: readonly number[];
  /** empty while the table waits for nobody */
  text: string;
  /** whether it waits for people: they answer on their phones */
  isOfPeople: boolean;
}

type Parts = Record<string, unknown>;

/** Return the seats for which the table waits: people before bots, which answer by themselves. */
export function askedOf(table: LiveTable): Asked {
  const { game, view, players } = table;
  const people = view.to_act.filter((seat) => players[seat]?.kind === "person" && !players[seat]?.away);
  const seats = people.length > 0 ? people : view.to_act;
  const isOfPeople = people.length > 0;
  if (seats.length === 0) return { seats, text: "", isOfPeople };
  if (seats.every((seat) => table.absence(seat))) return { seats, text: lostLine(table), isOfPeople: false };
  const values = { players: speakerOf(table).playerList(seats), n: seats.length };
  if (!isOfPeople) return { seats, text: say("screen.thinks", values), isOfPeople };
  const own = `screen.${view.phase}`;
  if (texts().has(`${game}.${own}`)) {
    return { seats, text: speakerOf(table).text(own, { ...partsOf(view), ...values }), isOfPeople };
  }
  const phase = `${game}.phase.${view.phase}`;
  const what = texts().has(phase) ? say(phase) : say("table.your-turn");
  return { seats, text: say("screen.asks", { ...values, what }), isOfPeople };
}

/** Return the parts of all fields with parts, such as the two players at a door: a sentence may name them. */
function partsOf(view: object): Parts {
  const isPart = (value: unknown): value is Parts => value?.constructor === Object;
  return Object.assign({}, ...Object.values(view).filter(isPart)) as Parts;
}
