import { svelte } from "@sveltejs/vite-plugin-svelte";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

import { texts } from "./texts.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const CATALOGUES = here("../src/toctoc/lang");

export default defineConfig({
  plugins: [svelte(), texts(CATALOGUES)],
  resolve: {
    alias: {
      $catalogues: CATALOGUES,
      $rules: here("../docs/rules"),
      $bots: here("../src/toctoc/bots/pictures"),
    },
  },
  build: {
    outDir: "../src/toctoc/server/client",
    emptyOutDir: true,
    assetsInlineLimit: 0, // pictures are files of their own: cached, and never in the scripts
    rolldownOptions: {
      output: {
        codeSplitting: {
          // All scripts of the first page in one file: few requests.
          groups: [{ name: "first", tags: ["$initial"] }],
        },
      },
    },
  },
  server: {
    fs: { allow: [here("..")] },
    proxy: { "/api": { target: "http://127.0.0.1:8080", ws: true } },
  },
});
