import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

// Svelte's checks for developers take a fifth of the unit tests' time: `make test` tests the code that players get.
const edition = process.env.TOCTOC_TESTS === "small" ? { dev: false } : {};

export default { preprocess: vitePreprocess(), compilerOptions: { runes: true, ...edition } };
