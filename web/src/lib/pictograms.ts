/** Pictures of questions, actions and views, for players that do not read. */

const FILES = import.meta.glob<string>("../art/pictograms/*.svg", { eager: true, query: "?url", import: "default" });

export type Pictogram =
  | "ask"
  | "discard"
  | "draw"
  | "exchange"
  | "feed"
  | "find"
  | "give"
  | "knock"
  | "look"
  | "move"
  | "pass"
  | "reap"
  | "riddle"
  | "right"
  | "say-nothing"
  | "shuffle"
  | "swap"
  | "throw"
  | "wait"
  | "won"
  | "wrong"
  | "your-turn";

export const pictogram = (name: Pictogram): string => FILES[`../art/pictograms/${name}.svg`]!;
