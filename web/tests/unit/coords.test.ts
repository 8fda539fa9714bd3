import { describe, expect, it } from 'vitest';
import { columnName, parsePoint, pointName, starPoints, step } from '../../src/board/coords';

describe('names of points', () => {
  it('count rows from below and columns from the left', () => {
    expect(pointName(0, 15)).toBe('A15');
    expect(pointName(15 * 15 - 1, 15)).toBe('O1');
    expect(pointName(6 * 15 + 8, 15)).toBe('I9');
  });

  it('skip the letter I as Go does', () => {
    expect(pointName(6 * 15 + 8, 15, 'go')).toBe('J9');
    expect(parsePoint('j9', 15, 'go')).toBe(6 * 15 + 8);
    expect(parsePoint('i9', 15, 'go')).toBeNull();
  });

  it('come back from their text on every board and in both alphabets', () => {
    for (let size = 5; size <= 26; size++)
      for (const letters of ['renju', 'go'] as const)
        for (let at = 0; at < size * size; at++)
          expect(parsePoint(pointName(at, size, letters), size, letters)).toBe(at);
  });

  it('refuse what the board does not have', () => {
    for (const text of ['', 'A0', 'A16', 'P1', '1A', 'H8x', 'undo']) expect(parsePoint(text, 15)).toBeNull();
  });

  it('name the 26th column also without I', () => {
    expect(columnName(25, 'renju')).toBe('Z');
    expect(columnName(25, 'go')).toBe('AA');
  });
});

describe('the board', () => {
  it('has its star points on the board, the centre among them when there is one', () => {
    for (let size = 5; size <= 26; size++) {
      const stars = starPoints(size);
      for (const at of stars) expect(at).toBeLessThan(size * size);
      if (size % 2) expect(stars).toContain((size * size - 1) / 2);
      expect(new Set(stars).size).toBe(stars.length);
    }
  });

  it('stops the cursor at the edge', () => {
    expect(step(0, 15, -1, 0)).toBe(0);
    expect(step(0, 15, 1, 0)).toBe(1);
    expect(step(224, 15, 0, 4)).toBe(224);
    expect(step(14, 15, 1, 0)).toBe(14);
  });
});
