// Our Workers as a deployment would upload them. Whoever starts them often builds them once: `wrangler dev` bundles anew at
// each start, watches the sources, and takes a gigabyte.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { V4WorkerOptions } from 'miniflare';
import { bundleWorker, modulesOf } from '../bundle.ts';
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
  await bundleWorker(path, out);
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

const folderOf = (config: string) => config.replace(/\.toml$/, '').replaceAll('/', '-');
