// A real service and a simulator of the processor, each in its own process. The service is killed and started
// again on the same storage, with its clock at another time.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Stripe } from 'stripe';
import { newStaffToken } from '../../src/auth/staff-token.ts';
import { blankAccount } from '../../src/domains/accounts/accounts/create-brand.ts';
import { insertAccount } from '../../src/domains/accounts/accounts/store.ts';
import { makeKey } from '../../src/domains/accounts/keys/make-key.ts';
import * as clock from '../../src/kit/clock.ts';
import { sha256Hex } from '../../src/kit/crypto.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/kit/time.ts';
import { systemCtx } from '../../src/system-ctx.ts';
import { buildAssets } from '../build-assets.ts';
import { buildWorkers } from '../demo/built-workers.ts';
import { SERVICE, SIMULATORS } from '../demo/configs.ts';
import { runCron } from '../demo/crons.ts';
import { openLocal } from '../demo/local-databases.ts';
import { submitPage } from '../demo/processor-page.ts';
import { sendStripeWebhooks } from '../demo/stripe-receiver.ts';
import { startBuilt, type WorkerProcess } from '../demo/worker-process.ts';
import { type Ledger, mainDatabase, readLedgers, STATE, UNDER_WAY } from './disk.ts';

export { DAY_MS, HOUR_MS, MINUTE_MS };

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const BRANDS = 2;
const CREATORS = 4;

export interface Caller {
  id: string;
  key: string;
  /** All keys of the account, that one too. */
  keys: readonly string[];
  as?: string;
}

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the storm looks into answers freely
  body: any;
}

export interface Storm {
  brands: Caller[];
  creators: Caller[];
  partner: Caller;
  stripe: Stripe;
  /** The service's current time. */
  now(): number;
  /** Sends a request once. Throws when the service is not running. */
  once(method: string, path: string, caller: Caller, body?: object, key?: string): Promise<Answer>;
  /** Repeats a request while the service is down or answers with a fault of its own. */
  call(method: string, path: string, caller: Caller, body?: object, key?: string): Promise<Answer>;
  /** A staff member's decision. */
  staff(path: string, method?: string, body?: object): Promise<Answer>;
  giveCard(brand: Caller, card: string): Promise<void>;
  sim(path: string, body: object): Promise<Record<string, number>>;
  minute(at: number): Promise<void>;
  /** Lets time pass for both without a kill: runs the service's crons, and moves the processor's clock. */
  pass(ms: number): Promise<void>;
  /** Kills the service without warning and starts it again with its clock moved by `step` milliseconds. */
  kill(step: number): Promise<void>;
  /** Waits until `ms` after the first write, or at most `most` milliseconds. */
  activity(ms: number, most: number): Promise<void>;
  /** Waits until the lanes that were woken have nothing left to do. */
  idle(): Promise<void>;
  /** Everything that is unfinished, in words. */
  underWay(): string[];
  /** Rows of the service's main database, read from the disk. */
  rows<T>(text: string): T[];
  stop(): Promise<void>;
  /** Answers that did not count as answers, such as 503; each once. */
  unanswered(): string[];
  /** Each ledger's buckets and earnings, read from the disk after `stop`. */
  ledgers(): Promise<Ledger[]>;
  end(): Promise<void>;
}

interface StormOptions {
  port: number;
  /** Whether the state is left on the disk. */
  keep: boolean;
  /** Vars besides the storm's own. */
  settings?: Record<string, string>;
  /** Whether the brands have cards and the creators banks. */
  money?: boolean;
  /** How many keys each account has. */
  keys?: number;
}

export async function startStorm({ port, keep, ...options }: StormOptions): Promise<Storm> {
  const dir = await mkdtemp(join(tmpdir(), 'storm-'));
  const baseUrl = `http://127.0.0.1:${port}`;
  const simulatorsUrl = `http://127.0.0.1:${port + 1}`;
  const token = newStaffToken();
  const settings = {
    PUBLIC_URL: baseUrl,
    ALLOW_LOCAL_URLS: 'true',
    STRIPE_API_URL: simulatorsUrl,
    STRIPE_SECRET_KEY: 'sk_test_storm',
    STRIPE_WEBHOOK_SECRET: 'whsec_storm',
    STAFF_TOKENS: `storm:${sha256Hex(token)}`,
    ...options.settings,
  };
  const log: string[] = [];
  const print = (line: string) => {
    log.push(line);
    if (log.length > 2_000) log.splice(0, 1_000);
  };
  const [partner, brands] = await mintAccounts(dir, settings, options.keys ?? 1);
  const built = join(dir, 'built');
  await buildAssets();
  await buildWorkers([...SERVICE, ...SIMULATORS], built);
  let ending = false;
  let simulators: WorkerProcess;
  // The processor survives the storm: if its process ends, it is started again.
  const startSimulators = async (): Promise<void> => {
    simulators = await startBuilt(built, port + 1, join(dir, 'simulators'), {}, print, SIMULATORS);
    simulators.child.once('exit', (code, signal) => {
      if (ending) return;
      console.log(
        `  the simulator ended (${code ?? signal}) and is started again\n${log.slice(-5).join('\n')}`,
      );
      void startSimulators();
    });
  };
  await startSimulators();
  let service: WorkerProcess | null = null;
  let up = false;
  // If the service's process ends by itself, that counts as one more kill.
  const startService = async (): Promise<void> => {
    const started = await startBuilt(built, port, dir, settings, print);
    service = started;
    up = true;
    started.child.once('exit', () => {
      if (service !== started) return;
      up = false;
      console.log(`  the service ended by itself and is started again\n${log.slice(-3).join('\n')}`);
      restarting = started.stop().then(startService);
    });
  };
  let restarting: Promise<void> = Promise.resolve();
  const takeService = async (): Promise<WorkerProcess | null> => {
    await restarting;
    const taken = service;
    service = null;
    up = false;
    return taken;
  };
  await startService();
  await sendStripeWebhooks(simulatorsUrl, settings);
  let ahead = 0;
  let passed = 0;
  const unanswered = new Set<string>();

  const request = async (method: string, path: string, headers: Record<string, string>, body?: object) => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(30_000),
    });
    return { status: response.status, body: await response.json() } as Answer;
  };
  const once: Storm['once'] = (method, path, caller, body, key) =>
    request(
      method,
      path,
      {
        Authorization: `Bearer ${caller.key}`,
        ...(caller.as ? { 'Service-Account': caller.as } : {}),
        ...(key ? { 'Idempotency-Key': key } : {}),
      },
      body,
    );
  const until = async (ask: () => Promise<Answer>): Promise<Answer> => {
    for (let wait = 200; ; wait = Math.min(2 * wait, 5_000)) {
      const answer = up ? await ask().catch(() => null) : null;
      if (answer === null) wait = 200;
      const code = answer?.body?.error?.code;
      if (answer && answer.status < 429 && code !== 'idempotency_in_progress') return answer;
      if (answer && answer.status >= 500)
        unanswered.add(`${answer.status} ${code} ${answer.body.error?.message}`);
      await pause(wait + Math.random() * wait);
    }
  };
  const call: Storm['call'] = (...args) => until(() => once(...args));
  const sim: Storm['sim'] = async (path, body) => {
    for (let tries = 1; ; tries++) {
      try {
        const response = await fetch(`${simulatorsUrl}/_sim/stripe/${path}`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${settings.STRIPE_SECRET_KEY}` },
          body: JSON.stringify(body),
        });
        if (!response.ok) throw new Error(`${path} answered ${response.status} ${await response.text()}`);
        return (await response.json()) as Record<string, number>;
      } catch (error) {
        if (!(error instanceof TypeError) || tries === 60) throw error;
        await pause(1_000);
      }
    }
  };
  const connect = async (caller: Caller, body: object, form: Record<string, string>) => {
    const { status, body: made } = await call('POST', '/v1/connections', caller, body);
    if (status >= 300) throw new Error(`a connection answered ${status} ${JSON.stringify(made)}`);
    await submitPage(made.data.url, form);
  };
  const main = await mainDatabase(join(dir, 'state/v3/d1/miniflare-D1DatabaseObject'));
  const rows = <T>(text: string): T[] => {
    const db = new DatabaseSync(main, { readOnly: true });
    try {
      return db.prepare(text).all() as T[];
    } finally {
      db.close();
    }
  };
  const storm: Storm = {
    brands,
    creators: [],
    partner,
    stripe: new Stripe(settings.STRIPE_SECRET_KEY, { host: '127.0.0.1', port: port + 1, protocol: 'http' }),
    now: () => clock.now() + passed,
    once,
    call,
    staff: (path, method = 'GET', body) =>
      until(() => request(method, `/internal/v1/${path}`, { Authorization: `Bearer ${token}` }, body)),
    giveCard: (brand, card) => connect(brand, { provider: 'card' }, { card }),
    sim,
    minute: (at) => runCron(baseUrl, '* * * * *', at),
    async pass(ms) {
      passed += ms;
      await sim('clock', { advance: Math.round(ms / 1000) });
    },
    async kill(step) {
      const alive = await takeService();
      if (alive?.child.exitCode === null) process.kill(-alive.child.pid!, 'SIGKILL');
      await alive?.stop();
      ahead = Math.max(0, ahead + step);
      clock.setClockAhead(ahead);
      process.env.CLOCK_AHEAD_MS = String(ahead);
      if (step > 0) await sim('clock', { advance: Math.round(step / 1000) });
      await startService();
    },
    async activity(ms, most) {
      const before = JSON.stringify(rows(STATE));
      for (let waited = 0; waited < most && JSON.stringify(rows(STATE)) === before; waited += 250)
        await pause(250);
      await pause(ms);
    },
    async idle() {
      // Lanes are queues inside the process: their writes show when they are done.
      let before = '';
      for (let quiet = 0; quiet < 3; ) {
        await pause(250);
        const now = JSON.stringify(rows(STATE));
        quiet = now === before ? quiet + 1 : 0;
        before = now;
      }
    },
    underWay: () => UNDER_WAY.flatMap((text) => rows<{ what: string }>(text).map(({ what }) => what)),
    rows,
    async stop() {
      await (await takeService())?.stop();
    },
    unanswered: () => [...unanswered],
    ledgers: () => readLedgers(join(dir, 'state/v3/do/creator-marketing-service-Ledger')),
    async end() {
      ending = true;
      await (await takeService())?.stop();
      await simulators.stop();
      if (keep) console.log(`kept: ${dir}`);
      else await rm(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
  try {
    for (let n = 0; n < CREATORS; n++) {
      const body = { email: `c${n}@creators.example`, name: `Creator ${n}`, visibility: 'network' };
      const made = await call('POST', '/v1/creators', partner, body);
      if (made.status >= 300) throw new Error(JSON.stringify(made.body));
      storm.creators.push({ ...partner, id: made.body.data.id, as: made.body.data.id });
    }
    await call('PATCH', '/v1/account', partner, { creatorTakeRate: { percent: 12.5 } });
    for (const brand of brands) {
      if (options.money !== false) await storm.giveCard(brand, 'pm_card_bypassPending');
      const program = await call('POST', '/v1/programs', brand, { name: 'Storm', status: 'live' });
      for (const creator of storm.creators) {
        const body = { program: program.body.data.id, creator: creator.id };
        const invited = await call('POST', '/v1/applications', brand, body);
        // Only creators who agreed are paid.
        const agreed = await call('PATCH', `/v1/applications/${invited.body.data.id}`, creator, {
          status: 'approved',
        });
        if (agreed.status !== 200) throw new Error(JSON.stringify(agreed.body));
      }
    }
    const bank = { provider: 'stripe', country: 'US' };
    const paid = options.money === false ? [] : [partner, ...storm.creators];
    for (const one of paid) await connect(one, bank, {});
  } catch (error) {
    await storm.end();
    throw new Error(`the storm could not begin: ${error}\n${log.slice(-20).join('\n')}`);
  }
  return storm;
}

async function mintAccounts(
  dir: string,
  settings: Record<string, string>,
  count: number,
): Promise<[Caller, Caller[]]> {
  const local = await openLocal(dir, settings);
  const ctx = systemCtx(local.env, clock.now());
  const mint = async (type: 'brand' | 'partner', name: string): Promise<Caller> => {
    const account = await blankAccount(ctx, type, name);
    insertAccount(ctx, account);
    const keys = Array.from(
      { length: count },
      () => makeKey(ctx, { accountId: account.id, name: 'storm', access: 'write' }).secret,
    );
    return { id: account.id, key: keys[0]!, keys };
  };
  const partner = await mint('partner', 'Partner');
  const brands: Caller[] = [];
  for (let n = 0; n < BRANDS; n++) brands.push(await mint('brand', `Brand ${n}`));
  await ctx.write.commit();
  await local.dispose();
  return [partner, brands];
}
