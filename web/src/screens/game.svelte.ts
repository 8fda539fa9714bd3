import { untrack } from 'svelte';
import { parsePoint, type Index } from '../board/coords';
import { t } from '../i18n/index.svelte';
import { announce } from '../lib/announce';
import { api, ApiFailure } from '../lib/api/client';
import { GameLink } from '../lib/api/game.svelte';
import type {
  GameAction,
  GameEvent,
  GameSnapshot,
  MoveReasoning,
  OpeningAction,
  PositionView,
  SeatName,
  SeatView,
  Spot,
} from '../lib/api/types';
import { complain, ruleInfo, sentence, speak, toast, type Sentence } from '../lib/app.svelte';
import { copy, download } from '../lib/files';
import { spotOf } from '../lib/position';
import { go } from '../lib/router.svelte';
import { settings } from '../lib/settings.svelte';
import { play as sound } from '../lib/sound';
import { Threats } from '../lib/threats.svelte';
import { Ticking } from '../lib/tick.svelte';
import { colorName, forbiddenText, nameOf, worthText } from '../lib/words';

/** How often a page that lost its program asks whether it is still welcome. */
const ASK_AGAIN_MS = 1500;
/** How long the second look at "Resign" lasts. */
const SECOND_LOOK_MS = 4000;

/** So many moves after the opening its log is still shown. */
const FIRST_MOVES = 2;

export type Tab = 'moves' | 'reasoning';

/** A game on the screen: what the server says about it, what the person looks at, and what she does. */
export class GameScreen {
  readonly link: GameLink;
  readonly threats = new Threats();

  /** Why there is no such game. */
  missing = $state<Sentence | null>(null);
  /** Whether the program was started anew and does not know this page any more. */
  isStranger = $state(false);

  tab = $state<Tab>(settings.reasoning ? 'reasoning' : 'moves');
  /** The number of moves on the board; `null` is the game as it stands. */
  viewPly = $state<number | null>(null);
  /** The line that somebody points at. */
  preview = $state.raw<Spot[] | null>(null);
  recorded = $state.raw<MoveReasoning | null>(null);
  /** Whether what the other side rejected is drawn although it is the person's turn. */
  theirsOnBoard = $state(false);
  aim = $state<Index | null>(null);
  /** The points chosen for an offer in an opening. */
  offered = $state.raw<Spot[]>([]);
  hinting = $state(false);
  /** How long the last suggestion took. */
  suggested = $state<number | null>(null);
  /** What was asked for once and asks whether that was meant. */
  asking = $state<'resign' | 'draw' | null>(null);
  private pastView = $state.raw<PositionView | null>(null);
  private readonly clock = new Ticking();
  private askTimer: ReturnType<typeof setTimeout> | undefined;
  private hintSince = 0;
  private readonly stop: () => void;

  readonly game = $derived.by(() => this.link.game);
  readonly size = $derived(this.game?.position.size ?? 15);
  readonly live = $derived(this.viewPly === null);
  /** The position on the board, now or then. */
  readonly view = $derived((this.live ? null : this.pastView) ?? this.game?.position ?? null);
  readonly shownPly = $derived(this.viewPly ?? this.game?.moves.length ?? 0);
  readonly reasoningOn = $derived(this.tab === 'reasoning');
  readonly thinking = $derived.by(() => (this.live ? this.link.thinking : null));
  /** What was chosen in the opening, and why, is seen until the game has begun in earnest. */
  readonly showsOpening = $derived(
    !!this.game?.opening &&
      (!!this.game.opening.step ||
        (!this.game.outcome && this.game.moves.filter((move) => !move.is_opening).length < FIRST_MOVES)),
  );
  readonly step = $derived(this.game?.opening?.step ?? null);
  /** Whether a person is to move. */
  readonly mine = $derived(!!this.game?.turn && !this.game[this.game.turn].opponent && !this.game.is_paused);
  readonly offering = $derived(this.mine && !!this.step?.options.some((option) => option.kind === 'offer'));
  readonly hotseat = $derived(!!this.game && !this.game.first.opponent && !this.game.second.opponent);
  private readonly isRunning = $derived(!!this.game && this.game.phase !== 'over' && !this.game.is_paused);
  /** How long ago the server said how the clocks stand. */
  readonly since = $derived.by(() => (this.isRunning ? Math.max(0, this.clock.now - this.link.gameAt) : 0));

  /** The seats from top to bottom: the person's own is the lower one. */
  readonly seats = $derived.by((): SeatName[] => {
    if (!this.game) return [];
    return this.hotseat || this.game.first.opponent ? ['first', 'second'] : ['second', 'first'];
  });
  readonly aiSeats = $derived(this.seats.filter((seat) => this.game?.[seat].opponent).sort());

  /** What became of the person who played against the program. */
  readonly verdict = $derived.by((): 'won' | 'lost' | null => {
    const winner = this.game?.outcome?.winner;
    if (!this.game || !winner || this.aiSeats.length !== 1) return null;
    return this.game[this.aiSeats[0]!].color === winner ? 'lost' : 'won';
  });

  /** The last move on the board that an opponent explains. */
  readonly reasonedPly = $derived(
    this.game?.moves.slice(0, this.shownPly).findLast((move) => move.has_reasoning)?.ply ?? null,
  );

  /** The seconds that a person hears: at ten, and the last five. */
  private readonly lastSeconds = $derived.by(() => {
    const seat = this.game?.turn ? this.game[this.game.turn] : null;
    if (!seat?.clock?.is_running || seat.opponent || seat.clock.periods > 0) return null;
    const left = Math.ceil((seat.clock.main_ms - this.since) / 1000);
    return left === 10 || (left <= 5 && left > 0) ? left : null;
  });

  constructor(readonly id: string) {
    this.link = new GameLink(id, (events, now) => this.hear(events, now));
    void this.findOut();
    this.stop = $effect.root(() => {
      $effect(() => this.lookBack());
      $effect(() => this.loadReasoning());
      $effect(() => this.watchConnection());
      $effect(() => (this.isRunning && this.link.connected ? this.clock.run() : undefined));
      $effect(() => {
        if (this.lastSeconds !== null) sound('low');
      });
      $effect(() => {
        if (!this.offering) this.offered = [];
      });
      // What was threatened in one position says nothing about another.
      $effect(() => {
        void this.game?.seq;
        void this.viewPly;
        untrack(() => this.threats.forget());
      });
    });
  }

  close(): void {
    this.stop();
    clearTimeout(this.askTimer);
    this.threats.forget();
    this.link.close();
  }

  /** The live connection cannot say why it was refused; a plain request can. */
  private async findOut(): Promise<void> {
    try {
      await api.game(this.id);
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.code === 'offline') return;
      this.missing = sentence(error);
      this.link.close();
    }
  }

  /** The server shows the position after an earlier move. */
  private lookBack(): (() => void) | undefined {
    const ply = this.viewPly;
    if (ply === null || !this.game) return;
    if (ply >= this.game.moves.length) {
      this.viewPly = null;
      return;
    }
    let current = true;
    api
      .position({ type: 'game', id: this.game.id, ply })
      .then((result) => current && (this.pastView = result))
      .catch(complain);
    return () => (current = false);
  }

  private loadReasoning(): (() => void) | undefined {
    const ply = this.reasonedPly;
    if (!this.reasoningOn || ply === null) {
      this.recorded = null;
      return;
    }
    let current = true;
    api
      .reasoning(this.id, ply)
      .then((result) => current && (this.recorded = result))
      .catch(() => current && (this.recorded = null));
    return () => (current = false);
  }

  /** While the program is away: does it know this page when it comes back? Its own window lets this one in again. */
  private watchConnection(): (() => void) | undefined {
    if (this.link.connected) {
      this.isStranger = false;
      return;
    }
    const timer = setInterval(() => {
      api
        .hello()
        .then(() => (this.isStranger = false))
        .catch((error: unknown) => (this.isStranger = error instanceof ApiFailure && error.code === 'unauthorized'));
    }, ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }

  private hear(events: GameEvent[], now: GameSnapshot): void {
    this.aim = null;
    this.theirsOnBoard = false;
    if (events.some(({ what }) => what.type === 'played')) this.viewPly = null;
    announce(events, now);
  }

  /** Does something in the game, and says so if it is refused. */
  async act(action: GameAction): Promise<void> {
    try {
      await this.link.send(action);
    } catch (error) {
      // Somebody else was faster, and the board shows it.
      if (error instanceof ApiFailure && error.code === 'stale') return;
      sound('refused');
      speak(sentence(error).text, true);
      complain(error);
    }
  }

  readonly opening = (action: OpeningAction): Promise<void> => this.act({ type: 'opening', action });

  /** A point of the board was chosen. */
  readonly point = (at: Index): void => {
    const { game, view } = this;
    if (!game || !view) return;
    if (!this.live) {
      this.viewPly = null;
      return;
    }
    const spot = spotOf(at, this.size);
    if (this.offering) {
      const had = this.offered.includes(spot);
      this.offered = had ? this.offered.filter((one) => one !== spot) : [...this.offered, spot];
      return;
    }
    if (!this.mine) {
      if (game.phase !== 'over') toast(t('status.wait'));
      return;
    }
    const closed = view.forbidden.find((one) => one.point === spot);
    if (closed) {
      const reason = forbiddenText(closed);
      sound('refused');
      speak(reason, true);
      toast(`${nameOf(spot, this.size)}: ${reason.replace('\n', '. ')}`, 'bad');
      return;
    }
    void this.act({ type: 'play', point: spot });
  };

  /** Plays where somebody aimed. */
  placeAim(): void {
    const at = this.aim;
    this.aim = null;
    if (at !== null) this.point(at);
  }

  readonly hint = async (): Promise<void> => {
    if (!this.game?.can.hint || this.hinting) return;
    this.hinting = true;
    this.hintSince = this.clock.now;
    await this.act({ type: 'hint' });
    this.hinting = false;
    this.suggested = this.link.hint?.time_ms ?? this.suggested;
  };

  /** How long a suggestion has been looked for; nothing if none is. */
  readonly suggesting = $derived.by(() => (this.hinting ? Math.max(0, this.clock.now - this.hintSince) : null));

  playHint(): void {
    const { point: spot, action } = this.link.hint ?? {};
    if (action) void this.opening(action);
    else if (spot) void this.act({ type: 'play', point: spot });
  }

  /** Plays the n-th suggestion, from 0. */
  playSuggestion(index: number): void {
    if (!this.mine || !this.live) return;
    // Only what was suggested to the side to move: what the other side thought about was for its own stone.
    if (index === 0 && this.link.hint) this.playHint();
    else toast(t('hint.no_such', { n: index + 1 }));
  }

  undo(): void {
    if (this.game?.can.undo) void this.act({ type: 'undo' });
  }

  redo(): void {
    if (this.game?.can.redo) void this.act({ type: 'redo' });
  }

  /** Says whether this was asked for the second time; the first time it asks back. */
  private isSure(what: 'resign' | 'draw'): boolean {
    clearTimeout(this.askTimer);
    if (this.asking === what) {
      this.asking = null;
      return true;
    }
    this.asking = what;
    this.askTimer = setTimeout(() => (this.asking = null), SECOND_LOOK_MS);
    return false;
  }

  /** Resigns when it is asked twice. */
  readonly resign = (): void => {
    if (this.game?.can.resign && this.isSure('resign')) void this.act({ type: 'resign' });
  };

  /** Offers a draw when it is asked twice. */
  readonly offerDraw = (): void => {
    if (this.game?.can.offer_draw && this.isSure('draw')) void this.act({ type: 'offer_draw' });
  };

  answerDraw(accepts: boolean): void {
    // Y and K answer what the page asks, too.
    if (this.asking) {
      if (!accepts) this.asking = null;
      else if (this.asking === 'draw') this.offerDraw();
      else this.resign();
      return;
    }
    if (this.game?.can.answer_draw) void this.act({ type: accepts ? 'accept_draw' : 'decline_draw' });
  }

  pass(): void {
    if (this.game?.can.pass) void this.act({ type: 'pass' });
  }

  moveNow(): void {
    if (this.game?.can.move_now) void this.act({ type: 'move_now' });
  }

  pause(): void {
    if (this.game?.can.pause) void this.act({ type: this.game.is_paused ? 'resume' : 'pause' });
  }

  /** Shows the move before or after this one that an opponent explains. */
  showReason(by: -1 | 1): void {
    const explained = (this.game?.moves ?? []).filter((move) => move.has_reasoning).map((move) => move.ply);
    const next =
      by < 0 ? explained.findLast((ply) => ply < this.shownPly) : explained.find((ply) => ply > this.shownPly);
    if (next === undefined) return;
    this.setTab('reasoning');
    this.show(next);
  }

  /** Shows the board after so many moves; the last one is the game as it stands. */
  readonly show = (ply: number): void => {
    if (!this.game) return;
    this.viewPly = ply >= this.game.moves.length ? null : Math.max(0, ply);
    this.preview = null;
  };

  setTab(tab: Tab): void {
    this.tab = tab;
    settings.reasoning = tab === 'reasoning';
  }

  /** Whether the program can look for threats under this rule. */
  readonly hasThreats = $derived(!!this.game && !!ruleInfo(this.game.position.rule)?.has_solver);

  toggleThreats(): void {
    if (!this.hasThreats) {
      toast(t('threats.not_here'));
      return;
    }
    this.threats.toggle({ type: 'game', id: this.id, ply: this.viewPly });
  }

  /** Puts away whatever lies over the game. */
  clear(): void {
    this.threats.forget();
    this.aim = null;
    this.viewPly = null;
    this.link.hint = null;
  }

  sayLast(): void {
    const move = this.game?.moves.at(-1);
    speak(move ? `${colorName(move.color)} ${nameOf(move.point ?? 'pass', this.size)}` : t('moves.none'));
  }

  sayEval(): void {
    const score = this.link.thinking?.score ?? this.game?.moves.findLast((move) => move.score)?.score;
    speak(score ? worthText(score) : t('say.no_eval'));
  }

  /** What somebody typed: a point, or the name of an action. */
  command(typed: string): void {
    const text = typed.trim().toLowerCase();
    if (!text) return;
    const at = parsePoint(text, this.size, settings.letters);
    if (at !== null) this.point(at);
    else if (text === 'undo' || text === 'redo' || text === 'pass') void this.act({ type: text });
    else if (text === 'hint') void this.hint();
    else if (text === 'eval') this.sayEval();
    else if (text === 'last') this.sayLast();
    else toast(t('say.unknown', { text }), 'bad', t('say.unknown.remedy'));
  }

  /** Another game of the same kind, with the same players in the same seats. */
  readonly again = async (): Promise<void> => {
    if (!this.game) return;
    const { position, opening, first, second, clock } = this.game;
    const seat = ({ opponent, limits }: SeatView) =>
      opponent
        ? { type: 'ai' as const, opponent, ...(limits ?? { time_ms: null }) }
        : { type: 'human' as const, name: null };
    try {
      const created = await api.newGame({
        rule: position.rule,
        size: position.size,
        opening: opening?.procedure ?? 'free',
        first: seat(first),
        second: seat(second),
        clock,
      });
      go(`game/${created.id}`);
    } catch (error) {
      complain(error);
    }
  };

  async exportAs(format: string): Promise<void> {
    try {
      const exported = await api.exportGame(this.id, format);
      download(exported);
      if (exported.lost.length) toast(t('export.lost', { what: exported.lost.join(', ') }));
    } catch (error) {
      complain(error);
    }
  }

  readonly share = async (): Promise<void> => {
    if (!this.view) return;
    const address = `${location.origin}${location.pathname}#/analysis?code=${encodeURIComponent(this.view.code)}`;
    toast((await copy(address)) ? t('share.copied') : address, 'good');
  };
}
