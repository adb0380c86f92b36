/** What a player has chosen, kept on the device: nobody has an account. */

import { onDevice } from "./storage";
import type { Language } from "../lang/catalogue";
import { AVATARS, type Avatar } from "../protocol";

interface Kept {
  name: string;
  avatar: Avatar;
  language: Language | null;
  /** 0 is off */
  volume: number;
  /** pictures and a voice instead of text, for those who do not read yet */
  pictures: boolean;
  /** the bot of "Play now" */
  bot: string;
}

const KEY = "toctoc";

function fresh(): Kept {
  return {
    name: "",
    avatar: AVATARS[Math.floor(Math.random() * AVATARS.length)] ?? "owl",
    language: null,
    volume: 0.25,
    pictures: false,
    bot: "apprenti",
  };
}

export const settings = $state<Kept>({ ...fresh(), ...onDevice.read<Partial<Kept>>(KEY) });

$effect.root(() => {
  $effect(() => void onDevice.write(KEY, settings));
});
