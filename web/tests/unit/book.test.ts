import { expect, it } from 'vitest';
import type { BookIdea, BookView, Spot } from '../../src/lib/api/types';
import { bookOffers } from '../../src/lib/book';
import { indexOf } from '../../src/lib/position';

const points = (n: number): Spot[] =>
  Array.from({ length: n }, (_, i) => `${String.fromCharCode(65 + (i % 15))}${Math.floor(i / 15) + 1}`);
const idea = (kind: 'book' | 'forced', replies: Spot[]): BookIdea => ({
  answer: { point: 'O15', kind },
  plies: 9,
  replies,
});
const book = (...ideas: BookIdea[]): BookView => ({ plies: 9, answer: null, ideas });

it('rings the replies of a book, and none where nearly every point would be ringed', () => {
  expect(bookOffers(null, 15)).toEqual([]);
  const few = bookOffers(book(idea('book', ['H8', 'A1']), idea('forced', ['B2'])), 15);
  expect(few).toEqual([
    { at: indexOf('H8', 15), kind: 'offer' },
    { at: indexOf('A1', 15), kind: 'offer' },
  ]);
  expect(bookOffers(book(idea('book', points(60))), 15).length).toBe(60);
  expect(bookOffers(book(idea('book', points(30)), idea('book', points(31))), 15)).toEqual([]);
});
