/** Gives a table that is open twice in one browser to the newest tab. */
export class Tabs {
  private readonly channel: BroadcastChannel | null;

  constructor(code: string, aside: () => void) {
    this.channel = opened(`toctoc:${code}`);
    if (this.channel) this.channel.onmessage = aside;
  }

  /** Claim the table for this tab, and notify the others. */
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
