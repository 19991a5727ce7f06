// What `npm run dev` does while a developer edits sources.
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderOf } from '../../../tools/demo/built-workers.ts';
import { SERVICE, SIMULATORS } from '../../../tools/demo/configs.ts';
import type { Demo } from '../../../tools/demo/demo-file.ts';
import { fetchLocal } from '../../../tools/demo/fetch-local.ts';
import { portion } from '../../harness/vitest/portion.ts';
import { type Dev, until } from '../support/dev.ts';

/** Long enough for any machine: it only detects what never comes. */
const PATIENCE_MS = 600_000;

/** Each builds and starts Workers, which takes as long as everything else here: one a day. */
const TRIED = new Set(portion(['what does not start', 'the simulators'], 2));

interface Running {
  /** The clone, and the folder of its data. */
  root: string;
  dir: string;
  demo: Demo;
  dev: Dev;
}

/** @param read returns the API's response to the brand's key. */
export function rebuilds(running: () => Running, read: (path: string) => Promise<unknown>): void {
  const says = (what: string, line: string | RegExp) =>
    until(what, PATIENCE_MS, () => {
      const output = running().dev.output();
      return typeof line === 'string' ? output.includes(line) : line.test(output);
    });
  const folder = (config: string) => folderOf(config, join(running().dir, 'built'));
  const all = [...SERVICE, ...SIMULATORS];

  /** The builds of all Workers, and the process that runs them. */
  async function now() {
    const builds = await Promise.all(
      all.map(async (config) => {
        const { ino, mtimeMs } = await stat(join(folder(config), 'meta.json'));
        return [config, `${ino} of ${mtimeMs}`] as const;
      }),
    );
    const group = async (dir: string) =>
      (JSON.parse(await readFile(join(dir, 'process.json'), 'utf8')) as { group: number }).group;
    return {
      builds: Object.fromEntries(builds),
      service: await group(running().dir),
      simulators: await group(join(running().dir, 'simulators')),
    };
  }

  /** The Workers whose bundles contain a source, as the bundler reports. */
  async function holding(source: string): Promise<string[]> {
    const found: string[] = [];
    for (const config of all) {
      const meta = JSON.parse(await readFile(join(folder(config), 'meta.json'), 'utf8')) as {
        inputs: object;
      };
      if (Object.keys(meta.inputs).some((path) => path.endsWith(`/${source}`))) found.push(config);
    }
    return found;
  }

  /** The Workers that were built, as the terminal shows. */
  const named = () =>
    [
      ...running()
        .dev.output()
        .matchAll(/^Built and started again: (.*) \(/gm),
    ].map(([, names]) => names);
  const rebuilt = (before: Record<string, string>, after: Record<string, string>) =>
    all.filter((config) => before[config] !== after[config]);

  /** The source that is first broken and then changed, in its original form. */
  let text: string;

  it('tells of a source that does not build or does not start, and goes on with the last good one', async () => {
    const { root, dev } = running();
    const source = join(root, 'src/pixel/handle.ts');
    text = await readFile(source, 'utf8');
    const account = await read('/v1/account');
    const before = await now();
    await writeFile(source, `${text}\nconst broken: = 3;\n`);
    await says('the fault', 'Not built; the service goes on as it was.');
    expect(dev.output()).toMatch(/Unexpected "="\s+src\/pixel\/handle\.ts:\d+:14/);
    expect(await read('/v1/account')).toEqual(account);
    expect(await now()).toEqual(before);
    if (TRIED.has('what does not start')) {
      await writeFile(source, `${text}\nthrow new Error('too early');\n`);
      await says('the failed start', 'goes on as it was before');
      expect(dev.output()).toMatch(/too early\s+at src\/pixel\/handle\.ts:\d+:7/);
    }
    await until('the last good ones', PATIENCE_MS, () => read('/v1/account').catch(() => null));
    expect(await read('/v1/account')).toEqual(account);
    const after = await now();
    expect(after.builds).toEqual(before.builds);
    expect(after.simulators).toBe(before.simulators);
    expect(dev.output()).not.toContain('Built and started again');
  });

  it('builds the Workers that hold a changed source, and no others, and names its lines', async () => {
    const { root, demo, dev } = running();
    const source = join(root, 'src/pixel/handle.ts');
    const account = await read('/v1/account');
    const holds = await holding('src/pixel/handle.ts');
    expect(holds).toContain('wrangler.pixel.toml');
    expect(holds).not.toContain('wrangler.media.toml');
    const before = await now();
    const marked = text.replace(
      /^export async function handlePixel\((?:.*\n)*?.*\{\n/m,
      '$&  console.error(new Error("here"));\n',
    );
    expect(marked).not.toBe(text);
    await writeFile(source, marked);
    await says('the new ones', /Built and started again: .*wrangler\.pixel\.toml/);
    expect(named()).toEqual([holds.join(', ')]);
    const after = await now();
    expect(rebuilt(before.builds, after.builds)).toEqual(holds);
    expect(after.simulators).toBe(before.simulators);
    expect(after.service).not.toBe(before.service);
    await (await fetchLocal(`${demo.baseUrl}/px/${demo.pixel}.js`)).text();
    await says('the place', /Error: here\s+at .*src\/pixel\/handle\.ts:\d+/);
    expect(await read('/v1/account')).toEqual(account);
    expect(await read(`/v1/payments/${demo.money!.payments.succeeded}`)).toMatchObject({
      status: 'succeeded',
    });
    if (!TRIED.has('the simulators')) return;
    const simulated = join(root, 'simulators/index.ts');
    await writeFile(simulated, `${await readFile(simulated, 'utf8')}\nconsole.log('simulated anew');\n`);
    await says('the simulators', /Built and started again: .*simulators\/wrangler\.toml/);
    expect(named()).toEqual([holds.join(', '), 'simulators/wrangler.toml']);
    const last = await now();
    expect(rebuilt(after.builds, last.builds)).toEqual(['simulators/wrangler.toml']);
    expect(last.service).toBe(after.service);
    expect(last.simulators).not.toBe(after.simulators);
    expect(dev.output()).toContain('simulated anew');
  });

  it('asks for a new start where a migration is new', async () => {
    const path = join(running().root, 'migrations/main/9999_new.sql');
    await writeFile(path, '');
    await says('the migration', 'New migration migrations/main/9999');
    await rm(path);
  });
}
