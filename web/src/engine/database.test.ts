import { describe, expect, it, vi } from "vitest";

import { Database, MemoryEntries, type Entries, type Entry } from "./database";

const bytes = (text: string) => new TextEncoder().encode(text);
const entries = (...keys: string[]): Entry[] => keys.map((key) => [key, bytes(key)]);
const keysOf = async (database: Entries, prefix = "") => (await database.scan(prefix)).map(([key]) => key);

/** The part of Web Locks that a database uses, for two tabs. */
function fakeLocks(): LockManager {
  const held = new Set<string>();
  const request = async (name: string, _: LockOptions, work: (lock: Lock | null) => unknown) => {
    if (held.has(name)) return work(null);
    held.add(name);
    await work({ name, mode: "exclusive" });
    held.delete(name);
  };
  return { request } as unknown as LockManager;
}

/** Entries of a device that is full from the moment on that `isFull` is set; they can still be read. */
class DeviceEntries implements Entries {
  isFull = false;
  private inner = new MemoryEntries();
  read = (key: string) => this.inner.read(key);
  scan = (prefix: string) => this.inner.scan(prefix);

  async commit(...changes: Parameters<Entries["commit"]>): Promise<void> {
    if (this.isFull) throw new DOMException("no room", "QuotaExceededError");
    await this.inner.commit(...changes);
  }
}

describe("entries in memory", () => {
  it("are scanned in order of their keys", async () => {
    const memory = new MemoryEntries(entries("log/a/2", "log/b/1", "log/a/1", "head/a"));
    expect(await keysOf(memory, "log/a/")).toEqual(["log/a/1", "log/a/2"]);
    expect(await memory.read("head/a")).toEqual(bytes("head/a"));
    expect(await memory.read("head/b")).toBeUndefined();
  });

  it("are deleted before others are put", async () => {
    const memory = new MemoryEntries(entries("log/1", "log/2", "head", "other"));
    await memory.commit(entries("log/3", "head"), ["head"], ["log/"]);
    expect(await keysOf(memory)).toEqual(["head", "log/3", "other"]);
  });
});

describe("a database", () => {
  it("goes on in memory with all that it has when the device is full, and says so once", async () => {
    const device = new DeviceEntries();
    const onUnkept = vi.fn();
    const database = new Database(() => Promise.resolve(device), onUnkept, undefined);
    await database.commit(entries("head", "log/1"), [], []);
    expect(onUnkept).not.toHaveBeenCalled();
    device.isFull = true;
    await Promise.all([database.commit(entries("log/2"), [], []), database.commit(entries("log/3"), [], [])]);
    await database.commit(entries("log/4"), ["log/1"], []);
    expect(await keysOf(database)).toEqual(["head", "log/2", "log/3", "log/4"]);
    expect(await keysOf(device)).toEqual(["head", "log/1"]);
    expect(onUnkept).toHaveBeenCalledOnce();
  });

  it("is in memory where the browser has none", async () => {
    const onUnkept = vi.fn();
    const database = new Database(() => Promise.reject(new Error("forbidden")), onUnkept, undefined);
    await database.commit(entries("head"), [], []);
    expect(await keysOf(database)).toEqual(["head"]);
    expect(onUnkept).toHaveBeenCalledOnce();
  });

  it("is locked by one tab at a time", async () => {
    const locks = fakeLocks();
    const [one, other] = [0, 1].map(() => new Database(() => Promise.resolve(new MemoryEntries()), vi.fn(), locks));
    expect(await one!.lock("table")).toBe(true);
    expect(await one!.lock("table")).toBe(false);
    expect(await other!.lock("table")).toBe(false);
    expect(await other!.lock("another")).toBe(true);
    await one!.unlock("table");
    await vi.waitFor(async () => expect(await other!.lock("table")).toBe(true));
  });
});
