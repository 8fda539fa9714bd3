import { t } from '../i18n/index.svelte';
import { api } from '../lib/api/client';
import type {
  Catalogue,
  Hello,
  LibraryEntry,
  OpeningInfo,
  OpponentInfo,
  RuleInfo,
  ThinkLimits,
} from '../lib/api/types';
import { complain } from '../lib/app.svelte';
import { remember, remembered } from '../lib/keep';
import {
  championGame,
  defaultChoice,
  gentleGame,
  nearestOpponent,
  openingFits,
  plays,
  rememberedChoice,
  requestOf,
  swaps,
  type Choice,
} from '../lib/newgame';
import { go } from '../lib/router.svelte';

/** How many unfinished games are offered. */
const UNFINISHED = 3;

/** The form of a new game: what is chosen, what of it fits together, and the games that wait to be finished. */
export class NewGameForm {
  readonly choice: Choice;
  /** Whether the choice is the one of an earlier game. */
  readonly isRemembered: boolean;
  /** The games behind the two big buttons. */
  readonly champion: Choice;
  readonly gentle: Choice;
  /** Whether the game is being made. */
  busy = $state(false);
  unfinished = $state.raw<LibraryEntry[]>([]);

  readonly rule = $derived.by(() => this.catalogue.rules.find(({ name }) => name === this.choice.rule)!);
  readonly opening = $derived.by(() => this.catalogue.openings.find(({ name }) => name === this.choice.opening)!);
  readonly opponent = $derived.by(() => this.catalogue.opponents.find(({ name }) => name === this.choice.opponent));
  readonly hotseat = $derived.by(() => this.choice.opponent === 'hotseat');
  readonly swaps = $derived(swaps(this.opening));
  readonly openingFits = $derived(this.fits(this.opening));
  readonly opponentFits = $derived(this.hotseat || (!!this.opponent && this.able(this.opponent)));
  readonly canPlay = $derived(!this.busy && this.openingFits && this.opponentFits);

  /** What was chosen for the opponent. */
  readonly limits = $derived.by(() => this.choice.limits?.[this.choice.opponent] ?? {});

  readonly seatText = $derived.by(() => {
    const { seat } = this.choice;
    if (this.hotseat) return t('new.two');
    if (seat === 'toss') return t('new.seat.toss');
    if (this.swaps) return t(seat === 'first' ? 'new.seat.opens' : 'new.seat.answers');
    return t(seat === 'first' ? 'new.seat.black' : 'new.seat.white');
  });

  constructor(
    private readonly catalogue: Catalogue,
    { default_game }: Hello,
  ) {
    const fallback = defaultChoice(default_game, catalogue);
    const earlier = remembered('newgame');
    this.isRemembered = earlier !== null;
    this.choice = $state(rememberedChoice(earlier, fallback, catalogue));
    this.champion = championGame(catalogue);
    this.gentle = gentleGame(catalogue);
    void this.findUnfinished();
  }

  private async findUnfinished(): Promise<void> {
    try {
      const { entries } = await api.games({ state: 'ongoing', kind: 'game', limit: UNFINISHED });
      this.unfinished = entries.filter((entry) => entry.n_moves > 0);
    } catch {
      // Without them a new game can still be made, and the library says what is wrong.
      this.unfinished = [];
    }
  }

  /** Whether this opening can be played on the chosen board. */
  fits(opening: OpeningInfo): boolean {
    return openingFits(opening, this.choice.size);
  }

  /** Whether this opponent plays the chosen rule on the chosen board. */
  able(opponent: OpponentInfo): boolean {
    return plays(opponent, this.choice.rule, this.choice.size);
  }

  /** Chooses what the opponent may spend on a move, instead of its habits. */
  chooseLimits(limits: Partial<ThinkLimits>): void {
    this.choice.limits = { ...this.choice.limits, [this.choice.opponent]: limits };
  }

  chooseRule(rule: RuleInfo): void {
    this.choice.rule = rule.name;
    this.chooseSize(rule.default_size);
  }

  chooseSize(size: number): void {
    this.choice.size = size;
    if (!this.opponentFits) this.choice.opponent = nearestOpponent(this.choice, this.catalogue);
  }

  /** The game as it is chosen, which is remembered for the next time. */
  readonly play = (): Promise<void> => {
    remember('newgame', JSON.stringify(this.choice));
    return this.begin(this.choice);
  };

  /** Begins this game. */
  readonly begin = async (choice: Choice): Promise<void> => {
    this.busy = true;
    try {
      const created = await api.newGame(requestOf(choice));
      go(`game/${created.id}`);
    } catch (error) {
      complain(error);
      this.busy = false;
    }
  };
}
