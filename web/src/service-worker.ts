/**
 * Caches the first page, and all other files of the client after their first use, so that it opens without a network.
 * A device that keeps the engine, and every visitor of a static site, gets all files at once.
 * Live data comes from the server: nothing below /api is ever cached or answered here.
 */

interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface ShownEvent extends WorkerEvent {
  readonly notification: Notification;
}
interface FetchEvent extends WorkerEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Worker {
  readonly clients: {
    claim(): Promise<void>;
    matchAll(which: {
      type: "window";
    }): Promise<readonly { focus(): Promise<unknown>; navigate(url: string): Promise<unknown> }[]>;
    openWindow(url: string): Promise<unknown>;
  };
  readonly registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  addEventListener<E extends Event>(name: string, listener: (event: E) => void): void;
}

interface PushWords {
  lang: string;
  text: string;
}

/** As `engine/engine.json` has it; paths are below the base. */
interface Engine {
  version: string;
  files: Record<string, { path: string }>;
}

/** Written by the build: see shell.ts. `toctoc site` makes it static. All paths are below the base. */
declare const BUILD: { name: string; shell: readonly string[]; isStatic: boolean };

const BASE = new URL(".", location.href).pathname;
const ENGINES = "toctoc-engine-"; // then the version: as in live/kept-engine.svelte.ts
const OURS = `toctoc-${BASE === "/" ? "" : BASE}`; // sites below other paths of this host have their own
const HERE = OURS + BUILD.name; // one build, one store: a page is never made of two
const INDEX = "index.html";
const HASHED = "assets/"; // files with names that change with their content
const CLIENT_LIST = "assets.json"; // of all those files
const ENGINE_FILE = /^engine\//;
const ENGINE_LIST = "engine/engine.json"; // stored last: a store that has it is complete
const PROGRAMS = /^(?:api|healthz|metrics)(?:\/|$)/;
const WORDS_STORE = "words-of-pushes"; // as in live/push.svelte.ts; not OURS, for it outlives builds
const WORDS = "/words-of-pushes";
const TURN_TAG = "turn";
const worker = globalThis as unknown as Worker;

worker.addEventListener<WorkerEvent>("install", (event) => event.waitUntil(install()));
worker.addEventListener<WorkerEvent>("activate", (event) => event.waitUntil(activate()));
worker.addEventListener<FetchEvent>("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || !pathname.startsWith(BASE)) return;
  const path = pathname.slice(BASE.length);
  if (PROGRAMS.test(path)) return;
  if (request.mode === "navigate") event.respondWith(openPage(request, path, search));
  else if (ENGINE_FILE.test(path)) event.respondWith(findEngineFile(request));
  else if (path.startsWith(HASHED) || BUILD.shell.includes(path)) event.respondWith(find(request, path));
});

worker.addEventListener<WorkerEvent>("push", (event) => event.waitUntil(notify()));
worker.addEventListener<ShownEvent>("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openFirstPage());
});

/** Notify the player of a turn or call: a push has no text, the page has stored one in the language of this device. */
async function notify(): Promise<void> {
  const kept = await caches.match(WORDS, { cacheName: WORDS_STORE });
  const { lang, text } = kept
    ? ((await kept.json()) as PushWords)
    : { lang: "en", text: "A slow table is waiting for you." };
  const look = { body: text, lang, tag: TURN_TAG, renotify: true, icon: "icon-192.png", badge: "icon-192.png" };
  await worker.registration.showNotification("Toctoc", look);
}

/** The first page says at which table. */
async function openFirstPage(): Promise<void> {
  const [page] = await worker.clients.matchAll({ type: "window" });
  if (!page) return void (await worker.clients.openWindow(BASE));
  await page.focus();
  await page.navigate(BASE);
}

/** Fetch the first page whole, or not at all; files of an older build with the same name are the same. */
async function install(): Promise<void> {
  const isWhole = BUILD.isStatic || (await enginesHere()).length > 0;
  const here = await caches.open(HERE);
  const more = isWhole ? Object.keys((await (await fetched(CLIENT_LIST)).json()) as Record<string, number>) : [];
  await Promise.all(
    [...new Set([...BUILD.shell, ...more])].map(async (path) => here.put(BASE + path, await fetched(path))),
  );
  if (isWhole) await keepEngine(); // the last step: the page and its engine change together
  await worker.skipWaiting();
}

/** Return a file of this build: from an older store if its name has a hash, else from the host. */
async function fetched(path: string): Promise<Response> {
  const isHashed = path.startsWith(HASHED) || (ENGINE_FILE.test(path) && path !== ENGINE_LIST);
  const known = isHashed ? await caches.match(BASE + path, { ignoreVary: true }) : undefined;
  const answer = known ?? (await fetch(BASE + path, { cache: isHashed ? "default" : "no-cache" }));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
}

/** Name the stores that have a whole engine. */
async function enginesHere(): Promise<string[]> {
  const names = (await caches.keys()).filter((name) => name.startsWith(ENGINES));
  const found = await Promise.all(names.map((cacheName) => caches.match(BASE + ENGINE_LIST, { cacheName })));
  return names.filter((_, at) => found[at]);
}

/** Store the host's engine, then delete older ones. A game that is open has its own in memory. */
async function keepEngine(): Promise<void> {
  const list = await fetched(ENGINE_LIST);
  const { version, files } = (await list.clone().json()) as Engine;
  const name = ENGINES + version;
  const store = await caches.open(name);
  await Promise.all(
    Object.values(files).map(async ({ path }) => {
      if (!(await store.match(BASE + path))) await store.put(BASE + path, await fetched(path));
    }),
  );
  await store.put(BASE + ENGINE_LIST, list);
  const old = (await caches.keys()).filter((other) => other.startsWith(ENGINES) && other !== name);
  await Promise.all(old.map((other) => caches.delete(other)));
}

async function activate(): Promise<void> {
  const old = (await caches.keys()).filter((name) => isOurs(name) && name !== HERE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** Whether a store has a build of this site; its name has no other slashes than those of the base. */
function isOurs(name: string): boolean {
  return name.startsWith(OURS) && !name.startsWith(ENGINES) && !name.slice(OURS.length).includes("/");
}

/** Open a page as the host has it now; without a network, as this build knows it. */
async function openPage(request: Request, path: string, search: string): Promise<Response> {
  const isPage = path !== INDEX && !path.includes(".");
  // A static host has a file for the first page only, which finds its way from there: see lib/site.ts.
  if (BUILD.isStatic && path && isPage)
    return Response.redirect(`${BASE}?page=${encodeURIComponent(path + search)}`, 302);
  try {
    return await fetch(request);
  } catch (error) {
    const known = await caches.match(BASE + INDEX, { cacheName: HERE });
    if (known) return known;
    throw error;
  }
}

/** Find a file on the device, or fetch and keep it. */
async function find(request: Request, path: string): Promise<Response> {
  const here = await caches.open(HERE);
  const known = await here.match(BASE + path, { ignoreVary: true });
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await here.put(BASE + path, answer.clone());
  return answer;
}

/** Find a file of the engine that this device keeps. A query passes the store by. */
async function findEngineFile(request: Request): Promise<Response> {
  return (await caches.match(request.url, { ignoreVary: true })) ?? fetch(request);
}
