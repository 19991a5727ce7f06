// `npm run fuzz -- --requests 50000 --seed 7`: runs the fuzz against real processes, with the demo's accounts
// and an unrelated partner. Prints its findings, and exits with 1 if there are any. `--port N` moves the two
// ports that it listens on.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { blankAccount } from '../../src/domains/accounts/accounts/create-brand.ts';
import { insertAccount } from '../../src/domains/accounts/accounts/store.ts';
import { makeKey } from '../../src/domains/accounts/keys/make-key.ts';
import type { Env } from '../../src/env.ts';
import { systemCtx } from '../../src/system-ctx.ts';
import { buildAssets } from '../build-assets.ts';
import { buildWorkers } from '../demo/built-workers.ts';
import { SERVICE, SIMULATORS } from '../demo/configs.ts';
import type { Demo } from '../demo/demo-file.ts';
import { openLocal } from '../demo/local-databases.ts';
import { addMoney } from '../demo/money.ts';
import { assertFree } from '../demo/ports.ts';
import { openSteps } from '../demo/steps.ts';
import { sendStripeWebhooks } from '../demo/stripe-receiver.ts';
import { addWork } from '../demo/work.ts';
import { startBuilt } from '../demo/worker-process.ts';
import { seed as seedDemo } from '../seed.ts';
import type { OpenApi } from './document.ts';
import { type Finding, fuzz, type Send } from './fuzz.ts';
import { type Caller, Tenant } from './tenants.ts';

/**
 * A key may write 25 times a second. With this many keys, requests are limited by the service's speed and not
 * by its rate limiter.
 */
const KEYS_EACH = 12;
const AT_ONCE = 8;
const PATIENCE_MS = 60_000;

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '50000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    port: { type: 'string', default: '9300' },
  },
});

async function main(): Promise<number> {
  const [requests, seed, port] = [Number(values.requests), Number(values.seed), Number(values.port)];
  await assertFree(port, 'the service');
  await assertFree(port + 1, 'the simulators');
  const dir = await mkdtemp(join(tmpdir(), 'fuzz-'));
  const baseUrl = `http://127.0.0.1:${port}`;
  const vars = {
    PUBLIC_URL: baseUrl,
    ALLOW_LOCAL_URLS: 'true',
    STRIPE_API_URL: `http://127.0.0.1:${port + 1}`,
    STRIPE_SECRET_KEY: 'sk_test_fuzz',
    STRIPE_WEBHOOK_SECRET: 'whsec_fuzz',
    STRIPE_THIN_WEBHOOK_SECRET: 'whsec_fuzz_thin',
    STRIPE_FINANCIAL_ACCOUNT: 'fa_test_sim',
  };
  const local = await openLocal(dir, vars);
  const demo = await seedDemo(local.env, dir, {
    baseUrl,
    receiverUrl: `${baseUrl}/none`,
    shopUrl: baseUrl,
  });
  const { brand, partner, client } = demo.accounts;
  const own = await keysOf(local.env, [brand, partner, client]);
  const stranger = await strangersOf(local.env);
  await local.dispose();
  const silent = () => undefined;
  const built = join(dir, 'built');
  await buildAssets();
  await buildWorkers([...SERVICE, ...SIMULATORS], built);
  const simulators = await startBuilt(built, port + 1, join(dir, 'simulators'), {}, silent, SIMULATORS);
  const log: string[] = [];
  const worker = await startBuilt(built, port, dir, vars, (line) => log.push(line));
  try {
    await sendStripeWebhooks(vars.STRIPE_API_URL, vars);
    const steps = await openSteps(dir, demo.accounts.brand);
    const worked = { ...demo, work: await addWork(demo, steps) };
    const whole: Demo = { ...worked, money: await addMoney(worked, vars, steps) };
    const asCreator = Object.values(demo.creators).map((as) => ({ key: demo.keys.partner, as }));
    const tenant = new Tenant([...own, { key: demo.keys.brandRead }, ...asCreator], idsIn(whole));
    await publishNetwork(baseUrl, tenant, stranger.callers[0]!);
    console.log(`${requests} requests, seed ${seed}`);
    const began = performance.now();
    const openapi = JSON.parse(
      await readFile(join(import.meta.dirname, '../../openapi.json'), 'utf8'),
    ) as OpenApi;
    const { findings, tally } = await fuzz({
      openapi,
      tenants: [tenant, stranger],
      send: sendTo(baseUrl),
      requests,
      seed,
      atOnce: AT_ONCE,
    });
    report(findings);
    const never = [...tally].filter(([, { well }]) => well === 0).map(([id]) => id);
    if (never.length > 0) console.log(`Never answered with 2xx: ${never.join(', ')}`);
    const ended = [worker, simulators].filter(({ child }) => child.exitCode !== null).length;
    const said = log
      .filter((line) => !/goroutine|esbuild|DNS lookup|"level":"(info|warn)|^stack:|^\s/.test(line))
      .slice(-20);
    const unanswered = findings.some(({ status }) => status === null);
    if (ended > 0 || unanswered) console.log(`\nWhat the service said last:\n${said.join('\n')}`);
    const seconds = Math.round((performance.now() - began) / 1000);
    console.log(`${findings.length} findings, ${ended} processes lost, ${seconds} s.`);
    return findings.length + ended === 0 ? 0 : 1;
  } finally {
    await Promise.all([worker.stop(), simulators.stop()]);
    await rm(dir, { recursive: true, force: true });
  }
}

async function keysOf(env: Env, accounts: string[]): Promise<Caller[]> {
  const ctx = systemCtx(env, Date.now());
  const callers = accounts.flatMap((accountId) =>
    Array.from({ length: KEYS_EACH }, () => ({
      key: makeKey(ctx, { accountId, name: 'fuzz', access: 'write' }).secret,
    })),
  );
  await ctx.write.commit();
  return callers;
}

/** A partner with a client of its own, unrelated to the demo's accounts. */
async function strangersOf(env: Env): Promise<Tenant> {
  const ctx = systemCtx(env, Date.now());
  const partner = await blankAccount(ctx, 'partner', 'Stranger');
  const client = await blankAccount(ctx, 'brand', "Stranger's client");
  insertAccount(ctx, partner);
  insertAccount(ctx, { ...client, managedBy: partner.id });
  await ctx.write.commit();
  const keys = await keysOf(env, [partner.id, client.id]);
  return new Tenant([...keys, { key: keys[0]!.key, as: client.id }], [partner.id, client.id]);
}

/** What the demo publishes to everybody is not secret. */
async function publishNetwork(baseUrl: string, tenant: Tenant, reader: Caller): Promise<void> {
  const creators = tenant.all().filter((id) => id.startsWith('crtr_'));
  for (const path of [
    '/v1/programs?scope=network&limit=100',
    ...creators.map((id) => `/v1/creators/${id}`),
  ]) {
    const response = await fetch(baseUrl + path, { headers: { Authorization: `Bearer ${reader.key}` } });
    const text = await response.text();
    if (response.ok) tenant.publish(text);
  }
}

function idsIn(demo: Demo): string[] {
  return [...new Set(JSON.stringify(demo).match(/\b[a-z]+_[0-9a-z]{26}\b/g) ?? [])];
}

function sendTo(baseUrl: string): Send {
  return async ({ method, path, headers, body }) => {
    const { 'Content-Length': _, ...sent } = headers;
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const response = await fetch(baseUrl + path, {
      method,
      headers: sent,
      body: body as BodyInit | null,
      signal,
      redirect: 'manual',
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
}

/** Prints one finding of each kind in full, because the others are mostly the same. */
function report(findings: Finding[]): void {
  const kinds = Map.groupBy(
    findings,
    ({ what, request }) => `${request.operation}: ${what.replaceAll(/_[0-9a-z]{26}/g, '_…')}`,
  );
  for (const [kind, all] of kinds) {
    const { number, request, status, text } = all[0]!;
    console.log(`\n${all.length} × ${kind}\n  request ${number}: ${request.method} ${request.path}`);
    console.log(
      `  ${JSON.stringify(request.headers)}\n  ${String(request.body).slice(0, 1_000)}\n  ${status} ${text}`,
    );
  }
}

main().then(
  (code) => process.exit(code),
  (error: Error) => {
    console.error(error.message);
    process.exit(1);
  },
);
