// Our Workers as a deployment would upload them, in folders that Miniflare can run. Callers that start them
// often build them once: `wrangler dev` bundles at each start, watches the sources, and needs a gigabyte of
// memory.
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import type { V4WorkerOptions } from 'miniflare';
import { bundleWorker, modulesOf } from '../bundle.ts';
import { runnable } from './configs.ts';

const root = join(import.meta.dirname, '../..');

/** Builds Workers, by their configurations, into folders under `out`. The generated assets must exist. */
export async function buildWorkers(configs: string[], out: string): Promise<void> {
  await Promise.all(configs.map((config) => buildWorker(config, folderOf(config, out))));
}

/**
 * Builds one Worker into the folder `out`, together with the options that miniflare needs to run it.
 * @param readable whether to keep the names of functions, for stack traces.
 */
export async function buildWorker(config: string, out: string, readable = false): Promise<void> {
  mkdirSync(out, { recursive: true });
  const toml = await runnable(config);
  const path = join(out, 'built.toml');
  writeFileSync(path, readable ? toml.replace(/^(?:minify|keep_names) = .*\n/gm, '') : toml);
  await bundleWorker(path, out);
  // Loaded only here, because running built Workers does not need wrangler.
  const { unstable_getMiniflareWorkerOptions } = await import('wrangler');
  const { workerOptions } = unstable_getMiniflareWorkerOptions(resolve(root, config));
  const [name, main] = ['name', 'main'].map((key) => new RegExp(`^${key} = "(.+)"$`, 'm').exec(toml)![1]!);
  writeFileSync(join(out, 'options.json'), JSON.stringify({ ...workerOptions, name }));
  writeFileSync(join(out, 'main'), basename(main!).replace(/\.tsx?$/, '.js'));
}

/** Miniflare's options for a Worker that was built into a folder under `built`. */
export function builtWorker(config: string, built: string): V4WorkerOptions {
  const folder = folderOf(config, built);
  const modules = modulesOf(folder, basename(mainOf(config, built)));
  const options = JSON.parse(readFileSync(join(folder, 'options.json'), 'utf8')) as V4WorkerOptions;
  return { ...options, rootPath: folder, modulesRoot: folder, modules } as V4WorkerOptions;
}

/** The bundle of a Worker that was built into a folder under `built`. */
export function mainOf(config: string, built: string): string {
  const folder = folderOf(config, built);
  return join(folder, readFileSync(join(folder, 'main'), 'utf8'));
}

/** Our source files of the Worker that was built into `folder`. */
export function inputsOf(folder: string): string[] {
  const { inputs } = JSON.parse(readFileSync(join(folder, 'meta.json'), 'utf8')) as { inputs: object };
  // esbuild names files relative to this folder, where the builder's own temporary files are too.
  const base = realpathSync(folder);
  const paths = Object.keys(inputs).map((path) => relative(realpathSync(root), resolve(base, path)));
  return paths.filter((path) => !/^(?:\.\.|\.wrangler)\/|(?:^|\/)node_modules\//.test(path));
}

export const folderOf = (config: string, built: string) =>
  join(built, config.replace(/\.toml$/, '').replaceAll('/', '-'));
