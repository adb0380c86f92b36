/** Notifies a player of their turn at a slow table when no page is open: Web Push. */

import { say, texts } from "../lang/language.svelte";
import { onDevice } from "../lib/storage";
import { api } from "./api";
import { recent } from "./recent-tables";
import { isWithout } from "./server.svelte";

const KEY = "toctoc:push";
const WORDS_STORE = "words-of-pushes"; // as in service-worker.ts
const WORDS = "/words-of-pushes";

export type PushState = "unsupported" | "denied" | "off" | "on";

let isWanted = $state(onDevice.read<boolean>(KEY) === true);
let permission = $state(isSupported() ? Notification.permission : "denied");

function isSupported(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window && isSecureContext;
}

/** Return whether notifications are on, off, denied or unsupported on this device. */
export function pushState(): PushState {
  if (!isSupported() || isWithout("web-push")) return "unsupported";
  if (permission === "denied") return "denied";
  return isWanted && permission === "granted" ? "on" : "off";
}

/** Ask for the permission, and subscribe to this table; call it from a tap. Return the resulting state. */
export async function enablePush(code: string): Promise<PushState> {
  permission = await Notification.requestPermission();
  if (permission !== "granted") return permission === "denied" ? "denied" : "off";
  await subscribe(code);
  isWanted = true;
  onDevice.write(KEY, true);
  return "on";
}

/** Be told of this table too, and for longer, if this device tells; the sentence is in the language of the page. */
export async function renew(code: string): Promise<void> {
  if (pushState() === "on") await subscribe(code);
}

/** Tell nothing any more, of no table. */
export async function disablePush(): Promise<void> {
  isWanted = false;
  onDevice.forget(KEY);
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  await caches.delete(WORDS_STORE);
  const slow = recent().filter((one) => one.slow && one.seated);
  await Promise.allSettled(slow.map(({ code }) => api.noPush(code)));
}

async function subscribe(code: string): Promise<void> {
  if (!(await navigator.serviceWorker.getRegistration())) throw new Error("no service worker"); // or it is waited for
  const registration = await navigator.serviceWorker.ready;
  const { key } = await api.pushKey();
  const known = await registration.pushManager.getSubscription();
  const how = { userVisibleOnly: true, applicationServerKey: key };
  const found = await registration.pushManager.subscribe(how).catch(async () => {
    await known?.unsubscribe(); // it was made with another key
    return registration.pushManager.subscribe(how);
  });
  await keepWords();
  await api.push(code, found.endpoint);
}

/** Leave the sentence where the service worker finds it: a push has none. */
async function keepWords(): Promise<void> {
  const words = JSON.stringify({ lang: texts().language, text: say("push.turn") });
  await (await caches.open(WORDS_STORE)).put(WORDS, new Response(words));
}
