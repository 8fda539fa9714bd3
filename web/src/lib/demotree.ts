/** A small tree of numbers on which minimax and alpha-beta can be watched. No rules, no board. */

export interface DemoNode {
  id: number;
  children: DemoNode[];
  /** The value of a leaf; inner nodes get theirs from below. */
  leaf: number | null;
}

/** The tree of the explanation: two moves for us, three answers each, two moves again. */
export function demoTree(leaves: number[], widths: number[] = [2, 3, 2]): DemoNode {
  let id = 0;
  let next = 0;
  const build = (depth: number): DemoNode => {
    const node: DemoNode = { id: id++, children: [], leaf: null };
    const width = widths[depth];
    if (width === undefined) node.leaf = leaves[next++] ?? 0;
    else for (let i = 0; i < width; i++) node.children.push(build(depth + 1));
    return node;
  };
  return build(0);
}

export type DemoStep =
  | { type: 'enter'; id: number; alpha: number; beta: number }
  | { type: 'leaf'; id: number; value: number }
  | { type: 'value'; id: number; value: number }
  | { type: 'cut'; id: number; skipped: number[]; alpha: number; beta: number };

function ids(node: DemoNode): number[] {
  return [node.id, ...node.children.flatMap(ids)];
}

/** Every step of the search, in order. Without pruning it is plain minimax. */
export function demoSearch(root: DemoNode, prune: boolean): DemoStep[] {
  const steps: DemoStep[] = [];
  const visit = (node: DemoNode, maximizing: boolean, alpha: number, beta: number): number => {
    if (node.leaf !== null) {
      steps.push({ type: 'leaf', id: node.id, value: node.leaf });
      return node.leaf;
    }
    steps.push({ type: 'enter', id: node.id, alpha, beta });
    let best = maximizing ? -Infinity : Infinity;
    for (const [i, child] of node.children.entries()) {
      const value = visit(child, !maximizing, alpha, beta);
      best = maximizing ? Math.max(best, value) : Math.min(best, value);
      if (maximizing) alpha = Math.max(alpha, best);
      else beta = Math.min(beta, best);
      steps.push({ type: 'value', id: node.id, value: best });
      const rest = node.children.slice(i + 1);
      if (prune && alpha >= beta && rest.length) {
        steps.push({ type: 'cut', id: node.id, skipped: rest.flatMap(ids), alpha, beta });
        break;
      }
    }
    return best;
  };
  visit(root, true, -Infinity, Infinity);
  return steps;
}

/** The nodes along the best play, the root first. */
export function principal(root: DemoNode): number[] {
  const value = (node: DemoNode, maximizing: boolean): number => {
    if (node.leaf !== null) return node.leaf;
    const below = node.children.map((child) => value(child, !maximizing));
    return maximizing ? Math.max(...below) : Math.min(...below);
  };
  const path = [root.id];
  let node = root;
  let maximizing = true;
  while (node.children.length) {
    const turn = maximizing;
    const target = value(node, turn);
    node = node.children.find((child) => value(child, !turn) === target)!;
    path.push(node.id);
    maximizing = !maximizing;
  }
  return path;
}
