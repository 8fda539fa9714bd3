import { host } from './chosen';
import type { Connection } from './host';
import type { Notice, WorkMessage, WorkSays, WorkTask } from './types';

export type Listener = (says: WorkSays) => void;

/** The connection that carries analyses, solvers, reviews and explanations. */
export class WorkLink {
  connected = $state(true);
  private readonly socket: Connection;
  private readonly listeners = new Map<number, Listener>();
  private readonly queue: { job: number; task: WorkTask }[] = [];
  private next = 1;

  /** `tell` is what to do with something the user should know about a job that goes on. */
  constructor(private readonly tell: (notice: Notice) => void) {
    this.socket = host().connect(
      () => 'work',
      (message) => this.receive(message as WorkMessage),
      (connected) => this.setConnected(connected),
    );
  }

  private setConnected(connected: boolean): void {
    this.connected = connected;
    if (connected) {
      for (const request of this.queue.splice(0)) this.socket.send(request);
      return;
    }
    // The jobs died with the connection: whoever waits for one has to begin anew.
    this.queue.length = 0;
    const lost: WorkSays = {
      type: 'failed',
      error: { code: 'offline', text: 'The program does not answer.', remedy: null },
    };
    const listeners = [...this.listeners.values()];
    this.listeners.clear();
    for (const listener of listeners) listener(lost);
  }

  private receive(message: WorkMessage): void {
    if (message.says.type === 'notice') this.tell(message.says.notice);
    else this.listeners.get(message.job)?.(message.says);
  }

  private send(job: number, task: WorkTask): void {
    if (!this.socket.send({ job, task })) this.queue.push({ job, task });
  }

  /** Begins a job and returns its number. */
  start(task: WorkTask, listener: Listener): number {
    const job = this.next++;
    this.listeners.set(job, listener);
    this.send(job, task);
    return job;
  }

  /** Says something more to a job, as the next reply of a walk. */
  add(job: number, task: WorkTask): void {
    this.send(job, task);
  }

  stop(job: number): void {
    this.send(job, { type: 'stop' });
  }

  /** Stops a job and hears no more of it. */
  drop(job: number): void {
    this.stop(job);
    this.listeners.delete(job);
  }

  close(): void {
    this.socket.close();
  }
}
