// Our Workers as a deployment would upload them, in folders of which Miniflare runs them. What starts them often builds them
// once: `wrangler dev` bundles anew at each start, watches the sources, and takes a gigabyte.
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import type { V4WorkerOptions } from 'miniflare';
import { bundleWorker, modulesOf } from '../bundle.ts';
import { runnable } from './configs.ts';

const root = join(import.meta.dirname, '../..');

/** Builds Workers, by their configurations, into folders under `out`. The generated assets must be there. */
export async function buildWorkers(configs: string[], out: string): Promise<void> {
  await Promise.all(configs.map((config) => buildWorker(config, folderOf(config, out))));
}

/**
 * Builds one Worker into the folder `out`, and beside it what miniflare takes to run it.
 * @param readable keeps the names of functions, for the stacks of errors.
 */
export async function buildWorker(config: string, out: string, readable = false): Promise<void> {
  mkdirSync(out, { recursive: true });
  const toml = await runnable(config);
  const path = join(out, 'built.toml');
  writeFileSync(path, readable ? toml.replace(/^(?:minify|keep_names) = .*\n/gm, '') : toml);
  await bundleWorker(path, out);
  // What runs built Workers does without wrangler.
  const { unstable_getMiniflareWorkerOptions } = await import('wrangler');
  const { workerOptions } = unstable_getMiniflareWorkerOptions(resolve(root, config));
  const [name, main] = ['name', 'main'].map((key) => new RegExp(`^${key} = "(.+)"$`, 'm').exec(toml)![1]!);
  writeFileSync(join(out, 'options.json'), JSON.stringify({ ...workerOptions, name }));
  writeFileSync(join(out, 'main'), basename(main!).replace(/\.tsx?$/, '.js'));
}

/** What miniflare takes to run a Worker that was built into a folder under `built`. */
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

/** The files of ours that a Worker was built from, which lies in `folder`. */
export function inputsOf(folder: string): string[] {
  const { inputs } = JSON.parse(readFileSync(join(folder, 'meta.json'), 'utf8')) as { inputs: object };
  // esbuild names files as they are seen from here, where the builder's own temporary files are too.
  const base = realpathSync(folder);
  const paths = Object.keys(inputs).map((path) => relative(realpathSync(root), resolve(base, path)));
  return paths.filter((path) => !/^(?:\.\.|\.wrangler)\/|(?:^|\/)node_modules\//.test(path));
}

export const folderOf = (config: string, built: string) =>
  join(built, config.replace(/\.toml$/, '').replaceAll('/', '-'));
