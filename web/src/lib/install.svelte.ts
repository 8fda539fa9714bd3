/**
 * The static site keeps itself in the browser: after the first visit it needs no network. The service
 * worker (`site/service-worker.js`) also lets memory be shared between workers. The program's page has none.
 */
export const installed = $state({
  /** Whether a newer version is there and waits until somebody wants it. */
  isUpdateReady: false,
});

const LOOK_EVERY_MS = 60 * 60 * 1000;

let waiting: ServiceWorker | null = null;

/** Takes the newer version: all tabs are loaded anew, and go on with what is stored. */
export function useUpdate(): void {
  waiting?.postMessage('take over');
}

export async function install(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const container = navigator.serviceWorker;
  const isFirst = container.controller === null;
  let isTouched = false;
  for (const kind of ['pointerdown', 'keydown'])
    addEventListener(kind, () => (isTouched = true), { once: true, capture: true });
  let isReloading = false;
  container.addEventListener('controllerchange', () => {
    // The first time nothing is old yet. Loaded anew it can use several threads, so that is done while
    // nobody has begun anything.
    if (isReloading || (isFirst && (isTouched || globalThis.crossOriginIsolated))) return;
    isReloading = true;
    location.reload();
  });
  // Asked of the server, not of the browser's cache: else a new version is seen days later.
  const registration = await container.register('service-worker.js', { updateViaCache: 'none' });
  const tell = (worker: ServiceWorker | null) => {
    if (!worker || !registration.active) return;
    const look = () => {
      if (worker.state !== 'installed') return;
      waiting = worker;
      installed.isUpdateReady = true;
    };
    worker.addEventListener('statechange', look);
    look();
  };
  tell(registration.waiting);
  registration.addEventListener('updatefound', () => tell(registration.installing));
  const look = () => void registration.update().catch(() => undefined);
  setInterval(look, LOOK_EVERY_MS);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look();
  });
}
