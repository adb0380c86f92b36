/** Made by the build: see texts.ts beside vite.config.ts. */
declare module "virtual:texts" {
  const texts: Record<string, () => Promise<{ default: Record<string, string | Record<string, string>> }>>;
  export default texts;
}
