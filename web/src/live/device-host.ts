/** Runs tables on this device: the page's end of the worker in which the engine lives. */

import type { FromWorker, ToWorker } from "../engine/messages";
import { deviceState } from "./device-state.svelte";
import type { Host, Line } from "./line";

const MAX_SILENCE_S = 60; // of a worker that starts: a slow phone takes a third of it
const FAILED = { code: "local/failed", message: "the engine does not start" };

function startWorker(): Worker {
  return new Worker(new URL("../engine/worker.ts", import.meta.url), { type: "module" });
}

interface Waiting {
  answer: (response: Response) => void;
  fail: (error: Error) => void;
}

/** Starts the worker with the first request, and again with the first one after it has crashed. */
export class DeviceHost implements Host {
  readonly isRemote = false;
  private worker: Worker | null = null;
  private isReady = false;
  private queue: ToWorker[] = []; // until the worker is ready
  private readonly waiting = new Map<number, Waiting>();
  private readonly lines = new Map<number, DeviceLine>();
  private last = 0; // the number of the last request or line
  private silence = 0; // in seconds, without those in which the page was frozen
  private watch: ReturnType<typeof setInterval> | undefined; // of a worker that starts

  constructor(private readonly start: () => Worker = startWorker) {}

  request(path: string, { method = "GET", body, signal }: RequestInit): Promise<Response> {
    const id = (this.last += 1);
    return new Promise<Response>((answer, fail) => {
      if (signal?.aborted) return fail(new DOMException("aborted", "AbortError"));
      signal?.addEventListener("abort", () => {
        this.waiting.delete(id);
        fail(new DOMException("aborted", "AbortError"));
      });
      this.waiting.set(id, { answer, fail });
      this.post({ is: "request", id, method, path, body: typeof body === "string" ? body : "" });
    });
  }

  open(path: string): Line {
    const line = (this.last += 1);
    const opened = new DeviceLine(
      (text) => this.post({ is: "send", line, text }),
      () => {
        if (!this.lines.delete(line)) return;
        this.post({ is: "hang-up", line });
      },
    );
    this.lines.set(line, opened);
    this.post({ is: "open", line, path });
    return opened;
  }

  /** Start the worker before its first request, so that this one waits less. */
  wake(): void {
    this.worker ??= this.begin();
  }

  /** End the worker, so that another tab can open its tables. The next request starts a new one. */
  stop(): void {
    clearInterval(this.watch);
    this.worker?.terminate();
    this.worker = null;
    this.isReady = false;
    this.queue = [];
    deviceState.stopped();
    const [waiting, lines] = [[...this.waiting.values()], [...this.lines.values()]];
    this.waiting.clear();
    this.lines.clear();
    for (const one of waiting) one.fail(new TypeError("the engine has stopped")); // as fetch does without a network
    for (const line of lines) line.end();
  }

  private post(message: ToWorker): void {
    this.worker ??= this.begin();
    if (this.isReady) this.worker.postMessage(message);
    else this.queue.push(message);
  }

  private begin(): Worker {
    const worker = this.start();
    deviceState.started();
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (this.worker === worker) this.receive(data);
    };
    worker.onerror = () => {
      if (this.worker === worker) this.crash();
    };
    this.silence = 0;
    this.watch = setInterval(() => {
      if ((this.silence += 1) >= MAX_SILENCE_S) this.crash();
    }, 1000);
    return worker;
  }

  /** Close all lines, which then connect again. A worker that did not even start is said to have failed. */
  private crash(): void {
    const hasFailed = !this.isReady;
    if (hasFailed) {
      for (const { answer } of this.waiting.values()) answer(Response.json(FAILED, { status: 503 }));
      this.waiting.clear();
    }
    this.stop();
    if (hasFailed) deviceState.failed();
  }

  private receive(message: FromWorker): void {
    this.silence = 0;
    if (message.is === "progress") deviceState.progressed(message.loaded, message.total);
    else if (message.is === "unkept") deviceState.unkept();
    else if (message.is === "failed") this.crash();
    else if (message.is === "ready") this.begun();
    else if (message.is === "answer") this.answered(message);
    else this.lines.get(message.line)?.receive(message, () => this.lines.delete(message.line));
  }

  private begun(): void {
    this.isReady = true;
    clearInterval(this.watch);
    deviceState.ready();
    for (const message of this.queue.splice(0)) this.worker!.postMessage(message);
  }

  private answered({ id, status, body }: Extract<FromWorker, { is: "answer" }>): void {
    this.waiting.get(id)?.answer(new Response(status === 204 ? null : body, { status }));
    this.waiting.delete(id);
  }
}

type OfLine = Extract<FromWorker, { line: number }>;

class DeviceLine implements Line {
  onopen: (() => void) | null = null;
  onmessage: ((text: string) => void) | null = null;
  onclose: (() => void) | null = null;
  isOpen = false;

  constructor(
    readonly send: (text: string) => void,
    private readonly hangUp: () => void,
  ) {}

  close(): void {
    this.isOpen = false;
    this.hangUp();
  }

  receive(message: OfLine, forget: () => void): void {
    if (message.is === "message") return this.onmessage?.(message.text);
    if (message.is === "closed") return (forget(), this.end());
    this.isOpen = true;
    this.onopen?.();
  }

  end(): void {
    this.isOpen = false;
    this.onclose?.();
  }
}
