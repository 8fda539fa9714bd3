import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Glue } from '../../src/host/glue';
import type { FromPage } from '../../src/host/messages';
import { WorkerHost } from '../../src/host/page';
import type { WorkerLike } from '../../src/host/thinkers';
import { choose } from '../../src/lib/api/chosen';
import { api, ApiFailure } from '../../src/lib/api/client';
import { NoLibrary, type Connection, type Host, type HostState } from '../../src/lib/api/host';
import { server } from '../../src/lib/api/server';
import { FakeEngine, FakeRows, type Said } from './engine';
import { FakeSocket, holdTime, Refused, serve, settle, socket } from './server';

const NOT_FOUND = { code: 'not_found', text: 'There is no such game.', remedy: 'Look into the library.' };

/** A host together with the other end of it, which is in the hands of the test. */
interface Stand {
  host: Host;
  /** The newest connection, seen from the other end. */
  say(message: unknown): void;
  sent(): unknown[];
  paths(): string[];
  breakOff(): void;
}

function program(): Stand {
  serve({
    'GET hello': () => ({ version: '1' }),
    'GET games/none': () => new Refused(404, NOT_FOUND),
    'DELETE games/g': () => undefined,
    'PUT settings': (body) => body,
  });
  return {
    host: server,
    say: (message) => socket('live').say(message),
    sent: () => socket('live').sent,
    paths: () => FakeSocket.all.map(({ address }) => address.pathname.replace('/api/v1', '') + address.search),
    breakOff: () => socket('live').lose(),
  };
}

/** The worker, without a thread of its own. */
class LocalWorker implements WorkerLike {
  onmessage: ((event: MessageEvent) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  isEnded = false;
  private glue: Glue | null = null;
  constructor(
    private readonly rows: FakeRows,
    private readonly react: (engine: FakeEngine, message: Said) => void,
  ) {}
  postMessage(message: unknown): void {
    const data = structuredClone(message) as FromPage;
    if (data.type !== 'begin') {
      this.glue?.hear(data);
      return;
    }
    this.glue = new Glue(
      {
        instantiate: (outside) => Promise.resolve(new FakeEngine(outside, this.react).instance),
        rows: () => Promise.resolve(this.rows),
        thinkers: { think: () => undefined, stop: () => undefined, endAll: () => undefined },
        tell: (said) => {
          if (!this.isEnded) this.onmessage?.({ data: structuredClone(said) } as MessageEvent);
        },
      },
      data,
    );
    void this.glue.begin();
  }
  terminate(): void {
    this.isEnded = true;
  }
}

function worker(rows = new FakeRows()): Stand & { host: WorkerHost } {
  const answers: Record<string, [number, (body: unknown) => unknown]> = {
    'GET /hello': [200, () => ({ version: '1' })],
    'GET /games/none': [404, () => NOT_FOUND],
    'DELETE /games/g': [204, () => null],
    'PUT /settings': [200, (body) => body],
    'POST /games': [201, () => ({ id: 'g' })],
  };
  let last = 0;
  const react = (engine: FakeEngine, message: Said) => {
    if (message.type === 'open') last = message.socket as number;
    if (message.type !== 'request') return;
    if (message.path === '/broken') engine.panic('our fault');
    const answer = answers[`${message.method as string} ${message.path as string}`]!;
    const [status, body] = [answer[0], answer[1](message.body)];
    engine.emit({ type: 'response', id: message.id, status, body });
  };
  const host = new WorkerHost(
    () => new LocalWorker(rows, react),
    () =>
      Promise.resolve({
        type: 'begin',
        module: {},
        language: 'en',
        cores: 1,
        isIsolated: false,
      }),
  );
  const heard = (type: string) =>
    FakeEngine.all.flatMap((engine) => engine.heard.filter((message) => message.type === type));
  return {
    host,
    say: (data) => FakeEngine.last.emit({ type: 'data', socket: last, data }),
    sent: () => heard('send').map(({ data }) => data),
    paths: () => heard('open').map(({ path }) => path as string),
    breakOff: () => FakeEngine.last.emit({ type: 'closed', socket: last, code: 1000, reason: '' }),
  };
}

afterEach(() => {
  choose(server);
  FakeSocket.all = [];
  FakeEngine.all = [];
  vi.useRealTimers();
});

describe.each([
  ['the program', program],
  ['the worker', worker],
])('%s', (_, open) => {
  let stand: Stand;
  let line: Connection | null = null;
  let heard: unknown[];
  let states: boolean[];

  beforeEach(() => {
    holdTime();
    stand = open();
    choose(stand.host);
    heard = [];
    states = [];
  });
  afterEach(() => {
    line?.close();
  });

  async function connect(path = () => 'games/g/live?after=5'): Promise<Connection> {
    line = stand.host.connect(
      path,
      (message) => heard.push(message),
      (connected) => states.push(connected),
    );
    for (const one of FakeSocket.all) one.onopen?.();
    await pass(0);
    return line;
  }
  async function pass(ms: number): Promise<void> {
    await settle();
    vi.advanceTimersByTime(ms);
    await settle();
  }

  it('answers a question', async () => {
    expect(await api.hello()).toEqual({ version: '1' });
  });

  it('is told what is changed, and answers with it', async () => {
    const settings = { language: 'fr' } as never;
    expect(await api.saveSettings(settings)).toEqual(settings);
  });

  it('answers with nothing where there is nothing to say', async () => {
    await expect(api.deleteGame('g')).resolves.toBeUndefined();
  });

  it('refuses with a sentence and what to do', async () => {
    const failure = await api.game('none').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApiFailure);
    expect(failure).toMatchObject({ code: 'not_found', message: NOT_FOUND.text, remedy: NOT_FOUND.remedy });
  });

  it('has live connections, in both directions', async () => {
    const live = await connect();
    expect(stand.paths()).toEqual(['/games/g/live?after=5']);
    expect(states).toEqual([true]);
    expect(live.send({ request: 1 })).toBe(true);
    stand.say({ type: 'still_here' });
    expect(heard).toEqual([{ type: 'still_here' }]);
    expect(stand.sent()).toEqual([{ request: 1 }]);
  });

  it('comes back when a connection breaks, asking for what came meanwhile', async () => {
    let after = 5;
    const live = await connect(() => `games/g/live?after=${after}`);
    after = 9;
    stand.breakOff();
    expect(states).toEqual([true, false]);
    expect(live.send({})).toBe(false);
    await pass(200);
    await pass(0);
    expect(stand.paths().at(-1)).toBe('/games/g/live?after=9');
  });

  it('says nothing more on a connection that was closed', async () => {
    const live = await connect();
    live.close();
    expect(live.send({})).toBe(false);
    stand.breakOff();
    await pass(5000);
    expect(states).toEqual([true]);
    expect(stand.paths().length).toBe(1);
  });
});

describe('the worker alone', () => {
  beforeEach(() => holdTime());

  it('answers what was asked before the engine was there', async () => {
    const { host } = worker();
    const answers = Promise.all([host.request('GET', 'hello'), host.request('GET', 'games/none')]);
    expect((await answers).map(({ status }) => status)).toEqual([200, 404]);
  });

  it('says that our fault is our fault, and goes on', async () => {
    const stand = worker();
    choose(stand.host);
    const states: boolean[] = [];
    const line = stand.host.connect(
      () => 'work',
      () => undefined,
      (connected) => states.push(connected),
    );
    await settle();
    vi.advanceTimersByTime(0);
    expect(await stand.host.request('GET', 'broken')).toMatchObject({ status: 500, body: { text: 'our fault' } });
    expect(await api.hello()).toEqual({ version: '1' });
    vi.advanceTimersByTime(200);
    vi.advanceTimersByTime(0);
    expect(states).toEqual([true, false, true]);
    line.close();
  });

  it('lets go of the games when another tab takes them, and takes them back when it is used again', async () => {
    const kept = new Map<string, string>();
    const mine = worker(new FakeRows(kept));
    const said: HostState[] = [];
    mine.host.watch((state) => said.push(state));
    choose(mine.host);
    const states: boolean[] = [];
    const line = mine.host.connect(
      () => 'work',
      () => undefined,
      (connected) => states.push(connected),
    );
    await settle();
    vi.advanceTimersByTime(0);
    const engine = FakeEngine.last;
    const theirs = worker(new FakeRows(kept));
    await theirs.host.request('GET', 'hello');
    engine.emit({ type: 'store', ack: 1, put: [], delete: [] });
    await settle();
    expect(said).toEqual(['here', 'elsewhere']);
    await expect(api.hello()).rejects.toMatchObject({ code: 'offline' });
    vi.advanceTimersByTime(5000);
    expect(states).toEqual([true, false]);
    mine.host.takeOver();
    expect(await api.hello()).toEqual({ version: '1' });
    vi.advanceTimersByTime(0);
    expect([said.at(-1), states]).toEqual(['here', [true, false, true]]);
    line.close();
  });

  it('tells why nothing works when the engine cannot be loaded', async () => {
    const host = new WorkerHost(
      () => new LocalWorker(new FakeRows(), () => undefined),
      () => Promise.reject(new Error('404')),
    );
    const asked = host.request('GET', 'hello');
    await expect(asked).rejects.toThrow();
    const said: string[] = [];
    host.watch((state, why) => said.push(`${state} ${why}`));
    expect(said).toEqual(['broken Error: 404']);
  });

  it('asks the browser once to keep what it stores, with the first game', async () => {
    const persist = vi.fn(() => Promise.resolve(true));
    vi.stubGlobal('navigator', { languages: ['en'], storage: { persist } });
    const { host } = worker();
    await host.request('GET', 'hello');
    expect(persist).not.toHaveBeenCalled();
    await host.request('POST', 'games', {});
    await host.request('POST', 'games', {});
    expect(persist).toHaveBeenCalledTimes(1);
  });

  it('gives the library as a file and takes it back, and no other file', async () => {
    const rows = new FakeRows(new Map([['game/1', 'one']]));
    const { host } = worker(rows);
    const text = await host.library.exported();
    const other = new FakeRows(new Map([['game/1', 'newer']]));
    const there = worker(other).host;
    expect(await there.library.add(text)).toMatchObject({ nAdded: 0, nKept: 1 });
    other.kept.clear();
    expect(await there.library.add(text)).toMatchObject({ nAdded: 1, nKept: 0 });
    expect([...other.kept]).toEqual([['game/1', 'one']]);
    await expect(there.library.add('(;GM[4])')).rejects.toThrow(NoLibrary);
  });
});
