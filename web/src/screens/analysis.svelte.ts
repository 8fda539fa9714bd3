import type { Color } from '../board/types';
import { api, ApiFailure } from '../lib/api/client';
import type {
  BookView,
  PositionInput,
  PositionView,
  ProofStep,
  ProofView,
  ProvenBoard,
  RecordView,
  SolveKind,
  Spot,
  SurveyView,
  ThinkingView,
  Transform,
} from '../lib/api/types';
import { complain, ruleInfo, sentence, work, type Sentence } from '../lib/app.svelte';
import { emptyRecord, pathTo, positionAt, promoted, withComment, withMove, without } from '../lib/variations';

type Started = Extract<PositionInput, { type: 'moves' | 'setup' }>;

/** A stored tree that outlives the visit of another screen. */
interface Kept {
  record: RecordView;
  at: number;
}
let kept: Kept | null = null;

/** How many changes of the tree can be taken back. */
const MOST_CHANGES = 200;

export function emptyStart(rule: string, size: number): Started {
  return { type: 'moves', rule, size, moves: [] };
}

/** What the analysis screen works on: a tree, a place in it, and the jobs about that place. */
export class Analysis {
  record = $state.raw<RecordView>(emptyRecord(emptyStart('freestyle', 15)));
  at = $state(0);
  view = $state.raw<PositionView | null>(null);
  thinking = $state.raw<ThinkingView | null>(null);
  running = $state(false);
  /** Whether the engine has come to an end by itself: nothing is left to look at. */
  finished = $state(false);
  /** What stands on the board and how it is judged without looking ahead. */
  survey = $state.raw<SurveyView | null>(null);
  lines = $state(3);
  problem = $state<Sentence | null>(null);
  /** What each position was found to be worth to Black, by its stones and moves. */
  worths = $state.raw<Map<string, number>>(new Map());

  /** What the books of proven wins know about the position, once somebody has looked. */
  book = $state.raw<BookView | null>(null);
  /** Whether they were asked and have not answered yet. */
  lookingUp = $state(false);

  solving = $state(false);
  solvingFor = $state(0);
  proof = $state.raw<ProofView | null>(null);
  step = $state.raw<ProofStep | null>(null);
  replies = $state.raw<Spot[]>([]);

  /** The trees before the changes that can be taken back, and those that were taken back. */
  private past = $state.raw<Kept[]>([]);
  private future = $state.raw<Kept[]>([]);
  readonly canUndo = $derived(this.past.length > 0);
  readonly canRedo = $derived(this.future.length > 0);
  /** Tells positions with the same moves apart that begin with other stones. */
  private readonly origin = $derived.by(() => JSON.stringify(this.record.start));

  private job: number | null = null;
  private proofJob: number | null = null;
  private bookJob: number | null = null;
  private asked = 0;
  private solveTimer: ReturnType<typeof setInterval> | undefined;

  constructor() {
    if (kept) ({ record: this.record, at: this.at } = kept);
  }

  /** Begins with another tree; the one before can be brought back. */
  load(record: RecordView, at = 0): Promise<void> {
    this.keepForUndo();
    this.record = record;
    return this.show(at);
  }

  private keepForUndo(): void {
    this.past = [...this.past, { record: this.record, at: this.at }].slice(-MOST_CHANGES);
    this.future = [];
  }

  /** What was there before the screen was opened is nobody's change. */
  forgetChanges(): void {
    this.past = [];
    this.future = [];
  }

  /** Takes the last change of the tree back: a removed branch, a set-up stone, a cleared board. */
  undo(): Promise<void> {
    const before = this.past.at(-1);
    if (!before) return Promise.resolve();
    this.past = this.past.slice(0, -1);
    this.future = [...this.future, { record: this.record, at: this.at }];
    this.record = before.record;
    return this.show(before.at);
  }

  redo(): Promise<void> {
    const next = this.future.at(-1);
    if (!next) return Promise.resolve();
    this.future = this.future.slice(0, -1);
    this.past = [...this.past, { record: this.record, at: this.at }];
    this.record = next.record;
    return this.show(next.at);
  }

  async begin(start: PositionInput): Promise<void> {
    if (start.type === 'moves') {
      const empty = emptyStart(start.rule, start.size);
      let tree = { record: emptyRecord(empty), at: 0 };
      for (const [i, spot] of start.moves.entries())
        tree = withMove(tree.record, tree.at, spot, i % 2 === 0 ? 'black' : 'white');
      return this.load(tree.record, tree.at);
    }
    if (start.type === 'setup') return this.load(emptyRecord(start));
    const view = await api.position(start);
    return this.load(emptyRecord(setupOf(view)));
  }

  async show(at: number): Promise<void> {
    this.at = at;
    kept = { record: this.record, at };
    this.leaveProof();
    const ask = ++this.asked;
    try {
      const view = await api.position(this.input);
      if (ask === this.asked) this.look(view);
    } catch (error) {
      if (ask === this.asked) this.problem = sentence(error);
    }
  }

  private look(view: PositionView): void {
    this.view = view;
    this.problem = null;
    this.lookUp(view);
    // Whoever had it on goes on with the next position, also where there was nothing left to look at.
    if (this.running || this.finished) this.analyse();
    else this.dropJob();
  }

  /** The book for this rule and board, if there is one. */
  get bookInfo(): ProvenBoard | null {
    return ruleInfo(this.record.rule)?.proven.find(({ size }) => size === this.record.size) ?? null;
  }

  private lookUp(view: PositionView): void {
    this.closeBook();
    if (!this.bookInfo || view.outcome) return;
    this.lookingUp = true;
    this.bookJob = work().start({ type: 'book', position: this.input }, (says) => {
      if (says.type === 'book') this.book = says.book;
      // A program that is down is told about elsewhere; nothing else can go wrong.
      if (says.type !== 'thinking') this.lookingUp = false;
    });
  }

  private closeBook(): void {
    if (this.bookJob !== null) work().drop(this.bookJob);
    this.bookJob = null;
    this.book = null;
    this.lookingUp = false;
  }

  get input(): PositionInput {
    return positionAt(this.record, this.at);
  }

  get key(): string {
    return this.keyOf(this.at);
  }

  keyOf(at: number): string {
    const moves = pathTo(this.record, at).map((i) => this.record.nodes[i]!.point);
    return [this.origin, ...moves].join(' ');
  }

  /** Plays a move; the judge says whether it may be. */
  async play(spot: Spot): Promise<void> {
    if (!this.view) return;
    const next = withMove(this.record, this.at, spot, this.view.to_move);
    const ask = ++this.asked;
    try {
      const view = await api.position(positionAt(next.record, next.at));
      if (ask !== this.asked) return;
      this.leaveProof();
      this.record = next.record;
      this.at = next.at;
      kept = next;
      this.look(view);
    } catch (error) {
      complain(error);
    }
  }

  async playLine(moves: Spot[], color: Color): Promise<void> {
    let tree = { record: this.record, at: this.at };
    let turn = color;
    for (const spot of moves) {
      tree = withMove(tree.record, tree.at, spot, turn);
      turn = turn === 'black' ? 'white' : 'black';
    }
    this.record = tree.record;
    await this.show(tree.at);
  }

  comment(text: string): void {
    this.record = withComment(this.record, this.at, text);
    kept = { record: this.record, at: this.at };
  }

  remove(): Promise<void> {
    const parent = this.record.nodes[this.at]?.parent ?? 0;
    this.keepForUndo();
    this.record = without(this.record, this.at);
    return this.show(Math.min(parent, this.record.nodes.length - 1));
  }

  promote(): Promise<void> {
    const next = promoted(this.record, this.at);
    this.keepForUndo();
    this.record = next.record;
    return this.show(next.at);
  }

  async transform(by: Transform): Promise<void> {
    try {
      const { position } = await api.transform(this.input, by);
      await this.begin(position);
    } catch (error) {
      complain(error);
    }
  }

  setLines(n: number): void {
    this.lines = n;
    if (this.running || this.finished) this.analyse();
  }

  analyse(): void {
    this.dropJob();
    this.running = true;
    if (!this.view || this.view.outcome) return;
    const key = this.key;
    const toMove = this.view.to_move;
    this.job = work().start(
      { type: 'analyze', position: this.input, lines: this.lines, time_ms: null, depth: null, only: [], without: [] },
      (says) => {
        if (says.type === 'thinking') {
          this.thinking = says.thinking;
          this.problem = null;
          this.remember(key, toMove, says.thinking);
        } else if (says.type === 'surveyed') this.survey = says.survey;
        else if (says.type === 'ended') {
          // Stopped jobs are forgotten before they end; this one has nothing left to look at.
          this.running = false;
          this.finished = true;
          this.job = null;
        } else if (says.type === 'failed') {
          this.problem = sentence(ApiFailure.of(says.error));
          this.job = null;
          // A program that is started again goes on with what it was asked.
          if (says.error.code === 'offline' && this.running) this.analyse();
          else this.running = false;
        }
      },
    );
  }

  private remember(key: string, toMove: Color, thinking: ThinkingView): void {
    const score = thinking.score;
    if (!score) return;
    const rate = score.mate !== null ? (score.mate > 0 ? 1 : 0) : score.win_rate;
    if (rate === null) return;
    const black = toMove === 'black' ? rate : 1 - rate;
    if (this.worths.get(key) === black) return;
    this.worths = new Map(this.worths).set(key, black);
  }

  stop(): void {
    this.running = false;
    if (this.job !== null) work().drop(this.job);
    this.job = null;
  }

  private dropJob(): void {
    if (this.job !== null) work().drop(this.job);
    this.job = null;
    this.thinking = null;
    this.survey = null;
    this.finished = false;
  }

  solve(kind: SolveKind, threat: boolean): void {
    this.leaveProof();
    this.solving = true;
    this.solvingFor = 0;
    const begun = performance.now();
    this.solveTimer = setInterval(() => (this.solvingFor = performance.now() - begun), 100);
    this.proofJob = work().start({ type: 'solve', position: this.input, kind, threat, time_ms: null }, (says) => {
      if (says.type === 'proof') {
        this.proof = says.proof;
        this.step = says.proof.first;
        this.endSolving();
      } else if (says.type === 'step') this.step = says.step;
      else if (says.type === 'ended') this.endSolving();
      else if (says.type === 'failed') {
        this.endSolving();
        this.problem = sentence(ApiFailure.of(says.error));
      }
    });
  }

  private endSolving(): void {
    this.solving = false;
    clearInterval(this.solveTimer);
  }

  stopSolving(): void {
    if (this.proofJob !== null) work().stop(this.proofJob);
    this.endSolving();
  }

  /** The defender's next reply in the walk of a proof. */
  reply(spot: Spot): void {
    this.walk([...this.replies, spot]);
  }

  takeBackReply(): void {
    this.walk(this.replies.slice(0, -1));
  }

  private walk(replies: Spot[]): void {
    if (this.proofJob === null) return;
    this.replies = replies;
    work().add(this.proofJob, { type: 'walk', replies });
  }

  leaveProof(): void {
    if (this.proofJob !== null) work().drop(this.proofJob);
    this.proofJob = null;
    this.endSolving();
    this.proof = null;
    this.step = null;
    this.replies = [];
  }

  close(): void {
    this.dropJob();
    this.closeBook();
    this.leaveProof();
  }
}

export function setupOf(view: PositionView): Started {
  return {
    type: 'setup',
    rule: view.rule,
    size: view.size,
    stones: view.stones,
    to_move: view.to_move,
    captured: view.captured,
    moves: [],
  };
}
