/** What the engine asks of the world outside. */
export interface Outside {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds that never go back, counted alike in all workers. */
  monotonic(): number;
  random(bytes: Uint8Array<ArrayBuffer>): void;
  /** One message out. It must not lead back into the engine before the present call is over. */
  emit(text: string): void;
  isStopRequested(): boolean;
  /** What a panic says; the call that is under way fails after it. */
  panic(text: string): void;
}

/** One engine with its memory. Any call may fail, and then the engine is of no use any more. */
export interface Instance {
  message(text: string): void;
  tick(): void;
  think(job: string): void;
  bench(depth: number): void;
}

/** What the file has to offer (the functions of `crates/browser`). */
export interface Exports {
  memory: { buffer: ArrayBuffer };
  tengen_alloc(length: number): number;
  tengen_free(at: number, length: number): void;
  tengen_message(at: number, length: number): void;
  tengen_tick(): void;
  tengen_think(at: number, length: number): void;
  tengen_bench(depth: number): void;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The functions that the file wants, around a memory that there is only once it has been read. */
export function imports(outside: Outside, memory: () => ArrayBuffer) {
  const text = (at: number, length: number) => decoder.decode(new Uint8Array(memory(), at, length));
  return {
    tengen: {
      now: () => outside.now(),
      monotonic: () => outside.monotonic(),
      random: (at: number, length: number) => outside.random(new Uint8Array(memory(), at, length)),
      emit: (at: number, length: number) => outside.emit(text(at, length)),
      stop_requested: () => (outside.isStopRequested() ? 1 : 0),
      panic: (at: number, length: number) => outside.panic(text(at, length)),
    },
  };
}

/** An engine around what a file offers. */
export function instanceOf(exports: Exports): Instance {
  const give = (text: string, take: (at: number, length: number) => void) => {
    const bytes = encoder.encode(text);
    const at = exports.tengen_alloc(bytes.length);
    // Only now: memory that grows is another buffer.
    new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
    take(at, bytes.length);
    exports.tengen_free(at, bytes.length);
  };
  return {
    message: (text) => give(text, (at, length) => exports.tengen_message(at, length)),
    tick: () => exports.tengen_tick(),
    think: (job) => give(job, (at, length) => exports.tengen_think(at, length)),
    bench: (depth) => exports.tengen_bench(depth),
  };
}

export async function instantiate(module: WebAssembly.Module, outside: Outside): Promise<Instance> {
  let exports: Exports | null = null;
  const instance = await WebAssembly.instantiate(
    module,
    imports(outside, () => exports!.memory.buffer),
  );
  exports = instance.exports as unknown as Exports;
  return instanceOf(exports);
}

/** The clocks and the chance of the browser. */
export const world = {
  now: () => Date.now(),
  // Each worker counts from its own start.
  monotonic: () => performance.timeOrigin + performance.now(),
  random: (bytes: Uint8Array<ArrayBuffer>) => {
    // It fills so much at once and no more.
    const MOST = 65_536;
    for (let at = 0; at < bytes.length; at += MOST) crypto.getRandomValues(bytes.subarray(at, at + MOST));
  },
};
