import { ROOT } from './root';
import type { PageKey, ReturnAnswer, ReturnProof, ReturnQuestion } from './types';

/**
 * Whether the one that answers is still our program. After it has ended anybody may listen on its port,
 * so after every interruption it first has to prove that it knows the key of this page, which itself is
 * never sent. Then the page proves the same and is let in again.
 */
let known: { start: string; key: CryptoKey } | null = null;
let isSure = true;
let asking: Promise<boolean> | null = null;

const encoder = new TextEncoder();

/** Keeps what this page is known by, in memory only. Where the browser has no codes, nothing is kept. */
export async function remember(): Promise<void> {
  if (!globalThis.isSecureContext) return;
  const response = await fetch(`${ROOT}/return`);
  if (!response.ok) return;
  const { start, key } = (await response.json()) as PageKey;
  const usage = { name: 'HMAC', hash: 'SHA-256' };
  known = { start, key: await crypto.subtle.importKey('raw', encoder.encode(key), usage, false, ['sign']) };
  isSure = true;
}

/** The connection was lost: whoever answers next is not believed. */
export function doubt(): void {
  isSure = known === null;
}

/** Whether our program answers, having asked it if there is any doubt. Nothing is sent before that. */
export function isOurs(): Promise<boolean> {
  if (isSure) return Promise.resolve(true);
  asking ??= meet().finally(() => (asking = null));
  return asking;
}

async function meet(): Promise<boolean> {
  if (!known) return true;
  const { start } = known;
  const mine = crypto.randomUUID();
  try {
    const question: ReturnQuestion = { start, number: mine };
    const answer = await send('POST', question);
    // One that was told to forget us says so, and the page asks for a new address.
    if (!answer.ok) return answer.status === 401;
    const proof = (await answer.json()) as ReturnProof;
    if (proof.proof !== (await code('program', mine, proof.number))) return false;
    if (proof.start !== start) {
      const number = proof.number;
      const reply: ReturnAnswer = { start, own_number: mine, number, proof: await code('page', mine, number) };
      if (!(await send('PUT', reply)).ok) return false;
      await remember();
    }
    isSure = true;
    return true;
  } catch {
    return false;
  }
}

function send(method: string, body: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(`${ROOT}/return`, { method, headers, body: JSON.stringify(body) });
}

async function code(who: 'program' | 'page', mine: string, theirs: string): Promise<string> {
  const text = encoder.encode([who, location.port, mine, theirs].join('\n'));
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', known!.key, text));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
