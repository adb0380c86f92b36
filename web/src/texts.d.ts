/** Made by the build: see texts.ts beside vite.config.ts. */
declare module "virtual:texts" {
  type Load = () => Promise<{ default: Record<string, string | Record<string, string>> }>;
  /** by language: the texts of the first page, and those of the games */
  const texts: Record<string, { first: Load; games: Load }>;
  export default texts;
}
