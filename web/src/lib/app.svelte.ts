import { language, said, t } from '../i18n/index.svelte';
import { host } from './api/chosen';
import { api, ApiFailure } from './api/client';
import type { HostState } from './api/host';
import { loadKept } from './keep';
import { WorkLink } from './api/work.svelte';
import { faultText, noticeText } from './words';
import type { Catalogue, Hello, LibraryEntry, Notice, OpeningInfo, OpponentInfo, RuleInfo } from './api/types';

interface App {
  hello: Hello | null;
  catalogue: Catalogue | null;
  /** Why nothing works, if nothing works. */
  trouble: 'offline' | 'unauthorized' | null;
  /** Who looks after the games, where that is not a program of its own. */
  games: HostState;
  /** What the engine said when it failed. */
  why: string;
}

export const app = $state<App>({ hello: null, catalogue: null, trouble: null, games: 'here', why: '' });

/** Hears who looks after the games, and takes them back when this tab is used again. */
export function watchGames(): () => void {
  host().watch((state, why) => {
    const isBack = state === 'here' && app.games !== 'here';
    app.games = state;
    app.why = why;
    if (isBack) void connect();
  });
  const takeBack = () => {
    if (app.games === 'elsewhere' && document.visibilityState === 'visible') host().takeOver();
  };
  window.addEventListener('focus', takeBack);
  return () => window.removeEventListener('focus', takeBack);
}

let retry: ReturnType<typeof setTimeout> | undefined;

/** Asks the server who it is; again every two seconds while it does not answer. */
export async function connect(): Promise<void> {
  clearTimeout(retry);
  try {
    const [hello, catalogue] = await Promise.all([api.hello(), api.catalogue(), loadKept()]);
    app.hello = hello;
    app.catalogue = catalogue;
    app.trouble = null;
    // Without it this page has to be opened again after the next start.
    await host()
      .remember()
      .catch(() => undefined);
  } catch (error) {
    app.trouble = error instanceof ApiFailure && error.code === 'unauthorized' ? 'unauthorized' : 'offline';
    retry = setTimeout(() => void connect(), 2000);
  }
}

/** How often a page asks whether its program is still there. */
const PULSE_MS = 4000;

/** Notices when the program goes away, whatever screen is open, until the page is closed. */
export function watchProgram(): () => void {
  const pulse = setInterval(() => {
    // While it is away it is asked for by `connect`.
    if (app.catalogue && !app.trouble && app.games === 'here' && !document.hidden)
      void api.hello().catch(() => connect());
  }, PULSE_MS);
  return () => clearInterval(pulse);
}

let link: WorkLink | null = null;

const told = new Set<string>();

/** Says something that stays true for a while, and so not with every job. */
function tellOnce(notice: Notice): void {
  if (told.has(notice.code)) return;
  told.add(notice.code);
  toast(noticeText(notice), notice.level === 'info' ? 'info' : 'bad');
}

/** The connection for analyses, made when it is first needed. */
export function work(): WorkLink {
  link ??= new WorkLink(tellOnce);
  return link;
}

export interface Toast {
  id: number;
  text: string;
  remedy: string;
  kind: 'bad' | 'info' | 'good';
}

export const toasts = $state<{ list: Toast[] }>({ list: [] });
let nextToast = 1;

export function toast(text: string, kind: Toast['kind'] = 'info', remedy = ''): void {
  const id = nextToast++;
  toasts.list = [...toasts.list.slice(-2), { id, text, remedy, kind }];
  setTimeout(() => dismiss(id), kind === 'bad' ? 9000 : 4500);
}

export function dismiss(id: number): void {
  toasts.list = toasts.list.filter((item) => item.id !== id);
}

/** What went wrong and what to do about it, in the page's language. */
export interface Sentence {
  text: string;
  remedy: string;
}

/** The sentence about an error. */
export function sentence(error: unknown): Sentence {
  if (error instanceof ApiFailure) {
    if (error.code === 'offline') {
      if (!host().isProgram) return { text: t('error.engine'), remedy: t('error.engine.remedy') };
      return { text: t('error.offline'), remedy: t('error.offline.remedy') };
    }
    const text = said(`error.${error.code}`, error.message);
    // In English the sentence is about the fault already.
    const fault = language() === 'en' ? null : error.fault;
    return {
      text: fault ? `${text} (${faultText(fault)})` : text,
      remedy: error.remedy ? said(`error.${error.code}.remedy`, error.remedy) : '',
    };
  }
  return { text: t('error.page'), remedy: t('error.page.remedy') };
}

export function complain(error: unknown): void {
  if (error instanceof ApiFailure && error.code === 'offline' && !app.trouble) void connect();
  const { text, remedy } = sentence(error);
  toast(text, 'bad', remedy);
  if (!(error instanceof ApiFailure)) console.error(error);
}

/** What a screen reader says next. */
export const spoken = $state({ polite: '', assertive: '' });

export function speak(text: string, assertive = false): void {
  // The same sentence twice must be a change, or it is said only once.
  const place = assertive ? 'assertive' : 'polite';
  spoken[place] = spoken[place] === text ? text + '\u00a0' : text;
}

export function ruleInfo(name: string): RuleInfo | undefined {
  return app.catalogue?.rules.find((rule) => rule.name === name);
}
export function openingInfo(name: string): OpeningInfo | undefined {
  return app.catalogue?.openings.find((opening) => opening.name === name);
}
export function opponentInfo(name: string): OpponentInfo | undefined {
  return app.catalogue?.opponents.find((opponent) => opponent.name === name);
}
export function ruleTitle(name: string): string {
  return said(`rule.${name}.title`, ruleInfo(name)?.title ?? name);
}
export function openingTitle(name: string): string {
  return said(`opening.${name}.title`, openingInfo(name)?.title ?? name);
}
export function opponentTitle(name: string): string {
  return said(`opponent.${name}.title`, opponentInfo(name)?.title ?? name);
}

/** Who sits at a game, as the library names him: people without a name and opponents get the page's words. */
export function seatTitle(name: string): string {
  if (name === 'You') return t('you');
  if (name === 'First player') return t('title.first');
  if (name === 'Second player') return t('title.second');
  const opponent = app.catalogue?.opponents.find((one) => one.title === name);
  return opponent ? opponentTitle(opponent.name) : name;
}

/** The title of a game in the library. One that nobody chose is worded anew from what it says. */
export function entryTitle({ title, rule, black, white }: LibraryEntry): string {
  const english = ruleInfo(rule)?.title ?? rule;
  if (!title) return `${seatTitle(black)} – ${seatTitle(white)}`;
  if (title === `${english} for two`) return t('title.two', { rule: ruleTitle(rule) });
  const [seats, rest] = [title.slice(0, -english.length - 2), title.slice(-english.length - 2)];
  const names = seats.split(' – ');
  if (rest !== `, ${english}` || names.length !== 2) return title;
  return t('title.game', { first: seatTitle(names[0]!), second: seatTitle(names[1]!), rule: ruleTitle(rule) });
}
