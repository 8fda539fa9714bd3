import { createServer, type Server } from 'node:http';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { build as bundle } from 'vite';
import { build, ENGINE } from '../../site/build.js';

/** Whether the engine for browsers is there; without it nothing can be played on the site. */
export const HAS_ENGINE = existsSync(ENGINE);

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

/** A server that knows files and nothing else, as those of static sites. It can be cut off. */
export class FileServer {
  readonly asked: string[] = [];
  private server: Server | null = null;
  private port = 0;

  constructor(
    readonly folder: string,
    /** The site need not be at the root of its address. */
    private readonly below = '/tengen/',
  ) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}${this.below}`;
  }

  async begin(): Promise<void> {
    this.server = createServer((request, response) => {
      const path = decodeURIComponent(new URL(request.url ?? '/', 'http://host').pathname);
      this.asked.push(path);
      const name = normalize(path.slice(this.below.length)) || 'index.html';
      const file = join(this.folder, name === '.' ? 'index.html' : name);
      if (!path.startsWith(this.below) || !file.startsWith(this.folder) || !existsSync(file)) {
        response.writeHead(404).end();
        return;
      }
      response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
      response.end(readFileSync(file));
    });
    await new Promise<void>((ready) => this.server!.listen(this.port, '127.0.0.1', ready));
    this.port = (this.server.address() as AddressInfo).port;
  }

  async cut(): Promise<void> {
    const { server } = this;
    this.server = null;
    server?.closeAllConnections();
    await new Promise<void>((done) => (server ? server.close(() => done()) : done()));
  }
}

export function folder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'tengen-site-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** The site with this engine; without the real one, with whatever a test is about. */
export function buildSite(out: string, engine = ENGINE): { size: number; version: string } {
  return build(out, engine);
}

/** A part of the page's sources as a script of its own, to be used in a real browser. */
export async function script(source: string, out: string, name: string): Promise<void> {
  await bundle({
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: out,
      emptyOutDir: false,
      minify: false,
      lib: { entry: source, formats: ['es'], fileName: () => name },
    },
  });
}
