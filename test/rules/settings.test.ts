// The table of secrets and vars, compared with what the service accepts, what each Worker's code reads, and
// the document.
import { describe, expect, it } from 'vitest';
import { unstable_readConfig } from 'wrangler';
import { type Env, SETTING_NAMES, vars } from '../../src/env.ts';
import { withTables } from '../../tools/deployment/print-tables.ts';
import { ADDRESSES, SETTINGS, secretsOf } from '../../tools/deployment/settings.ts';
import { CONFIGS, NAMES, WORKERS, type Worker } from '../../tools/deployment/workers.ts';
import { importsOf, ROOT, read } from './support/sources.ts';

const MAIN: Record<Worker, string> = {
  api: 'src/index.ts',
  media: 'src/media.ts',
  pages: 'src/pages-worker.ts',
  pixel: 'src/pixel-worker.ts',
};

/**
 * Only the API's route /webhooks/stripe verifies an event, although the pages' bundle contains the module.
 */
const NEVER_READ: Partial<Record<Worker, string[]>> = {
  // Only named in a message: the media Worker seals nothing.
  media: ['SEALING_KEYS'],
  pages: ['STRIPE_WEBHOOK_SECRET', 'STRIPE_THIN_WEBHOOK_SECRET'],
};

/**
 * The modules that a Worker may run. The media Worker contains the table of reactions, but calls none of
 * them.
 */
function modulesOf(worker: Worker): string[] {
  const seen = new Set<string>();
  const visit = (path: string) => {
    if (seen.has(path)) return;
    seen.add(path);
    if (worker === 'media' && path === 'src/reactions.ts') return;
    for (const { ours, typeOnly, target } of importsOf(path))
      if (ours && !typeOnly && /\.tsx?$/.test(target) && !target.includes('.generated.')) visit(target);
  };
  visit(MAIN[worker]);
  return [...seen].filter((path) => path !== 'src/env.ts');
}

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

describe('the table of secrets and vars', () => {
  it('has every setting that the service takes, and no other', () => {
    const listed = [...SETTINGS.map(({ name }) => name), ...ADDRESSES];
    expect(listed.toSorted()).toEqual(SETTING_NAMES.toSorted());
    expect(SETTINGS.filter(({ secret, rotate }) => secret && !rotate)).toEqual([]);
  });

  it.each(WORKERS)('names exactly the secrets that the code of the Worker %s reads', (worker) => {
    const code = modulesOf(worker)
      .map((path) => withoutComments(read(path)))
      .join('\n');
    const reads = SETTINGS.filter(({ name, secret }) => secret && new RegExp(`\\b${name}\\b`).test(code));
    const expected = reads.map(({ name }) => name).filter((name) => !NEVER_READ[worker]?.includes(name));
    expect(secretsOf(worker).map(({ name }) => name)).toEqual(expected);
  });

  it.each(WORKERS)('has the vars of the configuration of the Worker %s', (worker) => {
    const { vars, name } = unstable_readConfig(
      { config: `${ROOT}/${CONFIGS[worker]}` },
      { hideWarnings: true },
    );
    expect(name).toBe(NAMES[worker]);
    for (const one of Object.keys(vars))
      expect(SETTINGS).toContainEqual(
        expect.objectContaining({ name: one, secret: false, workers: expect.arrayContaining([worker]) }),
      );
  });

  it('says the numbers that the service takes by default', () => {
    const taken: object = vars({ PUBLIC_URL: 'https://service.test', ALLOW_LOCAL_URLS: 'false' } as Env);
    const units: Record<string, number> = { GiB: 1024 ** 3, MiB: 1024 ** 2 };
    const said = SETTINGS.flatMap(({ name, what }): [string, number][] => {
      const [, amount, unit = ''] = /Default ([\d.,]*\d)(?: (\wiB))?\.$/.exec(what) ?? [];
      return amount ? [[name, Number(amount.replaceAll(',', '')) * (units[unit] ?? 1)]] : [];
    });
    expect(said.length).toBeGreaterThan(20);
    expect(taken).toMatchObject(Object.fromEntries(said));
  });

  it('stands in docs/deploying.md', () => {
    const page = read('docs/deploying.md');
    // The formatter pads cells.
    const plain = (text: string) => text.replace(/ +/g, ' ').replace(/-{3,}/g, '---');
    expect(plain(page), 'run npx node tools/deployment/print-tables.ts').toBe(plain(withTables(page)));
    for (const { name } of SETTINGS) expect(page).toMatch(new RegExp(`\\| \`${name}\` +\\|`));
  });
});
