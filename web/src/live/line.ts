/** The two things that the page needs of a host of tables: answers to requests, and lines to live tables. */

export interface Host {
  /** whether a network lies between, which may lose a line without a word */
  readonly isRemote: boolean;
  request(path: string, init: RequestInit): Promise<Response>;
  open(path: string): Line;
}

/** A line to a live table: a websocket, or its like. Set the handlers before the next event. */
export interface Line {
  onopen: (() => void) | null;
  onmessage: ((text: string) => void) | null;
  onclose: (() => void) | null;
  readonly isOpen: boolean;
  send(text: string): void;
  close(): void;
}
