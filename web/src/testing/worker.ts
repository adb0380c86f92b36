/** Fakes the worker of the engine; a test has its other end. */

import type { FromWorker, ToWorker } from "../engine/messages";

export class FakeWorker {
  static started: FakeWorker[] = [];

  onmessage: ((event: { data: FromWorker }) => void) | null = null;
  onerror: (() => void) | null = null;
  readonly received: ToWorker[] = [];
  isTerminated = false;

  constructor() {
    FakeWorker.started.push(this);
  }

  static get last(): FakeWorker {
    return FakeWorker.started.at(-1)!;
  }

  tell(data: FromWorker): void {
    this.onmessage?.({ data });
  }

  postMessage(message: ToWorker): void {
    this.received.push(message);
  }

  terminate(): void {
    this.isTerminated = true;
  }
}
