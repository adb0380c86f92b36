/** The pictures of table talk. */

import { PICTURES, type Phrase } from "../protocol";

const DRAWN = import.meta.glob<string>("../art/phrases/*.svg", { eager: true, query: "?url", import: "default" });

export const PHRASES = Object.keys(PICTURES) as Phrase[];
export const phrasePictures = Object.values(DRAWN);
export const phrasePicture = (phrase: Phrase): string => DRAWN[`../art/phrases/${phrase}.svg`]!;
