import { world, type Instance, type Outside } from './instance';
import type { FromEngine, FromPage, Row, ToPage } from './messages';
import { TakenOver, type Rows } from './rows';

/** What the glue works with; tests give it other ones. */
export interface Parts {
  instantiate(outside: Outside): Promise<Instance>;
  /** The stored rows; fails where the browser stores nothing. */
  rows(): Promise<Rows>;
  thinkers: { think(thinker: number, job: string): void; stop(thinker: number): void; endAll(): void };
  tell(message: ToPage): void;
}

export interface Circumstances {
  language: string;
  cores: number;
  isIsolated: boolean;
}

/** Rows are given to the engine in portions of about this many characters. */
const PORTION = 256 * 1024;
/** An engine that fails this often within this time is not started again. */
const MOST_FAILURES = 3;
const FAILURES_WITHIN_MS = 30_000;

/**
 * The engine as the host of all games: what the page asks goes in, what the engine wants done is done.
 * One that fails is replaced by a new one, which begins with what is stored.
 */
export class Glue {
  private instance: Instance | null = null;
  /** Counts the engines: what an earlier one began does not concern the present one. */
  private life = 0;
  private readonly inbox: (() => void)[] = [];
  private isBusy = false;
  /** What came while no engine was ready. */
  private waiting: FromPage[] = [];
  private readonly asked = new Set<number>();
  private failures: number[] = [];
  private panicText = '';
  private timer: ReturnType<typeof setTimeout> | undefined;
  private store: Rows | null = null;
  private unstored = '';
  private hasEnded = false;

  constructor(
    private readonly parts: Parts,
    private readonly circumstances: Circumstances,
  ) {}

  /** Starts the engine with what is stored. */
  async begin(): Promise<void> {
    const life = ++this.life;
    const rows = await this.take();
    const instance = await this.parts.instantiate({
      ...world,
      emit: (text) => {
        if (life === this.life) this.emitted(JSON.parse(text) as FromEngine);
      },
      isStopRequested: () => false,
      panic: (text) => (this.panicText = text),
    });
    if (life !== this.life || this.hasEnded) return;
    this.instance = instance;
    const { language, cores, isIsolated } = this.circumstances;
    this.say({ type: 'start', settings: null, language, cores, threads_possible: isIsolated });
    for (const portion of portions(rows)) this.say({ type: 'rows', ...portion });
    for (const message of this.waiting.splice(0)) this.hear(message);
  }

  /** Something from the page. */
  hear(message: FromPage): void {
    if (message.type === 'export') void this.exported(message.id);
    else if (message.type === 'import') void this.imported(message.id, message.rows);
    else if (!this.instance) this.waiting.push(message);
    else {
      if (message.type === 'request') this.asked.add(message.id);
      this.say(message);
    }
  }

  thinkerSaid(thinker: number, text: string): void {
    this.call((instance) => instance.message(`{"type":"thinker","thinker":${thinker},"data":${text}}`));
  }

  thinkerLost(thinker: number): void {
    this.say({ type: 'lost', thinker });
  }

  /** Somebody else looks after the games now. */
  end(): void {
    this.hasEnded = true;
    this.stop();
    this.parts.tell({ type: 'taken' });
  }

  private async take(): Promise<Row[]> {
    try {
      this.store ??= await this.parts.rows();
      const rows = await this.store.take();
      this.unstored = '';
      return rows;
    } catch (error) {
      // Games go on in memory; every answer that would promise more is told so by the engine.
      this.unstored = String(error);
      return [];
    }
  }

  private say(message: unknown): void {
    const text = JSON.stringify(message);
    this.call((instance) => instance.message(text));
  }

  /** Calls of the engine come one after the other: none begins inside another. */
  private call(run: (instance: Instance) => void): void {
    const { instance } = this;
    if (!instance) return;
    this.inbox.push(() => run(instance));
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      for (let next = this.inbox.shift(); next; next = this.inbox.shift()) next();
    } catch (error) {
      this.inbox.length = 0;
      this.fail(this.panicText || String(error));
    } finally {
      this.isBusy = false;
    }
  }

  private emitted(message: FromEngine): void {
    switch (message.type) {
      case 'store':
        void this.stored(message.ack, message.put, message.delete);
        break;
      case 'think':
        this.parts.thinkers.think(message.thinker, JSON.stringify(message.job));
        break;
      case 'stop':
        this.parts.thinkers.stop(message.thinker);
        break;
      case 'tick_at':
        this.tickAt(message.ms);
        break;
      case 'response':
        this.asked.delete(message.id);
        this.parts.tell(message);
        break;
      default:
        this.parts.tell(message);
    }
  }

  private tickAt(moment: number | null): void {
    clearTimeout(this.timer);
    if (moment === null) return;
    const { life } = this;
    this.timer = setTimeout(
      () => {
        if (life === this.life) this.call((instance) => instance.tick());
      },
      Math.max(0, moment - world.monotonic()),
    );
  }

  private async stored(ack: number, put: Row[], remove: string[]): Promise<void> {
    const { life } = this;
    let error: string | null = this.unstored || null;
    let isTaken = false;
    if (this.store && error === null)
      try {
        await this.store.store(put, remove);
      } catch (reason) {
        error = reason instanceof Error ? `${reason.name}: ${reason.message}` : String(reason);
        isTaken = reason instanceof TakenOver;
      }
    if (isTaken) this.end();
    else if (life === this.life) this.say({ type: 'stored', ack, error });
  }

  /** The engine has failed: the next one begins with what is stored. */
  private fail(text: string): void {
    this.stop();
    const error = { code: 'internal', text, remedy: null };
    for (const id of this.asked) this.parts.tell({ type: 'response', id, status: 500, body: error });
    this.asked.clear();
    this.panicText = '';
    this.parts.tell({ type: 'restarted' });
    const now = world.monotonic();
    this.failures = [...this.failures.filter((at) => now - at < FAILURES_WITHIN_MS), now];
    if (this.failures.length >= MOST_FAILURES) this.parts.tell({ type: 'broken', text });
    else this.restart();
  }

  private restart(): void {
    this.begin().catch((error: unknown) => this.parts.tell({ type: 'broken', text: String(error) }));
  }

  private stop(): void {
    this.life++;
    this.instance = null;
    clearTimeout(this.timer);
    this.parts.thinkers.endAll();
  }

  private async exported(id: number): Promise<void> {
    try {
      this.store ??= await this.parts.rows();
      this.parts.tell({ type: 'exported', id, rows: await this.store.all() });
    } catch (error) {
      this.parts.tell({ type: 'failed', id, text: String(error) });
    }
  }

  private async imported(id: number, rows: Row[]): Promise<void> {
    try {
      this.store ??= await this.parts.rows();
      const nAdded = await this.store.add(rows);
      this.parts.tell({ type: 'imported', id, nAdded, nKept: rows.length - nAdded });
    } catch (error) {
      this.parts.tell({ type: 'failed', id, text: String(error) });
      return;
    }
    // The engine knows only what it was given when it began.
    this.stop();
    for (const open of this.asked) this.parts.tell({ type: 'response', id: open, status: 503, body: undefined });
    this.asked.clear();
    this.parts.tell({ type: 'restarted' });
    this.restart();
  }
}

function* portions(rows: Row[]): Generator<{ rows: Row[]; done: boolean }> {
  let portion: Row[] = [];
  let length = 0;
  for (const row of rows) {
    if (length > 0 && length + row.value.length > PORTION) {
      yield { rows: portion, done: false };
      portion = [];
      length = 0;
    }
    portion.push(row);
    length += row.value.length;
  }
  yield { rows: portion, done: true };
}
