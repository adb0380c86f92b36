import { defineConfig, mergeConfig } from "vitest/config";

import client from "./vite.config.ts";

export default mergeConfig(
  client,
  defineConfig({
    // Component tests mount in jsdom; without this Vitest would take Svelte's server half.
    resolve: { conditions: ["browser"] },
    test: {
      testTimeout: 60_000, // jsdom computes styles slowly, and a busy machine does everything slowly
      environment: "jsdom",
      pool: "threads", // a fifth less of the processor's time than processes
      isolate: false, // one page for all files of a worker: a new one for each took most of the time
      include: ["src/**/*.test.ts"],
      setupFiles: ["src/testing/setup.ts"],
    },
  }),
);
