// One charge a day collects what a brand owes.
import { describe, expect, it, vi } from 'vitest';
import { driveCharges } from '../../../../src/domains/money/charging/drive-charges.ts';
import { makeCharges } from '../../../../src/domains/money/charging/make-charges.ts';
import { driveOpenInstructions } from '../../../../src/domains/money/ledger/instructions.ts';
import { addDue } from '../../../../src/domains/money/receivables/interface.ts';
import { EVERY_MINUTE } from '../../../../src/jobs/lanes.ts';
import { newId } from '../../../../src/kit/ids.ts';
import { DAY_MS, HOUR_MS } from '../../../../src/kit/time.ts';
import { jobsNamed } from '../../../harness/jobs.ts';
import {
  booksAgree,
  bucket,
  chargeScene,
  chargesOf,
  intents,
  minute,
  nextDay,
  onlyCharge,
  owe,
  oweMany,
  pass,
  payments,
} from '../../../harness/money/charges.ts';
import { call, mintAccount, testEnv } from '../../../harness/world.ts';

describe('the charge of the day', () => {
  it('collects all that a brand owes since before today, with the fee of the service, in one charge', async () => {
    const scene = await chargeScene();
    await owe(scene, 1000);
    await owe(scene, 2000);
    await owe(scene, 333);
    await minute(scene);
    expect(await chargesOf(scene)).toEqual([]);
    await nextDay(scene);
    // 5 % of 333 is 16.65.
    expect(await onlyCharge(scene)).toMatchObject({ amount: 3500, status: 'succeeded', next_at: null });
    expect(await intents(scene)).toMatchObject([{ amount_received: 3500, currency: 'usd' }]);
    expect(await payments(scene)).toEqual({ succeeded: 3 });
    expect(await bucket(scene, 'receivable')).toBe(0);
    await booksAgree(scene);
  });

  it('is one a day, however often the cron runs and whatever comes in after it', async () => {
    const scene = await chargeScene();
    await owe(scene, 1000);
    await nextDay(scene);
    await owe(scene, 500);
    await minute(scene);
    await pass(scene, HOUR_MS);
    await Promise.all([minute(scene), minute(scene)]);
    expect(await chargesOf(scene)).toHaveLength(1);
    await nextDay(scene);
    expect((await chargesOf(scene)).map((charge) => charge.amount)).toEqual([1050, 525]);
    await booksAgree(scene);
  });

  it('is made once by runs at the same time, and those that come second do not call it an error', async () => {
    const scene = await chargeScene();
    await owe(scene, 1000);
    await pass(scene, DAY_MS);
    const errors = vi.spyOn(console, 'error');
    await Promise.all([1, 2, 3].map(() => makeCharges(scene.stripe.ctx(scene.at))));
    expect(errors.mock.calls).toEqual([]);
    errors.mockRestore();
    await Promise.all([1, 2, 3].map(() => driveCharges(scene.stripe.ctx(scene.at))));
    expect(await onlyCharge(scene)).toMatchObject({ amount: 1050, status: 'succeeded', attempt: 1 });
    expect(await intents(scene)).toHaveLength(1);
    await booksAgree(scene);
  });

  it('carries over what is less than 50 until there is enough', async () => {
    const scene = await chargeScene();
    await owe(scene, 20);
    await nextDay(scene);
    await nextDay(scene);
    expect(await chargesOf(scene)).toEqual([]);
    await owe(scene, 26);
    await nextDay(scene);
    expect(await chargesOf(scene)).toEqual([]);
    await owe(scene, 2);
    await nextDay(scene);
    expect(await onlyCharge(scene)).toMatchObject({ amount: 21 + 27 + 2, status: 'succeeded' });
    await booksAgree(scene);
  });

  it('keeps currencies apart', async () => {
    const scene = await chargeScene();
    await owe(scene, 1000, 'usd');
    await owe(scene, 2000, 'eur');
    await nextDay(scene);
    const made = (await intents(scene)).map((intent) => [intent.currency, intent.amount]);
    expect(made.sort()).toEqual([
      ['eur', 2100],
      ['usd', 1050],
    ]);
  });

  it('tells hundreds of payments in portions', async () => {
    const scene = await chargeScene();
    await oweMany(scene, 120, 100);
    await nextDay(scene);
    expect(await onlyCharge(scene)).toMatchObject({ amount: 120 * 105, status: 'succeeded', next_at: null });
    expect(await payments(scene)).toEqual({ succeeded: 120 });
    await booksAgree(scene);
  });

  it('is a receipt for its brand, which every payment in it names, and for nobody else', async () => {
    const scene = await chargeScene();
    const ids = [await owe(scene, 1000), await owe(scene, 333)];
    const get = (path: string, key = scene.key, as?: string) =>
      call('GET', path, { key, ...(as ? { as } : {}) });
    const paymentOf = async (id: string) => (await get(`/v1/payments/${id}`)).body.data;
    expect((await paymentOf(ids[0]!)).charge).toBeNull();
    await scene.stripe.decline('insufficient_funds');
    await nextDay(scene);
    const [{ id }] = (await get('/v1/charges?status=due&currency=usd')).body.data;
    expect((await get(`/v1/charges/${id}`)).body.data).toMatchObject({
      status: 'due',
      card: { brand: 'visa', last4: '4242' },
      attempts: 1,
      failureMessage: 'The card has insufficient funds.',
      nextAttemptAt: new Date(scene.at + DAY_MS).toISOString(),
      succeededAt: null,
    });
    await nextDay(scene);
    const item = { type: 'payment', creator: scene.creator, status: 'succeeded', day: null };
    const receipt = (await get(`/v1/charges/${id}`)).body.data;
    // Payments made in the same millisecond have no order.
    receipt.items.sort((a: { amount: number }, b: { amount: number }) => b.amount - a.amount);
    expect(receipt).toMatchObject({
      account: scene.brand,
      currency: 'usd',
      amount: 1400,
      status: 'succeeded',
      attempts: 2,
      failureMessage: null,
      nextAttemptAt: null,
      succeededAt: new Date(scene.at).toISOString(),
      itemCount: 2,
      items: [
        { ...item, payment: ids[0], amount: 1000, fee: 50, total: 1050 },
        { ...item, payment: ids[1], amount: 333, fee: 17, total: 350 },
      ],
    });
    for (const one of ids) expect((await paymentOf(one)).charge).toBe(id);
    await driveOpenInstructions(scene.stripe.ctx(scene.at));
    const lines = (await get('/v1/balance/transactions?type=charge')).body.data;
    expect(lines.map((line: { source: string }) => line.source)).toEqual([id]);
    const listed = (await get(`/v1/payments?charge=${id}`)).body.data.map((one: { id: string }) => one.id);
    expect(listed.sort()).toEqual([...ids].sort());
    expect((await get('/v1/charges?status=due')).body.data).toEqual([]);
    const other = await mintAccount();
    expect((await get(`/v1/charges/${id}`, other.key)).status).toBe(404);
    for (const path of ['/v1/charges', `/v1/payments?charge=${id}`])
      expect((await get(path, other.key)).body.data).toEqual([]);
    const creator = await get(`/v1/payments/${ids[0]}`, scene.key, scene.creator);
    expect([creator.status, creator.body.data.charge]).toEqual([200, null]);
    expect((await get('/v1/charges', scene.key, scene.creator)).status).toBe(403);
    expect((await get(`/v1/payments?charge=${id}`, scene.key, scene.creator)).body.data).toEqual([]);
  });

  it('refuses dues of no amount, and takes a repeated due once', async () => {
    const scene = await chargeScene();
    const ctx = scene.stripe.ctx(scene.at);
    const due = { kind: 'payment', account: scene.brand, currency: 'usd' } as const;
    const id = newId('payment', scene.at);
    for (const amount of [0, -1, 1.5]) expect(() => addDue(ctx, { ...due, id, amount })).toThrow(RangeError);
    addDue(ctx, { ...due, id, amount: 60 });
    addDue(ctx, { ...due, id, amount: 60 });
    await ctx.write.commit();
    await pass(scene, DAY_MS);
    await makeCharges(scene.stripe.ctx(scene.at));
    expect(await onlyCharge(scene)).toMatchObject({ amount: 60 });
  });

  it('is found by an index, not by looking at every due', async () => {
    const plan = async (query: string) => {
      const rows = await testEnv.DB.prepare(`EXPLAIN QUERY PLAN ${query}`).all<{ detail: string }>();
      return rows.results.map((row) => row.detail).join('\n');
    };
    expect(await plan('SELECT * FROM charge_days WHERE next_at <= 1 ORDER BY next_at LIMIT 9')).toContain(
      'charge_days_next',
    );
    expect(
      await plan(`SELECT id FROM dues WHERE account_id = 'a' AND currency = 'usd' AND charge_id IS NULL
        AND due_at < 9 ORDER BY due_at, id LIMIT 9`),
    ).toMatch(/^SEARCH dues USING INDEX dues_open[^\n]*$/);
    expect(await plan('SELECT id FROM charges WHERE next_at <= 1 ORDER BY next_at LIMIT 9')).toContain(
      'charges_next',
    );
  });

  it('runs every minute', () => {
    for (const job of jobsNamed(
      'drive ledger instructions',
      'make charges',
      'drive charges',
      'drive refunds',
    ))
      expect(job).toMatchObject({ when: EVERY_MINUTE, lane: 'money' });
  });
});
