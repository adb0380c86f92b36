/** Turns game events into announcements for the screen reader, and the moves of a replay into sentences. */

import { say } from "../lang/language.svelte";
import { type Speaker, speakerOf } from "../lang/speech";
import { clauseOf } from "../model/clauses";
import { concerns, eventFacts, factsOf } from "../model/facts";
import type { Any, GameName, Games, Scene } from "../model/scene";
import type { EventFacts } from "../protocol";
import { ABOUT_YOU, type Announcement, COMMON, FOR_YOU } from "./announcer.svelte";

const OWN_ACTION = COMMON - 0.25; // the player knows of it
const STILL_VISIBLE = COMMON - 0.5; // the table goes on showing it

/** The announcement of one event; an empty text where another event's announcement covers it. */
export interface EventText {
  text: string;
  /** the same in the fewest words */
  short?: string | undefined;
  /** announced without waiting, and never skipped */
  isUrgent?: boolean;
}

/** The words of a game for its screen reader; a game may leave out all but the question. */
export interface GameNarration<G extends GameName = GameName> {
  /** return the question to the viewer */
  asked: (scene: Scene<G>) => string;
  /** return the question in the fewest words, for players who answer faster than speech; default: "your turn" */
  shortly?: (scene: Scene<G>) => string;
  /** return the announcement of `events[at]` where it differs from the sentence on the screen */
  spoken?: (scene: Scene<G>, events: readonly Games[G]["event"][], at: number) => EventText | undefined;
  /** by phase: the event that leads to the question, which then announces the event, too */
  asks?: Readonly<Record<string, Games[G]["event"]["type"]>>;
  /** announce the deal in one sentence; default: the viewer's cards */
  dealt?: (scene: Scene<G>) => string;
}

type Event = Any<"event">;

/** Return the announcements of `events`, which led to the present state of `scene`. */
export function announcementsOf(
  scene: Scene,
  events: readonly Event[],
  client: Pick<GameNarration, "dealt" | "asks" | "spoken">,
): Announcement[] {
  const { dealt = ownCards, asks = {}, spoken } = client;
  const { game } = scene;
  const isSetting = ({ type }: Event) => eventFacts(game, type).setting ?? false;
  const first = events.find(isSetting);
  const asking = scene.legal(scene.seat).length > 0 ? asks[scene.view.phase] : undefined;
  const said = events.findLast(({ type }) => type === asking);
  return events.flatMap((event, at): Announcement[] => {
    if (event === first) return [{ text: dealt(scene), weight: FOR_YOU }];
    if (isSetting(event) || event === said) return [];
    const own = spoken?.(scene, events, at);
    if (own?.isUrgent) return [{ text: own.text, short: own.short, weight: FOR_YOU }];
    const text = own?.text ?? speakerOf(scene).sentences([event]).join(" ");
    const isBrief = factsOf(game).is_memory && !eventFacts(game, event.type).each;
    const isPrivate = eventFacts(game, event.type).glimpse ?? false;
    return [{ text, weight: weightOf(game, event, scene.seat), isBrief, isPrivate }];
  });
}

function weightOf(game: string, event: Event, seat: number | null): number {
  const { glimpse, visible, history } = eventFacts(game, event.type);
  if (glimpse || event.type === "GameOver") return FOR_YOU;
  if (visible || history === "aid") return STILL_VISIBLE;
  if ("seat" in event && event.seat === seat) return OWN_ACTION;
  return concerns(game, event, seat) ? ABOUT_YOU : COMMON;
}

/** Announce the viewer's cards: the default of `GameNarration.dealt`. */
function ownCards(scene: Scene): string {
  const fields = Object.entries(factsOf(scene.game).own).filter(([, { kind }]) => kind === "cards");
  const own = scene.own as unknown as Record<string, unknown> | null;
  if (!own) return "";
  const speaker = speakerOf(scene);
  return fields
    .map(([name, field]) => [speaker.text(`field.${name}`), speaker.shown(field, own[name])] as const)
    .map(([player, value]) => `${say("field.of-seat", { player, value })}.`)
    .join(" ");
}

/**
 * Return the sentences of a replay's move, without events that the table goes on showing, such as dealt cards. A
 * sentence that introduces a list of such events ends there.
 */
export function sentences(speaker: Speaker, events: readonly Any<"event">[]): string[] {
  const isNarrated = ({ setting, visible }: EventFacts) => !setting && !visible;
  const narrated = speaker.sentences(events.filter(({ type }) => isNarrated(eventFacts(speaker.game, type))));
  return narrated.map((sentence) => sentence.replace(/\s*:$/, "."));
}

/** Return the clause that explains a move; events of every turn count only where there are no others. */
export function clauseBehind(game: string, events: readonly Any<"event">[]): string | undefined {
  const unusual = events.filter(({ type }) => !eventFacts(game, type).setting && !eventFacts(game, type).usual);
  return [...unusual, ...events].map((event) => clauseOf(game, event)).find((clause) => clause !== undefined);
}
