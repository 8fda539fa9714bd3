/**
 * Puts the static site together: the built page, the engine, and what a browser needs to keep them.
 *   node site/build.js OUT [ENGINE]
 * It refuses an engine that cannot play a game, and a site that is too large for a first visit.
 */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { playAGame } from './try.js';

const HERE = import.meta.dirname;
const DIST = join(HERE, '../dist');
export const ENGINE = join(HERE, '../engine/tengen.wasm');
/**
 * Compressed, in bytes: everything that the first visit loads, the engine included. We want 700,000; until
 * the engine's module is smaller this holds what is reached.
 */
const MOST = 1_500_000;

const hashOf = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** What is in `index.html` of the site and not in the program's: who answers, and how to install it. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "img-src 'self' data: blob:",
  "style-src 'self' 'unsafe-inline'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');

function page(html, engine) {
  // There is no program that could be asked early.
  const without = html
    .replace(/^.*rel="preload".*api\/v1\/.*\n/gm, '')
    .replace(/^.*What the page asks for first.*\n/m, '');
  if (without.includes('api/v1'))
    throw new Error('index.html asks for the program in a way this script does not know.');
  const head = `    <meta http-equiv="Content-Security-Policy" content="${POLICY}" />
    <meta name="tengen-engine" content="./${engine}" />
    <link rel="preload" as="fetch" crossorigin href="./${engine}" />
    <link rel="manifest" href="./manifest.webmanifest" />
    <link rel="apple-touch-icon" href="./icons/touch-180.png" />
  </head>`;
  const whole = without.replace('  </head>', head);
  if (whole === without) throw new Error('index.html has no </head> where it is expected.');
  return whole;
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}

/** What the first visit loads, compressed as servers do it; pictures and fonts are so already. */
function compressed(name, bytes) {
  return /\.(png|woff2)$/.test(name) ? bytes.length : Math.min(bytes.length, gzipSync(bytes, { level: 9 }).length);
}

/** Builds the site into a folder and returns how large the first visit is. The engine is not tried here. */
export function build(out, engineFile = ENGINE) {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  cpSync(DIST, out, { recursive: true });
  const bytes = readFileSync(engineFile);
  const engine = `assets/tengen-${hashOf(bytes).slice(0, 12)}.wasm`;
  writeFileSync(join(out, engine), bytes);
  writeFileSync(join(out, 'index.html'), page(readFileSync(join(DIST, 'index.html'), 'utf8'), engine));
  cpSync(join(HERE, 'manifest.webmanifest'), join(out, 'manifest.webmanifest'));
  cpSync(join(HERE, 'icons'), join(out, 'icons'), { recursive: true, filter: (name) => !name.endsWith('.svg') });

  const files = {};
  let size = 0;
  for (const name of filesIn(out)) {
    // Only who installs the page needs them, and the system keeps them then.
    if (name.startsWith('icons/')) continue;
    const content = readFileSync(join(out, name));
    files[name] = hashOf(content);
    size += compressed(name, content);
  }
  const version = hashOf(JSON.stringify(files)).slice(0, 12);
  const worker = readFileSync(join(HERE, 'service-worker.js'), 'utf8')
    .replace('@VERSION@', version)
    .replace('/* @FILES@ */ {}', JSON.stringify(files, null, 2));
  writeFileSync(join(out, 'service-worker.js'), worker);
  size += compressed('service-worker.js', Buffer.from(worker));
  // Pages would otherwise leave out files whose names begin with an underscore.
  writeFileSync(join(out, '.nojekyll'), '');
  return { size, version, engineSize: compressed(engine, bytes) };
}

async function main() {
  const out = resolve(process.argv[2] ?? join(HERE, '../../site'));
  const engine = resolve(process.argv[3] ?? ENGINE);
  if (!existsSync(engine)) throw new Error(`${engine} is missing: the engine for browsers has to be built first.`);
  await playAGame(readFileSync(engine));
  const { size, version, engineSize } = build(out, engine);
  const kb = (n) => `${(n / 1000).toFixed(0)} KB`;
  console.log(
    `${out}: version ${version}, first visit ${kb(size)} compressed (engine ${kb(engineSize)}), at most ${kb(MOST)}`,
  );
  if (size > MOST) {
    // Nobody publishes it by mistake.
    rmSync(out, { recursive: true, force: true });
    throw new Error(`The first visit is larger than ${kb(MOST)}.`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await main().catch((error) => {
    console.error(error.message);
    process.exit(1);
  });
