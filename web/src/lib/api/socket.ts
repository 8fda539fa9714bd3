import { ROOT } from './client';

/** A live connection that comes back by itself: soon at first, then every two seconds. */
export class Socket {
  private socket: WebSocket | null = null;
  private closed = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private tries = 0;

  constructor(
    private readonly path: () => string,
    private readonly onmessage: (message: unknown) => void,
    private readonly onstate: (connected: boolean) => void,
  ) {
    this.connect();
  }

  private connect(): void {
    const address = new URL(`${ROOT}/${this.path()}`, location.href);
    address.protocol = address.protocol.replace('http', 'ws');
    address.hash = '';
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      this.onstate(true);
    };
    socket.onmessage = (event) => this.onmessage(JSON.parse(String(event.data)));
    socket.onclose = () => {
      if (this.closed || this.socket !== socket) return;
      this.onstate(false);
      const wait = Math.min(2000, 150 * 2 ** this.tries++);
      this.timer = setTimeout(() => this.connect(), wait);
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
    this.socket?.close();
  }
}
