/** The time by the page's own clock, renewed while somebody looks at it. */
export class Ticking {
  now = $state(performance.now());

  /** An effect that keeps the time going for as long as it lives. */
  run(everyMs = 50): () => void {
    this.now = performance.now();
    const timer = setInterval(() => (this.now = performance.now()), everyMs);
    return () => clearInterval(timer);
  }
}
