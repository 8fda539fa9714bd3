import type { Catalogue, ClockSpec, NewGame, OpeningInfo, OpponentInfo, SeatSpec, ThinkLimits } from './api/types';

/** What the form of a new game holds. */
export interface Choice {
  rule: string;
  size: number;
  opening: string;
  /** An opponent's name, or `hotseat`. */
  opponent: string;
  /** Which seat the person at the page takes. */
  seat: 'first' | 'second' | 'toss';
  clock: ClockName;
  minutes: number;
  increment: number;
  /** What was chosen for opponents instead of their habits, by name. */
  limits?: Record<string, Partial<ThinkLimits>>;
}

export const CLOCK_NAMES = ['none', 'blitz', 'rapid', 'byoyomi', 'own'] as const;

export type ClockName = (typeof CLOCK_NAMES)[number];

const MINUTE = 60_000;

export const CLOCKS: Record<Exclude<ClockName, 'own' | 'none'>, ClockSpec> = {
  blitz: { main_ms: 3 * MINUTE, increment_ms: 2000, byoyomi_ms: 0, byoyomi_periods: 0 },
  rapid: { main_ms: 10 * MINUTE, increment_ms: 5000, byoyomi_ms: 0, byoyomi_periods: 0 },
  byoyomi: { main_ms: 5 * MINUTE, increment_ms: 0, byoyomi_ms: 30_000, byoyomi_periods: 3 },
};

/** The choice the server calls the default game. */
export function defaultChoice(game: NewGame, catalogue: Catalogue): Choice {
  const rule = game.rule ?? catalogue.rules[0]?.name ?? 'freestyle';
  const ai = [game.first, game.second].find((seat) => seat?.type === 'ai');
  return {
    rule,
    size: game.size ?? catalogue.rules.find((info) => info.name === rule)?.default_size ?? 15,
    opening: game.opening ?? 'free',
    opponent: ai?.type === 'ai' ? ai.opponent : (catalogue.opponents[0]?.name ?? 'hotseat'),
    seat: game.first?.type === 'ai' ? 'second' : 'first',
    clock: 'none',
    minutes: 5,
    increment: 3,
  };
}

/** The rule of the subject that the program was made for, on the board it wants. */
const SUBJECT = { rule: 'ninuki42', size: 19 };
/** The game that needs no explanation. */
const SIMPLE = { rule: 'freestyle', size: 15 };

const BEGIN = { opening: 'free', seat: 'first', clock: 'none', minutes: 5, increment: 3 } as const;

/** The strongest opponent under the rules of the subject. */
export function championGame({ opponents }: Catalogue): Choice {
  const able = opponents.filter((one) => plays(one, SUBJECT.rule, SUBJECT.size));
  const strongest = able.reduce<OpponentInfo | null>((best, one) => (best && best.rung > one.rung ? best : one), null);
  return { ...BEGIN, ...SUBJECT, opponent: strongest?.name ?? 'hotseat' };
}

/** The gentlest opponent in the simplest game: one that a beginner can beat. */
export function gentleGame({ opponents }: Catalogue): Choice {
  const able = opponents.filter((one) => plays(one, SIMPLE.rule, SIMPLE.size));
  const gentlest = able.reduce<OpponentInfo | null>((best, one) => (best && best.rung < one.rung ? best : one), null);
  return { ...BEGIN, ...SIMPLE, opponent: gentlest?.name ?? 'hotseat' };
}

/** A remembered choice, as far as the catalogue still has what it names. */
export function rememberedChoice(text: string | null, fallback: Choice, catalogue: Catalogue): Choice {
  if (!text) return fallback;
  try {
    const kept = { ...fallback, ...(JSON.parse(text) as Partial<Choice>) };
    const known =
      catalogue.rules.some((rule) => rule.name === kept.rule) &&
      catalogue.openings.some((opening) => opening.name === kept.opening) &&
      (kept.opponent === 'hotseat' || catalogue.opponents.some((one) => one.name === kept.opponent)) &&
      Number.isInteger(kept.size) &&
      kept.size >= catalogue.smallest_size &&
      kept.size <= catalogue.largest_size;
    return known ? kept : fallback;
  } catch {
    return fallback;
  }
}

function clockOf(choice: Choice): ClockSpec | null {
  switch (choice.clock) {
    case 'none':
      return null;
    case 'own':
      return {
        main_ms: Math.round(Math.max(0.1, choice.minutes) * MINUTE),
        increment_ms: Math.round(Math.max(0, choice.increment) * 1000),
        byoyomi_ms: 0,
        byoyomi_periods: 0,
      };
    default:
      return CLOCKS[choice.clock];
  }
}

/** The choice as the server wants it. */
export function requestOf(choice: Choice): Partial<NewGame> {
  const human: SeatSpec = { type: 'human', name: null };
  const clock = clockOf(choice);
  const common = { rule: choice.rule, size: choice.size, opening: choice.opening, clock };
  if (choice.opponent === 'hotseat') return { ...common, first: human, second: human, toss: false };
  const limits = choice.limits?.[choice.opponent] ?? {};
  const ai: SeatSpec = {
    type: 'ai',
    opponent: choice.opponent,
    time_ms: limits.time_ms ?? null,
    depth: limits.depth ?? null,
    nodes: limits.nodes ?? null,
    width: limits.width ?? null,
  };
  const isSecond = choice.seat === 'second';
  return {
    ...common,
    first: isSecond ? ai : human,
    second: isSecond ? human : ai,
    toss: choice.seat === 'toss',
  };
}

/** Whether an opponent plays this rule on this board. */
export function plays(opponent: OpponentInfo, rule: string, size: number): boolean {
  return opponent.plays.some((game) => game.rule === rule && game.smallest_size <= size && size <= game.largest_size);
}

/** The opponent of a choice, or the nearest one on the ladder that plays what is chosen. */
export function nearestOpponent({ opponent, rule, size }: Choice, { opponents }: Catalogue): string {
  const rung = opponents.find(({ name }) => name === opponent)?.rung ?? 1;
  const able = opponents.filter((one) => plays(one, rule, size));
  able.sort((a, b) => Math.abs(a.rung - rung) - Math.abs(b.rung - rung) || b.rung - a.rung);
  return able[0]?.name ?? 'hotseat';
}

/** Whether an opening can be played on a board of this size. */
export function openingFits({ needs_center }: OpeningInfo, size: number): boolean {
  return !needs_center || size % 2 === 1;
}

const KEEPS_COLORS = ['free', 'pro', 'longpro'];

/** Whether the players of an opening may change colors, so that its seats are not yet Black and White. */
export function swaps({ name }: OpeningInfo): boolean {
  return !KEEPS_COLORS.includes(name);
}
