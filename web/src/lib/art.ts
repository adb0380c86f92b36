/** Finds pictures that several pages share: faces of players and bots, covers of games. */

const AVATAR_FILES = import.meta.glob<string>("../art/avatars/*.svg", {
  eager: true,
  query: "?url",
  import: "default",
});
const BOT_FILES = import.meta.glob<string>("$python/bots/pictures/*.svg", {
  eager: true,
  query: "?url",
  import: "default",
});

const UNKNOWN = "mummy"; // the face of a bot that the server does not have any more

/** Return the picture of a seat: the chosen avatar, or the bot's portrait; the `nth` of the same looks different. */
export function portrait(of: { avatar?: string; bot?: string; nth?: number }): string | undefined {
  const drawn = of.bot && Object.entries(BOT_FILES).find(([path]) => path.endsWith(`/${of.bot}.svg`))?.[1];
  if (drawn) return of.nth ? `${drawn}#${of.bot}-${of.nth + 1}` : drawn;
  return AVATAR_FILES[`../art/avatars/${of.avatar ?? (of.bot ? UNKNOWN : "owl")}.svg`];
}

const COVERS = import.meta.glob<string>("../games/*/art/cover.svg", { eager: true, query: "?url", import: "default" });

export function coverOf(game: string): string | undefined {
  return COVERS[`../games/${game}/art/cover.svg`];
}
