/** How the engine on this device is: loading, ready, failed; and whether its games are kept. */

class DeviceState {
  /** the part of the engine that is loaded, from 0 to 1, while it starts; else null */
  loaded = $state<number | null>(null);
  hasFailed = $state(false);
  /** whether the browser stores nothing: games end with the page */
  isUnkept = $state(false);

  started(): void {
    this.loaded = 0;
  }

  progressed(loaded: number, total: number): void {
    if (total > 0) this.loaded = Math.min(1, loaded / total);
  }

  ready(): void {
    this.loaded = null;
    this.hasFailed = false;
  }

  failed(): void {
    this.hasFailed = true;
  }

  stopped(): void {
    this.loaded = null;
  }

  unkept(): void {
    this.isUnkept = true;
  }
}

export const deviceState = new DeviceState();
