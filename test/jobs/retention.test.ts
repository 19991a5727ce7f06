// The rows that would fill the main database first are deleted in time, a limited number at once, and no
// others.
import { beforeEach, describe, expect, it } from 'vitest';
import { forgetOldAnswers } from '../../src/db/idempotency-store.ts';
import { weighMain } from '../../src/db/prune.ts';
import { pruneEvents } from '../../src/domains/accounts/webhooks/prune-events.ts';
import type { Env } from '../../src/env.ts';
import { DAY_MS, HOUR_MS } from '../../src/kit/time.ts';
import { systemCtx as ctxOf } from '../../src/system-ctx.ts';
import { expectLogged } from '../harness/logs.ts';
import { testEnv } from '../harness/world.ts';

const NOW = Date.UTC(2030, 4, 15);
/** The rows of a kind that one run deletes. */
const A_RUN = 10_000;

const N = `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?1)`;

async function run(text: string, ...values: unknown[]): Promise<void> {
  await testEnv.DB.prepare(text)
    .bind(...values)
    .run();
}

async function count(table: string): Promise<number> {
  const row = await testEnv.DB.prepare(`SELECT count(*) AS count FROM ${table}`).first<{ count: number }>();
  return row!.count;
}

/** Answers to requests, `age` milliseconds old. */
async function answers(account: string, many: number, age: number, kept = 0): Promise<void> {
  await run(
    `${N} INSERT INTO idempotency_keys (account_id, key, request_hash, status, body, created_at, kept)
      SELECT ?2, 'key-' || n, 'hash', 201, '{}', ?3, ?4 FROM n`,
    many,
    account,
    NOW - age,
    kept,
  );
}

/** Events of one receiver with a delivery and an attempt each, `age` milliseconds old. */
async function events(name: string, many: number, age: number): Promise<void> {
  const at = NOW - age;
  await run(
    `${N} INSERT INTO events (id, type, account_id, data, occurred_at)
      SELECT 'evt_' || ?2 || n, 'file.ready', 'acct_1', '{}', ?3 FROM n`,
    many,
    name,
    at,
  );
  await run(
    `${N} INSERT INTO deliveries (id, event_id, key_id, status, wake_at, retries_since, occurred_at)
      SELECT 'dlv_' || ?2 || n, 'evt_' || ?2 || n, 'key_1', 'delivered', ?3, ?3, ?3 FROM n`,
    many,
    name,
    at,
  );
  await run(
    `${N} INSERT INTO delivery_attempts (delivery_id, number, at, url, status, latency_ms)
      SELECT 'dlv_' || ?2 || n, 1, ?3, 'https://shop.example/hook', 204, 12 FROM n`,
    many,
    name,
    at,
  );
}

const held = async () => [await count('events'), await count('deliveries'), await count('delivery_attempts')];

/** The same database with another size. */
function weighing(bytes: number): Env {
  const prepare = (text: string) =>
    text === 'SELECT 1' ? { run: async () => ({ meta: { size_after: bytes } }) } : testEnv.DB.prepare(text);
  const DB = { prepare, batch: (all: D1PreparedStatement[]) => testEnv.DB.batch(all) };
  return { ...testEnv, DB } as unknown as Env;
}

beforeEach(async () => {
  for (const table of ['idempotency_keys', 'events', 'deliveries', 'delivery_attempts'])
    await run(`DELETE FROM ${table}`);
});

describe('idempotent answers', () => {
  it('go after a day, a bounded number a run, and those of money never', async () => {
    await answers('old', A_RUN + 1_500, 25 * HOUR_MS);
    await answers('older', 10, 40 * DAY_MS);
    await answers('young', 10, 23 * HOUR_MS);
    await answers('money', 10, 400 * DAY_MS, 1);
    await forgetOldAnswers(ctxOf(testEnv, NOW));
    expect(await count('idempotency_keys')).toBe(1_510 + 20);
    expect(await count("idempotency_keys WHERE account_id = 'older'")).toBe(0);
    await forgetOldAnswers(ctxOf(testEnv, NOW));
    await forgetOldAnswers(ctxOf(testEnv, NOW));
    expect(await count('idempotency_keys')).toBe(20);
  });
});

describe('events with their deliveries and attempts', () => {
  it('go after their time, a bounded number a run', async () => {
    await events('a', A_RUN + 700, 91 * DAY_MS);
    await events('b', 5, 89 * DAY_MS);
    await events('c', 5, 29 * DAY_MS);
    await pruneEvents(ctxOf(testEnv, NOW));
    expect(await held()).toEqual([710, 710, 710]);
    await pruneEvents(ctxOf(testEnv, NOW));
    expect(await held()).toEqual([10, 10, 5]);
    await pruneEvents(ctxOf(testEnv, NOW));
    expect(await held()).toEqual([10, 10, 5]);
  });

  it('go after two weeks where the database is nearly full, and no sooner', async () => {
    await events('a', 5, 15 * DAY_MS);
    await events('b', 5, 13 * DAY_MS);
    await pruneEvents(ctxOf(weighing(6_900_000_000), NOW));
    expect(await held()).toEqual([10, 10, 10]);
    await pruneEvents(ctxOf(weighing(7_100_000_000), NOW));
    expect(await held()).toEqual([5, 5, 5]);
  });
});

describe('the main database', () => {
  it('is reported before it is full', async () => {
    await weighMain(ctxOf(weighing(6_900_000_000), NOW));
    expectLogged('error', /"level":"alert","database":"DB","bytes":7100000000/);
    await weighMain(ctxOf(weighing(7_100_000_000), NOW));
  });
});
