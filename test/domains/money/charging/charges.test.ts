// One charge a day collects what a brand owes.
import { describe, expect, it, vi } from 'vitest';
import { driveCharges } from '../../../../src/domains/money/charging/drive-charges.ts';
import { makeCharges } from '../../../../src/domains/money/charging/make-charges.ts';
import { addDue } from '../../../../src/domains/money/receivables/interface.ts';
import { newId } from '../../../../src/kit/ids.ts';
import { DAY_MS, HOUR_MS } from '../../../../src/kit/time.ts';
import { EVERY_MINUTE } from '../../../../src/lanes.ts';
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
import { testEnv } from '../../../harness/world.ts';

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
