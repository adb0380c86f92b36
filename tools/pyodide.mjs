/**
 * Runs a Python script in Pyodide under Node:
 *
 *     node tools/pyodide.mjs PYODIDE|ENGINE [HOST_FOLDER=FOLDER ...] SCRIPT [ARGUMENTS]
 *
 * The first is the folder of the npm package or of the engine that `tools/engine.py` builds, whose start-up is then
 * that of the worker. Folders of the machine are visible to Python at their new paths.
 */

import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const WEB = new URL("../web/", import.meta.url);
const NAMES = {
  loader: "pyodide.mjs",
  script: "pyodide.asm.mjs",
  wasm: "pyodide.asm.wasm",
  library: "python_stdlib.zip",
};

globalThis.require = createRequire(import.meta.url); // else Pyodide looks for a package of websockets

const [home, ...rest] = process.argv.slice(2);
const mounts = rest.filter((argument) => argument.includes("="));
const [script, ...given] = rest.slice(mounts.length);
const python = existsSync(join(home, "engine.json")) ? await startEngine() : await startPyodide(resolve(home));
for (const [host, folder] of mounts.map((mount) => mount.split("="))) {
  python.FS.mkdirTree(folder);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: resolve(host) }, folder);
}
python.globals.set("ARGUMENTS", python.toPy(given));
try {
  await python.runPythonAsync(readFileSync(script, "utf-8"), { filename: script });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
process.exit(); // timers of tables would keep it alive

async function startPyodide(folder) {
  const { loadPyodide } = await import(pathToFileURL(join(folder, NAMES.loader)).href);
  return loadPyodide({ indexURL: folder, env: { PYTHONNODEBUGRANGES: "1" } }); // bytecode without columns is smaller
}

/** Start Python as web/src/engine/worker.ts does; in Node, Pyodide finds its files by their own names only. */
async function startEngine() {
  const { files } = JSON.parse(readFileSync(join(home, "engine.json"), "utf-8"));
  const found = (part) => resolve(home, "..", files[part].path);
  const folder = mkdtempSync(join(tmpdir(), "toctoc-engine-"));
  for (const [part, name] of Object.entries(NAMES)) symlinkSync(found(part), join(folder, name));
  const { gunzip, startPython } = await importTypeScript(new URL("src/engine/runtime.ts", WEB));
  const loader = await import(pathToFileURL(join(folder, NAMES.loader)).href);
  const started = await startPython(loader, gunzip(readFileSync(found("toctoc"))), { indexURL: folder });
  rmSync(folder, { recursive: true });
  return started;
}

async function importTypeScript(file) {
  const { transformWithOxc } = await import(new URL("node_modules/vite/dist/node/index.js", WEB));
  const { code } = await transformWithOxc(readFileSync(file, "utf-8"), file.pathname);
  return import(`data:text/javascript,${encodeURIComponent(code)}`);
}
