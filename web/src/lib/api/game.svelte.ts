import { host } from './chosen';
import { ApiFailure } from './client';
import type { Connection } from './host';
import type { GameAction, GameEvent, GameMessage, GameSnapshot, Hint, Notice, ThinkingView } from './types';

interface Waiting {
  resolve: () => void;
  reject: (failure: ApiFailure) => void;
}

/** A tree that has not changed is not sent again. */
function withTree(now: ThinkingView, before: ThinkingView | null): ThinkingView {
  if (now.tree || before?.ply !== now.ply) return now;
  return { ...now, tree: before.tree };
}

/** A game on the server, as it stands. */
export class GameLink {
  game = $state.raw<GameSnapshot | null>(null);
  thinking = $state.raw<ThinkingView | null>(null);
  hint = $state.raw<Hint | null>(null);
  notices = $state.raw<Notice[]>([]);
  connected = $state(true);
  /** When the snapshot and the thought came, by the page's own clock. */
  gameAt = 0;
  thinkingAt = 0;

  private readonly socket: Connection;
  private readonly waiting = new Map<number, Waiting>();
  private next = 1;

  constructor(
    readonly id: string,
    private readonly onevents: (events: GameEvent[], game: GameSnapshot) => void,
  ) {
    this.socket = host().connect(
      () => `games/${encodeURIComponent(id)}/live` + (this.game ? `?after=${this.game.seq}` : ''),
      (message) => this.receive(message as GameMessage),
      (connected) => this.setConnected(connected),
    );
  }

  private setConnected(connected: boolean): void {
    this.connected = connected;
    if (connected) return;
    this.thinking = null;
    for (const { reject } of this.waiting.values()) reject(new ApiFailure('offline', 'Not connected.', null));
    this.waiting.clear();
  }

  private receive(message: GameMessage): void {
    switch (message.type) {
      case 'update': {
        const isFirst = this.game === null;
        const moved = this.game?.moves.length !== message.game.moves.length;
        this.game = message.game;
        this.gameAt = performance.now();
        this.thinking = message.game.thinking;
        this.thinkingAt = this.gameAt;
        if (moved || message.game.phase === 'over') this.hint = null;
        if (!isFirst) this.onevents(message.events, message.game);
        break;
      }
      case 'thinking':
        this.thinking = withTree(message.thinking, this.thinking);
        this.thinkingAt = performance.now();
        break;
      case 'done':
        this.settle(message.request)?.resolve();
        break;
      case 'hint':
        // What was suggested for an earlier position, or came after the end, is of no use.
        if (this.game?.phase !== 'over' && message.hint.ply === this.nextPly) this.hint = message.hint;
        this.settle(message.request)?.resolve();
        break;
      case 'refused': {
        this.settle(message.request)?.reject(ApiFailure.of(message.error));
        break;
      }
      case 'notice': {
        // The news that all is well again takes the place of what it is about.
        const { code } = message.notice;
        const over = code === 'saved_again' ? 'not_saved' : code;
        this.notices = [...this.notices.filter((one) => one.code !== over && one.code !== code), message.notice];
        break;
      }
    }
  }

  /** The number that the next move gets. */
  private get nextPly(): number {
    return (this.game?.moves.length ?? 0) + 1;
  }

  private settle(request: number): Waiting | undefined {
    const waiting = this.waiting.get(request);
    this.waiting.delete(request);
    return waiting;
  }

  send(action: GameAction): Promise<void> {
    const request = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(request, { resolve, reject });
      const seq = action.type === 'play' || action.type === 'opening' ? (this.game?.seq ?? null) : null;
      if (!this.socket.send({ request, action, seq })) {
        this.waiting.delete(request);
        reject(new ApiFailure('offline', 'Not connected.', null));
      }
    });
  }

  dismiss(notice: Notice): void {
    this.notices = this.notices.filter((one) => one !== notice);
  }

  close(): void {
    this.socket.close();
  }
}
