/** Weighs what a screen reader says of some events, and says a deal in one sentence. */

import type { GameClient } from "../games/game";
import { say } from "../lang/language.svelte";
import { speakerOf } from "../lang/speaker";
import { ABOUT_YOU, COMMON, FOR_YOU, type News } from "../lib/announce.svelte";
import { concerns, eventFacts, factsOf } from "../live/facts";
import type { Any, Scene } from "../live/types";

const OWN_DEED = COMMON - 0.25; // one knows it
const SEEN = COMMON - 0.5; // the table goes on showing it

type Client = Pick<GameClient, "dealt" | "asks" | "heard">;
type Event = Any<"event">;

/** Return what is told of some events, which have led to what the scene shows now. */
export function newsOf(scene: Scene, events: readonly Event[], client: Client): News[] {
  const { dealt = ownCards, asks = {}, heard } = client;
  const { game } = scene;
  const isSetting = ({ type }: Event) => eventFacts(game, type).setting ?? false;
  const first = events.find(isSetting);
  const asking = scene.legal(scene.seat).length > 0 ? asks[scene.view.phase] : undefined;
  const said = events.findLast(({ type }) => type === asking);
  return events.flatMap((event, at): News[] => {
    if (event === first) return [{ text: dealt(scene), weight: FOR_YOU }];
    if (isSetting(event) || event === said) return [];
    const own = heard?.(scene, events, at);
    if (own?.isUrgent) return [{ text: own.text, short: own.short, weight: FOR_YOU }];
    const text = own?.text ?? speakerOf(scene).sentences([event]).join(" ");
    const isBrief = factsOf(game).is_memory && !eventFacts(game, event.type).each;
    const isPrivate = eventFacts(game, event.type).glimpse ?? false;
    return [{ text, weight: weightOf(game, event, scene.seat), isBrief, isPrivate }];
  });
}

function weightOf(game: string, event: Event, seat: number | null): number {
  const { glimpse, visible, history } = eventFacts(game, event.type);
  if (glimpse) return FOR_YOU;
  if (visible || history === "aid") return SEEN;
  if ("seat" in event && event.seat === seat) return OWN_DEED;
  return concerns(game, event, seat) ? ABOUT_YOU : COMMON;
}

/** Say which cards one has, in a game that says nothing better. */
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
