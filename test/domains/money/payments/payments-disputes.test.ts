// Where the money is during and after a dispute of a payment, also while a payout has it.

import { describe, expect, it } from 'vitest';
import { ledgerOf } from '../../../../src/domains/money/ledger/ledger-client.ts';
import { beginPayout, endPayout } from '../../../../src/domains/money/ledger/payout-batch.ts';
import { driveInstructions } from '../../../../src/domains/money/ledger-instructions/drive-instructions.ts';
import { paymentOutcomes } from '../../../../src/domains/money/payments/charge-outcome.ts';
import { holdDisputed } from '../../../../src/domains/money/payments/hold-disputed.ts';
import { markReleasedPayable } from '../../../../src/domains/money/payments/mark-released-payable.ts';
import { releasePayments } from '../../../../src/domains/money/payments/release-payments.ts';
import { resolveDispute } from '../../../../src/domains/money/payments/resolve-dispute.ts';
import { DAY_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import {
  both,
  COST,
  chargeIn,
  checkBooks,
  decideOn,
  earningOf,
  inBatch,
  mintScene,
  NET,
  overtakenBy,
  payoutDues,
  rowOf,
  sidesOf,
} from '../../../harness/money/payments.ts';
import { call, systemCtx, testEnv } from '../../../harness/world.ts';

const reason = { reason: 'Because.' };

/** What people are told of the end of a payment's disputes. */
const endsOf = async (payment: string) =>
  (
    await testEnv.DB.prepare(
      "SELECT type FROM events WHERE type LIKE 'dispute.%' AND unnoticed IS NOT NULL AND data ->> 'payment' = ?",
    )
      .bind(payment)
      .all<{ type: string }>()
  ).results.map(({ type }) => type);

async function payOut(
  holder: string,
  key: string,
  more: { paid: boolean } = { paid: true },
): Promise<number> {
  const ctx = systemCtx();
  const ask = { at: ctx.now, currency: 'usd' };
  const begun = await beginPayout(ctx, holder, { ...ask, key });
  await endPayout(ctx, holder, { ...ask, key: `${key}:end`, begun: key, payout: key, ...more });
  return begun.net;
}

describe('a dispute', () => {
  it('before the charge holds the earnings; withdrawn, the payment is approved', async () => {
    const { pair: own, row } = await mintScene({ approval: 'manual' });
    await decideOn(own, row.id, 'dispute', reason);
    expect(await sidesOf(own)).toEqual({ brand: { receivable: COST }, ...both('held') });
    await decideOn(own, row.id, 'resolve');
    expect(await sidesOf(own)).toEqual({ brand: { receivable: COST }, ...both('pending') });
    expect(await rowOf(row.id)).toMatchObject({ status: 'processing', dispute_outcome: 'withdrawn' });
    expect(await endsOf(row.id)).toEqual(['dispute.withdrawn']);
    await checkBooks(own, row);
  });

  it('before the charge, decided for the brand, leaves nothing', async () => {
    const { pair: own, row } = await mintScene({ approval: 'manual' });
    await decideOn(own, row.id, 'dispute', reason);
    await inBatch((ctx) => resolveDispute(ctx, row.id, 'refund'));
    expect(await sidesOf(own)).toEqual({ brand: {}, creator: {}, partner: {} });
    // The payment that failed says it.
    expect(await endsOf(row.id)).toEqual([]);
    await checkBooks(own, row);
  });

  it('can be opened until 60 days after the charge', async () => {
    const { pair: own, row } = await mintScene();
    const at = clock.now();
    await inBatch((ctx) => chargeIn(ctx, [row.id], at));
    const dispute = async (now: number) => {
      clock.hold(now);
      const answer = await decideOn(own, row.id, 'dispute', reason).finally(clock.release);
      return answer;
    };
    const late = await dispute(at + 60 * DAY_MS + 1);
    expect([late.status, late.body.error.code]).toEqual([409, 'conflict']);
    expect(late.body.error.message).toContain('60 days');
    expect(await rowOf(row.id)).toMatchObject({ status: 'succeeded' });
    expect((await dispute(at + 60 * DAY_MS)).status).toBe(200);
  });

  it.each([
    ['before the hold is over: it waits for its date', 3, 'pending'],
    ['after the hold would have been over: available at once', 10, 'available'],
  ] as const)('ends %s', async (_title, days, bucket) => {
    const { pair: own, row } = await mintScene({ holdDays: 7 });
    const at = clock.now();
    await inBatch((ctx) => chargeIn(ctx, [row.id], at));
    await decideOn(own, row.id, 'dispute', reason);
    await releasePayments(systemCtx(at + 8 * DAY_MS));
    expect(await sidesOf(own)).toMatchObject(both('held'));
    await inBatch((ctx) => resolveDispute(ctx, row.id, 'creator'), { now: at + days * DAY_MS });
    expect(await endsOf(row.id)).toEqual(['dispute.decided']);
    expect(await sidesOf(own)).toMatchObject(both(bucket));
    await releasePayments(systemCtx(at + 11 * DAY_MS));
    expect(await sidesOf(own)).toMatchObject(both('available'));
    await markReleasedPayable(systemCtx());
    expect([await payoutDues(own.creator.as), await payoutDues(own.partner)]).toEqual([1, 1]);
    await checkBooks(own, row);
  });

  it('of available earnings holds them, and their payout is due again at its end', async () => {
    const { pair: own, row } = await mintScene();
    await inBatch((ctx) => chargeIn(ctx, [row.id]));
    await markReleasedPayable(systemCtx());
    await decideOn(own, row.id, 'dispute', reason);
    expect(await sidesOf(own)).toMatchObject(both('held'));
    expect(await payOut(own.creator.as, `po:${row.id}`)).toBe(0);
    await testEnv.DB.prepare('DELETE FROM payout_due').run();
    await decideOn(own, row.id, 'resolve');
    expect(await sidesOf(own)).toMatchObject(both('available'));
    await markReleasedPayable(systemCtx());
    expect(await payoutDues(own.creator.as)).toBe(1);
    await checkBooks(own, row);
  });

  it('of paid earnings leaves them paid; decided for the brand, both owe what they can’t give back', async () => {
    const { pair: own, row } = await mintScene();
    await inBatch((ctx) => chargeIn(ctx, [row.id]));
    for (const holder of [own.creator.as, own.partner]) await payOut(holder, `po:${row.id}:${holder}`);
    // The creator has withdrawn its part; the partner has not.
    await ledgerOf(testEnv, own.creator.as).post(own.creator.as, {
      key: `wdr:${row.id}`,
      at: clock.now(),
      lines: [
        { bucket: 'withdrawable', amount: -NET, currency: 'usd' },
        { bucket: 'in_transit', amount: NET, currency: 'usd' },
      ],
    });
    await decideOn(own, row.id, 'dispute', reason);
    expect(await earningOf(own.creator.as, row.creatorEarningId)).toMatchObject({ status: 'paid' });
    await inBatch((ctx) => resolveDispute(ctx, row.id, 'refund'));
    const after = await sidesOf(own);
    expect(after.creator).toEqual({ in_transit: NET, owed: NET });
    expect(after.partner).toEqual({});
    expect(after.brand).toEqual({});
    const { body } = await call('GET', '/v1/earnings', own.creator);
    expect(
      body.data.map((one: { source: string; net: number; status: string }) => [
        one.source,
        one.net,
        one.status,
      ]),
    ).toEqual([
      ['adjustment', -NET, 'paid'],
      ['submission', NET, 'paid'],
    ]);
    expect(await rowOf(row.id)).toMatchObject({ status: 'disputed' });
    await inBatch((ctx) => paymentOutcomes.refunded(ctx, [row.id]));
    expect(await rowOf(row.id)).toMatchObject({ status: 'refunded' });
    await checkBooks(own, row);
  });

  it.each([true, false])(
    'that is decided while a payout is under way waits for its end: paid %s',
    async (paid) => {
      const { pair: own, row } = await mintScene();
      await inBatch((ctx) => chargeIn(ctx, [row.id]));
      const ctx = systemCtx();
      const ask = { at: ctx.now, currency: 'usd' };
      await beginPayout(ctx, own.creator.as, { ...ask, key: `po:${row.id}` });
      await decideOn(own, row.id, 'dispute', reason);
      await inBatch((other) => resolveDispute(other, row.id, 'refund'));
      expect((await sidesOf(own)).creator).toEqual({ available: NET });
      await endPayout(ctx, own.creator.as, { ...ask, key: 'end', begun: `po:${row.id}`, payout: 'po', paid });
      expect(await driveInstructions(ctx, row.id)).toBe(true);
      expect(await sidesOf(own)).toEqual({ brand: {}, creator: {}, partner: {} });
      const earnings = (await call('GET', '/v1/earnings', own.creator)).body.data;
      expect(earnings.map((one: { net: number }) => one.net)).toEqual(paid ? [-NET, NET] : []);
      await checkBooks(own, row);
    },
  );

  it.each(['creator', 'partner'])(
    'holds what a failed payout gave back before the next payout of the %s looks',
    async (side) => {
      const { pair: own, row } = await mintScene();
      await inBatch((ctx) => chargeIn(ctx, [row.id]));
      const ctx = systemCtx();
      const ask = { at: ctx.now, currency: 'usd' };
      for (const holder of [own.creator.as, own.partner]) {
        await beginPayout(ctx, holder, { ...ask, key: `po:${row.id}` });
      }
      await decideOn(own, row.id, 'dispute', reason);
      for (const holder of [own.creator.as, own.partner]) {
        await endPayout(ctx, holder, {
          ...ask,
          key: 'end',
          begun: `po:${row.id}`,
          payout: 'po',
          paid: false,
        });
      }
      expect(await sidesOf(own)).toMatchObject(both('available'));
      await holdDisputed(systemCtx(), side === 'creator' ? own.creator.as : own.partner);
      expect(await sidesOf(own)).toMatchObject(both('held'));
      await checkBooks(own, row);
    },
  );

  it('that ends just before a payout would hold its earnings again leaves them available', async () => {
    const { pair: own, row } = await mintScene();
    await inBatch((ctx) => chargeIn(ctx, [row.id]));
    const ctx = systemCtx();
    const ask = { at: ctx.now, currency: 'usd' };
    await beginPayout(ctx, own.creator.as, { ...ask, key: `po:${row.id}` });
    await decideOn(own, row.id, 'dispute', reason);
    await endPayout(ctx, own.creator.as, {
      ...ask,
      key: 'end',
      begun: `po:${row.id}`,
      payout: 'po',
      paid: false,
    });
    const env = overtakenBy(async () => {
      expect((await decideOn(own, row.id, 'resolve')).status).toBe(200);
    });
    await holdDisputed({ ...systemCtx(), env }, own.creator.as);
    await holdDisputed(systemCtx(), own.creator.as);
    expect(await sidesOf(own)).toMatchObject(both('available'));
    await checkBooks(own, row);
  });
});
