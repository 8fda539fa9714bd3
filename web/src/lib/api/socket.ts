import { doubt, isOurs } from './again';
import { ROOT } from './root';

/** The server says something every ten seconds at least. Whoever hears nothing for this long is cut off. */
const SILENCE_MS = 30_000;
const LISTEN_EVERY_MS = 5_000;

/** A live connection that comes back by itself: soon at first, then every two seconds. */
export class Socket {
  private socket: WebSocket | null = null;
  private closed = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private tries = 0;
  private heardAt = Date.now();
  private readonly listening: ReturnType<typeof setInterval>;

  constructor(
    private readonly path: () => string,
    private readonly onmessage: (message: unknown) => void,
    private readonly onstate: (connected: boolean) => void,
  ) {
    this.listening = setInterval(() => this.listen(), LISTEN_EVERY_MS);
    this.connect();
  }

  /** After the sleep of a laptop a connection may be dead without anybody having said so. */
  private listen(): void {
    if (this.socket?.readyState !== WebSocket.OPEN || Date.now() - this.heardAt < SILENCE_MS) return;
    const dead = this.socket;
    this.lose();
    dead.close();
  }

  private lose(): void {
    this.socket = null;
    doubt();
    this.onstate(false);
    this.comeBack();
  }

  private comeBack(): void {
    const wait = Math.min(2000, 150 * 2 ** this.tries++);
    this.timer = setTimeout(() => void this.reconnect(), wait);
  }

  /** Somebody else may listen there by now. */
  private async reconnect(): Promise<void> {
    const ours = await isOurs();
    if (this.closed) return;
    if (ours) this.connect();
    else this.comeBack();
  }

  private connect(): void {
    const address = new URL(`${ROOT}/${this.path()}`, location.href);
    address.protocol = address.protocol.replace('http', 'ws');
    address.hash = '';
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      this.heardAt = Date.now();
      this.onstate(true);
    };
    socket.onmessage = (event) => {
      if (this.socket !== socket) return;
      this.heardAt = Date.now();
      this.onmessage(JSON.parse(String(event.data)));
    };
    socket.onclose = () => {
      if (!this.closed && this.socket === socket) this.lose();
    };
  }

  /** Whether it could be sent. */
  send(message: unknown): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.listening);
    this.socket?.close();
  }
}
