/** Runs the tables of this device in Python: a worker, so that the page stays smooth. A second one analyses games. */

import { Database, StoredEntries } from "./database";
import type { AnalysisReply, AnalysisRequest, FromWorker, ToWorker } from "./messages";
import { counted, gunzip, startPython, type Loader, type Manifest } from "./runtime";

/** `toctoc.browser.host.Host`. */
interface Host {
  request(method: string, path: string, body: string): Promise<{ toJs(): [number, string]; destroy(): void }>;
  open(line: number, path: string): void;
  receive(line: number, text: string): void;
  hang_up(line: number): void;
}
type Page = typeof page;
interface Module {
  start(database: Database, page: Page): Host;
  analyse(text: string, seat: number, open: boolean, report: (share: number) => void): Promise<string>;
}
interface Scope {
  fetch: typeof fetch;
  name: string;
  onmessage: ((event: MessageEvent<ToWorker | AnalysisRequest>) => void) | null;
  postMessage(message: FromWorker | AnalysisReply): void;
}

const ANALYSIS = "analysis"; // the name of the second worker
const DATABASE = "toctoc";
const scope = globalThis as unknown as Scope;
const post = (message: FromWorker | AnalysisReply) => scope.postMessage(message);
const fail = (error: unknown) => post({ is: "failed", reason: (error as Error).message ?? String(error) });
const here = import.meta.url; // in the folder of scripts
const app = new URL("..", here); // all paths of files are relative to it

/** As Python's `toctoc.browser.host.Page`. */
const page = {
  opened: (line: number) => post({ is: "opened", line }),
  send: (line: number, text: string) => post({ is: "message", line, text }),
  close: (line: number) => post({ is: "closed", line }),
  analyse: analyseElsewhere,
};

/** Fetch the files of the engine, all at once, and start Python. */
async function start(): Promise<Module> {
  const manifest = (await (await fetchFile("engine/engine.json")).json()) as Manifest;
  const { loader, script, wasm, library, toctoc } = manifest.files;
  let loaded = 0;
  const count = (bytes: number) => post({ is: "progress", loaded: (loaded += bytes), total: manifest.bytes });
  const files = new Map([
    [new URL("pyodide.asm.wasm", app).href, fetchCounted(wasm.path, count)],
    [new URL(library.path, app).href, fetchCounted(library.path, count)],
  ]);
  const archive = fetchCounted(toctoc.path, count)
    .then((answer) => answer.arrayBuffer())
    .then(gunzip);
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([
    importFile<Loader>(loader, count),
    importFile<{ default: never }>(script, count),
  ]);
  // Pyodide fetches its files by names without a hash: it gets those that are on their way.
  const fetchOthers = scope.fetch;
  scope.fetch = (input, options) => files.get(String(input)) ?? fetchOthers(input, options);
  // Pyodide only logs that WebAssembly has failed, and never starts.
  const { instantiateStreaming } = WebAssembly;
  const failure = new Promise<never>((_, reject) => {
    WebAssembly.instantiateStreaming = async (...all) => {
      const instance = instantiateStreaming(...all);
      instance.catch(reject);
      return instance;
    };
  });
  try {
    const places = { indexURL: app.href, stdLibURL: new URL(library.path, app).href, createPyodideModule };
    const python = await Promise.race([startPython({ loadPyodide }, archive, places), failure]);
    return python.pyimport("toctoc.browser.javascript") as Module;
  } finally {
    scope.fetch = fetchOthers;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  }
}

async function fetchFile(path: string): Promise<Response> {
  const answer = await fetch(new URL(path, app), { cache: path.endsWith(".json") ? "no-cache" : "default" });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
}

async function fetchCounted(path: string, count: (bytes: number) => void): Promise<Response> {
  return counted(await fetchFile(path), count);
}

async function importFile<T>(file: { path: string; bytes: number }, count: (bytes: number) => void): Promise<T> {
  const module = (await import(/* @vite-ignore */ new URL(file.path, app).href)) as T;
  count(file.bytes);
  return module;
}

function serve(host: Host, message: ToWorker): void {
  if (message.is === "open") host.open(message.line, message.path);
  else if (message.is === "send") host.receive(message.line, message.text);
  else if (message.is === "hang-up") host.hang_up(message.line);
  else answer(host, message).catch(fail); // Python refuses in words: an error means that it has broken down
}

async function answer(host: Host, { id, method, path, body }: ToWorker & { is: "request" }): Promise<void> {
  const found = await host.request(method, path, body);
  const [status, text] = found.toJs();
  found.destroy();
  post({ is: "answer", id, status, body: text });
}

/** Analyse a game in a worker of its own, which ends with it: this one goes on with its tables. */
function analyseElsewhere(text: string, seat: number, open: boolean, report: (share: number) => void): Promise<string> {
  const worker = new Worker(here, { type: "module", name: ANALYSIS });
  return new Promise<string>((resolve, reject) => {
    worker.onerror = (event) => reject(new Error(event.message));
    worker.onmessage = ({ data }: MessageEvent<AnalysisReply>) => {
      if (data.is === "share") report(data.share);
      else if (data.is === "analysed") resolve(data.text);
      else if (data.is === "failed") reject(new Error(data.reason));
    };
    worker.postMessage({ is: "analyse", text, seat, open } satisfies AnalysisRequest);
  }).finally(() => worker.terminate());
}

async function runTables(): Promise<void> {
  const waiting: ToWorker[] = [];
  scope.onmessage = ({ data }) => void waiting.push(data as ToWorker);
  const database = new Database(
    () => StoredEntries.open(DATABASE),
    () => post({ is: "unkept" }),
  );
  const host = (await start()).start(database, page);
  post({ is: "ready" });
  scope.onmessage = ({ data }) => serve(host, data as ToWorker);
  for (const message of waiting) serve(host, message);
}

async function runAnalysis(): Promise<void> {
  const request = new Promise<AnalysisRequest>((resolve) => {
    scope.onmessage = ({ data }) => resolve(data as AnalysisRequest);
  });
  const module = await start();
  const { text, seat, open } = await request;
  post({
    is: "analysed",
    text: await module.analyse(text, seat, open, (share) => post({ is: "share", share })),
  });
}

(scope.name === ANALYSIS ? runAnalysis() : runTables()).catch(fail);
