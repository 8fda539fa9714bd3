/** A server that says what a test tells it to, and remembers what it was asked. */
import { flushSync } from 'svelte';
import { vi } from 'vitest';
import type { ApiError } from '../../src/lib/api/types';

interface Sent {
  request?: number;
  action?: { type: string; [key: string]: unknown };
  job?: number;
  task?: { type: string; [key: string]: unknown };
}

/** A live connection, the server's end of which is in the hands of the test. */
export class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = FakeSocket.OPEN;
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  readonly sent: Sent[] = [];

  constructor(readonly address: URL) {
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Sent);
  }

  close(): void {
    this.readyState = 3;
  }

  /** The server says something, and the page reacts. */
  say(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
    flushSync();
  }

  /** The connection breaks. */
  lose(): void {
    this.readyState = 3;
    this.onclose?.();
    flushSync();
  }
}

/** The newest connection to an address that contains this. */
export function socket(path: string): FakeSocket {
  const found = FakeSocket.all.findLast(({ address }) => address.pathname.includes(path));
  if (!found) throw new Error(`nobody connected to ${path}`);
  return found;
}

type Answer = (body: unknown) => unknown;

export class Refused {
  constructor(
    readonly status: number,
    readonly error: ApiError,
  ) {}
}

/** Answers requests by `METHOD path`; `asked` has all of them in order. */
export function serve(answers: Record<string, Answer>): { asked: { what: string; body: unknown }[] } {
  const asked: { what: string; body: unknown }[] = [];
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    const what = `${init.method ?? 'GET'} ${path.replace('api/v1/', '').replace(/\?.*/, '')}`;
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    asked.push({ what, body });
    const answer = answers[what];
    if (!answer) return Promise.reject(new TypeError(`nobody answers ${what}`));
    return Promise.resolve(answer(body)).then((value) =>
      value instanceof Refused
        ? new Response(JSON.stringify(value.error), { status: value.status })
        : new Response(value === undefined ? '' : JSON.stringify(value)),
    );
  });
  return { asked };
}

/** Lets all answers arrive that are under way, and the page react to them. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 4; i++) {
    flushSync();
    await new Promise((next) => setImmediate(next));
  }
  flushSync();
}

/** Time passes when a test says so; what is not a timer goes on by itself. */
export function holdTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] });
}
