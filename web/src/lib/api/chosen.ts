import type { Host } from './host';
import { server } from './server';

let chosen: Host = server;

/** Who answers this page. */
export function host(): Host {
  return chosen;
}

/** Decides it, before anything is asked. */
export function choose(other: Host): void {
  chosen = other;
}

/** Where the engine is, in the static site, whose `index.html` says so. The program's page has none. */
export function engineAddress(): string | null {
  return document.querySelector<HTMLMetaElement>('meta[name="tengen-engine"]')?.content ?? null;
}
