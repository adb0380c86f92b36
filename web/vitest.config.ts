import type { Plugin } from "vite";
import { defineConfig, mergeConfig } from "vitest/config";

import svelteConfig from "./svelte.config.js";
import client from "./vite.config.ts";

const SVELTE = JSON.stringify(svelteConfig.compilerOptions);

/** Caches compiled modules that depend on their own text only: not those that glob a folder, nor our catalogues. */
const kept: Plugin = {
  name: "kept",
  configureVitest({ experimental_defineCacheKeyGenerator: define }) {
    define(({ id, sourceCode }) => (/\0|import\.meta\.glob/.test(id + sourceCode) ? false : SVELTE));
  },
};

export default mergeConfig(
  client,
  defineConfig({
    plugins: [kept],
    // Component tests mount in jsdom; without this Vitest would take Svelte's server half.
    resolve: { conditions: ["browser"] },
    test: {
      css: { include: [/app\.css/] }, // a test reads the colours of the themes
      hookTimeout: 300_000,
      testTimeout: 300_000, // jsdom computes styles slowly, and a busy machine does everything slowly
      environment: "jsdom",
      pool: "threads", // a fifth less of the processor's time than processes
      isolate: false, // one page for all files of a worker: a new one for each took most of the time
      experimental: { fsModuleCache: true }, // in node_modules: a third of the second run's time was compiling
      include: ["src/**/*.test.ts"],
      setupFiles: ["src/testing/setup.ts"],
    },
  }),
);
