import { beforeEach, describe, expect, it, vi } from 'vitest';

/** Who listens at the page's address. */
type Listener = (method: string) => unknown;

const KEY = 'key-of-the-first-start';
let asked: { method: string; path: string; body: string }[] = [];

function listen(listener: Listener): void {
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
    const method = init.method ?? 'GET';
    const body = typeof init.body === 'string' ? init.body : '{}';
    asked.push({ method, path, body });
    const value = listener(method);
    if (value instanceof Error) return Promise.reject(value);
    return Promise.resolve(typeof value === 'number' ? new Response(null, { status: value }) : Response.json(value));
  });
}

async function code(key: string, text: string): Promise<string> {
  const bytes = new TextEncoder();
  const usage = { name: 'HMAC', hash: 'SHA-256' };
  const secret = await crypto.subtle.importKey('raw', bytes.encode(key), usage, false, ['sign']);
  return Buffer.from(await crypto.subtle.sign('HMAC', secret, bytes.encode(text))).toString('hex');
}

/** The program as it was started anew, with this key for the pages of the first start. */
async function program(start: string, key: string, method: string, body: Record<string, string>): Promise<unknown> {
  if (method === 'GET') return { start, key };
  if (method === 'PUT') return 204;
  return { start, number: 'theirs', proof: await code(key, ['program', '4242', body.number, 'theirs'].join('\n')) };
}

describe('a page whose program was away', () => {
  beforeEach(() => {
    vi.resetModules();
    vi.stubGlobal('isSecureContext', true);
    vi.stubGlobal('location', { port: '4242' });
    asked = [];
  });

  async function lostPage(): Promise<typeof import('../../src/lib/api/again')> {
    const again = await import('../../src/lib/api/again');
    listen((method) => (method === 'GET' ? { start: 'first', key: KEY } : 500));
    await again.remember();
    again.doubt();
    asked = [];
    return again;
  }

  function answering(start: string, key = KEY): void {
    vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
      const body = JSON.parse((init.body as string | undefined) ?? '{}') as Record<string, string>;
      asked.push({ method: init.method ?? 'GET', path, body: JSON.stringify(body) });
      const value = await program(start, key, init.method ?? 'GET', body);
      return typeof value === 'number' ? new Response(null, { status: value }) : Response.json(value);
    });
  }

  it('sends nothing to a stranger on the old port that would let him in', async () => {
    const again = await lostPage();
    answering('stranger', 'a-guess');
    expect(await again.isOurs()).toBe(false);
    expect(asked.map(({ method }) => method)).toEqual(['POST']);
    expect(asked[0]!.body).not.toContain(KEY);
  });

  it('believes its program that was away for a moment', async () => {
    const again = await lostPage();
    answering('first');
    expect(await again.isOurs()).toBe(true);
    expect(await again.isOurs()).toBe(true);
    expect(asked.length, 'one question is enough').toBe(1);
  });

  it('is let in by the next start with a proof of its own', async () => {
    const again = await lostPage();
    answering('second');
    expect(await again.isOurs()).toBe(true);
    expect(asked.map(({ method }) => method)).toEqual(['POST', 'PUT', 'GET']);
    const { own_number, proof } = JSON.parse(asked[1]!.body) as Record<string, string>;
    expect(proof).toBe(await code(KEY, ['page', '4242', own_number, 'theirs'].join('\n')));
  });

  it('waits while nobody answers', async () => {
    const again = await lostPage();
    listen(() => new Error('refused'));
    expect(await again.isOurs()).toBe(false);
    answering('first');
    expect(await again.isOurs()).toBe(true);
  });
});
