import type { Row } from './messages';

/** Where the games are. Exactly one taker may store: whoever took them last. */
export interface Rows {
  /** Becomes the one that may store, and reads everything. */
  take(): Promise<Row[]>;
  /** All of it or nothing, and on the disk when it returns. Fails with `TakenOver` if somebody else took them. */
  store(put: Row[], remove: string[]): Promise<void>;
  all(): Promise<Row[]>;
  /** Adds those whose keys are not there yet; returns how many. */
  add(rows: Row[]): Promise<number>;
}

/** Another tab has taken the rows. */
export class TakenOver extends Error {
  constructor() {
    super('taken over');
  }
}

const ROWS = 'rows';
const ABOUT = 'about';
const TAKER = 'taker';

/** The rows in the browser's own database. */
export async function openRows(name = 'tengen'): Promise<Rows> {
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore(ROWS);
    opening.result.createObjectStore(ABOUT);
  };
  const database = await answer(opening);
  // Somebody deletes the database: it is not held back.
  database.onversionchange = () => database.close();
  let taker = 0;

  /** Runs in one transaction; what it did counts only if nothing in it failed. */
  async function within<T>(mode: IDBTransactionMode, run: (transaction: IDBTransaction) => Promise<T>): Promise<T> {
    const transaction = database.transaction([ROWS, ABOUT], mode, { durability: 'strict' });
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new DOMException('aborted', 'AbortError'));
    });
    let result: T;
    try {
      result = await run(transaction);
    } catch (error) {
      try {
        transaction.abort();
      } catch {
        // It has ended already, for the same reason.
      }
      await done.catch(() => undefined);
      throw error;
    }
    await done;
    return result;
  }

  async function readAll(transaction: IDBTransaction): Promise<Row[]> {
    const rows = transaction.objectStore(ROWS);
    const [keys, values] = await Promise.all([answer(rows.getAllKeys()), answer(rows.getAll())]);
    return keys.map((key, i) => ({ key: key as string, value: values[i] as string }));
  }

  return {
    take: () =>
      within('readwrite', async (transaction) => {
        const about = transaction.objectStore(ABOUT);
        const before = (await answer(about.get(TAKER))) as number | undefined;
        taker = (before ?? 0) + 1;
        await answer(about.put(taker, TAKER));
        return readAll(transaction);
      }),
    store: (put, remove) =>
      within('readwrite', async (transaction) => {
        // In the same transaction: a tab that slept meanwhile must not write over what came after it.
        if ((await answer(transaction.objectStore(ABOUT).get(TAKER))) !== taker) throw new TakenOver();
        const rows = transaction.objectStore(ROWS);
        await Promise.all([
          ...put.map(({ key, value }) => answer(rows.put(value, key))),
          ...remove.map((key) => answer(rows.delete(key))),
        ]);
      }),
    all: () => within('readonly', readAll),
    add: (added) =>
      within('readwrite', async (transaction) => {
        const rows = transaction.objectStore(ROWS);
        const known = new Set(await answer(rows.getAllKeys()));
        const fresh = added.filter(({ key }) => !known.has(key));
        await Promise.all(fresh.map(({ key, value }) => answer(rows.put(value, key))));
        return fresh.length;
      }),
  };
}

function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new DOMException('failed', 'UnknownError'));
  });
}
