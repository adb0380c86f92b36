/** Provides transitions and durations. Nothing waits for them: a click counts while a card still glides. */
import type { Attachment } from "svelte/attachments";
import { fade as fading, fly as flying, scale as scaling } from "svelte/transition";

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Return a duration in milliseconds; 0 with reduced motion. */
export const lasting = (ms: number): number => (still.matches ? 0 : ms);

const LATEST_START_MS = 500; // of animations: a page in the background draws no frame

/**
 * Do something so many milliseconds after the animations have begun that the next frame begins: on a busy device, a
 * while after now. Return a function that stops it.
 */
export function afterStart(ms: number, then: () => void): () => void {
  let timer = setTimeout(end, ms + LATEST_START_MS);
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => {
      clearTimeout(timer);
      timer = setTimeout(end, ms);
    });
  });
  function stop(): void {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  }
  function end(): void {
    stop();
    then();
  }
  return stop;
}

/** Skip a transition with reduced motion: positions are not even measured then. */
export const calmly =
  <Params, Config>(move: (node: Element, params: Params) => Config) =>
  (node: Element, params: Params) =>
    still.matches ? { duration: 0 } : move(node, params);

export const fade = calmly(fading);
export const fly = calmly(flying);
export const scale = calmly(scaling);

/** Run the animations of style sheets under an element faster at a fast pace, so that each ends within its reveal. */
export const hastened =
  (stretch: (ms: number) => number): Attachment<HTMLElement> =>
  (root) => {
    const hasten = ({ target }: AnimationEvent) => {
      const factor = stretch(1);
      if (factor <= 0 || factor >= 1) return;
      for (const one of (target as Element).getAnimations()) {
        if (Number(one.effect?.getComputedTiming().endTime) < Infinity) one.updatePlaybackRate(1 / factor);
      }
    };
    root.addEventListener("animationstart", hasten);
    return () => root.removeEventListener("animationstart", hasten);
  };

/** Show the end of every animation under an element at once; those without an end go on. */
export function finishAnimations(root: Element): void {
  for (const one of root.getAnimations({ subtree: true })) {
    if (Number(one.effect?.getComputedTiming().endTime) < Infinity) one.finish();
  }
}
