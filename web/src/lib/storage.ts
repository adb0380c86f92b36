/** Stores values in the browser. Where storage is forbidden, full or corrupt, they last as long as the page. */

class SafeStorage {
  readonly #memory = new Map<string, string>();
  readonly #storage: () => Storage;

  constructor(storage: () => Storage) {
    this.#storage = storage;
  }

  read<T>(key: string): T | null {
    try {
      return JSON.parse(this.#text(key) ?? "null") as T | null;
    } catch {
      return null; // another program's text under our key
    }
  }

  /** Keep a value; return false if it will not outlast the page. */
  write(key: string, value: unknown): boolean {
    const text = JSON.stringify(value);
    try {
      this.#storage().setItem(key, text);
      this.#memory.delete(key);
      return true;
    } catch {
      this.#memory.set(key, text);
      return false;
    }
  }

  forget(key: string): void {
    this.#memory.delete(key);
    try {
      this.#storage().removeItem(key);
    } catch {
      // then it is not there
    }
  }

  /** Return the names, of those that begin so, under which something is kept. */
  names(beginning: string): string[] {
    const found = new Set(this.#memory.keys());
    try {
      for (const name of Object.keys(this.#storage())) found.add(name);
    } catch {
      // then only the page remembers something
    }
    return [...found].filter((name) => name.startsWith(beginning));
  }

  #text(key: string): string | null {
    const memory = this.#memory.get(key);
    if (memory !== undefined) return memory;
    try {
      return this.#storage().getItem(key);
    } catch {
      return null;
    }
  }
}

/** Stores values until they are deleted. */
export const onDevice = new SafeStorage(() => localStorage);

/** Keeps values for as long as the tab is open, reloads included. */
export const inTab = new SafeStorage(() => sessionStorage);
