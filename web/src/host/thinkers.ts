import type { FromThinker, ToThinker } from './messages';

/** A worker, as far as it matters here. */
export interface WorkerLike {
  postMessage(message: unknown): void;
  terminate(): void;
  onmessage: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

interface Thinker {
  worker: WorkerLike;
  stopped: Int32Array | null;
  newest: number;
  ended: number;
  grace: ReturnType<typeof setTimeout> | undefined;
}

interface Hearing {
  /** A thinker has said something. */
  said(thinker: number, text: string): void;
  /** A thinker is gone with what it was at. */
  lost(thinker: number): void;
}

/** Whoever is told to stop and has not ended after this time is ended. */
const GRACE_MS = 1000;

/** The workers that search, started when they are first needed. */
export class Thinkers {
  private readonly all = new Map<number, Thinker>();

  constructor(
    private readonly module: WebAssembly.Module,
    /** Whether memory can be shared, through which a search hears that it is to stop. */
    private readonly isIsolated: boolean,
    private readonly start: () => WorkerLike,
    private readonly hearing: Hearing,
  ) {}

  think(number: number, job: string): void {
    const thinker = this.all.get(number) ?? this.begin(number);
    thinker.newest++;
    this.say(thinker, { type: 'think', number: thinker.newest, job });
  }

  /** Ends what this thinker is at. */
  stop(number: number): void {
    const thinker = this.all.get(number);
    if (!thinker || thinker.ended === thinker.newest) return;
    if (!thinker.stopped) {
      this.lose(number);
      return;
    }
    Atomics.store(thinker.stopped, 0, thinker.newest);
    const upTo = thinker.newest;
    clearTimeout(thinker.grace);
    thinker.grace = setTimeout(() => {
      if (this.all.get(number) === thinker && thinker.ended < upTo) this.lose(number);
    }, GRACE_MS);
  }

  endAll(): void {
    for (const number of [...this.all.keys()]) this.end(number);
  }

  private begin(number: number): Thinker {
    const stopped = this.isIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null;
    const worker = this.start();
    const thinker: Thinker = { worker, stopped, newest: 0, ended: 0, grace: undefined };
    worker.onmessage = (event) => this.hear(number, thinker, event.data as FromThinker);
    worker.onerror = () => this.hear(number, thinker, { type: 'died', text: 'the worker failed' });
    this.all.set(number, thinker);
    this.say(thinker, { type: 'begin', module: this.module, stopped });
    return thinker;
  }

  private hear(number: number, thinker: Thinker, message: FromThinker): void {
    // One that was ended may have said something before.
    if (this.all.get(number) !== thinker) return;
    if (message.type === 'said') this.hearing.said(number, message.text);
    else if (message.type === 'ended') thinker.ended = message.number;
    else this.lose(number);
  }

  private lose(number: number): void {
    this.end(number);
    this.hearing.lost(number);
  }

  private end(number: number): void {
    const thinker = this.all.get(number);
    if (!thinker) return;
    clearTimeout(thinker.grace);
    thinker.worker.terminate();
    this.all.delete(number);
  }

  private say(thinker: Thinker, message: ToThinker): void {
    thinker.worker.postMessage(message);
  }
}
