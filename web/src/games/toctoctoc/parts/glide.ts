/** Animates cards and guests from their old to their new place: one pair of transitions for the table. */

import { cubicInOut } from "svelte/easing";
import { crossfade, type TransitionConfig } from "svelte/transition";

import { calmly } from "../../../lib/motion";

const GLIDE_MS = 700;

function vanish(node: Element, _params: unknown, intro: boolean): TransitionConfig {
  const { transform } = getComputedStyle(node);
  const kept = transform === "none" ? "" : transform;
  return {
    duration: intro ? 350 : 700,
    css: (t, u) => `opacity: ${t}; transform: ${kept} ${intro ? `scale(${0.6 + 0.4 * t})` : `translateX(${u * 40}vw)`}`,
  };
}

/** Drive off to the right, as taxis do (T15), an element that leaves without a place to go to. */
const [sending, receiving] = crossfade({ duration: GLIDE_MS, easing: cubicInOut, fallback: vanish });

export const send = calmly(sending);
export const receive = calmly(receiving);

/** Lift the gliding element above everything, and let taps pass through it. */
export function lift(event: CustomEvent): void {
  const { style } = event.currentTarget as HTMLElement;
  style.zIndex = "60";
  style.pointerEvents = "none";
}

export function land(event: CustomEvent): void {
  const { style } = event.currentTarget as HTMLElement;
  style.zIndex = style.pointerEvents = "";
}
