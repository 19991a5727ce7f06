import { describe, expect, it } from 'vitest';
import { relayOutbox } from '../../../../src/domains/accounts/webhooks/relay-outbox.ts';
import type { Env } from '../../../../src/env.ts';
import { newId } from '../../../../src/kit/ids.ts';
import { DAY_MS, MINUTE_MS } from '../../../../src/kit/time.ts';
import { runJobs } from '../../../../src/run-jobs.ts';
import * as clock from '../../../harness/clock.ts';
import { jobsNamed } from '../../../harness/jobs.ts';
import { expectLogged } from '../../../harness/logs.ts';
import { ctxOf, deliveryOf, heldQueues, listener, setUrl } from '../../../harness/webhooks.ts';
import { call, testEnv } from '../../../harness/world.ts';

interface Row {
  type?: string;
  account: string;
  creator?: string | null;
  data?: Record<string, string>;
  at?: number;
}

const shardOf = (shard: 0 | 1) => testEnv[`EVENTS_${shard}`]!;

async function intoOutbox(shard: 0 | 1, rows: Row[]): Promise<string[]> {
  const values = rows.map(
    ({ type = 'conversion.recorded', account, creator = null, data, at = clock.now() }) => [
      newId('event', at),
      type,
      account,
      creator,
      JSON.stringify(data ?? { conversion: newId('conversion', at), pixel_event: newId('pixelEvent', at) }),
      at,
    ],
  );
  await shardOf(shard)
    .prepare(`INSERT INTO outbox (id, type, account_id, creator_id, data, occurred_at)
      SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5 FROM json_each(?1)`)
    .bind(JSON.stringify(values))
    .run();
  return values.map(([id]) => id as string);
}

const waiting = async (shard: 0 | 1) =>
  (await shardOf(shard).prepare('SELECT id FROM outbox WHERE relayed_at IS NULL').all()).results.length;
const countOf = async (sql: string, ...values: string[]) =>
  (await testEnv.DB.prepare(sql)
    .bind(...values)
    .first<{ n: number }>())!.n;
const deliveriesOf = (event: string) =>
  countOf('SELECT COUNT(*) AS n FROM deliveries WHERE event_id = ?1', event);

describe('the relay', () => {
  it('brings each event and its deliveries over once, wakes them, and empties the outbox', async () => {
    const { env, sent } = heldQueues();
    const brand = await listener();
    const ids = await intoOutbox(
      0,
      Array.from({ length: 1_203 }, () => ({ account: brand.id })),
    );
    await relayOutbox(ctxOf(env), 0);
    expect(await waiting(0)).toBe(0);
    expect(new Set(sent.flatMap((s) => s.body.deliveries)).size).toBe(1_203);
    expect(await countOf('SELECT COUNT(*) AS n FROM deliveries WHERE key_id = ?1', brand.keyId)).toBe(1_203);
    const { body } = await call('GET', `/v1/events/${ids[0]}`, { key: brand.key });
    expect(body.data).toMatchObject({ type: 'conversion.recorded', account: brand.id, delivery: 'pending' });
    sent.length = 0;
    await relayOutbox(ctxOf(env), 0);
    expect(sent).toHaveLength(0);
  });

  it('does no harm when several run at once', async () => {
    const { env } = heldQueues();
    const brand = await listener();
    await intoOutbox(
      1,
      Array.from({ length: 300 }, () => ({ account: brand.id })),
    );
    await Promise.all(Array.from({ length: 5 }, () => relayOutbox(ctxOf(env), 1)));
    expect(await countOf('SELECT COUNT(*) AS n FROM deliveries WHERE key_id = ?1', brand.keyId)).toBe(300);
    expect(await waiting(1)).toBe(0);
  });

  it('that died before marking its rows runs again without new deliveries, even if keys and rosters changed', async () => {
    const { env } = heldQueues();
    const brand = await listener();
    const partner = await listener('partner');
    const silent = await listener();
    await setUrl(silent.key, null);
    const at = clock.now();
    const [sentOne, silentOne] = await intoOutbox(0, [
      { account: brand.id, at },
      { account: silent.id, at },
    ]);
    const dying = { ...env, EVENTS_0: failingMark(shardOf(0)) } as Env;
    await expect(relayOutbox(ctxOf(dying), 0)).rejects.toThrow('died');
    expect(await waiting(0)).toBe(2);
    await testEnv.DB.prepare('UPDATE accounts SET managed_by = ?2 WHERE id IN (?1, ?3)')
      .bind(brand.id, partner.id, silent.id)
      .run();
    await testEnv.DB.prepare(
      'UPDATE api_keys SET webhook_url = ?2, webhook_secret = ?2, webhook_since = 1 WHERE id = ?1',
    )
      .bind(silent.keyId, 'https://late.example.com/')
      .run();
    await testEnv.DB.prepare('UPDATE api_keys SET webhook_since = 1 WHERE id = ?1').bind(partner.keyId).run();
    await relayOutbox(ctxOf(env), 0);
    expect(await waiting(0)).toBe(0);
    expect(await deliveriesOf(sentOne!)).toBe(1);
    expect(await deliveryOf(sentOne!, brand.keyId)).not.toBeNull();
    expect(await deliveriesOf(silentOne!)).toBe(0);
  });

  it('whose batch in the main database fails leaves everything for the next', async () => {
    const { env } = heldQueues();
    const brand = await listener();
    const [event] = await intoOutbox(0, [{ account: brand.id }]);
    const batch = async () => {
      throw new Error('died');
    };
    const dying = { ...env, DB: { prepare: (sql: string) => env.DB.prepare(sql), batch } } as unknown as Env;
    await expect(relayOutbox(ctxOf(dying), 0)).rejects.toThrow('died');
    expect(await deliveriesOf(event!)).toBe(0);
    await relayOutbox(ctxOf(env), 0);
    expect(await deliveriesOf(event!)).toBe(1);
  });

  it('verifies a waiting pixel once, and leaves an archived one alone', async () => {
    const { env } = heldQueues();
    const brand = await listener();
    const make = async () =>
      (
        await call('POST', '/v1/pixels', {
          key: brand.key,
          body: { name: 'p', domains: ['https://shop.example.com'] },
        })
      ).body.data.id as string;
    const [waitingPixel, archived] = [await make(), await make()];
    await call('PATCH', `/v1/pixels/${archived}`, { key: brand.key, body: { status: 'archived' } });
    const verified = (pixel: string) => ({ type: 'pixel.verified', account: brand.id, data: { pixel } });
    await intoOutbox(0, [verified(waitingPixel), verified(archived)]);
    await relayOutbox(ctxOf(env), 0);
    await intoOutbox(0, [verified(waitingPixel)]);
    await relayOutbox(ctxOf(env), 0);
    const read = async (id: string) => (await call('GET', `/v1/pixels/${id}`, { key: brand.key })).body.data;
    expect(await read(waitingPixel)).toMatchObject({ status: 'verified', version: 2 });
    expect(await read(archived)).toMatchObject({ status: 'archived', version: 2 });
  });

  it('is done for every shard by the cron, and one broken shard does not stop the others', async () => {
    expectLogged('error', /relay outboxes.*out of order/);
    const { env } = heldQueues();
    const brand = await listener();
    const [first] = await intoOutbox(0, [{ account: brand.id }]);
    const [second] = await intoOutbox(1, [{ account: brand.id }]);
    const prepare = () => {
      throw new Error('out of order');
    };
    const broken = { ...env, EVENTS_0: { prepare } } as unknown as Env;
    const job = jobsNamed('relay outboxes');
    await expect(runJobs(job, clock.now(), broken)).rejects.toThrow('relay outboxes');
    expect(await deliveriesOf(second!)).toBe(1);
    expect(await deliveriesOf(first!)).toBe(0);
    await runJobs(job, clock.now() + MINUTE_MS, env);
    expect(await deliveriesOf(first!)).toBe(1);
  });

  it('forgets relayed rows after a week, and no others', async () => {
    const { env } = heldQueues();
    const brand = await listener();
    const at = clock.now() - 8 * DAY_MS;
    await intoOutbox(0, [{ account: brand.id, at }]);
    await relayOutbox(ctxOf(env), 0);
    const [kept] = await intoOutbox(0, [{ account: brand.id, at }]);
    await runJobs(jobsNamed('forget relayed rows'), clock.now(), env);
    const left = await shardOf(0).prepare('SELECT id FROM outbox WHERE occurred_at = ?1').bind(at).all();
    expect(left.results).toEqual([{ id: kept }]);
  });
});

/** A shard on which marking rows as relayed always fails. */
function failingMark(shard: D1Database): D1Database {
  return {
    prepare: (sql: string) => {
      if (sql.startsWith('UPDATE outbox')) throw new Error('died');
      return shard.prepare(sql);
    },
  } as unknown as D1Database;
}
