// `npm run provision` and `npm run deploy` with a test account: a program that answers in wrangler's words
// replaces wrangler.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unstable_readConfig } from 'wrangler';
import { resources, writeConfigs } from '../../tools/deployment/configs.ts';
import type { Deployment } from '../../tools/deployment/deployment.ts';
import { secretsOf } from '../../tools/deployment/settings.ts';
import { NAMES, WORKERS } from '../../tools/deployment/workers.ts';
import { ROOT } from './support/sources.ts';

const ID = '11111111-2222-4333-8444-000000000001';
const VARS = {
  SERVICE_NAME: 'Northwind',
  MAIL_API_URL: 'https://mail.northwind.test/send',
  MAIL_FROM: 'no-reply@northwind.test',
};
const WRITTEN = { url: 'https://app.northwind.test', zone: 'northwind.test', vars: VARS };
const WHOLE: Deployment = {
  ...WRITTEN,
  name: 'production',
  databases: Object.fromEntries(resources().databases.map((name) => [name, ID])),
};
const SECRETS = [
  `SEALING_KEYS=1:${'k'.repeat(43)}`,
  'STRIPE_SECRET_KEY=sk_live_x',
  'STRIPE_WEBHOOK_SECRET=whsec_x',
  'MAIL_API_KEY=mail_x',
  'META_APP_ID=123',
  'META_APP_SECRET=abc',
].join('\n');

interface Account {
  databases: { name: string; uuid: string }[];
  buckets: string[];
  queues: string[];
  workers: Record<string, string[]>;
  calls: string[];
  fails?: { call: string; says: string };
}

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'deployment-'));
  write('account.json', { databases: [], buckets: [], queues: [], workers: {}, calls: [] });
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const path = (name: string) => join(dir, name);
const write = (name: string, value: unknown) =>
  writeFileSync(path(name), typeof value === 'string' ? value : JSON.stringify(value));
const account = () => JSON.parse(readFileSync(path('account.json'), 'utf8')) as Account;
const change = (changes: Partial<Account>) => write('account.json', { ...account(), ...changes });

async function command(tool: string, args: string[], env: Record<string, string> = {}) {
  const { CLOUDFLARE_API_TOKEN: _, DEPLOYMENT: __, ...rest } = process.env;
  const child = spawn(process.execPath, [join(ROOT, 'tools', tool), ...args], {
    cwd: ROOT,
    env: {
      ...rest,
      WRANGLER: join(import.meta.dirname, 'support/fake-wrangler.mjs'),
      ACCOUNT: path('account.json'),
      ...env,
    },
  });
  let said = '';
  child.stdout.on('data', (text) => (said += text));
  child.stderr.on('data', (text) => (said += text));
  const status = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { status, said, calls: account().calls };
}

const provision = (env = {}) => command('provision.ts', ['--file', path('deployment.json')], env);
const deploy = (...more: string[]) => command('deploy.ts', ['--file', path('deployment.json'), ...more]);
const TOKEN = { CLOUDFLARE_API_TOKEN: 'x' };

describe('provisioning', () => {
  it('makes what is missing, writes the IDs, and makes nothing twice', async () => {
    write('deployment.json', WRITTEN);
    change({ buckets: ['service-files'], queues: ['webhooks'] });
    const first = await provision(TOKEN);
    expect(first, first.said).toMatchObject({ status: 0 });
    const { databases, buckets, queues } = account();
    expect(databases.map(({ name }) => name)).toEqual(resources().databases);
    expect(buckets.toSorted()).toEqual(resources().buckets.toSorted());
    expect(queues.toSorted()).toEqual(resources().queues.toSorted());
    expect(queues).toHaveLength(19);
    const saved = JSON.parse(readFileSync(path('deployment.json'), 'utf8'));
    expect(saved).toEqual({
      ...WRITTEN,
      databases: Object.fromEntries(databases.map(({ name, uuid }) => [name, uuid])),
    });
    const again = await provision(TOKEN);
    expect(again.status).toBe(0);
    expect(again.calls.slice(first.calls.length).filter((call) => call.includes('create'))).toEqual([]);
  });

  it('only says what it would make without an account', async () => {
    const { status, said, calls } = await provision();
    expect([status, calls]).toEqual([0, []]);
    for (const name of Object.values(resources()).flat()) expect(said).toContain(`create ${name}`);
  });

  it('does not take a refusal for something that is missing', async () => {
    write('deployment.json', WRITTEN);
    change({ fails: { call: 'r2 bucket info', says: 'Authentication error [code: 10000]' } });
    const { status, said, calls } = await provision(TOKEN);
    expect(status).toBe(1);
    expect(said).toContain('Authentication error');
    expect(calls.filter((call) => call.startsWith('r2 bucket create'))).toEqual([]);
  });
});

describe('a release', () => {
  beforeEach(() => {
    write('deployment.json', WHOLE);
    write('secrets.env', SECRETS);
  });
  const names = (calls: string[]) =>
    calls.flatMap((call) => (/^deploy --config (\S+)/.exec(call) ? [/wrangler\S*/.exec(call)![0]] : []));

  it('goes up the first time without the binding to the pages, and once more with it', async () => {
    const { status, said, calls } = await deploy('--secrets', path('secrets.env'));
    expect(status, said).toBe(0);
    expect(names(calls)).toEqual([
      ...['wrangler.toml', 'wrangler.media.toml', 'wrangler.pages.toml', 'wrangler.pixel.toml'],
      'wrangler.toml',
    ]);
    const migrated = calls.findIndex((call) => call.startsWith('d1 migrations apply'));
    expect(migrated).toBeGreaterThan(0);
    expect(migrated).toBeLessThan(calls.findIndex((call) => call.startsWith('deploy')));
    const given = SECRETS.split('\n').map((line) => line.split('=')[0]!);
    for (const worker of WORKERS) {
      const read = secretsOf(worker).map(({ name }) => name);
      expect(account().workers[NAMES[worker]]).toEqual(given.filter((name) => read.includes(name)));
    }
    // The next release needs no secrets, and no second upload.
    const next = await deploy();
    expect(next.status, next.said).toBe(0);
    expect(names(next.calls.slice(calls.length))).toHaveLength(4);
  });

  it('is refused with every secret that is missing, before anything is changed', async () => {
    const all = (worker: (typeof WORKERS)[number]) =>
      secretsOf(worker).flatMap(({ name, required, feature }) =>
        required || feature === 'Meta' ? [name] : [],
      );
    change({
      workers: {
        [NAMES.api]: all('api'),
        [NAMES.media]: ['SEALING_KEYS'],
        [NAMES.pages]: all('pages').filter((name) => !/META_APP_SECRET|STRIPE/.test(name)),
        [NAMES.pixel]: [],
      },
    });
    const { status, said, calls } = await deploy();
    expect(status).toBe(1);
    expect(said).toContain('META_APP_SECRET is missing on creator-marketing-pages: Meta needs it.');
    expect(said).toContain('STRIPE_SECRET_KEY is missing on creator-marketing-pages.');
    expect(said).toContain('creator-marketing-media does not read its secret SEALING_KEYS.');
    expect(said).not.toContain('STRIPE_WEBHOOK_SECRET is missing');
    expect(calls.filter((call) => !call.startsWith('secret list'))).toEqual([]);
  });

  it('is refused with placeholders, unknown vars, secrets among vars and values that the service refuses', async () => {
    write('deployment.json', {
      ...WHOLE,
      url: 'https://service.example',
      zone: 'service.example',
      databases: { ...WHOLE.databases, 'service-main': '00000000-0000-4000-8000-000000000001' },
      vars: {
        MAIL_API_URL: 'nowhere',
        STRIPE_SECRET_KEY: 'x',
        META_API_URL: 'https://x.test',
        FILE_URL: 'x',
      },
    });
    const { status, said, calls } = await deploy();
    expect([status, calls]).toEqual([1, []]);
    for (const told of [
      'url is a placeholder',
      'databases.service-main is a placeholder',
      'vars.SERVICE_NAME is missing',
      'vars.STRIPE_SECRET_KEY is no var of the service: it is a secret.',
      'vars.META_API_URL replaces an outside platform',
      'vars.FILE_URL is no var of the service.',
      'MAIL_API_URL has a form that the service refuses.',
    ])
      expect(said).toContain(told);
  });

  it('is refused with any value of the example that the guide shows', async () => {
    const guide = readFileSync(join(ROOT, 'docs/deploying.md'), 'utf8');
    const example = JSON.parse(/```json\n([\s\S]*?)```/.exec(guide)![1]!) as Deployment;
    write('deployment.json', { ...example, databases: WHOLE.databases });
    const { status, said, calls } = await deploy();
    expect([status, calls]).toEqual([1, []]);
    for (const name of ['url', 'zone', ...Object.keys(example.vars).map((one) => `vars.${one}`)])
      expect(said).toContain(`${name} is a placeholder: `);
  });

  it('writes its configurations alone where they are asked for', async () => {
    const { status, said, calls } = await deploy('--configs', path('written'));
    expect([status, calls]).toEqual([0, []]);
    expect(said.trim().split('\n')).toEqual(Object.values(writeConfigs(WHOLE, path('written'))));
  });

  it('does not take a refused token for a first upload, and says where a failed upload left it', async () => {
    change({ fails: { call: 'secret list', says: 'Authentication error [code: 10000]' } });
    const refused = await deploy('--secrets', path('secrets.env'));
    expect(refused.status).toBe(1);
    expect(refused.said).toContain('Authentication error');
    expect(refused.calls.filter((call) => call.startsWith('deploy'))).toEqual([]);
    change({ fails: { call: 'd1 migrations apply service-events-1', says: 'near "x": syntax error' } });
    const unmigrated = await deploy('--secrets', path('secrets.env'));
    expect(unmigrated.said).toContain('No Worker was uploaded: the release before goes on.');
    expect(Object.keys(account().workers)).toEqual([]);
    change({ fails: { call: 'wrangler.pages.toml --secrets', says: 'workers.api.error.script_too_large' } });
    const half = await deploy('--secrets', path('secrets.env'));
    expect(half.status).toBe(1);
    expect(half.said).toContain(
      'creator-marketing-pages was not uploaded: wrangler says why above. Uploaded before it: creator-marketing-service, creator-marketing-media.',
    );
  });
});

describe("a deployment's configurations", () => {
  const read = (deployment: Deployment) =>
    Object.entries(writeConfigs(deployment, path('configs'))).map(([worker, config]) => ({
      worker,
      ...unstable_readConfig({ config }, { hideWarnings: true }),
    }));

  it('have its address, IDs and vars, and nothing of the placeholders', () => {
    const all = read(WHOLE);
    for (const one of all) {
      expect(one).toMatchObject({
        name: NAMES[one.worker as keyof typeof NAMES],
        workers_dev: false,
        preview_urls: false,
      });
      for (const database of one.d1_databases) expect(database).toMatchObject({ database_id: ID });
      if (one.worker !== 'pixel')
        expect(one.vars).toMatchObject({ PUBLIC_URL: WHOLE.url, ALLOW_LOCAL_URLS: 'false' });
      expect(readFileSync(one.configPath!, 'utf8')).not.toMatch(/= ".*service\.example|0000-0000/);
    }
    const [api, media, pages, pixel] = all as [
      (typeof all)[0],
      (typeof all)[0],
      (typeof all)[0],
      (typeof all)[0],
    ];
    expect(api.routes).toEqual([{ pattern: 'app.northwind.test', custom_domain: true }]);
    expect(api.services).toEqual([{ binding: 'PAGES', service: NAMES.pages }]);
    expect(pixel.routes).toEqual([{ pattern: 'app.northwind.test/px/*', zone_name: 'northwind.test' }]);
    expect(pages.vars).toEqual({ ...api.vars, WORKER_NAME: NAMES.pages });
    expect(pages.vars).toMatchObject(VARS);
    expect(Object.keys(media.vars).toSorted()).toEqual([
      ...['ALLOW_LOCAL_URLS', 'PUBLIC_URL', 'SERVICE_NAME', 'WORKER_NAME'],
    ]);
  });

  it('share nothing with another deployment in the same account', () => {
    const KEYS = 'name|database_name|bucket_name|queue|dead_letter_queue|script_name|service|namespace_id';
    const things = (deployment: Deployment) =>
      Object.values(writeConfigs(deployment, path('configs'))).flatMap((config) => {
        const found = readFileSync(config, 'utf8').matchAll(
          new RegExp(`^(?:${KEYS}) = "([a-z0-9].*)"$`, 'gm'),
        );
        return [...found].map(([, value]) => value!);
      });
    const filesHost = { ...VARS, FILES_URL: 'https://files.northwind-content.test' };
    const production = new Set(things(WHOLE));
    const staging = things({
      ...WHOLE,
      name: 'staging',
      url: 'https://staging.northwind.test',
      vars: filesHost,
    });
    expect(production.size).toBeGreaterThan(25);
    expect(staging.filter((one) => production.has(one))).toEqual([]);
    const [api] = read({ ...WHOLE, vars: filesHost });
    expect(api!.routes).toContainEqual({ pattern: 'files.northwind-content.test', custom_domain: true });
  });
});
