import {
  Unreachable,
  type Answer,
  type Connection,
  type Host,
  type HostState,
  type Keeping,
  type Library,
} from '../lib/api/host';
import { fileOf, rowsOf } from './library';
import type { FromPage, ToPage } from './messages';
import type { WorkerLike } from './thinkers';

interface Waiting<T> {
  resolve: (value: T) => void;
  reject: (error: unknown) => void;
}

type Beginning = Extract<FromPage, { type: 'begin' }>;
type FromLibrary = Extract<ToPage, { type: 'exported' | 'imported' | 'failed' }>;

/** The program in a worker of this browser. */
export class WorkerHost implements Host {
  readonly isProgram = false;
  readonly library: Library;
  private state: HostState = 'here';
  private worker: WorkerLike | null = null;
  /** What is said before the worker has begun; `null` once it has. */
  private held: FromPage[] | null = null;
  private next = 1;
  private readonly asked = new Map<number, Waiting<Answer>>();
  private readonly files = new Map<number, Waiting<FromLibrary>>();
  private readonly lines = new Map<number, Line>();
  private tell: (state: HostState, why: string) => void = () => undefined;
  private why = '';
  private hasAskedToKeep = false;

  /** `beginning` has what a worker begins with, once the engine has been loaded. */
  constructor(
    private readonly start: () => WorkerLike,
    private readonly beginning: () => Promise<Beginning>,
  ) {
    this.library = {
      exported: async () => {
        const answer = await this.askFile((id) => ({ type: 'export', id }));
        return fileOf(answer.type === 'exported' ? answer.rows : []);
      },
      add: async (text) => {
        const rows = rowsOf(text);
        const answer = await this.askFile((id) => ({ type: 'import', id, rows }));
        return answer.type === 'imported' ? answer : { nAdded: 0, nKept: 0 };
      },
      state: keeping,
      keep: () => navigator.storage.persist(),
    };
    this.takeOver();
  }

  watch(tell: (state: HostState, why: string) => void): void {
    this.tell = tell;
    tell(this.state, this.why);
  }

  /** Looks after the games from now on; a tab that has done so until now lets go of them. */
  takeOver(): void {
    this.worker?.terminate();
    const worker = this.start();
    this.worker = worker;
    this.held = [];
    worker.onmessage = (event) => {
      if (this.worker === worker) this.hear(event.data as ToPage);
    };
    worker.onerror = (event) => {
      if (this.worker === worker) this.lose('broken', event.message);
    };
    this.change('here');
    this.beginning().then(
      (message) => {
        if (this.worker !== worker) return;
        worker.postMessage(message);
        for (const held of this.held ?? []) worker.postMessage(held);
        this.held = null;
      },
      (error: unknown) => {
        if (this.worker === worker) this.lose('broken', String(error));
      },
    );
    for (const line of this.lines.values()) line.open();
  }

  async request(method: string, path: string, body?: unknown): Promise<Answer> {
    if (this.state !== 'here') throw new Unreachable();
    const id = this.next++;
    const answer = await new Promise<Answer>((resolve, reject) => {
      this.asked.set(id, { resolve, reject });
      this.say({ type: 'request', id, method, path: `/${path}`, body: body ?? null });
    });
    if (method === 'POST' && path === 'games' && answer.status === 201) this.askToKeep();
    return answer;
  }

  connect(
    path: () => string,
    onmessage: (message: unknown) => void,
    onstate: (connected: boolean) => void,
  ): Connection {
    const line = new Line(
      {
        open: (socket, to) => {
          if (this.state !== 'here') return false;
          this.lines.set(socket, line);
          this.say({ type: 'open', socket, path: to });
          return true;
        },
        send: (socket, data) => this.say({ type: 'send', socket, data }),
        close: (socket, wasOpen) => {
          this.lines.delete(socket);
          if (wasOpen) this.say({ type: 'close', socket });
        },
      },
      this.next++,
      path,
      onmessage,
      onstate,
    );
    this.lines.set(line.socket, line);
    line.open();
    return line;
  }

  remember(): Promise<void> {
    // It lives and dies with the page.
    return Promise.resolve();
  }

  private askFile(message: (id: number) => FromPage): Promise<FromLibrary> {
    const id = this.next++;
    return new Promise<FromLibrary>((resolve, reject) => {
      this.files.set(id, { resolve, reject });
      this.say(message(id));
    });
  }

  private say(message: FromPage): void {
    if (this.held) this.held.push(message);
    else this.worker?.postMessage(message);
  }

  private hear(message: ToPage): void {
    switch (message.type) {
      case 'response':
        take(this.asked, message.id)?.resolve({ status: message.status, body: message.body ?? undefined });
        break;
      case 'data':
        this.lines.get(message.socket)?.hear(message.data);
        break;
      case 'closed':
      case 'refused':
        this.lines.get(message.socket)?.lose();
        break;
      case 'restarted':
        for (const line of this.lines.values()) line.lose();
        break;
      case 'taken':
        this.worker?.terminate();
        this.lose('elsewhere', '');
        break;
      case 'broken':
        this.lose('broken', message.text);
        break;
      case 'exported':
      case 'imported':
        take(this.files, message.id)?.resolve(message);
        break;
      case 'failed':
        take(this.files, message.id)?.reject(new Error(message.text));
        break;
    }
  }

  private lose(state: HostState, why: string): void {
    this.change(state, why);
    const asked = [...this.asked.values()];
    this.asked.clear();
    for (const { reject } of asked) reject(new Unreachable());
    // A worker whose engine has failed still has the library.
    if (state === 'elsewhere') {
      for (const { reject } of this.files.values()) reject(new Unreachable());
      this.files.clear();
    }
    for (const line of this.lines.values()) line.lose();
  }

  private change(state: HostState, why = ''): void {
    this.state = state;
    this.why = why;
    this.tell(state, why);
  }

  /** With the first game there is something to keep. */
  private askToKeep(): void {
    if (this.hasAskedToKeep) return;
    this.hasAskedToKeep = true;
    void this.library.keep().catch(() => undefined);
  }
}

interface Exchange {
  /** Whether somebody is there. */
  open(socket: number, path: string): boolean;
  send(socket: number, data: unknown): void;
  close(socket: number, wasOpen: boolean): void;
}

/** A live connection to the worker. It comes back by itself, as one to a server does. */
class Line implements Connection {
  private isOpen = false;
  private isClosed = false;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly exchange: Exchange,
    readonly socket: number,
    private readonly path: () => string,
    private readonly onmessage: (message: unknown) => void,
    private readonly onstate: (connected: boolean) => void,
  ) {}

  open(): void {
    clearTimeout(this.timer);
    if (this.isClosed || this.isOpen) return;
    // Not before whoever asked for it has it.
    this.timer = setTimeout(() => {
      if (!this.exchange.open(this.socket, `/${this.path()}`)) return;
      this.isOpen = true;
      this.onstate(true);
    }, 0);
  }

  hear(message: unknown): void {
    if (!this.isOpen) return;
    this.tries = 0;
    this.onmessage(message);
  }

  lose(): void {
    if (this.isClosed) return;
    const wasOpen = this.isOpen;
    this.isOpen = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), Math.min(2000, 150 * 2 ** this.tries++));
    if (wasOpen) this.onstate(false);
  }

  send(message: unknown): boolean {
    if (!this.isOpen) return false;
    this.exchange.send(this.socket, message);
    return true;
  }

  close(): void {
    const wasOpen = this.isOpen;
    this.isClosed = true;
    this.isOpen = false;
    clearTimeout(this.timer);
    this.exchange.close(this.socket, wasOpen);
  }
}

function take<T>(map: Map<number, T>, key: number): T | undefined {
  const value = map.get(key);
  map.delete(key);
  return value;
}

async function keeping(): Promise<Keeping> {
  try {
    const [isKept, { usage }] = await Promise.all([navigator.storage.persisted(), navigator.storage.estimate()]);
    return { isKept, usedBytes: usage ?? null };
  } catch {
    return { isKept: null, usedBytes: null };
  }
}

/** The engine at this address in a worker of its own. */
export function inThisBrowser(engine: string, language: () => string): WorkerHost {
  const module = compiled(engine);
  // Whoever begins hears of the failure.
  module.catch(() => undefined);
  const host = new WorkerHost(
    () => new Worker(new URL('./host.worker.ts', import.meta.url), { type: 'module' }),
    async () => ({
      type: 'begin',
      module: await module,
      language: language(),
      cores: navigator.hardwareConcurrency || 1,
      isIsolated: globalThis.crossOriginIsolated,
    }),
  );
  return host;
}

async function compiled(address: string): Promise<WebAssembly.Module> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  // A plain file server need not know the type of the file, which a stream would have to have.
  return WebAssembly.compile(await response.arrayBuffer());
}
