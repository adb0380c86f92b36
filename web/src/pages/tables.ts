/** The pages at a table, in one chunk: one is inside the other. */

export { default as PlayNow } from "./PlayNow.svelte";
export { default as TablePage } from "./TablePage.svelte";
