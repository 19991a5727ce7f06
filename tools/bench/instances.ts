// Workers to measure: ours as it is deployed, and bare ones that do only what cannot be avoided. Each runs in a
// workerd of its own, so that its CPU time is its own.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Miniflare, type MiniflareOptions, type WorkerOptions } from 'miniflare';
import { unstable_getMiniflareWorkerOptions } from 'wrangler';

const ROOT = new URL('../..', import.meta.url).pathname;

export interface Bundle {
  code: string;
  bytes: number;
  gzippedBytes: number;
}

/** Builds the Worker as a deployment would, without deploying. */
export function buildBundle(): string {
  const out = mkdtempSync(join(tmpdir(), 'bench-bundle-'));
  execFileSync(join(ROOT, 'node_modules/.bin/wrangler'), ['deploy', '--dry-run', '--outdir', out], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, WRANGLER_SEND_METRICS: 'false' },
  });
  return out;
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

async function start(name: string, workers: WorkerOptions[], persist: string | null): Promise<Instance> {
  const before = children();
  const directory = persist ?? mkdtempSync(join(tmpdir(), `bench-${name}-`));
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
  } as unknown as MiniflareOptions;
  const mf = new Miniflare(options);
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
      if (persist === null) rmSync(directory, { recursive: true, force: true });
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

/** Swallows what is queued, in the same way for ours and for the bare Worker, so that queues stay empty. */
function sink(queues: string[]): WorkerOptions {
  return {
    name: 'sink',
    modules: true,
    script: 'export default { async queue() {} }',
    compatibilityDate: '2026-08-01',
    queueConsumers: Object.fromEntries(queues.map((queue) => [queue, { maxBatchSize: 100, maxBatchTimeout: 0 }])),
  } as WorkerOptions;
}

/** Our Worker from its bundle. `consumes: false` puts a sink in the place of its queue consumers. */
export async function startOurs(
  bundle: string,
  { consumes = false, persist = null as string | null, bindings = {} as Record<string, string> } = {},
): Promise<Instance> {
  const { workerOptions } = unstable_getMiniflareWorkerOptions(join(ROOT, 'wrangler.toml'));
  const main = readdirSync(bundle).find((file) => file === 'index.js')!;
  const worker: Record<string, unknown> = {
    ...workerOptions,
    name: 'service',
    rootPath: bundle,
    modulesRoot: bundle,
    modules: [{ type: 'ESModule', path: join(bundle, main) }, ...extraModules(bundle, main)],
    bindings: { ...(workerOptions.bindings as object), ...bindings },
    assets: undefined,
    compatibilityFlags: ['nodejs_compat'], // receivers of the bench are on the loopback
    ratelimits: Object.fromEntries(
      Object.entries((workerOptions.ratelimits ?? {}) as Record<string, object>).map(([name, limit]) => [
        name,
        { ...limit, simple: { limit: 100_000_000, period: 10 } },
      ]),
    ),
  };
  if (!consumes) worker.queueConsumers = {};
  const queues = Object.keys((workerOptions.queueConsumers ?? {}) as object);
  return await start('ours', consumes ? [worker as WorkerOptions] : [worker as WorkerOptions, sink(queues)], persist);
}

function extraModules(bundle: string, main: string) {
  return readdirSync(bundle)
    .filter((file) => file !== main && /\.(js|mjs|wasm)$/.test(file))
    .map((file) => ({
      type: file.endsWith('.wasm') ? ('CompiledWasm' as const) : ('ESModule' as const),
      path: join(bundle, file),
    }));
}

/** A bare Worker of tools/bench/baselines. */
export async function startBare(file: string, options: Partial<WorkerOptions> = {}, queues: string[] = []): Promise<Instance> {
  const script = readFileSync(new URL(`./baselines/${file}`, import.meta.url), 'utf8');
  const worker = { name: 'bare', modules: true, script, compatibilityDate: '2026-08-01', ...options } as WorkerOptions;
  return await start('bare', queues.length > 0 ? [worker, sink(queues)] : [worker], null);
}

const TICKS_A_SECOND = 100;

/** User and system time of a process so far, in microseconds. */
export function cpuMicros(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND) * 1e6;
}
