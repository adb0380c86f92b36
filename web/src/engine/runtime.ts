/** Starts Python with our package in it: in the worker of a page, and in Node for tests and the build. */

import type { PyodideInterface } from "pyodide";

type PyodideConfig = NonNullable<Parameters<typeof import("pyodide").loadPyodide>[0]>;
type Files = Parameters<NonNullable<PyodideConfig["fsInit"]>>[0];
export interface Loader {
  loadPyodide(options: PyodideConfig): Promise<PyodideInterface>;
}

/** As `tools/engine.py` writes it; paths are relative to the address of the app. */
export interface Manifest {
  version: string;
  /** of all files, as they are and as they travel */
  bytes: number;
  compressed: number;
  files: Record<"loader" | "script" | "wasm" | "library" | "toctoc", { path: string; bytes: number }>;
}

const BLOCK = 512; // of a tar archive
const NO_PACKAGES = {
  info: { arch: "wasm32", platform: "emscripten_0", version: "0", python: "3.14.0", abi_version: "2026_0" },
  packages: {},
} as const;
const ENVIRONMENT = { PYTHONDONTWRITEBYTECODE: "1" }; // the archive has the bytecode

/** Count the bytes of an answer as they arrive. Browsers keep compiled code only of an answer as it came. */
export function counted(answer: Response, count: (bytes: number) => void): Response {
  const reader = answer.clone().body?.getReader();
  const read = async () => {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) count(part.value.byteLength);
  };
  read().catch(() => {}); // the other copy fails, too
  return answer;
}

/** Start Python; `archive` is the tar archive of our package, `options` say where Pyodide's files are. */
export async function startPython(
  loader: Loader,
  archive: Promise<Uint8Array>,
  options: PyodideConfig,
): Promise<PyodideInterface> {
  const python = await loader.loadPyodide({
    lockFileContents: NO_PACKAGES as never,
    env: { ...ENVIRONMENT },
    fsInit: async (files, { sitePackages }) => unpack(await archive, sitePackages, files),
    ...options,
  });
  await archive; // Pyodide starts without what fsInit could not write
  return python;
}

/** Decompress a gzip file. */
export async function gunzip(packed: BlobPart): Promise<Uint8Array> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Write the files of a tar archive below `folder`. */
export function unpack(archive: Uint8Array, folder: string, files: Pick<Files, "mkdirTree" | "writeFile">): void {
  const text = new TextDecoder();
  const field = (at: number, length: number) => text.decode(archive.subarray(at, at + length)).split("\0", 1)[0]!;
  const made = new Set<string>();
  for (let at = 0; archive[at];) {
    const prefix = field(at + 345, 155);
    const path = `${folder}/${prefix && `${prefix}/`}${field(at, 100)}`;
    const size = parseInt(field(at + 124, 12), 8);
    const parent = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(parent)) files.mkdirTree(parent);
    made.add(parent);
    at += BLOCK;
    files.writeFile(path, archive.subarray(at, at + size));
    at += Math.ceil(size / BLOCK) * BLOCK;
  }
}
