import type { Key } from '../i18n/en';
import { language, number, said, t } from '../i18n/index.svelte';
import type { Color } from '../board/types';
import type {
  Fact,
  ForbiddenPoint,
  GameSnapshot,
  Moment,
  Notice,
  OpeningEntry,
  OpeningStep,
  Outcome,
  PartView,
  ReadFault,
  Reason,
  Review,
  Worth,
} from './api/types';
import { pointName } from '../board/coords';
import { indexOf, other } from './position';
import { settings } from './settings.svelte';

/** A point as the user wants to read it. */
export function nameOf(spot: string, size: number): string {
  if (spot === 'pass') return t('move.pass');
  return settings.letters === 'renju' ? spot : pointName(indexOf(spot, size), size, settings.letters);
}

export function colorName(color: Color): string {
  return t(color === 'black' ? 'color.black' : 'color.white');
}

/** Where the stones of a fact are: `on the row H8-J8`. Without a size of the board, the direction alone. */
function placeOf(fact: Fact, size?: number): { direction: string; points: string } {
  const names = size === undefined ? [] : fact.points.map((spot) => nameOf(spot, size));
  const ends = names.length > 1 ? ` ${names[0]}-${names[names.length - 1]}` : '';
  return {
    direction: fact.direction ? t(`direction.${fact.direction}`) + ends : '',
    points: names.join(' '),
  };
}

/** A fact in words; with the size of the board also which stones it is about. */
function factText(fact: Fact, size?: number): string {
  return said(`fact.${fact.kind}`, fact.kind, { ...placeOf(fact, size), n: fact.count ?? 0 })
    .replace(/\s+/g, ' ')
    .trim();
}

/** Why, in a sentence of the page's language, made from the facts. */
export function reasonText(reason: Reason): string {
  if (language() === 'en' || reason.facts.length === 0) return reason.text;
  const text = reason.facts.map((fact) => factText(fact)).join(t('list.comma'));
  return text.charAt(0).toUpperCase() + text.slice(1) + t('list.stop');
}

export function outcomeText(outcome: Outcome): string {
  const key = outcome.reason.startsWith('forbidden') ? 'forbidden' : outcome.reason;
  return said(`outcome.${key}`, outcome.text, {
    winner: outcome.winner ? colorName(outcome.winner) : '',
  });
}

export function forbiddenText(point: ForbiddenPoint): string {
  return `${t(`forbidden.${point.kind}`)}\n${said(`forbidden.${point.kind}.text`, point.text)}`;
}

/** The worth for a table: `62 %`, `win in 7`. */
export function worthText(worth: Worth): string {
  if (worth.mate !== null) return t(worth.mate > 0 ? 'worth.win' : 'worth.loss', { n: Math.abs(worth.mate) });
  if (worth.win_rate !== null) return t('worth.percent', { n: Math.round(worth.win_rate * 100) });
  return number(worth.value);
}

/** What happened and what to do about it, in the page's language. */
export function noticeText(notice: Notice): string {
  const { code, text, remedy, params } = notice;
  const what = said(`notice.${code}`, text, params);
  return remedy ? `${what} ${said(`notice.${code}.remedy`, remedy, params)}` : what;
}

/** What is wrong with a file or a part of it, as half a sentence. */
export function faultText(fault: ReadFault): string {
  return said(`fault.${fault.code}`, fault.text, fault.params);
}

/** That a five stands which can still be broken. */
export function pendingText(owner: Color): string {
  return t('pending.text', { owner: colorName(owner), other: colorName(other(owner)) });
}

/** A number of a point, and what it is made of. */
export function tipText(head: string, parts: PartView[]): string {
  return [head, ...parts.map((part) => `${said(`part.${part.name}`, part.name)}: ${part.value}`)].join('\n');
}

/** What a seat is asked in an opening. */
export function stepText(step: OpeningStep): string {
  const kinds = step.options
    .map((option) => option.kind)
    .sort()
    .join('+');
  return said(`step.${kinds}`, step.text, {
    stone: step.stone ?? 0,
    color: step.color ? colorName(step.color) : '',
    count: step.count ?? 0,
  });
}

export function entryText(entry: OpeningEntry, size: number): string {
  const { action } = entry;
  const point = 'point' in action ? nameOf(action.point, size) : '';
  const points = 'points' in action ? action.points.map((spot) => nameOf(spot, size)).join(', ') : '';
  return said(`did.${action.type}`, entry.text, { point, points, n: 'count' in action ? action.count : 0 });
}

const LEFT: Partial<Record<Fact['kind'], Key>> = {
  leaves_five: 'left.five',
  leaves_four: 'left.four',
  leaves_open_three: 'left.open_three',
  leaves_double_threat: 'left.double_threat',
  leaves_capture: 'left.capture',
};
const isLeft = (fact: Fact) => fact.kind in LEFT;

/** What a move left to the opponent, as a sentence; nothing if it left nothing. */
export function leftText(moment: Moment, size: number): string {
  const facts = moment.reason.facts.filter(isLeft);
  if (!facts.length) return '';
  const played = moment.played ? nameOf(moment.played, size) : t('move.pass');
  const words = facts.map((fact) =>
    t(LEFT[fact.kind] ?? 'left.double_threat', { ...placeOf(fact, size), n: fact.count ?? 0 }),
  );
  return t('moment.left', { played, facts: words.join(t('list.comma')) });
}

/** What a moment of a review was, in a sentence or two: with the lines it is about, by name. */
export function momentText(moment: Moment, size: number): string {
  if (language() === 'en') return moment.reason.text;
  const { facts } = moment.reason;
  const reasons = facts.filter((fact) => !isLeft(fact) && fact.kind !== 'forced_win');
  const why = reasons.map((fact) => factText(fact, size)).join(t('list.comma'));
  // The stone that ends the game begins nothing.
  const isLast = moment.kind === 'decisive_win' && moment.proven_plies === 1;
  return said(`moment.${moment.kind}.${isLast ? 'now' : 'text'}`, reasonText(moment.reason), {
    ply: moment.ply,
    who: colorName(moment.color),
    other: colorName(other(moment.color)),
    played: moment.played ? nameOf(moment.played, size) : t('move.pass'),
    better: moment.better ? nameOf(moment.better, size) : t('review.another'),
    plies: moment.proven_plies ?? 0,
    percent: Math.round(moment.loss * 100),
    left: leftText(moment, size),
    why: why && t('moment.why', { facts: why }),
  });
}

/** A whole game in a few sentences. */
export function reviewSummary(review: Review, outcome: Outcome | null, moves: number, size: number): string[] {
  const count = (kind: Moment['kind']) => review.moments.filter((one) => one.kind === kind).length;
  const sentences: string[] = [];
  if (outcome) sentences.push(t('review.result', { result: outcomeText(outcome), n: moves }));
  if (count('missed_win')) sentences.push(t('review.missed', { n: count('missed_win') }));
  if (count('avoidable_loss')) sentences.push(t('review.avoidable', { n: count('avoidable_loss') }));
  const costly = review.moments.filter((one) => one.kind !== 'decisive_win').sort((a, b) => b.loss - a.loss)[0];
  const named = costly && `${costly.ply}. ${costly.played ? nameOf(costly.played, size) : t('move.pass')}`;
  sentences.push(named ? t('review.worst', { text: named + t('list.stop') }) : t('review.clean'));
  return sentences;
}

export function statusText(game: GameSnapshot): string {
  if (game.outcome) return outcomeText(game.outcome);
  if (game.is_paused) return t('status.paused');
  const seat = game.turn ? game[game.turn] : null;
  if (!seat) return '';
  const key: Key = seat.opponent ? 'status.thinking' : 'status.turn';
  return t(key, { name: seatName(game, game.turn!), color: colorName(seat.color) });
}

/** The name of whoever sits there, in the page's language. */
export function seatName(game: GameSnapshot, seat: 'first' | 'second'): string {
  const view = game[seat];
  if (view.opponent) return said(`opponent.${view.opponent}.title`, view.name);
  const hotseat = !game.first.opponent && !game.second.opponent;
  return hotseat ? colorName(view.color) : t('you');
}
