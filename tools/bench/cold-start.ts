// How large the built Worker is, and how long workerd takes from its spawn to a first answer, on a configuration
// with nothing but the Worker.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { median } from './load.ts';

const workerd = createRequire(createRequire(import.meta.url).resolve('miniflare'))('workerd')
  .default as string;

async function freePort(): Promise<number> {
  return await new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? address!.port : 0));
    });
  });
}

async function spawnToAnswer(source: string, path: string, expected: number): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-cold-'));
  const port = await freePort();
  writeFileSync(join(directory, 'index.js'), source);
  writeFileSync(
    join(directory, 'config.capnp'),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main)],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
);
const main :Workerd.Worker = (
  modules = [(name = "index.js", esModule = embed "index.js")],
  compatibilityDate = "2026-08-01",
  compatibilityFlags = ["nodejs_compat"],
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
        return performance.now() - begun;
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

export interface ColdStart {
  bytes: number;
  gzippedBytes: number;
  bareMs: number;
  pixelMs: number;
  apiMs: number;
}

export async function coldStart(bundle: string): Promise<ColdStart> {
  const code = readFileSync(join(bundle, 'index.js'), 'utf8');
  const times = { bare: [] as number[], pixel: [] as number[], api: [] as number[] };
  const bare = `export default { fetch() { return new Response(null, { status: 204 }); } }`;
  for (let i = 0; i < 9; i++) {
    times.bare.push(await spawnToAnswer(bare, '/', 204));
    times.pixel.push(await spawnToAnswer(code, '/px/pxl_00000000000000000000000000.js', 200));
    times.api.push(await spawnToAnswer(code, '/v1/account', 401));
  }
  return {
    bytes: Buffer.byteLength(code),
    gzippedBytes: gzipSync(code, { level: 9 }).byteLength,
    bareMs: median(times.bare),
    pixelMs: median(times.pixel),
    apiMs: median(times.api),
  };
}
