import { svelte } from "@sveltejs/vite-plugin-svelte";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

import { chunkOf } from "./chunks.ts";
import { files } from "./files.ts";
import { shell } from "./shell.ts";
import { texts } from "./texts.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const PYTHON = here("../src/toctoc");
const WORKER = "sw"; // at a path that stays the same: browsers look there for a new one

export default defineConfig({
  plugins: [svelte(), texts(PYTHON), shell(`${WORKER}.js`), files()],
  resolve: {
    alias: {
      $python: PYTHON,
    },
  },
  experimental: {
    // Scripts and styles find other files beside themselves, at any base; pages of all depths share index.html.
    renderBuiltUrl: (file, { hostType }) => (hostType === "html" ? `/${file}` : { relative: true }),
  },
  build: {
    outDir: "../src/toctoc/server/client",
    emptyOutDir: true,
    assetsInlineLimit: 0, // pictures are files of their own: cached, and never in the scripts
    rolldownOptions: {
      input: { index: here("index.html"), [WORKER]: here("src/service-worker.ts") },
      output: {
        entryFileNames: ({ name }) => (name === WORKER ? `${name}.js` : "assets/[name]-[hash].js"),
        codeSplitting: {
          // All scripts of the first page in one file, and those that all tables need in another: few requests.
          groups: [
            { name: "first", tags: ["$initial"], test: (id) => !id.endsWith("src/service-worker.ts") },
            { name: chunkOf },
          ],
        },
      },
    },
  },
  worker: {
    format: "es",
    rolldownOptions: { output: { entryFileNames: "assets/engine-worker-[hash].js" } }, // see pages/static.py
  },
  server: {
    fs: { allow: [here("..")] },
    proxy: { "/api": { target: "http://127.0.0.1:8080", ws: true } },
  },
});
