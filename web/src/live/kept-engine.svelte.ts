/** Keeps the engine and the client's files on this device, so that tables run here without a network. */

import { counted, type Manifest } from "../engine/runtime";
import { href, isStatic } from "../lib/site";
import { onDevice } from "../lib/storage";

const STORE = "toctoc-engine-"; // then the version; the service worker answers from such stores
const LIST = "/engine/engine.json"; // stored last: a store that has it is complete
const CLIENT_LIST = "/assets.json"; // see web/files.ts
const KEY = "toctoc:kept";

const OFFERED = "toctoc:keep-offered";

/** Whether this browser can keep files: not in a page without encryption. A static site is kept by itself. */
export const canKeep = (): boolean => "caches" in globalThis && "serviceWorker" in navigator && !isStatic();

class KeptEngine {
  isKept = $state(onDevice.read<boolean>(KEY) === true);
  /** the part that is here, from 0 to 1, while it is fetched; else null */
  share = $state<number | null>(null);

  /** Look whether a whole engine is stored here: browsers may have deleted it. */
  async look(): Promise<boolean> {
    const store = await storeOf(await stored());
    this.note(store !== undefined);
    return this.isKept;
  }

  /** Return how many bytes travel if the engine is kept; throw if the server has none. */
  async size(): Promise<number> {
    return (await fetchList()).compressed;
  }

  /** Fetch everything that is not here yet. */
  async keep(): Promise<void> {
    if (this.share !== null) return;
    this.share = 0;
    try {
      await controlled();
      const [engine, client] = [await fetchList(), await fetched<Record<string, number>>(href(CLIENT_LIST))];
      const total = engine.bytes + sum(Object.values(client));
      let loaded = 0;
      const count = (bytes: number) => (this.share = Math.min(1, (loaded += bytes) / total));
      await Promise.all([fill(engine, count), ...Object.keys(client).map((path) => fetchWhole(path, count))]);
      this.note(true);
      await navigator.storage?.persist?.(); // or browsers may delete it when they need room
    } finally {
      this.share = null;
    }
  }

  /** Keep the server's engine if an older one is kept; the service worker has the files of the client. */
  async renew(): Promise<void> {
    if (!this.isKept || !navigator.onLine || !(await this.look())) return;
    if (!(await caches.has(STORE + (await fetchList()).version))) await this.keep();
  }

  /** Delete the engine; games that were played here stay. */
  async remove(): Promise<void> {
    for (const name of await stored()) await caches.delete(name);
    this.note(false);
  }

  private note(isKept: boolean): void {
    this.isKept = isKept;
    if (isKept) onDevice.write(KEY, true);
    else onDevice.forget(KEY);
  }
}

export const keptEngine = new KeptEngine();

/** Call `offer` once the app is installed, if nothing is kept; once on this device, in a component that is set up. */
export function onInstalled(offer: () => void): void {
  const look = () => {
    if (!canKeep() || keptEngine.isKept || onDevice.read(OFFERED)) return;
    onDevice.write(OFFERED, true);
    offer();
  };
  $effect(() => {
    if (matchMedia("(display-mode: standalone)").matches) look();
    addEventListener("appinstalled", look);
    return () => removeEventListener("appinstalled", look);
  });
}

const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0);

/** Name the stores of engines. */
async function stored(): Promise<string[]> {
  if (!canKeep()) return [];
  return (await caches.keys()).filter((name) => name.startsWith(STORE));
}

async function storeOf(names: readonly string[]): Promise<string | undefined> {
  for (const name of names) if (await caches.match(href(LIST), { cacheName: name })) return name;
  return undefined;
}

/** Return the server's list. The query passes the stored one by. */
async function fetchList(): Promise<Manifest> {
  return fetched<Manifest>(`${href(LIST)}?now`);
}

async function fetched<T>(address: string): Promise<T> {
  return (await (await answered(address, { cache: "no-cache" })).json()) as T;
}

async function answered(address: string, how: RequestInit = {}): Promise<Response> {
  const answer = await fetch(address, how);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer;
}

/** Wait until the service worker answers this page: it keeps the files of the client. */
async function controlled(): Promise<void> {
  const workers = navigator.serviceWorker;
  if (workers.controller) return;
  if (!(await workers.getRegistration())) throw new Error("no service worker"); // or it is waited for
  await new Promise((done) => workers.addEventListener("controllerchange", done, { once: true }));
}

/** Fill the store of one version, take unchanged files from older ones, and delete those. */
async function fill(engine: Manifest, count: (bytes: number) => void): Promise<void> {
  const name = STORE + engine.version;
  const old = (await stored()).filter((other) => other !== name);
  const store = await caches.open(name);
  for (const { path, bytes } of Object.values(engine.files)) {
    const address = href(path);
    const known = (await store.match(address)) ?? (await firstMatch(address, old));
    if (known) count(bytes);
    await store.put(address, known ?? counted(await answered(address), count));
  }
  await store.put(href(LIST), Response.json(engine));
  for (const other of old) await caches.delete(other);
}

async function firstMatch(address: string, names: readonly string[]): Promise<Response | undefined> {
  for (const cacheName of names) {
    const found = await caches.match(address, { cacheName });
    if (found) return found;
  }
  return undefined;
}

/** Fetch a file of the client: the service worker keeps it. */
async function fetchWhole(path: string, count: (bytes: number) => void): Promise<void> {
  count((await (await answered(href(path))).arrayBuffer()).byteLength);
}
