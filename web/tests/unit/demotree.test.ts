import { describe, expect, it } from 'vitest';
import { demoSearch, demoTree, principal, type DemoNode } from '../../src/lib/demotree';

function minimax(node: DemoNode, maximizing: boolean): number {
  if (node.leaf !== null) return node.leaf;
  const below = node.children.map((child) => minimax(child, !maximizing));
  return maximizing ? Math.max(...below) : Math.min(...below);
}

const found = (leaves: number[], prune: boolean) => {
  const root = demoTree(leaves);
  const steps = demoSearch(root, prune);
  const values = steps.filter((step) => step.type === 'value' && step.id === root.id);
  const last = values[values.length - 1];
  return { root, steps, value: last?.type === 'value' ? last.value : null };
};

describe('the tree that explains the search', () => {
  const trees = Array.from({ length: 50 }, (_, seed) =>
    Array.from({ length: 12 }, (_, i) => ((seed * 7919 + i * 104729) % 9) + 1),
  );

  it('gives the same value with and without pruning', () => {
    for (const leaves of trees) {
      const plain = found(leaves, false);
      expect(found(leaves, true).value).toBe(plain.value);
      expect(plain.value).toBe(minimax(plain.root, true));
    }
  });

  it('looks at every leaf without pruning and skips exactly the rest with it', () => {
    for (const leaves of trees) {
      const looked = (prune: boolean) => found(leaves, prune).steps.filter((step) => step.type === 'leaf').length;
      expect(looked(false)).toBe(12);
      const skipped = found(leaves, true).steps.flatMap((step) => (step.type === 'cut' ? step.skipped : []));
      const root = demoTree(leaves);
      const isLeaf = new Set<number>();
      const visit = (node: DemoNode): void => {
        if (node.leaf !== null) isLeaf.add(node.id);
        node.children.forEach(visit);
      };
      visit(root);
      expect(looked(true) + skipped.filter((id) => isLeaf.has(id)).length).toBe(12);
    }
  });

  it('follows best play to a leaf of the root value', () => {
    const { root, value } = found([5, 2, 7, 3, 1, 4, 6, 2, 8, 9, 3, 5], true);
    const path = principal(root);
    let node = root;
    for (const id of path.slice(1)) node = node.children.find((child) => child.id === id)!;
    expect(node.leaf).toBe(value);
  });
});
