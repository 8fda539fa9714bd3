/**
 * Keeps one version of the site whole in the browser, so that it needs no network after the first visit,
 * and answers with the headers that let workers share memory. `build.js` puts in what belongs to it.
 */
const VERSION = '@VERSION@';
/** Every file with the SHA-256 of its content. @type {Record<string, string>} */
const FILES = /* @FILES@ */ {};

const CACHE = `tengen-${VERSION}`;
const addressOf = (name) => new URL(name, self.registration.scope).href;
/** A page that is asked for by the name of its folder is the same page. */
const PAGE = addressOf('index.html');

self.addEventListener('install', (event) => event.waitUntil(keepAll()));

self.addEventListener('activate', (event) =>
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys())
        if (name.startsWith('tengen-') && name !== CACHE) await caches.delete(name);
      await self.clients.claim();
    })(),
  ),
);

// A new version waits until somebody wants it: nobody loses what he is looking at.
self.addEventListener('message', (event) => {
  if (event.data === 'take over') self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== 'GET' || address.origin !== self.location.origin) return;
  address.search = '';
  address.hash = '';
  event.respondWith(answer(request, request.mode === 'navigate' ? PAGE : address.href));
});

async function answer(request, address) {
  const kept = await (await caches.open(CACHE)).match(address);
  return kept ? withHeaders(kept) : fetch(request);
}

function withHeaders(response) {
  const headers = new Headers(response.headers);
  headers.set('cross-origin-opener-policy', 'same-origin');
  headers.set('cross-origin-embedder-policy', 'require-corp');
  headers.set('cross-origin-resource-policy', 'same-origin');
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

/** All files of this version or none: half of one version and half of another is no page. */
async function keepAll() {
  const cache = await caches.open(CACHE);
  try {
    await Promise.all(Object.entries(FILES).map(([name, hash]) => keep(cache, addressOf(name), hash)));
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
}

async function keep(cache, address, hash) {
  // What did not change since the last version is here already. The browser's own cache is good enough
  // for the rest as long as the content is the right one.
  for (const find of [() => caches.match(address), () => fetch(address), () => fetch(address, { cache: 'reload' })]) {
    const response = await find();
    if (!response?.ok) continue;
    if ((await hashOf(await response.clone().arrayBuffer())) !== hash) continue;
    await cache.put(address, response);
    return;
  }
  throw new Error(`${address} is not of this version`);
}

async function hashOf(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
