import { describe, expect, it } from 'vitest';
import type { CandidateView, Worth } from '../../src/lib/api/types';
import { candidateHeat, spread } from '../../src/lib/heat';

const worth = (value: number, win_rate: number | null, mate: number | null = null): Worth => ({
  text: '',
  value,
  mate,
  win_rate,
});
const candidate = (point: string, score: Worth): CandidateView => ({
  point,
  score,
  bound: 'exact',
  depth: null,
  parts: [],
});

describe('the colors of candidate moves', () => {
  it('go by what a move costs where the player can tell', () => {
    const heat = candidateHeat(
      [candidate('H8', worth(0, 0.6)), candidate('H9', worth(0, 0.58)), candidate('A1', worth(0, 0.1))],
      15,
      8,
    );
    expect(heat.map((spot) => spot.label)).toEqual(['60', '58', '10']);
    expect(heat[0]).toMatchObject({ value: 1, best: true });
    expect(heat[1]!.value).toBeGreaterThan(0.66);
    expect(heat[2]!.value).toBe(0);
  });

  it('put a proven win above everything and say in how many plies', () => {
    const heat = candidateHeat(
      [candidate('H8', worth(0, null, 7)), candidate('H9', worth(0, 0.9)), candidate('A1', worth(0, null, -4))],
      15,
      8,
    );
    expect(heat.map((spot) => spot.label)).toEqual(['W7', '90', 'L4']);
    expect(heat.map((spot) => spot.value > 0.33)).toEqual([true, true, false]);
    const [, hope] = candidateHeat([candidate('H8', worth(0, null, 3)), candidate('H9', worth(0, 1))], 15, 8);
    expect(hope!.value).toBeLessThan(0.66);
  });

  it('are not given to bounds, which are marked as such and never the best', () => {
    const heat = candidateHeat(
      [
        { ...candidate('H9', worth(0, 0.9)), bound: 'at_most' },
        candidate('H8', worth(0, 0.6)),
        { ...candidate('A1', worth(0, 0.25)), bound: 'at_least' },
      ],
      15,
      8,
    );
    expect(heat.map(({ label, bound, best }) => ({ label, bound, best }))).toEqual([
      { label: '≤90', bound: true, best: false },
      { label: '60', bound: false, best: true },
      { label: '≥25', bound: true, best: false },
    ]);
    expect(heat[1]!.value).toBe(1);
  });

  it('go by place where there are only a player’s own numbers, and show no more than asked', () => {
    const all = [
      candidate('H8', worth(12000, null)),
      candidate('H9', worth(800, null)),
      candidate('A1', worth(0, null)),
    ];
    expect(candidateHeat(all, 15, 8).map((spot) => spot.label)).toEqual(['12k', '800', '0']);
    expect(candidateHeat(all, 15, 2)).toHaveLength(2);
    expect(spread([3, 3])).toEqual([1, 1]);
  });
});
