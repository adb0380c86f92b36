/** Made by the build: see texts.ts beside vite.config.ts. */
declare module "virtual:texts" {
  type Load = () => Promise<{ default: Record<string, string | Record<string, string>> }>;
  /** by language: what the first page needs, and what only the games say */
  const texts: Record<string, { first: Load; games: Load }>;
  export default texts;
}
