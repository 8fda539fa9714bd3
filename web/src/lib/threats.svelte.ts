import { ApiFailure } from './api/client';
import type { PositionInput, ProofView } from './api/types';
import { sentence, work } from './app.svelte';

/** The solver looks this long for what the other side threatens. */
const LIMIT_MS = 5000;

/** What the side that is not to move would win by, if it were. */
export class Threats {
  shown = $state(false);
  proof = $state.raw<ProofView | null>(null);
  problem = $state('');
  private job: number | null = null;

  /** Looks for a threat in this position, or stops looking. */
  toggle(position: PositionInput): void {
    if (this.shown) {
      this.forget();
      return;
    }
    this.shown = true;
    this.job = work().start({ type: 'solve', position, kind: 'any', threat: true, time_ms: LIMIT_MS }, (says) => {
      if (says.type === 'proof') this.proof = says.proof;
      else if (says.type === 'failed') this.problem = sentence(ApiFailure.of(says.error)).text;
    });
  }

  forget(): void {
    if (this.job !== null) work().drop(this.job);
    this.job = null;
    this.shown = false;
    this.proof = null;
    this.problem = '';
  }
}
