import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import { defineConfig, globalIgnores } from "eslint/config";
import ts from "typescript-eslint";

import svelteConfig from "./svelte.config.js";

export default defineConfig(
  globalIgnores(["src/protocol.ts", ".svelte-check"]), // written by `make protocol`, and by svelte-check
  js.configs.recommended,
  ts.configs.strict,
  ts.configs.stylistic,
  svelte.configs.recommended,
  svelte.configs.prettier,
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: [".svelte"], svelteConfig } },
  },
  {
    rules: {
      "max-params": ["error", 5],
      "max-depth": ["error", 3],
      complexity: ["error", { max: 15, variant: "modified" }],
      eqeqeq: "error",
      "no-undef": "off", // TypeScript checks names
      "@typescript-eslint/no-unused-vars": ["error", { varsIgnorePattern: "^_$", argsIgnorePattern: "^_$" }],
      // With noUncheckedIndexedAccess, `!` says that the protocol guarantees an entry: seats[seat]!
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/no-empty-function": "off", // a replay's act(), and many fakes of the tests
      // State holds maps and sets as values, in $state.raw: they are replaced whole, never changed in place.
      "svelte/prefer-svelte-reactivity": "off",
    },
  },
  {
    files: ["**/*.test.ts"],
    rules: {
      "@typescript-eslint/no-extraneous-class": "off", // classes that stand in for the browser's
    },
  },
);
