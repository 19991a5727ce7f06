// Our Workers as a deployment would upload them. Whoever starts them often builds them once: `wrangler dev` bundles anew at
// each start, watches the sources, and takes a gigabyte.
import './offline.ts';
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { V4WorkerOptions } from 'miniflare';
import { runnable } from './configs.ts';

const root = join(import.meta.dirname, '../..');

/** Builds Workers, by their configurations, into folders under `out`. The generated assets must be there. */
export async function buildWorkers(configs: string[], out: string): Promise<void> {
  await Promise.all(configs.map((config) => buildWorker(config, join(out, folderOf(config)))));
}

/** Builds one Worker into the folder `out`, and beside it what miniflare takes to run it. */
async function buildWorker(config: string, out: string): Promise<void> {
  mkdirSync(out, { recursive: true });
  const toml = await runnable(config);
  const path = join(out, 'built.toml');
  writeFileSync(path, toml);
  const wrangler = join(root, 'node_modules/wrangler/bin/wrangler.js');
  const args = [wrangler, 'deploy', '--dry-run', '--config', path, '--outdir', out];
  await promisify(execFile)(process.execPath, args, { cwd: root });
  // Whoever runs built Workers does without wrangler.
  const { unstable_getMiniflareWorkerOptions } = await import('wrangler');
  const { workerOptions } = unstable_getMiniflareWorkerOptions(resolve(root, config));
  const [name, main] = ['name', 'main'].map((key) => new RegExp(`^${key} = "(.+)"$`, 'm').exec(toml)![1]!);
  const modules = modulesOf(out, basename(main!).replace(/\.tsx?$/, '.js'));
  const options = { ...workerOptions, name, rootPath: out, modulesRoot: out, modules };
  writeFileSync(join(out, 'options.json'), JSON.stringify(options));
}

/** What miniflare takes to run a Worker that was built into a folder under `built`. */
export function builtWorker(config: string, built: string): V4WorkerOptions {
  return JSON.parse(readFileSync(join(built, folderOf(config), 'options.json'), 'utf8')) as V4WorkerOptions;
}

/** All modules of a folder, the one that begins first. */
function modulesOf(folder: string, main: string) {
  const others = readdirSync(folder).filter((file) => file !== main && /\.(js|mjs|wasm)$/.test(file));
  return [main, ...others].map((file) => ({
    type: file.endsWith('.wasm') ? ('CompiledWasm' as const) : ('ESModule' as const),
    path: join(folder, file),
  }));
}

const folderOf = (config: string) => config.replace(/\.toml$/, '').replaceAll('/', '-');
