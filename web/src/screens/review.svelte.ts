import { api, ApiFailure } from '../lib/api/client';
import type { Moment, Outcome, PositionView, RecordView, Review, Spot, Verdict } from '../lib/api/types';
import { complain, sentence, work, type Sentence } from '../lib/app.svelte';
import { endOf, pathTo } from '../lib/variations';

/** A move that is looked for again: the moment it belongs to, and what was said about the last attempt. */
export interface Attempt {
  moment: Moment;
  point: Spot | null;
  verdict: Verdict | null;
}

/** A finished game looked at again: what is shown, what was found, and what somebody tries. */
export class ReviewState {
  review = $state.raw<Review | null>(null);
  record = $state.raw<RecordView | null>(null);
  view = $state.raw<PositionView | null>(null);
  outcome = $state.raw<Outcome | null>(null);
  progress = $state<{ done: number; total: number | null } | null>({ done: 0, total: null });
  problem = $state<Sentence | null>(null);
  ply = $state(0);
  moment = $state.raw<Moment | null>(null);
  attempt = $state.raw<Attempt | null>(null);

  readonly moves = $derived.by(() => {
    const { record } = this;
    return record ? pathTo(record, endOf(record, 0)).map((i) => record.nodes[i]!) : [];
  });
  readonly total = $derived(this.moves.length);

  private job: number | null = null;
  private tryJob: number | null = null;
  /** Whether somebody has chosen a position himself: then the first moment does not push itself in. */
  private hasChosen = false;

  constructor(readonly id: string) {}

  async open(): Promise<void> {
    try {
      const [record, game] = await Promise.all([api.record(this.id), api.game(this.id)]);
      this.record = record;
      this.outcome = game.outcome;
      await this.look(this.total, null);
      this.begin();
    } catch (error) {
      this.progress = null;
      this.problem = sentence(error);
    }
  }

  begin(): void {
    this.problem = null;
    this.progress = { done: 0, total: null };
    this.job = work().start(
      { type: 'review', position: { type: 'game', id: this.id, ply: null }, time_ms: null },
      (says) => {
        if (says.type === 'progress') this.progress = { done: says.done, total: says.total };
        else if (says.type === 'review') this.take(says.review);
        else if (says.type === 'ended') this.progress = null;
        else if (says.type === 'failed') {
          this.progress = null;
          this.problem = sentence(ApiFailure.of(says.error));
        }
      },
    );
  }

  private take(review: Review): void {
    this.review = review;
    const first = review.moments[0];
    if (review.is_complete && first && !this.hasChosen) void this.look(first.ply - 1, first);
  }

  /** Shows the position after so many moves. */
  show(to: number): Promise<void> {
    return this.choose(to, null);
  }

  /** A moment is shown on the board before the move, with what should have been played. */
  showMoment(moment: Moment): Promise<void> {
    return this.choose(moment.ply - 1, moment);
  }

  nextMoment(): void {
    const list = this.review?.moments ?? [];
    if (!list.length) return;
    const current = this.moment ? list.indexOf(this.moment) : -1;
    void this.showMoment(list[(current + 1) % list.length]!);
  }

  private choose(to: number, about: Moment | null): Promise<void> {
    this.hasChosen = true;
    this.leaveAttempt();
    return this.look(to, about);
  }

  private async look(to: number, about: Moment | null): Promise<void> {
    const next = Math.max(0, Math.min(this.total, to));
    this.ply = next;
    this.moment = about;
    try {
      const view = await api.position({ type: 'game', id: this.id, ply: next });
      if (this.ply === next) this.view = view;
    } catch (error) {
      complain(error);
    }
  }

  /** Hides the answer and lets somebody look for it. */
  tryAgain(): void {
    const moment = this.attempt?.moment ?? this.moment;
    if (!moment) return;
    this.hasChosen = true;
    this.dropTry();
    this.attempt = { moment, point: null, verdict: null };
  }

  /** Asks whether this move is it. */
  tryMove(point: Spot): void {
    const attempt = this.attempt;
    if (!attempt) return;
    this.dropTry();
    this.attempt = { ...attempt, point, verdict: null };
    const position = { type: 'game' as const, id: this.id, ply: attempt.moment.ply - 1 };
    this.tryJob = work().start({ type: 'judge', position, point, time_ms: null }, (says) => {
      if (says.type === 'judged') this.attempt = { ...attempt, point, verdict: says.verdict };
      else if (says.type === 'failed') {
        this.attempt = { ...attempt, point: null, verdict: null };
        complain(ApiFailure.of(says.error));
      }
    });
  }

  leaveAttempt(): void {
    this.dropTry();
    this.attempt = null;
  }

  private dropTry(): void {
    if (this.tryJob !== null) work().drop(this.tryJob);
    this.tryJob = null;
  }

  close(): void {
    this.dropTry();
    if (this.job !== null) work().drop(this.job);
  }
}
