import { mount } from "svelte";

import "./app.css";
import App from "./App.svelte";
import { speakAsBefore } from "./lang/language.svelte";
import { proposedName } from "./lib/names";
import { keepPages } from "./lib/offline";
import { route } from "./lib/router.svelte";
import { settings } from "./lib/settings.svelte";

await speakAsBefore(route().length === 0);
settings.name ||= proposedName();
mount(App, { target: document.getElementById("app")! });
keepPages();
