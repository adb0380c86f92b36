import { mount } from "svelte";

import "./app.css";
import App from "./App.svelte";
import { proposedName, speakAsBefore } from "./lang/language.svelte";
import { keepPages } from "./lib/browser.svelte";
import { watchPresses } from "./lib/taps";
import { keptEngine } from "./live/kept-engine.svelte";
import { settings } from "./lib/settings.svelte";

await speakAsBefore();
settings.isNamed ??= settings.name !== "";
settings.name ||= proposedName();
watchPresses();
mount(App, { target: document.getElementById("app")! });
keepPages();
if (keptEngine.isKept) addEventListener("load", () => void keptEngine.renew().catch(() => {})); // the next visit may
