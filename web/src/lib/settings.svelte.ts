/** Stores a player's choices on the device: there are no accounts. */

import { inTab, onDevice } from "./storage";
import { AVATARS, type Avatar, BOTS, type Language } from "../protocol";

/** The looks of tables and card backs, the usual one first. */
export const THEMES = ["night", "ember", "forest", "plum"] as const;

interface Preferences {
  name: string;
  /** whether the player chose the name; null on a device of an earlier version, until the page has looked */
  isNamed: boolean | null;
  avatar: Avatar;
  language: Language | null;
  /** 0 is off */
  volume: number;
  theme: (typeof THEMES)[number];
  /** pictures and a voice instead of text, for players that do not read yet */
  pictures: boolean;
  /** the pace at which events are presented, or step by step */
  pace: "slow" | "normal" | "fast" | "step";
  /** windows without a clock, slower shows */
  isUnhurried: boolean;
  /** every game in words and buttons */
  isText: boolean;
  /** single keys act: off for players with other programs on these keys (WCAG 2.1.4) */
  hasKeys: boolean;
  /** the bot of "Play now" */
  bot: string;
  /** whether one may ask for hints there */
  hasHints: boolean;
}

const KEY = "toctoc";
/** Letters of a name, at most. */
export const MAX_NAME = 20;

function fresh(): Preferences {
  return {
    name: "",
    isNamed: null,
    avatar: AVATARS[Math.floor(Math.random() * AVATARS.length)] ?? "owl",
    language: null,
    volume: 0.25,
    theme: THEMES[0],
    pictures: false,
    pace: "normal",
    isUnhurried: false,
    isText: false,
    hasKeys: true,
    bot: BOTS[1],
    hasHints: false,
  };
}

const FIRST = "toctoc:first-visit";

/** Whether this is the first visit on this device; a reload of the first visit is still part of it. */
export function isFirstVisit(): boolean {
  return inTab.read<boolean>(FIRST) === true;
}

if (onDevice.read(KEY) === null) inTab.write(FIRST, true);

export const settings = $state<Preferences>({ ...fresh(), ...onDevice.read<Partial<Preferences>>(KEY) });

$effect.root(() => {
  $effect(() => void onDevice.write(KEY, settings));
  $effect(() => void (document.documentElement.dataset.theme = settings.theme));
});
