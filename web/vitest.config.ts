import { defineConfig, mergeConfig } from "vitest/config";

import client from "./vite.config";

export default mergeConfig(
  client,
  defineConfig({
    // Component tests mount in jsdom; without this Vitest would take Svelte's server half.
    resolve: { conditions: ["browser"] },
    test: { environment: "jsdom", include: ["src/**/*.test.ts"] },
  }),
);
