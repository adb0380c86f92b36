import { svelte } from "@sveltejs/vite-plugin-svelte";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  plugins: [svelte()],
  resolve: {
    alias: {
      $catalogues: here("../src/toctoc/lang"),
      $rules: here("../docs/rules"),
      $bots: here("../src/toctoc/bots/pictures"),
    },
  },
  build: {
    outDir: "../src/toctoc/server/client",
    emptyOutDir: true,
    assetsInlineLimit: 0, // pictures are files of their own: cached, and never in the scripts
  },
  server: {
    fs: { allow: [here("..")] },
    proxy: { "/api": { target: "http://127.0.0.1:8080", ws: true } },
  },
});
