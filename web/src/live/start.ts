/** Makes a table, and plans to sit down at it. */

import { inTab } from "../lib/storage";
import type { Settings } from "../protocol";
import { api } from "./api";

const keyOf = (code: string) => `toctoc:plans:${code}`;

/** To sit down at a table as soon as it is reached; a plan survives a reload on the way. */
export interface Plan {
  /** and to start at once, with this bot in the free seats */
  fill?: string;
}

export async function makeTable(game: string, settings: Settings | null, plan: Plan, lesson = false): Promise<string> {
  const made = await api.make({ game, settings, lesson });
  inTab.write(keyOf(made.code), plan);
  return made.code;
}

export function planFor(code: string): Plan | null {
  return inTab.read<Plan>(keyOf(code));
}

export function forgetPlan(code: string): void {
  inTab.forget(keyOf(code));
}
