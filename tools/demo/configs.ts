// The configurations of our Workers as they run on this machine.
import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** The first of them answers, and forwards to the pixel and the pages. */
export const SERVICE = ['wrangler.toml', 'wrangler.pixel.toml', 'wrangler.media.toml', 'wrangler.pages.toml'];
export const SIMULATORS = ['simulators/wrangler.toml'];

/** The Workers to which the API's hands requests, by the binding. */
const FORWARDED = { PIXEL: 'creator-marketing-pixel', PAGES: 'creator-marketing-pages' };

/**
 * The API's configuration with the bindings to the Workers of pixel and pages. The committed one has none: in production
 * routes do nearly all of that, and `wrangler dev` by itself starts no other Worker. @returns its path.
 */
export async function forwarding(
  dir: string,
  to: (keyof typeof FORWARDED)[] = ['PIXEL', 'PAGES'],
): Promise<string> {
  const path = join(dir, 'wrangler.toml');
  const services = to.map(
    (binding) => `\n[[services]]\nbinding = "${binding}"\nservice = "${FORWARDED[binding]}"\n`,
  );
  await writeFile(path, (await runnable('wrangler.toml')) + services.join(''));
  return path;
}

/** The pixel's configuration on this machine, where it reads every body to its end. @returns its path. */
export async function pixelWith(vars: Record<string, string>, dir: string): Promise<string> {
  const path = join(dir, 'wrangler.pixel.toml');
  const { ALLOW_LOCAL_URLS = 'false' } = vars;
  const own = `\n[vars]\nALLOW_LOCAL_URLS = ${JSON.stringify(ALLOW_LOCAL_URLS)}\n`;
  await writeFile(path, (await runnable('wrangler.pixel.toml')) + own);
  return path;
}

/** The pages' configuration with vars of this run: those of the command line reach the first Worker alone. */
export async function pagesWith(vars: Record<string, string>, dir: string): Promise<string> {
  const own = Object.entries(vars).map(([name, value]) => `${name} = ${JSON.stringify(value)}\n`);
  const toml = (await runnable('wrangler.pages.toml'))
    .replace(/^routes = \[\n(?:.*\n)*?\]\n/m, '')
    .replace(new RegExp(`^(?:${Object.keys(vars).join('|')}) = .*\n`, 'gm'), '')
    .replace(/^\[vars\]\n/m, `[vars]\n${own.join('')}`);
  const path = join(dir, 'wrangler.pages.toml');
  await writeFile(path, toml);
  return path;
}

/** A configuration that may lie elsewhere, and builds nothing: what it needs is built. */
export async function runnable(config: string): Promise<string> {
  const toml = await readFile(join(root, config), 'utf8');
  const absolute = (name: string) => JSON.stringify(resolve(root, dirname(config), name));
  return toml
    .replace(/^\[build\]\n(?:.+\n)+/m, '')
    .replace(/^main = "(.+)"$/m, (_, name) => `main = ${absolute(name)}`)
    .replace(/^directory = "(.+)"$/m, (_, name) => `directory = ${absolute(name)}`);
}

/**
 * The same configuration at the moment of `npm test -- --now`, if there is one: vars of the command line reach the first
 * Worker alone. @returns its path.
 */
export async function atAnotherTime(config: string, dir: string): Promise<string> {
  const ahead = process.env.CLOCK_AHEAD_MS;
  if (!ahead) return config;
  const from = resolve(root, config);
  const toml = (await readFile(from, 'utf8'))
    .replace(/^main = "(.+)"$/m, (_, name) => `main = ${JSON.stringify(resolve(dirname(from), name))}`)
    .replace(/^ALLOW_LOCAL_URLS = .*\n/m, '');
  const vars = `[vars]\nALLOW_LOCAL_URLS = "true"\nCLOCK_AHEAD_MS = "${ahead}"\n`;
  const path = join(dir, `ahead-${basename(config)}`);
  await writeFile(path, /^\[vars\]\n/m.test(toml) ? toml.replace(/^\[vars\]\n/m, vars) : `${toml}\n${vars}`);
  return path;
}
