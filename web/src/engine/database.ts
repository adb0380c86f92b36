/** Keeps the tables of this device in IndexedDB; in memory where the browser stores nothing. */

export type Entry = [key: string, value: Uint8Array];

export interface Entries {
  read(key: string): Promise<Uint8Array | undefined>;
  /** all entries whose keys begin with `prefix`, in order of their keys */
  scan(prefix: string): Promise<Entry[]>;
  /** Delete, then put, in one transaction that is durable when this returns. */
  commit(puts: Entry[], deletes: string[], deletePrefixes: string[]): Promise<void>;
}

const STORE = "entries";
const LAST = "\uffff"; // after all characters of keys

/** Entries that are gone with the worker. */
export class MemoryEntries implements Entries {
  private entries: Map<string, Uint8Array>;

  constructor(entries: Entry[] = []) {
    this.entries = new Map(entries);
  }

  async read(key: string): Promise<Uint8Array | undefined> {
    return this.entries.get(key);
  }

  async scan(prefix: string): Promise<Entry[]> {
    const found = [...this.entries].filter(([key]) => key.startsWith(prefix));
    return found.sort(([one], [other]) => (one < other ? -1 : 1));
  }

  async commit(puts: Entry[], deletes: string[], deletePrefixes: string[]): Promise<void> {
    for (const prefix of deletePrefixes)
      for (const key of this.entries.keys()) if (key.startsWith(prefix)) this.entries.delete(key);
    for (const key of deletes) this.entries.delete(key);
    for (const [key, value] of puts) this.entries.set(key, value);
  }
}

/** Entries in an object store of IndexedDB. */
export class StoredEntries implements Entries {
  private constructor(
    private name: string,
    private database: IDBDatabase,
  ) {}

  static async open(name: string): Promise<StoredEntries> {
    return new StoredEntries(name, await openStore(name));
  }

  async read(key: string): Promise<Uint8Array | undefined> {
    return result<Uint8Array | undefined>((await this.store("readonly")).get(key));
  }

  async scan(prefix: string): Promise<Entry[]> {
    const [store, range] = [await this.store("readonly"), startingWith(prefix)];
    const [keys, values] = await Promise.all([result(store.getAllKeys(range)), result(store.getAll(range))]);
    return keys.map((key, n) => [key as string, values[n] as Uint8Array]);
  }

  async commit(puts: Entry[], deletes: string[], deletePrefixes: string[]): Promise<void> {
    const store = await this.store("readwrite");
    for (const prefix of deletePrefixes) store.delete(startingWith(prefix));
    for (const key of deletes) store.delete(key);
    for (const [key, value] of puts) store.put(value, key);
    await new Promise<void>((resolve, reject) => {
      const { transaction } = store;
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error("the transaction was aborted"));
    });
  }

  /** Begin a transaction; open the database again where the browser has closed it, as phones do in the background. */
  private async store(mode: IDBTransactionMode): Promise<IDBObjectStore> {
    const begin = () => this.database.transaction(STORE, mode, { durability: "strict" }).objectStore(STORE);
    try {
      return begin();
    } catch {
      this.database = await openStore(this.name);
      return begin();
    }
  }
}

/**
 * The database of the tables: stored entries as long as the browser stores them. After the first failure all is in
 * memory, with the entries that were stored so far, and `onUnkept` is called once.
 */
export class Database implements Entries {
  private entries: Promise<Entries>;
  private releases = new Map<string, () => void>();

  constructor(
    open: () => Promise<Entries>,
    private onUnkept: () => void,
    private locks: LockManager | undefined = navigator.locks,
  ) {
    this.entries = open().catch(() => this.moveToMemory([]));
  }

  read(key: string): Promise<Uint8Array | undefined> {
    return this.attempt((entries) => entries.read(key));
  }

  scan(prefix: string): Promise<Entry[]> {
    return this.attempt((entries) => entries.scan(prefix));
  }

  commit(puts: Entry[], deletes: string[], deletePrefixes: string[]): Promise<void> {
    return this.attempt((entries) => entries.commit(puts, deletes, deletePrefixes));
  }

  /** Lock `name` against other tabs, until `unlock` or the end of the tab; return whether that worked. */
  async lock(name: string): Promise<boolean> {
    const { locks } = this;
    if (this.releases.has(name)) return false;
    this.releases.set(name, () => {});
    if (!locks) return true;
    const isHeld = await new Promise<boolean>((answer) => {
      const hold = (lock: Lock | null) => {
        answer(lock !== null);
        return lock && new Promise<void>((release) => this.releases.set(name, release));
      };
      // A page that may not lock has no storage either that it could share with other tabs.
      locks.request(`toctoc ${name}`, { ifAvailable: true }, hold).catch(() => answer(true));
    });
    if (!isHeld) this.releases.delete(name);
    return isHeld;
  }

  async unlock(name: string): Promise<void> {
    this.releases.get(name)?.();
    this.releases.delete(name);
  }

  private async attempt<T>(work: (entries: Entries) => Promise<T>): Promise<T> {
    const current = this.entries;
    const entries = await current;
    try {
      return await work(entries);
    } catch (error) {
      if (entries instanceof MemoryEntries) throw error;
      const move = async () => this.moveToMemory(await entries.scan("").catch(() => []));
      if (this.entries === current) this.entries = move();
      return work(await this.entries);
    }
  }

  private moveToMemory(stored: Entry[]): Entries {
    this.onUnkept();
    return new MemoryEntries(stored);
  }
}

function openStore(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return result(request);
}

function startingWith(prefix: string): IDBKeyRange {
  return IDBKeyRange.bound(prefix, prefix + LAST);
}

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("IndexedDB failed"));
  });
}
