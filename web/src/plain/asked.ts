import { say, texts } from "../lang/language.svelte";
import { capital } from "../lang/speech";
import { speakerOf } from "../lang/speaker";
import type { Scene } from "../live/types";

/** Say what is to be done now, and by whom. */
export function asked(scene: Scene): string {
  const { view, seat } = scene;
  const key = `${scene.game}.phase.${view.phase}`;
  const what = texts().has(key) ? say(key) : view.phase;
  // While an action is on its way nothing else is asked, but it is still one's own turn.
  if (seat !== null && (scene.legal(seat).length > 0 || view.to_act.includes(seat))) return say("plain.you", { what });
  if (view.to_act.length === 0) return capital(what);
  return say("plain.others", { players: speakerOf(scene).playerList(view.to_act), what });
}
