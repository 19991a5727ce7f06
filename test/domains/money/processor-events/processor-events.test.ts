// The processor's webhooks: accepted only when signed, stored once, handled once, and never given up
// silently.

import { Stripe } from 'stripe';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  forgetOldEvents,
  handleDueEvents,
} from '../../../../src/domains/money/processor-events/handle-due-events.ts';
import { handleEvent } from '../../../../src/domains/money/processor-events/handle-event.ts';
import { EVENT_LIMIT } from '../../../../src/domains/money/processor-events/receive-event.ts';
import { deleteEvents } from '../../../../src/domains/money/processor-events/store.ts';
import { vars } from '../../../../src/env.ts';
import { DAY_MS, MINUTE_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import { onboard } from '../../../harness/money/payouts-setup.ts';
import { type StripeWorld, stripeWorld } from '../../../harness/money/stripe.ts';
import { mintCreator } from '../../../harness/work/creators.ts';
import { call, type Minted, mintAccount, testEnv } from '../../../harness/world.ts';

let stripe: StripeWorld;
let partner: Minted;
let creator: string;
beforeEach(async () => {
  stripe = await stripeWorld();
  partner = await mintAccount('partner');
  creator = (await mintCreator(partner.key)).id;
});

interface Row {
  id: string;
  type: string;
  status: string;
  attempts: number;
  error: string | null;
  next_at: number;
}
const stored = async (account: string) => {
  const found = testEnv.DB.prepare('SELECT * FROM processor_events WHERE account = ?').bind(account);
  return (await found.all<Row>()).results;
};
const identity = async () =>
  (await call('GET', `/v1/creators/${creator}`, { key: partner.key })).body.data.payouts.identity.status;
const onboarded = () => onboard(stripe, creator, { key: partner.key, as: creator });
const ABOUT = (id: string) => ({
  id: `evt_${id}`,
  object: 'event',
  type: 'account.updated',
  account: `acct_${id}`,
  data: { object: { id: `acct_${id}`, object: 'account' } },
});

async function post(body: string, more: { secret?: string; timestamp?: number; signature?: string } = {}) {
  const signature =
    more.signature ??
    (await Stripe.webhooks.generateTestHeaderStringAsync({
      payload: body,
      secret: more.secret ?? vars(stripe.env).STRIPE_WEBHOOK_SECRET!,
      timestamp: more.timestamp ?? Math.floor(clock.now() / 1000),
    }));
  const answer = await call('POST', '/webhooks/stripe', {
    env: stripe.env,
    body,
    headers: { 'Stripe-Signature': signature },
  });
  return [answer.status, answer.body.error?.code];
}

describe('a webhook', () => {
  it('is stored once and handled once, however often it comes', async () => {
    const account = await onboarded();
    const answers = await stripe.webhooks({ copies: 5 });
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    const once = [{ type: 'account.updated', status: 'done', attempts: 1 }];
    expect(await stored(account)).toMatchObject(once);
    expect(await identity()).toBe('verified');
    // A copy that arrives the next day.
    await handleEvent(stripe.ctx(clock.now() + DAY_MS), (await stored(account))[0]!.id);
    expect(await stored(account)).toMatchObject(once);
  });

  it('is refused unless the processor signed these very bytes just now, and then nothing is stored', async () => {
    const id = crypto.randomUUID();
    const body = JSON.stringify(ABOUT(id));
    const now = Math.floor(clock.now() / 1000);
    const invalid = [400, 'invalid_request'];
    expect(await post(body, { secret: 'whsec_other' })).toEqual(invalid);
    expect(await post(body, { timestamp: now - 301 })).toEqual(invalid);
    for (const signature of ['', 'nonsense', `t=${now},v1=00`, `t=,v1=`]) {
      expect(await post(body, { signature }), signature).toEqual(invalid);
    }
    for (const garbage of ['', 'x', '{}', '[]', 'null', '{"id":1}', '{"id":"evt_1","type":"a","data":{}}']) {
      expect(await post(garbage), garbage).toEqual(invalid);
    }
    const nested = JSON.stringify({ ...ABOUT(id), more: 0 }).replace(
      /0}$/,
      `${'['.repeat(40)}${']'.repeat(40)}}`,
    );
    expect(await post(nested)).toEqual(invalid);
    expect(await post('['.repeat(40_000) + ']'.repeat(40_000))).toEqual(invalid);
    expect(await post('x'.repeat(EVENT_LIMIT + 1))).toEqual([413, 'payload_too_large']);
    expect(await stored(`acct_${id}`)).toEqual([]);
    expect(await post(body)).toEqual([200, undefined]);
    expect(await stored(`acct_${id}`)).toHaveLength(1);
  });

  it('of a kind that nothing depends on is kept and left alone', async () => {
    const id = crypto.randomUUID();
    await post(JSON.stringify({ ...ABOUT(id), type: 'balance.available' }));
    expect(await stored(`acct_${id}`)).toMatchObject([{ status: 'ignored', attempts: 0 }]);
  });

  it('about something that is not ours is done with', async () => {
    const { id } = await stripe.stripe.accounts.create({ country: 'US' });
    await stripe.sim(`accounts/${id}/onboard`);
    await stripe.webhooks();
    expect(await stored(id)).toMatchObject([{ status: 'done' }]);
    await stripe.stripe.paymentIntents.create({ amount: 500, currency: 'usd' });
    const [answer] = await stripe.webhooks();
    expect(answer!.status).toBe(200);
    const row = await testEnv.DB.prepare(
      "SELECT status FROM processor_events WHERE type = 'payment_intent.created' ORDER BY received_at DESC",
    ).first<Row>();
    expect(row!.status).toBe('done');
  });
});

/** Stores an event as a process left it that died after `attempts`. Returns the event's ID. */
async function leave(account: string, attempts: number, nextAt: number): Promise<string> {
  const id = `evt_${crypto.randomUUID()}`;
  await testEnv.DB.prepare(
    `INSERT INTO processor_events (id, type, account, object_id, object_kind, status, attempts, next_at, received_at)
     VALUES (?1, 'account.updated', ?2, ?2, 'account', 'open', ?3, ?4, ?4)`,
  )
    .bind(id, account, attempts, nextAt)
    .run();
  return id;
}

describe('a webhook whose handling failed', () => {
  it('is taken up by the cron, not before its time', async () => {
    const account = await onboarded();
    await stripe.fault('fail_before', `GET /v1/accounts/${account}`, 1);
    expect((await stripe.webhooks()).at(-1)!.status).toBe(200);
    const [row] = await stored(account);
    expect(row).toMatchObject({
      status: 'open',
      attempts: 1,
      error: expect.stringMatching(/does not answer/),
    });
    expect(await identity()).toBe('required');
    await handleDueEvents(stripe.ctx(row!.next_at - 1));
    expect(await stored(account)).toMatchObject([{ status: 'open', attempts: 1 }]);
    await Promise.all([1, 2, 3].map(() => handleDueEvents(stripe.ctx(row!.next_at))));
    expect(await stored(account)).toMatchObject([{ status: 'done', attempts: 2, error: null }]);
    expect(await identity()).toBe('verified');
  });

  it('is taken up by the cron when the process died before it was handled, or while it was', async () => {
    const account = await onboarded();
    const at = clock.now();
    await leave(account, 1, at);
    await handleDueEvents(stripe.ctx(at));
    expect(await stored(account)).toMatchObject([{ status: 'done', attempts: 2 }]);
    expect(await identity()).toBe('verified');
  });

  it('is not ended by an attempt that another one has taken over from', async () => {
    const account = await onboarded();
    const at = clock.now();
    const id = await leave(account, 0, at);
    const look = await stripe.hold('after', `GET /v1/accounts/${account}`);
    const slow = handleEvent(stripe.ctx(at), id);
    await look.reached();
    await stripe.fault('fail_before', `GET /v1/accounts/${account}`, 1);
    await handleEvent(stripe.ctx(at + 6 * MINUTE_MS), id);
    await look.release();
    await slow;
    const failed = expect.stringMatching(/does not answer/);
    expect(await stored(account)).toMatchObject([{ status: 'open', attempts: 2, error: failed }]);
  });

  it('is failed for a person to see after a day and a half, and stays', async () => {
    const account = await onboarded();
    await stripe.fault('fail_before', `GET /v1/accounts/${account}`, 100);
    await stripe.webhooks();
    const begun = clock.now();
    let [row] = await stored(account);
    for (let runs = 0; row!.status === 'open' && runs < 50; runs++) {
      await handleDueEvents(stripe.ctx(row!.next_at));
      [row] = await stored(account);
    }
    expect(row).toMatchObject({
      status: 'failed',
      attempts: 12,
      error: expect.stringMatching(/does not answer/),
    });
    expect(row!.next_at - begun).toBeGreaterThan(1.4 * DAY_MS);
    expect(row!.next_at - begun).toBeLessThan(1.6 * DAY_MS);
    await handleDueEvents(stripe.ctx(row!.next_at + DAY_MS));
    await handleEvent(stripe.ctx(row!.next_at + DAY_MS), row!.id);
    await forgetOldEvents(stripe.ctx(clock.now() + 100 * DAY_MS));
    expect(await stored(account)).toMatchObject([{ status: 'failed', attempts: 12 }]);
  });
});

describe('old webhooks', () => {
  it('are forgotten after 90 days when they were handled', async () => {
    const account = await onboarded();
    await stripe.webhooks();
    await forgetOldEvents(stripe.ctx(clock.now() + 90 * DAY_MS - MINUTE_MS));
    expect(await stored(account)).toHaveLength(1);
    // Never more at once than the database can delete in a moment.
    expect(await deleteEvents(stripe.ctx(), clock.now() + MINUTE_MS, 0)).toBe(0);
    await forgetOldEvents(stripe.ctx(clock.now() + 90 * DAY_MS + MINUTE_MS));
    expect(await stored(account)).toEqual([]);
  });
});
