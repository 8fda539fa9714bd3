import { Glue } from './glue';
import { instantiate } from './instance';
import type { FromPage, ToPage } from './messages';
import { openRows } from './rows';
import { Thinkers } from './thinkers';

/** The worker that has all games of this browser. */
const page = self as unknown as {
  postMessage(message: ToPage): void;
  onmessage: (event: MessageEvent<FromPage>) => void;
};
let glue: Glue | null = null;

/** Tabs tell each other who looks after the games: the last one that began. */
const tabs = new BroadcastChannel('tengen');

page.onmessage = ({ data }) => {
  if (data.type !== 'begin') {
    glue?.hear(data);
    return;
  }
  const { module, isIsolated } = data;
  const thinkers = new Thinkers(
    module,
    isIsolated,
    () => new Worker(new URL('./thinker.worker.ts', import.meta.url), { type: 'module' }),
    {
      said: (thinker, text) => begun.thinkerSaid(thinker, text),
      lost: (thinker) => begun.thinkerLost(thinker),
    },
  );
  const begun = new Glue(
    {
      instantiate: (outside) => instantiate(module, outside),
      rows: () => openRows(),
      thinkers,
      tell: (message) => page.postMessage(message),
    },
    data,
  );
  glue = begun;
  tabs.postMessage('taken');
  tabs.onmessage = () => begun.end();
  begun.begin().catch((error: unknown) => page.postMessage({ type: 'broken', text: String(error) }));
};
