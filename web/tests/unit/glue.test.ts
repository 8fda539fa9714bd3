import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Glue } from '../../src/host/glue';
import { fileOf, rowsOf } from '../../src/host/library';
import type { FromPage, FromThinker, ToPage, ToThinker } from '../../src/host/messages';
import { Thinkers, type WorkerLike } from '../../src/host/thinkers';
import { FakeEngine, FakeRows, type Said } from './engine';
import { holdTime, settle } from './server';

const module = {} as WebAssembly.Module;
const circumstances = { language: 'en', cores: 2, isIsolated: true };

let told: ToPage[];
let rows: FakeRows;
let glue: Glue;
let thought: string[];

async function begin(react: (engine: FakeEngine, message: Said) => void = () => undefined): Promise<void> {
  glue = new Glue(
    {
      instantiate: (outside) => Promise.resolve(new FakeEngine(outside, react).instance),
      rows: () => Promise.resolve(rows),
      thinkers: {
        think: (thinker, job) => thought.push(`think ${thinker} ${job}`),
        stop: (thinker) => {
          thought.push(`stop ${thinker}`);
          // As one that cannot share memory: it is gone at once.
          glue.thinkerLost(thinker);
        },
        endAll: () => thought.push('end'),
      },
      tell: (message) => told.push(message),
    },
    circumstances,
  );
  await glue.begin();
}

const request = (id: number, path = '/hello'): FromPage => ({ type: 'request', id, method: 'GET', path, body: null });
const heard = () => FakeEngine.last.heard.map(({ type }) => type);

beforeEach(() => {
  FakeEngine.all = [];
  told = [];
  thought = [];
  rows = new FakeRows(new Map([['game/1', '{"v":1}']]));
});
afterEach(() => vi.useRealTimers());

describe('the engine in a worker', () => {
  it('is told how things are and all that is stored before it is asked anything', async () => {
    const begun = begin();
    glue.hear(request(1));
    await begun;
    expect(FakeEngine.last.heard).toEqual([
      { type: 'start', settings: null, language: 'en', cores: 2, threads_possible: true },
      { type: 'rows', rows: [{ key: 'game/1', value: '{"v":1}' }], done: true },
      { type: 'request', id: 1, method: 'GET', path: '/hello', body: null },
    ]);
    expect(FakeEngine.last.nLent, 'what was lent is given back').toBe(0);
  });

  it('gets a large library in portions, the last of which says so', async () => {
    rows = new FakeRows(new Map(Array.from({ length: 5 }, (_, i) => [`game/${i}`, 'x'.repeat(200_000)])));
    await begin();
    const portions = FakeEngine.last.heard.filter(({ type }) => type === 'rows');
    expect(portions.map(({ done }) => done)).toEqual([false, false, false, false, true]);
    expect(portions.flatMap((portion) => portion.rows as unknown[]).length).toBe(5);
  });

  it('hears that something is stored only when it is', async () => {
    await begin();
    let finish: () => void = () => undefined;
    vi.spyOn(rows, 'store').mockReturnValue(new Promise((done) => (finish = done)));
    FakeEngine.last.emit({ type: 'store', ack: 7, put: [{ key: 'a', value: 'b' }], delete: [] });
    await settle();
    expect(heard()).not.toContain('stored');
    finish();
    await settle();
    expect(FakeEngine.last.heard.at(-1)).toEqual({ type: 'stored', ack: 7, error: null });
  });

  it('hears why something could not be stored', async () => {
    await begin();
    vi.spyOn(rows, 'store').mockRejectedValue(new DOMException('no room', 'QuotaExceededError'));
    FakeEngine.last.emit({ type: 'store', ack: 8, put: [], delete: ['a'] });
    await settle();
    expect(FakeEngine.last.heard.at(-1)).toEqual({ type: 'stored', ack: 8, error: 'QuotaExceededError: no room' });
  });

  it('plays where the browser stores nothing, and is told so with every save', async () => {
    vi.spyOn(rows, 'take').mockRejectedValue(new DOMException('not here', 'InvalidStateError'));
    await begin();
    expect(FakeEngine.last.heard[1]).toEqual({ type: 'rows', rows: [], done: true });
    FakeEngine.last.emit({ type: 'store', ack: 1, put: [], delete: [] });
    await settle();
    expect(FakeEngine.last.heard.at(-1)).toMatchObject({
      ack: 1,
      error: expect.stringContaining('not here') as string,
    });
    expect(told).toEqual([]);
  });

  it('writes nothing once another tab has taken the games, and ends', async () => {
    await begin();
    await new FakeRows().take();
    FakeEngine.last.emit({ type: 'store', ack: 1, put: [{ key: 'game/1', value: 'old' }], delete: [] });
    await settle();
    expect(rows.kept.get('game/1')).toBe('{"v":1}');
    expect(told).toEqual([{ type: 'taken' }]);
    expect(heard()).not.toContain('stored');
  });

  it('is never called from inside one of its own calls', async () => {
    let depth = 0;
    await begin((engine, message) => {
      expect(depth++).toBe(0);
      if (message.type === 'request') engine.emit({ type: 'stop', thinker: 3 });
      depth--;
    });
    glue.hear(request(1));
    expect(heard().slice(-2)).toEqual(['request', 'lost']);
  });

  it('is woken at the moment it names, and only at the last one', async () => {
    holdTime();
    await begin();
    const now = performance.timeOrigin + performance.now();
    FakeEngine.last.emit({ type: 'tick_at', ms: now + 50 });
    FakeEngine.last.emit({ type: 'tick_at', ms: now + 200 });
    vi.advanceTimersByTime(100);
    expect(FakeEngine.last.nTicks).toBe(0);
    vi.advanceTimersByTime(150);
    expect(FakeEngine.last.nTicks).toBe(1);
    FakeEngine.last.emit({ type: 'tick_at', ms: now + 400 });
    FakeEngine.last.emit({ type: 'tick_at', ms: null });
    vi.advanceTimersByTime(1000);
    expect(FakeEngine.last.nTicks).toBe(1);
  });

  it('is replaced when it fails: open questions are answered, connections end, and it begins with what is stored', async () => {
    await begin((engine, message) => {
      if (message.type === 'request' && message.path === '/bad') engine.panic('index out of bounds');
    });
    FakeEngine.last.emit({ type: 'store', ack: 1, put: [{ key: 'game/2', value: 'two' }], delete: [] });
    await settle();
    const first = FakeEngine.last;
    glue.hear(request(1));
    glue.hear(request(2, '/bad'));
    expect(told).toEqual([
      { type: 'response', id: 1, status: 500, body: { code: 'internal', text: 'index out of bounds', remedy: null } },
      { type: 'response', id: 2, status: 500, body: { code: 'internal', text: 'index out of bounds', remedy: null } },
      { type: 'restarted' },
    ]);
    expect(thought).toEqual(['end']);
    glue.hear(request(3));
    await settle();
    expect(FakeEngine.last).not.toBe(first);
    expect(heard()).toEqual(['start', 'rows', 'request']);
    expect(FakeEngine.last.heard[1]!.rows).toHaveLength(2);
    // What the dead one says does not count.
    first.emit({ type: 'response', id: 3, status: 200, body: 'ghost' });
    expect(told).toHaveLength(3);
  });

  it('is given up when it fails again and again, and its games can still be saved as a file', async () => {
    await begin((engine, { type }) => {
      if (type === 'rows') engine.panic('a bad row');
    });
    await settle();
    expect(told.at(-1)).toEqual({ type: 'broken', text: 'a bad row' });
    expect(FakeEngine.all.length).toBe(3);
    glue.hear({ type: 'export', id: 9 });
    await settle();
    expect(told.at(-1)).toEqual({ type: 'exported', id: 9, rows: [{ key: 'game/1', value: '{"v":1}' }] });
  });

  it('begins anew with what an import has added, and nothing that was there is changed', async () => {
    await begin();
    const added = [
      { key: 'game/1', value: 'other' },
      { key: 'game/2', value: 'two' },
    ];
    glue.hear({ type: 'import', id: 4, rows: added });
    await settle();
    expect(told).toEqual([{ type: 'imported', id: 4, nAdded: 1, nKept: 1 }, { type: 'restarted' }]);
    expect(FakeEngine.last.heard[1]!.rows).toEqual([
      { key: 'game/1', value: '{"v":1}' },
      { key: 'game/2', value: 'two' },
    ]);
  });
});

describe('the file of a library', () => {
  it('comes back as it was', () => {
    const all = [
      { key: 'game/1', value: '{"a":"é\\n"}' },
      { key: 'settings', value: '' },
    ];
    expect(rowsOf(fileOf(all))).toEqual(all);
  });

  it('is refused if it is something else', () => {
    const wrong = ['', '[]', 'null', '{"format":"sgf"}', '{"format":"tengen-library","version":2,"rows":{}}'];
    const bad = ['{"format":"tengen-library","version":1}', '{"format":"tengen-library","version":1,"rows":{"a":1}}'];
    for (const text of [...wrong, ...bad]) expect(() => rowsOf(text), text).toThrow();
  });
});

class FakeWorker implements WorkerLike {
  static all: FakeWorker[] = [];
  onmessage: ((event: MessageEvent) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  readonly heard: ToThinker[] = [];
  isEnded = false;
  constructor() {
    FakeWorker.all.push(this);
  }
  postMessage(message: ToThinker): void {
    this.heard.push(message);
  }
  terminate(): void {
    this.isEnded = true;
  }
  say(message: FromThinker): void {
    this.onmessage?.({ data: message } as MessageEvent);
  }
}

describe('the thinkers', () => {
  let events: string[];
  const thinkersWith = (isIsolated: boolean) =>
    new Thinkers(module, isIsolated, () => new FakeWorker(), {
      said: (thinker, text) => events.push(`${thinker} said ${text}`),
      lost: (thinker) => events.push(`${thinker} lost`),
    });
  const stoppedOf = (worker: FakeWorker) => (worker.heard[0] as { stopped: Int32Array | null }).stopped;

  beforeEach(() => {
    events = [];
    FakeWorker.all = [];
    holdTime();
  });

  it('are started when they are first needed, and keep their engine', () => {
    const thinkers = thinkersWith(true);
    expect(FakeWorker.all.length).toBe(0);
    thinkers.think(2, '{"a":1}');
    thinkers.think(2, '{"a":2}');
    expect(FakeWorker.all.length).toBe(1);
    expect(FakeWorker.all[0]!.heard.map(({ type }) => type)).toEqual(['begin', 'think', 'think']);
    FakeWorker.all[0]!.say({ type: 'said', text: 'x' });
    expect(events).toEqual(['2 said x']);
  });

  it('hear through shared memory that they are to stop, and the next job is not concerned', () => {
    const thinkers = thinkersWith(true);
    thinkers.think(0, '{}');
    const [worker] = FakeWorker.all;
    thinkers.stop(0);
    expect(Atomics.load(stoppedOf(worker!)!, 0)).toBe(1);
    worker!.say({ type: 'ended', number: 1 });
    thinkers.think(0, '{}');
    expect(worker!.heard.at(-1)).toMatchObject({ number: 2 });
    vi.advanceTimersByTime(5000);
    expect([worker!.isEnded, events]).toEqual([false, []]);
  });

  it('are ended if they do not listen', () => {
    const thinkers = thinkersWith(true);
    thinkers.think(0, '{}');
    thinkers.stop(0);
    vi.advanceTimersByTime(1500);
    expect([FakeWorker.all[0]!.isEnded, events]).toEqual([true, ['0 lost']]);
  });

  it('are ended at once where no memory can be shared, but not those that have nothing to do', () => {
    const thinkers = thinkersWith(false);
    thinkers.think(0, '{}');
    expect(stoppedOf(FakeWorker.all[0]!)).toBe(null);
    FakeWorker.all[0]!.say({ type: 'ended', number: 1 });
    thinkers.stop(0);
    expect(events).toEqual([]);
    thinkers.think(0, '{}');
    thinkers.stop(0);
    expect([FakeWorker.all[0]!.isEnded, events]).toEqual([true, ['0 lost']]);
    thinkers.think(0, '{}');
    expect(FakeWorker.all.length).toBe(2);
  });

  it('are replaced when they die, and their last words do not count', () => {
    const thinkers = thinkersWith(true);
    thinkers.think(1, '{}');
    const [dead] = FakeWorker.all;
    dead!.say({ type: 'died', text: 'unreachable' });
    dead!.say({ type: 'said', text: 'late' });
    expect([dead!.isEnded, events]).toEqual([true, ['1 lost']]);
    thinkers.think(1, '{}');
    expect(FakeWorker.all.length).toBe(2);
  });
});
