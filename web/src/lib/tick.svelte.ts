/** The time by the page's own clock, renewed while somebody looks at it. */
export function ticking(active: () => boolean, everyMs = 50): { readonly now: number } {
  let now = $state(performance.now());
  $effect(() => {
    if (!active()) return;
    now = performance.now();
    const timer = setInterval(() => (now = performance.now()), everyMs);
    return () => clearInterval(timer);
  });
  return {
    get now() {
      return now;
    },
  };
}
