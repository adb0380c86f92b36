/** Writes `assets.json`: the paths and sizes of the client's files, for pages that keep all of them on a device. */

import type { Plugin } from "vite";

export function files(): Plugin {
  return {
    name: "files",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const sizes = Object.values(bundle)
          .filter(({ fileName }) => fileName.startsWith("assets/"))
          .map((file) => [file.fileName, Buffer.byteLength(file.type === "chunk" ? file.code : file.source)] as const);
        const source = JSON.stringify(Object.fromEntries(sizes.sort()));
        this.emitFile({ type: "asset", fileName: "assets.json", source });
      },
    },
  };
}
