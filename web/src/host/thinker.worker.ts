import { instantiate, world, type Instance } from './instance';
import type { FromThinker, ToThinker } from './messages';

/** A worker that searches, one job after the other. */
const host = self as unknown as {
  postMessage(message: FromThinker): void;
  onmessage: (event: MessageEvent<ToThinker>) => void;
};
let ready: Promise<Instance>;
let stopped: Int32Array | null = null;
let present = 0;
let panicText = '';

host.onmessage = ({ data }) => {
  if (data.type === 'begin') {
    stopped = data.stopped;
    ready = instantiate(data.module, {
      ...world,
      emit: (text) => host.postMessage({ type: 'said', text }),
      isStopRequested: () => stopped !== null && Atomics.load(stopped, 0) >= present,
      panic: (text) => (panicText = text),
    });
    // Whoever needs it hears of the failure.
    ready.catch(() => undefined);
  } else void work(data);
};

async function work(job: Exclude<ToThinker, { type: 'begin' }>): Promise<void> {
  try {
    const instance = await ready;
    if (job.type === 'bench') instance.bench(job.depth);
    else {
      present = job.number;
      instance.think(job.job);
      host.postMessage({ type: 'ended', number: job.number });
    }
  } catch (error) {
    host.postMessage({ type: 'died', text: panicText || String(error) });
  }
}
