/**
 * Caches the first page, and all other files of the client after their first use, so that it opens without a network.
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

/** Written by the build: see shell.ts. */
declare const BUILD: { name: string; shell: readonly string[] };

const OURS = "toctoc-";
const HERE = OURS + BUILD.name; // one build, one store: a page is never made of two
const INDEX = "/index.html";
const HASHED = "/assets/"; // files with names that change with their content
const PROGRAMS = /^\/(?:api|healthz|metrics)(?:\/|$)/;
const WORDS_STORE = "words-of-pushes"; // as in live/push.svelte.ts; not OURS, for it outlives builds
const WORDS = "/words-of-pushes";
const TURN_TAG = "turn";
const worker = globalThis as unknown as Worker;

worker.addEventListener<WorkerEvent>("install", (event) => event.waitUntil(install()));
worker.addEventListener<WorkerEvent>("activate", (event) => event.waitUntil(activate()));
worker.addEventListener<FetchEvent>("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || PROGRAMS.test(pathname)) return;
  if (request.mode === "navigate") event.respondWith(openPage(request));
  else if (pathname.startsWith(HASHED) || BUILD.shell.includes(pathname)) event.respondWith(find(request, pathname));
});

worker.addEventListener<WorkerEvent>("push", (event) => event.waitUntil(notify()));
worker.addEventListener<ShownEvent>("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openFirstPage());
});

/** Notify the player of their turn: a push has no text, the page has stored one here in the language of this device. */
async function notify(): Promise<void> {
  const kept = await caches.match(WORDS, { cacheName: WORDS_STORE });
  const { lang, text } = kept
    ? ((await kept.json()) as PushWords)
    : { lang: "en", text: "It is your turn at a slow table." };
  const look = { body: text, lang, tag: TURN_TAG, renotify: true, icon: "/icon-192.png", badge: "/icon-192.png" };
  await worker.registration.showNotification("Toctoc", look);
}

/** The first page says at which table. */
async function openFirstPage(): Promise<void> {
  const [page] = await worker.clients.matchAll({ type: "window" });
  if (!page) return void (await worker.clients.openWindow("/"));
  await page.focus();
  await page.navigate("/");
}

/** Fetch the first page whole, or not at all; files of an older build with the same name are the same. */
async function install(): Promise<void> {
  const here = await caches.open(HERE);
  await Promise.all(
    BUILD.shell.map(async (path) => {
      const known = path.startsWith(HASHED) ? await caches.match(path) : undefined;
      const answer = known ?? (await fetch(path, { cache: path.startsWith(HASHED) ? "default" : "no-cache" }));
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      await here.put(path, answer);
    }),
  );
  await worker.skipWaiting();
}

async function activate(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== HERE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** Open a page as the server has it now; without a server, as this build knows it. */
async function openPage(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const known = await caches.match(INDEX, { cacheName: HERE });
    if (known) return known;
    throw error;
  }
}

/** Find a file on the device, or fetch and keep it. */
async function find(request: Request, path: string): Promise<Response> {
  const here = await caches.open(HERE);
  const known = await here.match(path, { ignoreVary: true });
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await here.put(path, answer.clone());
  return answer;
}
