/** Keys of the screen that is open. The board has its own (arrows and Enter). */
export type KeyMap = Record<string, () => void>;

const layers: KeyMap[] = [];

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.matches('input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable]');
}

/** Whether this key already means something to the element that has the focus. */
function isTaken(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof Element)) return false;
  if (event.key === ' ' || event.key === 'Enter') return target.matches('button, a, summary, input, [role=tab]');
  if (event.key.startsWith('Arrow') || event.key === 'Home' || event.key === 'End')
    return target.matches('input, [role=radio], [role=slider], [role=gridcell], [role=treeitem]');
  return false;
}

export function handleKey(event: KeyboardEvent): void {
  if (event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target) || isTaken(event)) return;
  if (document.querySelector('dialog[open]')) return;
  const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  for (let i = layers.length - 1; i >= 0; i--) {
    const action = layers[i]![name];
    if (action) {
      event.preventDefault();
      action();
      return;
    }
  }
}

/** Adds keys for as long as the component lives. */
export function useKeys(map: KeyMap): void {
  $effect(() => {
    layers.push(map);
    return () => {
      layers.splice(layers.indexOf(map), 1);
    };
  });
}
