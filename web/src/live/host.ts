/** Leads requests and lines to the host of their table: the server, or this device. */

import { isStatic } from "../lib/site";
import { DeviceHost } from "./device-host";
import type { Host, Line } from "./line";

export type { Host, Line } from "./line";

const LOCAL = "local-"; // how the codes of tables on this device begin
const LOCAL_PATH = new RegExp(`^/api/tables/${LOCAL}`, "i");

/** Whether the table with that code runs on this device, without a server. */
export function isLocal(code: string): boolean {
  return code.toLowerCase().startsWith(LOCAL);
}

/** Return the code under which this device explains a refusal: the texts of `store/…` are about a server's disk. */
export function codeHere(code: string): string {
  return code.startsWith("store/") ? "local/store" : code;
}

export const server: Host = {
  isRemote: true,
  request: (path, init) => fetch(path, init),
  open: (path) => new SocketLine(path),
};

export const device = new DeviceHost();

/** Return the host that answers a path below `/api`. */
export function hostOf(path: string): Host {
  return isStatic() || LOCAL_PATH.test(path) ? device : server;
}

class SocketLine implements Line {
  onopen: (() => void) | null = null;
  onmessage: ((text: string) => void) | null = null;
  onclose: (() => void) | null = null;
  private readonly socket: WebSocket;

  constructor(path: string) {
    this.socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`);
    this.socket.onopen = () => this.onopen?.();
    this.socket.onmessage = ({ data }) => this.onmessage?.(data as string);
    this.socket.onclose = () => this.onclose?.();
  }

  get isOpen(): boolean {
    return this.socket.readyState === WebSocket.OPEN;
  }

  send(text: string): void {
    this.socket.send(text);
  }

  close(): void {
    this.socket.close();
  }
}
