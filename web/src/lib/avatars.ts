/** Finds the little drawn faces of players and bots. */

const AVATAR_FILES = import.meta.glob<string>("../art/avatars/*.svg", {
  eager: true,
  query: "?url",
  import: "default",
});
const BOT_FILES = import.meta.glob<string>("$bots/*.svg", { eager: true, query: "?url", import: "default" });

const UNKNOWN = "mummy"; // the face of a bot that the server does not have any more

/** Return the picture of a seat: the chosen avatar, or the bot's portrait. */
export function portrait(of: { avatar?: string; bot?: string }): string | undefined {
  const drawn = of.bot && Object.entries(BOT_FILES).find(([path]) => path.endsWith(`/${of.bot}.svg`))?.[1];
  return drawn || AVATAR_FILES[`../art/avatars/${of.avatar ?? (of.bot ? UNKNOWN : "owl")}.svg`];
}
