/** What page, host worker and thinkers say to each other. What the engine says and hears is JSON text. */

export interface Row {
  key: string;
  value: string;
}

/** The page to the host worker. The first message is `begin`. */
export type FromPage =
  | { type: 'begin'; module: WebAssembly.Module; language: string; cores: number; isIsolated: boolean }
  | { type: 'request'; id: number; method: string; path: string; body: unknown }
  | { type: 'open'; socket: number; path: string }
  | { type: 'send'; socket: number; data: unknown }
  | { type: 'close'; socket: number }
  /** All rows as they are stored. */
  | { type: 'export'; id: number }
  | { type: 'import'; id: number; rows: Row[] };

/** The host worker to the page. */
export type ToPage =
  | { type: 'response'; id: number; status: number; body: unknown }
  | { type: 'data'; socket: number; data: unknown }
  | { type: 'closed'; socket: number; code: number; reason: string }
  | { type: 'refused'; socket: number; status: number; body: unknown }
  /** The engine had to be started anew: all connections are gone. */
  | { type: 'restarted' }
  /** Another tab looks after the games now. */
  | { type: 'taken' }
  /** The engine cannot be started; what is stored can still be exported. */
  | { type: 'broken'; text: string }
  | { type: 'exported'; id: number; rows: Row[] }
  | { type: 'imported'; id: number; nAdded: number; nKept: number }
  | { type: 'failed'; id: number; text: string };

/** The engine to the host worker, beside what goes on to the page as it is. */
export type FromEngine =
  | Extract<ToPage, { type: 'response' | 'data' | 'closed' | 'refused' }>
  | { type: 'store'; ack: number; put: Row[]; delete: string[] }
  | { type: 'think'; thinker: number; job: unknown }
  | { type: 'stop'; thinker: number }
  | { type: 'tick_at'; ms: number | null };

/** The host worker to a thinker. Jobs are numbered; those up to the number in `stopped` are to end. */
export type ToThinker =
  | { type: 'begin'; module: WebAssembly.Module; stopped: Int32Array | null }
  | { type: 'think'; number: number; job: string }
  | { type: 'bench'; depth: number };

/** A thinker to the host worker. */
export type FromThinker =
  { type: 'said'; text: string } | { type: 'ended'; number: number } | { type: 'died'; text: string };
