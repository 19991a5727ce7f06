// A brand, the creator and the creator's partner, on Workers that can be killed, with the Stripe simulator
// and receivers that verify signatures.

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { blankAccount } from '../../../src/domains/accounts/accounts/create-brand.ts';
import { insertAccount } from '../../../src/domains/accounts/accounts/store.ts';
import { makeKey } from '../../../src/domains/accounts/keys/make-key.ts';
import { systemCtx } from '../../../src/system-ctx.ts';
import { runCron } from '../../../tools/demo/crons.ts';
import { openLocal } from '../../../tools/demo/local-databases.ts';
import { submitPage } from '../../../tools/demo/processor-page.ts';
import { verifySignature } from '../../../tools/demo/signature.ts';
import { sendStripeWebhooks } from '../../../tools/demo/stripe-receiver.ts';
import * as clock from '../../harness/clock.ts';
import { startReceiver } from '../webhooks-world.ts';
import { startSimulators, startWorkers, type WorkerProcess } from './workers.ts';

export interface Caller {
  key: string;
  as?: string;
}

export interface Side extends Caller {
  id: string;
}

export interface Answer {
  status: number;
  replayed: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  body: any;
}

export interface Told {
  id: string;
  type: string;
  data: Record<string, string>;
}

export interface MoneyWorld {
  /** A brand and a partner with receivers of their own. The partner takes 10 % of what its creators earn. */
  newSides(): Promise<{ brand: Side; partner: Side }>;
  call(method: string, path: string, caller: Caller, body?: object, idempotencyKey?: string): Promise<Answer>;
  /** The record that a call created or read. Throws for any status except 2xx. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  record(method: string, path: string, caller: Caller, body?: object, idempotencyKey?: string): Promise<any>;
  /** Creates a connection, and does on the processor's page what a person would. */
  connect(caller: Caller, body: object, form?: Record<string, string>): Promise<void>;
  /** Runs the service's jobs of each minute as if it were `at`. */
  minute(at: number): Promise<void>;
  /** Kills the service without warning and starts it again on the same data. */
  killAndStart(): Promise<void>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  sim(path: string, body: object): Promise<any>;
  /** The events that an account's receiver got, in the order of arrival. Throws for a wrong signature. */
  toldTo(side: Side): Told[];
  /** Stops the service and sums a currency's buckets over all ledgers, read from the disk. */
  closeTheBooks(currency: string): Promise<Record<string, number>>;
  end(): Promise<void>;
}

/** Uses `port` for the service, the next one for the simulator, and the one after it for the receivers. */
export async function startMoneyWorld(port: number): Promise<MoneyWorld> {
  const dir = await mkdtemp(join(tmpdir(), 'money-'));
  const baseUrl = `http://127.0.0.1:${port}`;
  const simulatorsUrl = `http://127.0.0.1:${port + 1}`;
  const receiverUrl = `http://127.0.0.1:${port + 2}`;
  const settings = {
    PUBLIC_URL: baseUrl,
    ALLOW_LOCAL_URLS: 'true',
    STRIPE_API_URL: simulatorsUrl,
    STRIPE_SECRET_KEY: 'sk_test_money',
    STRIPE_WEBHOOK_SECRET: 'whsec_money',
  };
  const people = ['first', 'second'];
  const receiver = await startReceiver(
    port + 2,
    Object.fromEntries(
      people.flatMap((name) => [`/${name}-brand`, `/${name}-partner`]).map((path) => [path, taken]),
    ),
  );
  const keys = await mintSides(dir, settings, people);
  const secrets = new Map<string, { path: string; secret: string }>();
  const log: string[] = [];
  const [simulators, first] = await Promise.all([
    startSimulators(port + 1, join(dir, 'simulators')),
    startWorkers(port, dir, settings, log),
  ]);
  let service: WorkerProcess | null = first;
  await sendStripeWebhooks(simulatorsUrl, settings);

  const call: MoneyWorld['call'] = async (method, path, caller, body, idempotencyKey) => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        Authorization: `Bearer ${caller.key}`,
        'Content-Type': 'application/json',
        ...(caller.as ? { 'Service-Account': caller.as } : {}),
        ...(idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}),
      },
      body: body ? JSON.stringify(body) : null,
    });
    const replayed = response.headers.get('idempotency-replayed') === 'true';
    return { status: response.status, replayed, body: await response.json() };
  };
  const record: MoneyWorld['record'] = async (method, path, ...rest) => {
    const { status, body } = await call(method, path, ...rest);
    if (status >= 300) throw new Error(`${method} ${path} answered ${status} ${JSON.stringify(body)}`);
    return body.data;
  };
  return {
    call,
    record,
    async newSides() {
      const name = people.shift()!;
      const sides = keys.get(name)!;
      for (const [kind, side] of Object.entries(sides)) {
        const path = `/${name}-${kind}`;
        const key = await record('PATCH', '/v1/keys/current', side, { webhookUrl: receiverUrl + path });
        secrets.set(side.id, { path, secret: key.webhookSecret });
      }
      return sides;
    },
    async connect(caller, body, form = {}) {
      const { url } = await record('POST', '/v1/connections', caller, body);
      await submitPage(url, form);
    },
    minute: (at) => runCron(baseUrl, '* * * * *', at),
    async killAndStart() {
      process.kill(-service!.child.pid!, 'SIGKILL');
      await service!.stop();
      service = await startWorkers(port, dir, settings, log);
    },
    async sim(path, body) {
      const response = await fetch(`${simulatorsUrl}/_sim/stripe/${path}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${settings.STRIPE_SECRET_KEY}` },
        body: JSON.stringify(body),
      });
      if (!response.ok) throw new Error(`${path} answered ${response.status} ${await response.text()}`);
      return await response.json();
    },
    toldTo(side) {
      const { path, secret } = secrets.get(side.id)!;
      return receiver.of(path).map(({ headers, body, at }) => {
        const signature = String(headers['service-signature']);
        if (!verifySignature(signature, Buffer.from(body), secret, at))
          throw new Error(`a bad signature at ${path}: ${signature} of ${body}`);
        return JSON.parse(body) as Told;
      });
    },
    async closeTheBooks(currency) {
      await service?.stop();
      service = null;
      return await sumLedgers(join(dir, 'state/v3/do/creator-marketing-service-Ledger'), currency);
    },
    async end() {
      await service?.stop();
      await simulators.stop();
      await receiver.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

const taken: Parameters<typeof startReceiver>[1][string] = (response) => response.writeHead(204).end();

async function mintSides(dir: string, settings: Record<string, string>, names: string[]) {
  const local = await openLocal(dir, settings);
  const ctx = systemCtx(local.env, clock.now());
  const mint = async (type: 'brand' | 'partner', name: string): Promise<Side> => {
    const account = await blankAccount(ctx, type, name);
    insertAccount(ctx, { ...account, partnerTakeRateBps: type === 'partner' ? 1_000 : null });
    const { secret } = makeKey(ctx, { accountId: account.id, name: 'test', access: 'write' });
    return { id: account.id, key: secret };
  };
  const sides = new Map<string, { brand: Side; partner: Side }>();
  for (const name of names)
    sides.set(name, {
      brand: await mint('brand', `${name} brand`),
      partner: await mint('partner', `${name} partner`),
    });
  await ctx.write.commit();
  await local.dispose();
  return sides;
}

async function sumLedgers(folder: string, currency: string): Promise<Record<string, number>> {
  const sums: Record<string, number> = {};
  const files = (await readdir(folder)).filter((name) => /^[0-9a-f]{64}\.sqlite$/.test(name));
  for (const file of files) {
    const ledger = new DatabaseSync(join(folder, file));
    const rows = ledger.prepare('SELECT bucket, amount FROM balances WHERE currency = ?').all(currency);
    for (const { bucket, amount } of rows as { bucket: string; amount: number }[])
      sums[bucket] = (sums[bucket] ?? 0) + amount;
    ledger.close();
  }
  return sums;
}
