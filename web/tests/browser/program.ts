import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const EXECUTABLE = resolve(process.env.GOMOKU ?? join(import.meta.dirname, '../../../Gomoku'));

/** The real program, with a data folder of its own. */
export class Program {
  private child: ChildProcess | null = null;
  private readonly folder = mkdtempSync(join(tmpdir(), 'tengen-web-'));
  url = '';

  get port(): number {
    return Number(new URL(this.url).port);
  }

  static async start(): Promise<Program> {
    if (!existsSync(EXECUTABLE)) throw new Error(`${EXECUTABLE} is missing: run make first.`);
    const program = new Program();
    await program.begin();
    return program;
  }

  /** Starts it, or starts it again with the same data, as a person does. */
  async begin(): Promise<void> {
    const child = spawn(EXECUTABLE, ['--no-open'], {
      env: { ...process.env, XDG_DATA_HOME: this.folder, HOME: this.folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    await new Promise<string>((found, fail) => {
      let said = '';
      const hear = (data: Buffer) => {
        said += data.toString();
        // With every start of the server comes a new address.
        const url = said.match(/http:\/\/\S+token=\w+(?=\s)/g)?.at(-1);
        if (!url) return;
        this.url = url;
        found(url);
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      child.once('error', fail);
      child.once('exit', (code) => fail(new Error(`the program ended with ${code}: ${said}`)));
    });
  }

  /** Lets the part of it that serves die, as a lack of memory would; the rest starts it again. */
  crash(): void {
    const watcher = this.child!.pid!;
    const [server] = readFileSync(`/proc/${watcher}/task/${watcher}/children`, 'utf8').trim().split(' ');
    process.kill(Number(server), 'SIGABRT');
  }

  /** Ends it as a crash would. */
  async kill(): Promise<void> {
    const child = this.child;
    this.child = null;
    if (!child || child.exitCode !== null) return;
    const gone = new Promise((done) => child.once('exit', done));
    child.kill('SIGKILL');
    await gone;
  }

  async end(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** One more address to open: each opens once. */
  async address(): Promise<string> {
    return (await this.ask<{ url: string }>('POST', 'address')).url;
  }

  /** Asks the program directly, as a script would. */
  async ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const token = new URL(this.url).searchParams.get('token') ?? '';
    const response = await fetch(`http://127.0.0.1:${this.port}/api/v1/${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text ? JSON.parse(text) : undefined) as T;
  }
}
