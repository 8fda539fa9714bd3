import type { Mark } from '../board/types';
import type { BookView } from './api/types';
import { indexOf } from './position';

/** A board full of rings says nothing: with more replies than this the list alone shows them. */
const MOST_OFFERS = 60;

/** Rings around the replies that a book answers itself. */
export function bookOffers(book: BookView | null, size: number): Mark[] {
  const replies = (book?.ideas ?? []).filter(({ answer }) => answer.kind === 'book').flatMap((idea) => idea.replies);
  if (replies.length > MOST_OFFERS) return [];
  return replies.map((reply) => ({ at: indexOf(reply, size), kind: 'offer' }));
}
