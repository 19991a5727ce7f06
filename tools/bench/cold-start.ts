// The size of the built Workers, and how long workerd takes from its spawn to a first answer, with a
// configuration of only that Worker: as elapsed time, and as CPU time of all its threads, which a busy
// machine disturbs less. Takes the minimum of many alternating rounds, because other load can only add time.
import { spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { withFurtherDomains } from './further-domains.ts';
import { type Bundles, buildBundles } from './instances.ts';

const ROUNDS = 15;

const workerd = createRequire(createRequire(import.meta.url).resolve('miniflare'))('workerd')
  .default as string;

interface Candidate {
  /** A folder with the Worker's modules. */
  folder: string;
  main: string;
  flags: string[];
  path: string;
  expected: number;
}

async function freePort(): Promise<number> {
  return await new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? address!.port : 0));
    });
  });
}

/** The modules in a folder, the main one first, as workerd needs them. */
function modulesOf(folder: string, main: string): string[] {
  const others = readdirSync(folder).filter((name) => name.endsWith('.js') && name !== main);
  return [main, ...others];
}

const quoted = (texts: string[]) => texts.map((text) => JSON.stringify(text)).join(', ');

interface Took {
  ms: number;
  cpuMs: number;
}

async function spawnToAnswer({ folder, main, flags, path, expected }: Candidate): Promise<Took> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-cold-'));
  const port = await freePort();
  const names = modulesOf(folder, main);
  for (const name of names) copyFileSync(join(folder, name), join(directory, name));
  writeFileSync(
    join(directory, 'config.capnp'),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main)],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
);
const main :Workerd.Worker = (
  modules = [${names.map((name) => `(name = "${name}", esModule = embed "${name}")`).join(', ')}],
  compatibilityDate = "2026-08-01",
  compatibilityFlags = [${quoted(flags)}],
  bindings = [(name = "PUBLIC_URL", text = "https://service.example"), (name = "ALLOW_LOCAL_URLS", text = "false")]
);
`,
  );
  const begun = performance.now();
  const child = spawn(workerd, ['serve', join(directory, 'config.capnp')], { stdio: 'ignore' });
  try {
    for (;;) {
      try {
        const response = await fetch(`http://127.0.0.1:${port}${path}`);
        await response.arrayBuffer();
        if (response.status !== expected) throw new RangeError(`${path} answered ${response.status}`);
        return { ms: performance.now() - begun, cpuMs: cpuOf(child.pid!) };
      } catch (error) {
        if (error instanceof RangeError || performance.now() - begun > 10_000) throw error;
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    }
  } finally {
    child.kill('SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The CPU time of a process's threads so far. */
function cpuOf(pid: number): number {
  const tasks = `/proc/${pid}/task`;
  const nanoseconds = readdirSync(tasks).map((task) =>
    Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]),
  );
  return nanoseconds.reduce((sum, value) => sum + value, 0) / 1e6;
}

export interface ColdStart extends Took {
  what: string;
  /**
   * Compared with the bare Worker; for a Worker with further domains, compared with the same Worker without
   * them.
   */
  ratio: number;
  cpuRatio: number;
  most: number | null;
  bytes: number;
  gzippedBytes: number;
}

/** The first candidate is the bare Worker that the others are compared with. */
async function leastOf(candidates: Candidate[]): Promise<Took[]> {
  const times = candidates.map(() => [] as Took[]);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, candidate] of candidates.entries()) {
      times[index]!.push(await spawnToAnswer(candidate));
    }
  }
  return times.map((list) => ({
    ms: Math.min(...list.map(({ ms }) => ms)),
    cpuMs: Math.min(...list.map(({ cpuMs }) => cpuMs)),
  }));
}

const FURTHER = 20;

export async function coldStarts({ api, pixel }: Bundles): Promise<ColdStart[]> {
  const source = withFurtherDomains(FURTHER);
  const further = await buildBundles(source);
  const bare = mkdtempSync(join(tmpdir(), 'bench-bare-'));
  writeFileSync(
    join(bare, 'index.js'),
    'export default { fetch() { return new Response(null, { status: 204 }); } }',
  );
  const script = '/px/pxl_00000000000000000000000000.js';
  const apiOf = (folder: string): Candidate => ({
    folder,
    main: 'index.js',
    flags: ['nodejs_compat'],
    path: '/v1/account',
    expected: 401,
  });
  const cases: { what: string; most: number | null; is: Candidate; beside: number }[] = [
    {
      what: 'Bare Worker',
      most: null,
      is: { folder: bare, main: 'index.js', flags: [], path: '/', expected: 204 },
      beside: 0,
    },
    {
      what: "Pixel's script",
      most: 1.2,
      is: { folder: pixel, main: 'pixel-worker.js', flags: [], path: script, expected: 200 },
      beside: 0,
    },
    { what: 'API', most: 4, is: apiOf(api), beside: 0 },
    {
      what: `API with ${FURTHER} further domains (beside the API)`,
      most: 1.05,
      is: apiOf(further.api),
      beside: 2,
    },
  ];
  try {
    const times = await leastOf(cases.map(({ is }) => is));
    return cases.map(({ what, most, is, beside }, index) => {
      const took = times[index]!;
      const other = times[beside]!;
      return {
        what,
        most,
        ...took,
        ratio: took.ms / other.ms,
        cpuRatio: took.cpuMs / other.cpuMs,
        ...sizeOf(is),
      };
    });
  } finally {
    for (const folder of [bare, source, further.api, further.pixel])
      rmSync(folder, { recursive: true, force: true });
  }
}

function sizeOf({ folder, main }: Candidate): { bytes: number; gzippedBytes: number } {
  const modules = modulesOf(folder, main).map((name) => readFileSync(join(folder, name)));
  return {
    bytes: modules.reduce((sum, code) => sum + code.byteLength, 0),
    gzippedBytes: modules.reduce((sum, code) => sum + gzipSync(code, { level: 9 }).byteLength, 0),
  };
}
