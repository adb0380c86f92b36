/** What this browser keeps for us. Where storage is forbidden, full or spoilt, things last as long as the page. */

class Kept {
  private readonly here = new Map<string, string>();

  constructor(private readonly storage: () => Storage) {}

  read<T>(key: string): T | null {
    try {
      return JSON.parse(this.text(key) ?? "null") as T | null;
    } catch {
      return null; // somebody else's words under our name
    }
  }

  /** False if it will not outlast the page. */
  write(key: string, value: unknown): boolean {
    const text = JSON.stringify(value);
    try {
      this.storage().setItem(key, text);
      this.here.delete(key);
      return true;
    } catch {
      this.here.set(key, text);
      return false;
    }
  }

  forget(key: string): void {
    this.here.delete(key);
    try {
      this.storage().removeItem(key);
    } catch {
      // then it is not there
    }
  }

  private text(key: string): string | null {
    const here = this.here.get(key);
    if (here !== undefined) return here;
    try {
      return this.storage().getItem(key);
    } catch {
      return null;
    }
  }
}

/** As long as nobody clears it. */
export const onDevice = new Kept(() => localStorage);

/** As long as the tab is open; a reload keeps it. */
export const inTab = new Kept(() => sessionStorage);
