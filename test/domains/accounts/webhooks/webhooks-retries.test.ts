import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  afterFailure,
  parseRetryAfter,
  WAITS_MS,
  waitBefore,
} from '../../../../src/domains/accounts/webhooks/retry-schedule.ts';
import { sweepDeliveries } from '../../../../src/domains/accounts/webhooks/sweep-deliveries.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../src/kit/time.ts';
import { runJobs } from '../../../../src/run-jobs.ts';
import * as clock from '../../../harness/clock.ts';
import { jobsNamed } from '../../../harness/jobs.ts';
import {
  consume,
  ctxOf,
  deliveryOf,
  emitNow,
  heldQueues,
  listener,
  play,
  receivers,
} from '../../../harness/webhooks.ts';
import { call, testEnv } from '../../../harness/world.ts';

afterEach(async () => {
  vi.unstubAllGlobals();
  // The sweep handles all keys, so deliveries that one test leaves pending must not wake in another.
  await testEnv.DB.prepare("UPDATE deliveries SET status = 'failed' WHERE status = 'pending'").run();
});

/** How long a busy machine may take for an attempt, which happens in real time. */
const BUSY_MS = 5 * SECOND_MS;

interface Attempt {
  number: number;
  at: string;
  latencyMs: number;
}

const attemptsOf = async (key: string, event: string): Promise<Attempt[]> =>
  (await call('GET', `/v1/events/${event}`, { key })).body.data.attempts;
const starts = (attempts: Attempt[]) => attempts.map(({ at }) => Date.parse(at));

describe('the retry table', () => {
  it('is 0, 5 s, 5 m, 30 m, 2 h, 5 h, 10 h, 14 h, 20 h, 20 h, each within 10 %, the same for whoever asks', () => {
    const minutes = WAITS_MS.map((ms) => ms / MINUTE_MS);
    expect(minutes).toEqual([0, 5 / 60, 5, 30, 120, 300, 600, 840, 1200, 1200]);
    const spread = new Set<number>();
    for (let n = 0; n < 500; n++) {
      for (let number = 1; number <= 10; number++) {
        const wait = waitBefore(`dlv_${n}`, number);
        expect(Math.abs(wait - WAITS_MS[number - 1]!)).toBeLessThanOrEqual(WAITS_MS[number - 1]! * 0.1 + 1);
        expect(waitBefore(`dlv_${n}`, number)).toBe(wait);
      }
      spread.add(Math.round(waitBefore(`dlv_${n}`, 10) / HOUR_MS));
    }
    expect([...spread].sort()).toEqual([18, 19, 20, 21, 22]);
  });

  it('never goes beyond 72 hours, whatever the receiver asks', () => {
    const delivery = { id: 'dlv_1', made: 1, retriesSince: 0 };
    const week = afterFailure(delivery, SECOND_MS, 7 * DAY_MS);
    expect(week.status).toBe('pending');
    expect(week.status === 'pending' && week.nextAttemptAt).toBeLessThanOrEqual(3 * DAY_MS);
    expect(afterFailure({ ...delivery, made: 2 }, 3 * DAY_MS - MINUTE_MS, null)).toEqual({
      status: 'failed',
    });
    expect(afterFailure({ ...delivery, made: 10 }, DAY_MS, null)).toEqual({ status: 'failed' });
  });

  it('reads Retry-After in seconds and as a date, and nothing else', () => {
    const now = Date.parse('2026-11-21T10:00:00Z');
    expect(parseRetryAfter('120', now)).toBe(120_000);
    expect(parseRetryAfter(' 0 ', now)).toBe(0);
    expect(parseRetryAfter('Sat, 21 Nov 2026 10:01:30 GMT', now)).toBe(90_000);
    expect(parseRetryAfter('Sat, 21 Nov 2026 09:00:00 GMT', now)).toBe(0);
    for (const odd of [null, '', 'soon', '-5', '1.5', '1e9', '99999999999999999999', 'Sat, 99 Nov'])
      expect(parseRetryAfter(odd, now), String(odd)).toBeNull();
  });
});

describe('an event whose receiver stays down', () => {
  it('is tried ten times at the moments of the table, at most 72 hours long, then has failed', async () => {
    const { env, sent } = heldQueues();
    const brand = await listener();
    const got = receivers({ [brand.url]: () => new Response('down', { status: 500 }) });
    const began = clock.now();
    const event = await emitNow(env, { account: brand.id }, began);
    const { id } = (await deliveryOf(event, brand.keyId))!;
    await play(env, sent, began, began + 4 * DAY_MS);
    expect(await deliveryOf(event, brand.keyId)).toMatchObject({
      status: 'failed',
      attempts: 10,
      leased_until: null,
    });
    const attempts = await attemptsOf(brand.key, event);
    expect(attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(got).toHaveLength(10);
    expect(new Set(got.map((r) => r.body)).size).toBe(1);
    const times = starts(attempts);
    for (let n = 1; n < 10; n++) {
      const planned = Math.min(
        times[n - 1]! + attempts[n - 1]!.latencyMs + waitBefore(id, n + 1),
        began + 3 * DAY_MS - 5 * MINUTE_MS,
      );
      // For waits up to twelve hours a queue message wakes it exactly on time; for longer ones, the next
      // minute's sweep does.
      const leeway = (WAITS_MS[n]! > 11 * HOUR_MS ? MINUTE_MS : 0) + BUSY_MS;
      expect(times[n]! - planned, `attempt ${n + 1}`).toBeGreaterThanOrEqual(-5);
      expect(times[n]! - planned, `attempt ${n + 1}`).toBeLessThan(leeway);
    }
    expect(times[9]! - began).toBeLessThanOrEqual(3 * DAY_MS);
    const { body } = await call('GET', `/v1/events/${event}`, { key: brand.key });
    expect(body.data.delivery).toBe('failed');
  });

  it('arrives at the first attempt after it is back, two days later', async () => {
    const { env, sent } = heldQueues();
    const brand = await listener();
    const began = clock.now();
    let up = false;
    const got = receivers({ [brand.url]: () => new Response(null, { status: up ? 200 : 503 }) });
    const events = [];
    for (let n = 0; n < 5; n++) events.push(await emitNow(env, { account: brand.id }, began + n));
    await play(env, sent, began, began + 2 * DAY_MS);
    const before = got.length;
    up = true;
    await play(env, sent, began + 2 * DAY_MS, began + 3 * DAY_MS);
    for (const event of events) {
      expect(await deliveryOf(event, brand.keyId)).toMatchObject({ status: 'delivered' });
    }
    expect(got).toHaveLength(before + 5);
    await play(env, sent, began + 3 * DAY_MS, began + 5 * DAY_MS);
    expect(got).toHaveLength(before + 5);
  });

  it('is not sent at all once its time is over, if somebody tried before; an untried one is tried once', async () => {
    const { env, sent } = heldQueues();
    const brand = await listener();
    const began = clock.now();
    const got = receivers({ [brand.url]: () => new Response(null, { status: 500 }) });
    const tried = await emitNow(env, { account: brand.id }, began);
    await consume(env, 'webhooks', [sent.pop()!.body]);
    sent.length = 0;
    const untried = await emitNow(env, { account: brand.id }, began);
    sent.length = 0;
    const late = began + 4 * DAY_MS;
    await sweepDeliveries(ctxOf(env, late));
    for (const { queue, body } of sent.splice(0)) await consume(env, queue, [body]);
    expect(got).toHaveLength(2);
    expect(await deliveryOf(tried, brand.keyId)).toMatchObject({ status: 'failed', attempts: 1 });
    expect(await deliveryOf(untried, brand.keyId)).toMatchObject({ status: 'failed', attempts: 1 });
  });
});

describe('Retry-After', () => {
  const answered = async (status: number, after: string) => {
    const { env, sent } = heldQueues();
    const brand = await listener();
    receivers({ [brand.url]: () => new Response(null, { status, headers: { 'Retry-After': after } }) });
    const event = await emitNow(env, { account: brand.id });
    await consume(env, 'webhooks', [sent[0]!.body]);
    const row = (await deliveryOf(event, brand.keyId))!;
    const [attempt] = await attemptsOf(brand.key, event);
    return { wait: row.next_attempt_at! - Date.parse(attempt!.at) - attempt!.latencyMs, row, sent };
  };

  it.each([429, 503])('of a %i lengthens the wait', async (status) => {
    const { wait, sent } = await answered(status, '120');
    expect(wait).toBe(120_000);
    expect(sent.at(-1)).toMatchObject({ queue: 'webhooks-slow', delaySeconds: 120 });
  });

  it('may be a date', async () => {
    const { wait } = await answered(429, new Date(clock.now() + HOUR_MS).toUTCString());
    expect(Math.abs(wait - HOUR_MS)).toBeLessThan(BUSY_MS);
  });

  it('does not shorten the wait, and counts for no other status', async () => {
    const short = await answered(429, '1');
    expect(short.wait).toBe(waitBefore(short.row.id, 2));
    const other = await answered(500, '3600');
    expect(other.wait).toBe(waitBefore(other.row.id, 2));
  });

  it('never goes beyond giving up', async () => {
    const { row } = await answered(503, '999999999');
    expect(row.next_attempt_at).toBe(row.retries_since + 3 * DAY_MS - 5 * MINUTE_MS);
  });
});

describe('the cron', () => {
  it('forgets events after 90 days and attempts after 30, and keeps what is younger', async () => {
    const { env, sent } = heldQueues();
    const brand = await listener();
    receivers({ [brand.url]: () => new Response() });
    const now = clock.now();
    const event = await emitNow(env, { account: brand.id }, now);
    await consume(
      env,
      'webhooks',
      sent.map((s) => s.body),
    );
    const nightly = jobsNamed('prune events');
    const read = () => call('GET', `/v1/events/${event}`, { key: brand.key });
    await runJobs(nightly, now + 29 * DAY_MS, testEnv);
    expect((await read()).body.data.attempts).toHaveLength(1);
    await runJobs(nightly, now + 31 * DAY_MS, testEnv);
    expect((await read()).body.data).toMatchObject({ delivery: 'delivered', attempts: [] });
    await runJobs(nightly, now + 91 * DAY_MS, testEnv);
    expect((await read()).status).toBe(404);
    const redelivery = await call('POST', `/v1/events/${event}/redeliveries`, { key: brand.key });
    expect(redelivery.status).toBe(404);
    expect(await deliveryOf(event, brand.keyId)).toBeNull();
  });
});
