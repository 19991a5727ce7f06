import { afterEach, describe, expect, it, vi } from 'vitest';
import { LEASE_MS } from '../../../../src/domains/accounts/webhooks/delivery-store.ts';
import { sweepDeliveries } from '../../../../src/domains/accounts/webhooks/sweep-deliveries.ts';
import type { Env } from '../../../../src/env.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import { expectLogged } from '../../../harness/logs.ts';
import { PATIENCE } from '../../../harness/patience.ts';
import {
  consume,
  ctxOf,
  deliveryOf,
  emitNow,
  heldQueues,
  keyRow,
  listener,
  receivers,
} from '../../../harness/webhooks.ts';
import { testEnv } from '../../../harness/world.ts';

afterEach(async () => {
  vi.unstubAllGlobals();
  // The sweep handles all keys, so deliveries that one test leaves pending must not wake in another.
  await testEnv.DB.prepare("UPDATE deliveries SET status = 'failed' WHERE status = 'pending'").run();
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('one slow receiver', () => {
  it('gets no more requests of a batch once it failed: the rest goes to the slow queue unattempted', async () => {
    const { env, sent } = heldQueues();
    const bad = await listener();
    const good = await listener();
    const got = receivers({
      [bad.url]: () => new Response(null, { status: 500 }),
      [good.url]: () => new Response(),
    });
    const events = [];
    for (let n = 0; n < 10; n++) {
      events.push(await emitNow(env, { account: bad.id }));
      await emitNow(env, { account: good.id });
    }
    const bodies = sent.splice(0).map((s) => s.body);
    const result = await consume(env, 'webhooks', bodies);
    expect(result.explicitAcks).toHaveLength(20);
    expect(got.filter((r) => r.url === good.url)).toHaveLength(10);
    expect(got.filter((r) => r.url === bad.url)).toHaveLength(1);
    const moved = sent.filter((s) => s.queue === 'webhooks-slow' && s.delaySeconds === 0);
    expect(moved.flatMap((s) => s.body.deliveries)).toHaveLength(9);
    expect((await keyRow(bad.keyId)).webhook_slow).toBe(1);
    expect((await keyRow(good.keyId)).webhook_slow).toBe(0);
    for (const event of events.slice(1)) {
      const delivery = await deliveryOf(event, bad.keyId);
      expect(delivery).toMatchObject({ status: 'pending', attempts: 0, leased_until: null });
      // If the slow queue loses its message, the sweep finds it within two minutes.
      expect(delivery!.wake_at - clock.now()).toBeLessThanOrEqual(MINUTE_MS);
    }
  });

  it('is left to the slow queue by the next batches too, until it answers well there', async () => {
    const { env, sent } = heldQueues();
    const brand = await listener();
    let status = 500;
    const got = receivers({ [brand.url]: () => new Response(null, { status }) });
    await emitNow(env, { account: brand.id });
    await consume(env, 'webhooks', [sent.splice(0)[0]!.body]);
    const second = await emitNow(env, { account: brand.id });
    const nudge = sent.pop()!;
    sent.length = 0;
    await consume(env, 'webhooks', [nudge.body]);
    expect(got).toHaveLength(1);
    expect(sent).toMatchObject([{ queue: 'webhooks-slow', delaySeconds: 0 }]);
    status = 200;
    await consume(env, 'webhooks-slow', [sent.pop()!.body]);
    expect(await deliveryOf(second, brand.keyId)).toMatchObject({ status: 'delivered' });
    expect((await keyRow(brand.keyId)).webhook_slow).toBe(0);
    const third = await emitNow(env, { account: brand.id });
    await consume(env, 'webhooks', [sent.pop()!.body]);
    expect(await deliveryOf(third, brand.keyId)).toMatchObject({ status: 'delivered' });
  });

  it('that hangs holds one request of a batch; the others are recorded and acknowledged at once', async () => {
    const { env, sent } = heldQueues();
    const hanging = await listener();
    const good = await listener();
    const got = receivers({ [hanging.url]: () => new Promise(() => {}), [good.url]: () => new Response() });
    const stuck = [];
    for (let n = 0; n < 8; n++) stuck.push(await emitNow(env, { account: hanging.id }));
    const event = await emitNow(env, { account: good.id });
    const bodies = sent.splice(0).map((s) => s.body);
    let waits = true;
    const consumed = consume(env, 'webhooks', bodies).finally(() => {
      waits = false;
    });
    await vi.waitFor(async () => {
      expect(await deliveryOf(event, good.keyId)).toMatchObject({ status: 'delivered' });
    }, PATIENCE);
    await vi.waitFor(async () => {
      expect((await keyRow(hanging.keyId)).webhook_slow).toBe(1);
      expect(sent.flatMap((s) => s.body.deliveries)).toHaveLength(7);
    }, PATIENCE);
    expect(got.filter((r) => r.url === hanging.url)).toHaveLength(1);
    expect(waits).toBe(true);
    expect((await consumed).explicitAcks).toHaveLength(9);
    expect(await deliveryOf(stuck[0]!, hanging.keyId)).toMatchObject({ status: 'pending', attempts: 1 });
  });

  it('whose answer takes over 2 seconds has the event, and is slow', async () => {
    const { env, sent } = heldQueues();
    const brand = await listener();
    receivers({ [brand.url]: () => pause(2_300).then(() => new Response()) });
    const event = await emitNow(env, { account: brand.id });
    await consume(env, 'webhooks', [sent[0]!.body]);
    expect(await deliveryOf(event, brand.keyId)).toMatchObject({ status: 'delivered', attempts: 1 });
    expect((await keyRow(brand.keyId)).webhook_slow).toBe(1);
  });

  it('in the slow queue is put off while it does not answer, and holds two requests at most', async () => {
    const { env, sent } = heldQueues();
    const hanging = await listener();
    const failing = await listener();
    const got = receivers({
      [hanging.url]: () => new Promise(() => {}),
      [failing.url]: () => new Response(null, { status: 500 }),
    });
    for (let n = 0; n < 6; n++) await emitNow(env, { account: hanging.id });
    for (let n = 0; n < 6; n++) await emitNow(env, { account: failing.id });
    const bodies = sent.splice(0).map((s) => s.body);
    await consume(env, 'webhooks-slow', bodies);
    expect(got.filter((r) => r.url === hanging.url)).toHaveLength(2);
    expect(got.filter((r) => r.url === failing.url)).toHaveLength(6);
    const putOff = sent.filter((s) => s.delaySeconds === 10);
    expect(putOff.flatMap((s) => s.body.deliveries)).toHaveLength(4);
    // A second wake-up does not postpone it again, because it is not due until then.
    const { at, deliveries } = putOff[0]!.body;
    sent.length = 0;
    await consume(env, 'webhooks-slow', [{ deliveries, at: at! - SECOND_MS }]);
    expect(sent).toEqual([]);
    expect(got.filter((r) => r.url === hanging.url)).toHaveLength(2);
  });

  it('is not waited for by the others of its batch, even where six of them take all connections', async () => {
    const slowly = () => pause(3_500).then(() => new Response());
    const run = async (queue: string) => {
      const { env, sent } = heldQueues();
      for (let n = 0; n < 6; n++) await emitNow(env, { account: hanging[queue]![n]!.id });
      const good = await listener();
      const event = await emitNow(env, { account: good.id });
      const bodies = sent.splice(0).map((s) => s.body);
      const consumed = consume(env, queue, bodies);
      await vi.waitFor(() => expect(sent).toMatchObject([{ queue, delaySeconds: 0 }]), PATIENCE);
      await consume(env, queue, [sent.pop()!.body]);
      expect(await deliveryOf(event, good.keyId)).toMatchObject({ status: 'delivered' });
      expect((await consumed).explicitAcks).toHaveLength(7);
    };
    const six = () => Promise.all(Array.from({ length: 6 }, () => listener()));
    const hanging: Record<string, Awaited<ReturnType<typeof six>>> = {
      webhooks: await six(),
      'webhooks-slow': await six(),
    };
    receivers({
      ...Object.fromEntries(Object.values(hanging).flatMap((all) => all.map(({ url }) => [url, slowly]))),
      'https://': () => new Response(),
    });
    await Promise.all([run('webhooks'), run('webhooks-slow')]);
  });
});

describe('a key', () => {
  it('has at most 6 requests at once in a batch', async () => {
    const { env, sent } = heldQueues();
    const brand = await listener();
    let now = 0;
    let most = 0;
    receivers({
      [brand.url]: async () => {
        most = Math.max(most, ++now);
        await pause(20);
        now--;
        return new Response();
      },
    });
    const events = [];
    for (let n = 0; n < 40; n++) events.push(await emitNow(env, { account: brand.id }));
    await consume(
      env,
      'webhooks',
      sent.map((s) => s.body),
    );
    expect(most).toBe(6);
    for (const event of events)
      expect(await deliveryOf(event, brand.keyId)).toMatchObject({ status: 'delivered' });
  });
});

describe('a consumer that dies', () => {
  /** A database whose writes of delivery results are lost. */
  const dying = (env: Env): Env => {
    const batch = async (statements: D1PreparedStatement[]) => {
      if (dead) throw new Error('Network connection lost.');
      dead = true;
      return await env.DB.batch(statements);
    };
    let dead = false;
    return { ...env, DB: { prepare: (sql: string) => env.DB.prepare(sql), batch } as unknown as D1Database };
  };

  it('between sending and recording has its event sent again, and never lost', async () => {
    expectLogged('error', /Network connection lost/);
    const { env, sent } = heldQueues();
    const brand = await listener();
    const got = receivers({ [brand.url]: () => new Response() });
    const began = clock.now();
    const event = await emitNow(env, { account: brand.id }, began);
    const { body } = sent.pop()!;
    const result = await consume(dying(env), 'webhooks', [body]);
    expect(got).toHaveLength(1);
    expect(result.explicitAcks).toHaveLength(0);
    expect(result.retryMessages).toHaveLength(1);
    // Its lease is still valid, so neither the repeated message nor the sweep sends now.
    await consume(env, 'webhooks', [body]);
    await sweepDeliveries(ctxOf(env, began + MINUTE_MS));
    expect(sent).toHaveLength(0);
    expect(got).toHaveLength(1);
    await sweepDeliveries(ctxOf(env, began + LEASE_MS + MINUTE_MS));
    await consume(env, 'webhooks', [sent.pop()!.body]);
    expect(got.map((r) => r.headers.get('service-event'))).toEqual([event, event]);
    expect(await deliveryOf(event, brand.keyId)).toMatchObject({ status: 'delivered', attempts: 1 });
  });
});

describe('the sweep', () => {
  it('wakes what lost its message, a while after it was due, and not again every minute', async () => {
    const { env, sent } = heldQueues();
    const brand = await listener();
    const began = clock.now();
    for (let n = 0; n < 25; n++) await emitNow(env, { account: brand.id }, began);
    sent.length = 0;
    await sweepDeliveries(ctxOf(env, began + SECOND_MS));
    expect(sent).toHaveLength(0);
    const at = began + MINUTE_MS;
    await sweepDeliveries(ctxOf(env, at));
    expect(sent.map((s) => s.body.deliveries!.length)).toEqual([10, 10, 5]);
    expect(sent.every((s) => s.queue === 'webhooks' && s.body.at === at)).toBe(true);
    sent.length = 0;
    for (let minute = 2; minute < 6; minute++) await sweepDeliveries(ctxOf(env, began + minute * MINUTE_MS));
    expect(sent).toHaveLength(0);
    await sweepDeliveries(ctxOf(env, began + 7 * MINUTE_MS));
    expect(sent.flatMap((s) => s.body.deliveries)).toHaveLength(25);
  });

  it('goes through a backlog in pages and leaves nobody out', async () => {
    const { env, sent } = heldQueues();
    const brand = await listener();
    const began = clock.now() - DAY_MS;
    const rows = Array.from({ length: 1_234 }, (_, n) => [
      `dlv_${brand.keyId}_${n}`,
      `evt_${brand.keyId}_${n}`,
    ]);
    await env.DB.prepare(`INSERT INTO deliveries
        (id, event_id, key_id, status, next_attempt_at, wake_at, retries_since, occurred_at)
      SELECT value ->> 0, value ->> 1, ?2, 'pending', ?3, ?3, ?3, ?3 FROM json_each(?1)`)
      .bind(JSON.stringify(rows), brand.keyId, began)
      .run();
    await sweepDeliveries(ctxOf(env, began + MINUTE_MS));
    const woken = sent.flatMap((s) => s.body.deliveries!).filter((id) => id.includes(brand.keyId));
    expect(new Set(woken).size).toBe(1_234);
  });

  it('sends those of slow keys through the slow queue', async () => {
    const { env, sent } = heldQueues();
    const brand = await listener();
    const began = clock.now();
    await emitNow(env, { account: brand.id }, began);
    await env.DB.prepare('UPDATE api_keys SET webhook_slow = 1 WHERE id = ?1').bind(brand.keyId).run();
    sent.length = 0;
    await sweepDeliveries(ctxOf(env, began + MINUTE_MS));
    expect(sent.map((s) => s.queue)).toContain('webhooks-slow');
  });
});

describe('messages', () => {
  it('that nobody can read are retried alone', async () => {
    const { env, sent } = heldQueues();
    const brand = await listener();
    const got = receivers({ [brand.url]: () => new Response() });
    await emitNow(env, { account: brand.id });
    const odd = [
      null,
      'text',
      {},
      { event: 7 },
      { deliveries: 'x' },
      { deliveries: [1] },
      { event: 'evt_1', at: 'now' },
    ];
    const result = await consume(env, 'webhooks', [...odd, sent[0]!.body, { event: 'evt_unknown' }]);
    expect(result.retryMessages).toHaveLength(odd.length);
    expect(result.explicitAcks).toHaveLength(2);
    expect(got).toHaveLength(1);
  });

  it('of the dead-letter queues become one row each, however often they come', async () => {
    expectLogged('error', /deadLetters/);
    const { env } = heldQueues();
    const letters = async () =>
      (await testEnv.DB.prepare('SELECT * FROM dead_letters ORDER BY id').all<Record<string, unknown>>())
        .results;
    const { dispatch } = await import('../../../../queues/dispatch.ts');
    const { createExecutionContext, createMessageBatch, getQueueResult } = await import('cloudflare:test');
    for (let time = 0; time < 2; time++) {
      for (const queue of ['pixel-events-dlq', 'webhooks-dlq']) {
        const messages = Array.from({ length: 15 }, (_, n) => ({
          id: `${queue}-${n}`,
          timestamp: new Date(clock.now()),
          attempts: 3,
          body: { n },
        }));
        const batch = createMessageBatch(queue, messages);
        const execution = createExecutionContext();
        await dispatch(batch, env, execution);
        expect((await getQueueResult(batch, execution)).ackAll).toBe(true);
      }
    }
    const rows = await letters();
    expect(rows).toHaveLength(30);
    expect(rows[0]).toMatchObject({
      id: 'pixel-events-dlq-0',
      queue: 'pixel-events',
      body: '{"n":0}',
      attempts: 3,
      reason: 'The consumer of pixel-events gave up on it.',
    });
  });

  it('of an unknown queue are refused', async () => {
    await expect(consume(heldQueues().env, 'nobody', [{}])).rejects.toThrow('no consumer');
  });
});
