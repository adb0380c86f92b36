import { mount } from "svelte";

import "./app.css";
import App from "./App.svelte";
import { speakAsBefore } from "./lang/language.svelte";
import { proposedName } from "./lib/names";
import { keepPages } from "./lib/offline";
import { settings } from "./lib/settings.svelte";

await speakAsBefore();
settings.name ||= proposedName();
mount(App, { target: document.getElementById("app")! });
keepPages();
