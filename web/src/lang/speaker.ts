import type { Scene } from "../live/types";
import { texts } from "./language.svelte";
import { Speaker } from "./speech";

/** Make the speaker that tells a table's story to its viewer, in the page's language. */
export function speakerOf(scene: Scene): Speaker {
  return new Speaker(texts(), scene.game, scene.players, scene.seat);
}
