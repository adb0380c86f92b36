/** The messages between a page and its worker, which runs the tables of this device. */

/** A request is answered once; a line is a two-way stream of texts, as a websocket is. */
export type ToWorker =
  | { is: "request"; id: number; method: string; path: string; body: string }
  | { is: "open"; line: number; path: string }
  | { is: "send"; line: number; text: string }
  | { is: "hang-up"; line: number };

export type FromWorker =
  | { is: "progress"; loaded: number; total: number } // in bytes
  | { is: "ready" }
  | { is: "failed"; reason: string }
  | { is: "answer"; id: number; status: number; body: string }
  | { is: "opened"; line: number }
  | { is: "message"; line: number; text: string }
  | { is: "closed"; line: number }
  | { is: "unkept" }; // the device stores nothing: games are in memory only

/** Between that worker and a second one, which analyses one game. */
export interface AnalysisRequest {
  is: "analyse";
  text: string;
  seat: number;
  open: boolean;
}
export type AnalysisReply =
  | { is: "share"; share: number } // of the work that is done
  | { is: "analysed"; text: string }
  | { is: "failed"; reason: string };
