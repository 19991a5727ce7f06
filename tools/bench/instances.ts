// Starts the Workers to measure: ours as they are deployed, and bare ones that do only what is unavoidable.
// Each runs in a workerd of its own, so that its CPU time can be measured.
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  convertV4MiniflareOptions,
  Miniflare,
  type V4MiniflareOptions,
  type V4WorkerOptions,
} from 'miniflare';
import { unstable_getMiniflareWorkerOptions } from 'wrangler';
import { bundleWorker, modulesOf } from '../bundle.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const BASELINES = join(ROOT, 'tools/bench/baselines');

/** Folders with the bundles that a deployment would upload. */
export interface Bundles {
  api: string;
  pixel: string;
}

/** Builds the Workers as a deployment would. `root` contains the repository's files. */
export async function buildBundles(root = ROOT): Promise<Bundles> {
  const build = async (config: string) => {
    const out = mkdtempSync(join(tmpdir(), 'bench-bundle-'));
    await bundleWorker(join(root, config), out, root);
    return out;
  };
  return { api: await build('wrangler.toml'), pixel: await build('wrangler.pixel.toml') };
}

export interface Instance {
  url: string;
  pid: number;
  mf: Miniflare;
  stop(): Promise<void>;
}

function children(): Set<number> {
  const found = new Set<number>();
  for (const task of readdirSync('/proc/self/task')) {
    const list = readFileSync(`/proc/self/task/${task}/children`, 'utf8').trim();
    for (const pid of list.split(' ').filter(Boolean)) found.add(Number(pid));
  }
  return found;
}

async function start(name: string, workers: V4WorkerOptions[], more: object = {}): Promise<Instance> {
  const before = children();
  const directory = mkdtempSync(join(tmpdir(), `bench-${name}-`));
  const options = {
    workers: workers.map((worker, index) =>
      index === 0 ? { ...worker, unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }] } : worker,
    ),
    defaultPersistRoot: directory,
    d1Persist: join(directory, 'd1'),
    r2Persist: join(directory, 'r2'),
    durableObjectsPersist: join(directory, 'do'),
    unsafeTriggerHandlers: true,

    log: undefined,
    logRequests: false,
    ...more,
  } as unknown as V4MiniflareOptions;
  const mf = new Miniflare(convertV4MiniflareOptions(options));
  await mf.ready;
  const url = await mf.unsafeGetDirectURL();
  const pid = [...children()].find((child) => !before.has(child) && isWorkerd(child));
  if (pid === undefined) throw new Error(`no workerd found for ${name}`);
  return {
    url: url.href.replace(/\/$/, ''),
    pid,
    mf,
    stop: async () => {
      await mf.dispose();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function isWorkerd(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('workerd');
  } catch {
    return false;
  }
}

/**
 * A consumer that drops all messages, the same for ours and for the bare Worker, so that queues stay empty.
 */
function sink(queues: string[]): V4WorkerOptions {
  return {
    name: 'sink',
    modules: true,
    script: 'export default { async queue() {} }',
    compatibilityDate: '2026-08-01',
    queueConsumers: Object.fromEntries(
      queues.map((queue) => [queue, { maxBatchSize: 100, maxBatchTimeout: 0 }]),
    ),
  } as V4WorkerOptions;
}

/** The pixel's Worker from its bundle, with a sink as its queue's consumer. */
export async function startPixel({ pixel }: Bundles): Promise<Instance> {
  const { workerOptions } = unstable_getMiniflareWorkerOptions(join(ROOT, 'wrangler.pixel.toml'));
  // As in entry.js: the local limiter would call a Durable Object over HTTP each time.
  const entry = `import worker from './pixel-worker.js';
    const BEACONS = { limit: async () => ({ success: true }) };
    let bindings;
    const unlimited = (env) => (bindings ??= { ...env, BEACONS });
    export default { fetch: (request, env, ctx) => worker.fetch(request, unlimited(env), ctx) };`;
  const modules = [
    { type: 'ESModule', path: join(pixel, 'entry.js'), contents: entry },
    { type: 'ESModule', path: join(pixel, 'pixel-worker.js') },
  ];
  // It gets a shard too, because the scene that all cases share writes into one.
  const d1Databases = { ...(workerOptions.d1Databases as object), EVENTS_0: 'bench' };
  const worker = {
    ...workerOptions,
    name: 'service',
    rootPath: pixel,
    modulesRoot: pixel,
    modules,
    d1Databases,
  };
  return await start('ours', [worker as V4WorkerOptions, sink(['pixel-events'])]);
}

/**
 * The API's Worker from its bundle, behind tools/bench/entry.js, with a sink instead of its queue consumers.
 */
export async function startOurs(
  { api: bundle }: Bundles,
  bindings: Record<string, string> = {},
  more: object = {},
): Promise<Instance> {
  const { workerOptions } = unstable_getMiniflareWorkerOptions(join(ROOT, 'wrangler.toml'));
  const main = 'entry.js';
  copyFileSync(join(ROOT, 'tools/bench/entry.js'), join(bundle, main));
  const worker: Record<string, unknown> = {
    ...workerOptions,
    name: 'service',
    rootPath: bundle,
    modulesRoot: bundle,
    modules: modulesOf(bundle, main),
    bindings: { ...(workerOptions.bindings as object), ...bindings },
    assets: undefined,
    compatibilityFlags: ['nodejs_compat'], // the bench's webhook receivers run on localhost
    ratelimits: Object.fromEntries(
      Object.entries((workerOptions.ratelimits ?? {}) as Record<string, object>).map(([name, limit]) => [
        name,
        { ...limit, simple: { limit: 100_000_000, period: 10 } },
      ]),
    ),
  };
  worker.queueConsumers = {};
  const queues = Object.keys((workerOptions.queueConsumers ?? {}) as object);
  return await start('ours', [worker as V4WorkerOptions, sink(queues)], more);
}

let pagesBundle: Promise<string> | undefined;

/** The bundle of the pages' Worker, made when a case first asks for it. */
async function bundlePages(): Promise<string> {
  const out = mkdtempSync(join(tmpdir(), 'bench-bundle-'));
  process.once('exit', () => rmSync(out, { recursive: true, force: true }));
  await bundleWorker(join(ROOT, 'wrangler.pages.toml'), out);
  // As in entry.js.
  const entry = `import worker from './pages-worker.js';
    const yes = { limit: async () => ({ success: true }) };
    let bindings;
    const unlimited = (env) => (bindings ??= { ...env, READS: yes, WRITES: yes, REFUSALS: yes });
    export default { fetch: (request, env, ctx) => worker.fetch(request, unlimited(env), ctx) };`;
  writeFileSync(join(out, 'entry.js'), entry);
  return out;
}

/** The pages' Worker alone: no page that is measured asks a ledger or a thread. */
export async function startPages(bindings: Record<string, string> = {}): Promise<Instance> {
  pagesBundle ??= bundlePages();
  const bundle = await pagesBundle;
  const { workerOptions } = unstable_getMiniflareWorkerOptions(join(ROOT, 'wrangler.pages.toml'));
  const worker: Record<string, unknown> = {
    ...workerOptions,
    name: 'service',
    rootPath: bundle,
    modulesRoot: bundle,
    modules: modulesOf(bundle, 'entry.js'),
    bindings: { ...(workerOptions.bindings as object), ...bindings },
    durableObjects: {},
    compatibilityFlags: ['nodejs_compat'],
  };
  return await start('pages', [worker as V4WorkerOptions]);
}

/** A bare Worker from tools/bench/baselines. */
export async function startBare(
  file: string,
  options: Partial<V4WorkerOptions> = {},
  queues: string[] = [],
): Promise<Instance> {
  const script = readFileSync(join(BASELINES, file), 'utf8');
  const worker = {
    name: 'bare',
    modules: true,
    script,
    compatibilityDate: '2026-08-01',
    ...options,
  } as V4WorkerOptions;
  return await start('bare', queues.length > 0 ? [worker, sink(queues)] : [worker]);
}

const TICKS_A_SECOND = 100;

/** User and system time of a process so far, in microseconds. */
export function cpuMicros(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND) * 1e6;
}
