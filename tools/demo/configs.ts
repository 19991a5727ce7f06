// The configurations of our Workers for running them on this machine.
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** The first one answers, and forwards to the pixel and the pages. */
export const SERVICE = ['wrangler.toml', 'wrangler.pixel.toml', 'wrangler.media.toml', 'wrangler.pages.toml'];
export const SIMULATORS = ['simulators/wrangler.toml'];

/** A configuration that works from any folder and builds nothing, because everything is built already. */
export async function runnable(config: string): Promise<string> {
  const toml = await readFile(join(root, config), 'utf8');
  const absolute = (name: string) => JSON.stringify(resolve(root, dirname(config), name));
  return toml
    .replace(/^\[build\]\n(?:.+\n)+/m, '')
    .replace(/^main = "(.+)"$/m, (_, name) => `main = ${absolute(name)}`)
    .replace(/^directory = "(.+)"$/m, (_, name) => `directory = ${absolute(name)}`);
}
