/** Lets the newest tab play where a table is open twice in one browser; the older one steps aside. */
export class Tabs {
  private readonly channel: BroadcastChannel | null;

  constructor(code: string, aside: () => void) {
    this.channel = opened(`toctoc:${code}`);
    if (this.channel) this.channel.onmessage = aside;
  }

  /** Play here; every other tab hears it. */
  claim(): void {
    this.channel?.postMessage("mine");
  }

  close(): void {
    this.channel?.close();
  }
}

/** Open the channel. Some browsers have none or refuse it: both tabs play then, which does no harm. */
function opened(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}
