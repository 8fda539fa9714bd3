/**
 * Who answers the page: the program over HTTP and WebSocket, or the same code in a worker of the browser.
 * Both take the requests of `docs/API.md`; nothing but the start of the page knows which one it is.
 */
export interface Host {
  /** One question below `/api/v1`. Fails with `Unreachable` if nobody answers. */
  request(method: string, path: string, body?: unknown): Promise<Answer>;
  /** A live connection, which comes back by itself until it is closed. */
  connect(path: () => string, onmessage: (message: unknown) => void, onstate: (connected: boolean) => void): Connection;
  /** What this page is known by from now on, so that it is let in again after an interruption. */
  remember(): Promise<void>;
  /** Whether it is a program beside the browser, which can be started and ended. */
  readonly isProgram: boolean;
  /** The stored games as a whole, where this page has to look after them itself. */
  readonly library: Library | null;
  /** Tells from now on who looks after the games, where that can change. */
  watch(tell: (state: HostState, why: string) => void): void;
  /** Looks after the games again, after another tab has done so. */
  takeOver(): void;
}

/** Where the games are looked after: by this page, by another tab, or by nobody because the engine fails. */
export type HostState = 'here' | 'elsewhere' | 'broken';

export interface Answer {
  status: number;
  /** What was sent, read as JSON; `undefined` if it was nothing or no JSON. */
  body: unknown;
}

export interface Connection {
  /** Whether it could be sent. */
  send(message: unknown): boolean;
  close(): void;
}

/** Nobody answers. */
export class Unreachable extends Error {}

/** What the browser keeps for this page. */
export interface Library {
  /** All of it as the text of one file. */
  exported(): Promise<string>;
  /** Adds what is in such a file and not here yet. Fails with `NoLibrary` if it is no such file. */
  add(text: string): Promise<Added>;
  state(): Promise<Keeping>;
  /** Asks the browser not to delete anything by itself; says whether it will not. */
  keep(): Promise<boolean>;
}

export interface Added {
  nAdded: number;
  /** What was here already and has been left as it was. */
  nKept: number;
}

export interface Keeping {
  /** Whether the browser deletes nothing by itself; `null` if it does not say. */
  isKept: boolean | null;
  usedBytes: number | null;
}

/** The file is no library. */
export class NoLibrary extends Error {}
