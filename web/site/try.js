/**
 * Plays the first moves of a game with the engine for browsers, without a browser. A site is published
 * only if this works: what people are offered has to be there.
 */
const encoder = new TextEncoder();
const decoder = new TextDecoder();
const HUMAN = { type: 'human', name: null };

export async function playAGame(bytes) {
  const out = [];
  let said = '';
  let exports;
  const text = (at, length) => decoder.decode(new Uint8Array(exports.memory.buffer, at, length));
  const tengen = {
    now: () => Date.now(),
    monotonic: () => performance.timeOrigin + performance.now(),
    random: (at, length) => void crypto.getRandomValues(new Uint8Array(exports.memory.buffer, at, length)),
    emit: (at, length) => void out.push(JSON.parse(text(at, length))),
    stop_requested: () => 0,
    panic: (at, length) => void (said = text(at, length)),
  };
  const fail = (what) => {
    throw new Error(`The engine for browsers cannot play a game: ${what}`);
  };
  try {
    ({ exports } = (await WebAssembly.instantiate(bytes, { tengen })).instance);
  } catch (error) {
    fail(error.message);
  }
  for (const name of ['memory', 'tengen_alloc', 'tengen_free', 'tengen_message', 'tengen_tick', 'tengen_think'])
    if (!exports[name]) fail(`it has no ${name}.`);

  const stored = new Map();
  /** Says something, and stores what the engine wants stored, until it says nothing more. */
  const say = (message) => {
    const from = out.length;
    const pending = [message];
    let seen = from;
    for (let next = pending.shift(); next; next = pending.shift()) {
      const data = encoder.encode(JSON.stringify(next));
      const at = exports.tengen_alloc(data.length);
      new Uint8Array(exports.memory.buffer, at, data.length).set(data);
      try {
        exports.tengen_message(at, data.length);
      } catch (error) {
        fail(`${next.type}: ${said || error.message}`);
      }
      exports.tengen_free(at, data.length);
      for (; seen < out.length; seen++) {
        const { type, ack, put } = out[seen];
        if (type !== 'store') continue;
        for (const { key, value } of put) stored.set(key, value);
        pending.push({ type: 'stored', ack, error: null });
      }
    }
    return out.slice(from);
  };
  const ask = (id, method, path, body = null) => {
    const answer = say({ type: 'request', id, method, path, body }).find(
      (one) => one.type === 'response' && one.id === id,
    );
    if (!answer) fail(`${method} ${path} is not answered.`);
    if (answer.status >= 300) fail(`${method} ${path} is answered with ${answer.status}.`);
    return answer.body;
  };

  say({ type: 'start', settings: null, language: 'en', cores: 1, threads_possible: false });
  say({ type: 'rows', rows: [], done: true });
  ask(1, 'GET', '/hello');
  if (!ask(2, 'GET', '/catalogue').opponents?.length) fail('there are no opponents.');
  const { id } = ask(3, 'POST', '/games', {
    rule: 'freestyle',
    size: 15,
    first: HUMAN,
    second: { type: 'ai', opponent: 'champion', time_ms: null },
  });
  say({ type: 'open', socket: 4, path: `/games/${id}/live` });
  const told = say({ type: 'send', socket: 4, data: { request: 1, action: { type: 'play', point: 'H8' } } });
  const isStone = ({ type, data }) => type === 'data' && data.type === 'update' && data.game.moves.length === 1;
  if (!told.some(isStone)) fail('a stone is not placed.');
  if (stored.size === 0) fail('a move is not stored.');
  if (told.findIndex(isStone) < told.findIndex(({ type }) => type === 'store'))
    fail('a move is told before it is stored.');
  if (!out.some(({ type }) => type === 'think')) fail('the opponent does not think.');
}
