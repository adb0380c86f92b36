import { texts } from "../lang/language.svelte";
import { Speaker } from "../lang/speech";
import type { Scene } from "../live/types";

/** Who tells this table's story to whoever looks at it, in the page's language. */
export function speakerOf(scene: Scene): Speaker {
  return new Speaker(texts(), scene.game, scene.players, scene.seat);
}
