import { describe, expect, it } from "vitest";

import { unpack } from "./runtime";

/** One file of a tar archive, as Python's tarfile writes it in the ustar format. */
function entry(name: string, content: string, prefix = ""): Uint8Array {
  const block = new Uint8Array(512 + Math.ceil(content.length / 512) * 512);
  const put = (text: string, at: number) => block.set(new TextEncoder().encode(text), at);
  put(name, 0);
  put(content.length.toString(8).padStart(11, "0"), 124);
  put(prefix, 345);
  put(content, 512);
  return block;
}

describe("an archive", () => {
  it("is written file by file, with the folders that they need", () => {
    const long = "x".repeat(600);
    const parts = [entry("a.py", "one"), entry("empty.py", ""), entry("c.json", long, "deep/er"), new Uint8Array(1024)];
    const written = new Map<string, string>();
    const folders: string[] = [];
    unpack(new Uint8Array(parts.flatMap((part) => [...part])), "/lib", {
      mkdirTree: (path: string) => void folders.push(path),
      writeFile: (path: string, data: unknown) => void written.set(path, new TextDecoder().decode(data as Uint8Array)),
    });
    expect([...written]).toEqual([
      ["/lib/a.py", "one"],
      ["/lib/empty.py", ""],
      ["/lib/deep/er/c.json", long],
    ]);
    expect(folders).toEqual(["/lib", "/lib/deep/er"]);
  });
});
