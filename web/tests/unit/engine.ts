/** An engine that does what a test tells it to, behind the functions of the real one. */
import { instanceOf, imports, type Exports, type Instance, type Outside } from '../../src/host/instance';
import { TakenOver, type Rows } from '../../src/host/rows';
import type { Row } from '../../src/host/messages';

export interface Said {
  type: string;
  [key: string]: unknown;
}

/** Its memory is real and grows, its functions are the test's. */
export class FakeEngine {
  static all: FakeEngine[] = [];
  readonly heard: Said[] = [];
  readonly jobs: unknown[] = [];
  nTicks = 0;
  nLent = 0;
  private readonly memory = new WebAssembly.Memory({ initial: 1 });
  private top = 8;
  private readonly outside: ReturnType<typeof imports>['tengen'];

  constructor(
    outside: Outside,
    private readonly react: (engine: FakeEngine, message: Said) => void,
  ) {
    this.outside = imports(outside, () => this.memory.buffer).tengen;
    FakeEngine.all.push(this);
  }

  static get last(): FakeEngine {
    return this.all.at(-1)!;
  }

  get instance(): Instance {
    const { memory } = this;
    const exports: Exports = {
      memory,
      tengen_alloc: (length) => this.room(length),
      tengen_free: () => this.nLent--,
      tengen_message: (at, length) => {
        const message = this.read(at, length) as Said;
        this.heard.push(message);
        this.react(this, message);
      },
      tengen_tick: () => this.nTicks++,
      tengen_think: (at, length) => this.jobs.push(this.read(at, length)),
      tengen_bench: (depth) => this.emit({ type: 'bench', depth }),
    };
    return instanceOf(exports);
  }

  /** Says something to the outside. */
  emit(message: unknown): void {
    const bytes = new TextEncoder().encode(JSON.stringify(message));
    const at = this.room(bytes.length);
    new Uint8Array(this.memory.buffer, at, bytes.length).set(bytes);
    this.outside.emit(at, bytes.length);
    this.nLent--;
  }

  /** Fails as code does that has panicked. */
  panic(text: string): never {
    const bytes = new TextEncoder().encode(text);
    const at = this.room(bytes.length);
    new Uint8Array(this.memory.buffer, at, bytes.length).set(bytes);
    this.outside.panic(at, bytes.length);
    throw new WebAssembly.RuntimeError('unreachable');
  }

  isStopRequested(): boolean {
    return this.outside.stop_requested() === 1;
  }

  /** Every piece of memory is somewhere else, and now and then there is more of it. */
  private room(length: number): number {
    this.nLent++;
    const at = this.top;
    this.top += length + 8;
    const missing = this.top - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / 65_536));
    return at;
  }

  private read(at: number, length: number): unknown {
    return JSON.parse(new TextDecoder().decode(new Uint8Array(this.memory.buffer, at, length)));
  }
}

/** Rows that are lost with the test. */
export class FakeRows implements Rows {
  static taker = 0;
  private taker = 0;
  constructor(readonly kept: Map<string, string> = new Map()) {}

  take(): Promise<Row[]> {
    this.taker = ++FakeRows.taker;
    return this.all();
  }
  store(put: Row[], remove: string[]): Promise<void> {
    if (this.taker !== FakeRows.taker) return Promise.reject(new TakenOver());
    for (const { key, value } of put) this.kept.set(key, value);
    for (const key of remove) this.kept.delete(key);
    return Promise.resolve();
  }
  all(): Promise<Row[]> {
    return Promise.resolve([...this.kept].map(([key, value]) => ({ key, value })));
  }
  add(rows: Row[]): Promise<number> {
    const fresh = rows.filter(({ key }) => !this.kept.has(key));
    for (const { key, value } of fresh) this.kept.set(key, value);
    return Promise.resolve(fresh.length);
  }
}
