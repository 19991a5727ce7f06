// Where the money is after each transition of a payment, to the cent, and that the books agree.

import { beforeAll, describe, expect, it } from 'vitest';
import { driveInstructions } from '../../../../src/domains/money/ledger-instructions/drive-instructions.ts';
import { paymentOutcomes } from '../../../../src/domains/money/payments/charge-outcome.ts';
import { markReleasedPayable } from '../../../../src/domains/money/payments/mark-released-payable.ts';
import { releasePayments } from '../../../../src/domains/money/payments/release-payments.ts';
import { resolveDispute } from '../../../../src/domains/money/payments/resolve-dispute.ts';
import type { PaymentRow } from '../../../../src/domains/money/payments/table.ts';
import { DAY_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import { expectLogged } from '../../../harness/logs.ts';
import {
  both,
  bucketsOf,
  COST,
  chargeIn,
  checkBooks,
  decideOn,
  earningOf,
  FEE,
  inBatch,
  mintPaid,
  mintPayment,
  mintScene,
  NET,
  overtakenBy,
  payoutDues,
  rowOf,
  sidesOf,
  TAKE,
} from '../../../harness/money/payments.ts';
import type { Pair } from '../../../harness/work/submissions.ts';
import { call, systemCtx, testEnv } from '../../../harness/world.ts';

let pair: Pair;

beforeAll(async () => {
  pair = await mintPaid(10);
});

const feesOf = async (row: PaymentRow) => (await bucketsOf(row.serviceHolder)).fees ?? 0;
const reason = { reason: 'Because.' };

describe('a payment that goes well', () => {
  it('is owed by the brand and pending for creator and partner, then available with the charge', async () => {
    const { pair: own, row } = await mintScene();
    expect(await sidesOf(own)).toEqual({ brand: { receivable: COST }, ...both('pending') });
    const earning = await earningOf(own.creator.as, row.creatorEarningId);
    expect(earning).toMatchObject({ source: 'submission', amount: 10_000, fee: TAKE, account: own.brand.id });
    const commission = await earningOf(own.partner, row.partnerEarningId);
    expect(commission).toMatchObject({ source: 'partner_commission', amount: TAKE, fee: 0 });
    await inBatch((ctx) => chargeIn(ctx, [row.id]));
    expect(await sidesOf(own)).toEqual({ brand: { receivable: COST }, ...both('available') });
    await checkBooks(own, row);
  });

  it('is read as lines of the statement: gross and fee for the brand, gross less take for the creator', async () => {
    const { pair: own, row } = await mintScene({ note: 'For May' });
    const lines = async (caller: { key: string; as?: string }) =>
      (await call('GET', '/v1/balance/transactions', caller)).body.data.map(
        // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
        ({ type, amount, fee, net, balance, status, source, program, memo, counterparty }: any) => {
          expect([status, source, program]).toEqual(['completed', row.id, own.program]);
          expect([memo, counterparty.avatarUrl]).toEqual(['For May', null]);
          return [type, amount, fee, net, balance, counterparty.type, counterparty.id];
        },
      );
    // Newest first, each with what the brand has yet to pay after it.
    expect(await lines({ key: own.brand.key })).toEqual([
      ['platform_fee', -FEE, 0, -FEE, -COST, 'platform', null],
      ['creator_earning', -10_000, 0, -10_000, -10_000, 'creator', own.creator.as],
    ]);
    expect(await lines(own.creator)).toEqual([['creator_earning', 10_000, TAKE, NET, null, 'account', null]]);
    expect(await lines({ key: own.creator.key })).toEqual([
      ['partner_commission', TAKE, 0, TAKE, null, 'creator', own.creator.as],
    ]);
  });

  it('gives the service its fee, and nothing where it rounds to nothing', async () => {
    const { pair: own, row } = await mintScene();
    const before = await feesOf(row);
    const small = await mintPayment(own, { amount: 4 });
    expect([small.serviceFee, small.partnerFee, small.partnerEarningId]).toEqual([0, 0, null]);
    expect(await feesOf(row)).toBe(before);
    await mintPayment(own);
    expect(await feesOf(row)).toBe(before + FEE);
    await checkBooks(own, small);
  });

  it('charges fifty payments in one batch', async () => {
    const own = await mintPaid(10);
    const rows: PaymentRow[] = [];
    for (let i = 0; i < 50; i++) rows.push(await mintPayment(own, { amount: 100 + i }));
    await inBatch((ctx) =>
      chargeIn(
        ctx,
        rows.map((row) => row.id),
      ),
    );
    const net = rows.reduce((sum, row) => sum + row.net, 0);
    expect((await bucketsOf(own.creator.as)).available).toBe(net);
    await checkBooks(own, rows[0]!);
  });
});

describe('the hold', () => {
  it('keeps the earning pending until its date, which it shows, and not a millisecond less', async () => {
    const { pair: own, row } = await mintScene({ holdDays: 7 });
    const at = clock.now();
    await inBatch((ctx) => chargeIn(ctx, [row.id], at));
    const over = at + 7 * DAY_MS;
    expect(await earningOf(own.creator.as, row.creatorEarningId)).toMatchObject({
      status: 'pending',
      holdUntilAt: over,
    });
    await releasePayments(systemCtx(over - 1));
    expect(await sidesOf(own)).toMatchObject(both('pending'));
    await releasePayments(systemCtx(over));
    await releasePayments(systemCtx(over));
    expect(await sidesOf(own)).toMatchObject(both('available'));
    expect((await earningOf(own.creator.as, row.creatorEarningId))!.holdUntilAt).toBeNull();
    await checkBooks(own, row);
  });

  it('tells payouts of both holders once the ledgers have it, and not before', async () => {
    expectLogged('error', /LEDGER.idFromName/);
    const { pair: own, row } = await mintScene();
    const blocked = { ...testEnv, LEDGER: {} as typeof testEnv.LEDGER };
    await inBatch((ctx) => chargeIn(ctx, [row.id]), { env: blocked });
    await markReleasedPayable(systemCtx());
    expect([await payoutDues(own.creator.as), await payoutDues(own.partner)]).toEqual([0, 0]);
    expect(await driveInstructions(systemCtx(), row.id)).toBe(true);
    await markReleasedPayable(systemCtx());
    await markReleasedPayable(systemCtx());
    expect([await payoutDues(own.creator.as), await payoutDues(own.partner)]).toEqual([1, 1]);
    expect((await rowOf(row.id)).payout_to_note).toBe(0);
  });

  it('is released by the rest of a batch when one was disputed this moment', async () => {
    const rows: PaymentRow[] = [];
    for (let i = 0; i < 3; i++) rows.push(await mintPayment(pair, { holdDays: 1 }));
    const ids = rows.map((row) => row.id);
    await inBatch((ctx) => chargeIn(ctx, ids));
    // The cron has read all three when one is disputed.
    const later = systemCtx(clock.now() + 2 * DAY_MS);
    const env = overtakenBy(async () => {
      expect((await decideOn(pair, ids[1]!, 'dispute', reason)).status).toBe(200);
    });
    await releasePayments({ ...later, env });
    const statuses = await Promise.all(
      rows.map(async (row) => (await earningOf(pair.creator.as, row.creatorEarningId))!.status),
    );
    expect(statuses).toEqual(['available', 'held', 'available']);
    await checkBooks(pair, rows[1]!);
  });
});

describe('a payment that comes to nothing', () => {
  it('leaves no trace in the balances when it is rejected', async () => {
    const { pair: own, row } = await mintScene({ approval: 'manual' });
    const before = await feesOf(row);
    await decideOn(own, row.id, 'reject', reason);
    expect(await sidesOf(own)).toEqual({ brand: {}, creator: {}, partner: {} });
    expect(await feesOf(row)).toBe(before - FEE);
    const { body } = await call('GET', '/v1/earnings', own.creator);
    expect(body.data).toEqual([]);
    const lines = (await call('GET', '/v1/balance/transactions', { key: own.brand.key })).body.data;
    expect(lines.reduce((sum: number, line: { amount: number }) => sum + line.amount, 0)).toBe(0);
    await checkBooks(own, row);
  });

  it('is a debt that lives when the card fails: a new card pays it', async () => {
    const { pair: own, row } = await mintScene();
    await inBatch((ctx) => paymentOutcomes.failed(ctx, [row.id], 'Declined.'));
    expect(await sidesOf(own)).toEqual({ brand: { receivable: COST }, ...both('pending') });
    expect(await rowOf(row.id)).toMatchObject({
      status: 'failed',
      failure_message: 'Declined.',
      closed_at: null,
    });
    await inBatch((ctx) => paymentOutcomes.retried(ctx, [row.id]));
    expect(await rowOf(row.id)).toMatchObject({ status: 'processing', failure_message: null });
    await inBatch((ctx) => chargeIn(ctx, [row.id]));
    expect(await sidesOf(own)).toMatchObject(both('available'));
    await checkBooks(own, row);
  });
});

describe('a refund that was made at the processor', () => {
  it('takes the earnings back once, the fee with them', async () => {
    const { pair: own, row } = await mintScene();
    await inBatch((ctx) => chargeIn(ctx, [row.id]));
    const before = await feesOf(row);
    await inBatch((ctx) => paymentOutcomes.refunded(ctx, [row.id]));
    await inBatch((ctx) => paymentOutcomes.refunded(ctx, [row.id]));
    expect(await sidesOf(own)).toEqual({ brand: {}, creator: {}, partner: {} });
    expect(await feesOf(row)).toBe(before - FEE);
    expect(await rowOf(row.id)).toMatchObject({ status: 'refunded' });
    const { body } = await call('GET', `/v1/programs/${own.program}`, { key: own.brand.key });
    expect(body.data.stats.spend).toBe(0);
    await checkBooks(own, row);
  });
});

describe('two things at once', () => {
  it('a charge against itself, a failure and a retry counts once', async () => {
    for (let round = 0; round < 5; round++) {
      const { pair: own, row } = await mintScene();
      await Promise.allSettled([
        inBatch((ctx) => chargeIn(ctx, [row.id])),
        inBatch((ctx) => paymentOutcomes.failed(ctx, [row.id], 'Declined.')),
        inBatch((ctx) => chargeIn(ctx, [row.id])),
        inBatch((ctx) => paymentOutcomes.retried(ctx, [row.id])),
      ]);
      await inBatch((ctx) => chargeIn(ctx, [row.id]));
      expect(await sidesOf(own)).toEqual({ brand: { receivable: COST }, ...both('available') });
      const events = await testEnv.DB.prepare(
        "SELECT COUNT(*) AS n FROM events WHERE type = 'payment.succeeded' AND data ->> 'payment' = ?",
      )
        .bind(row.id)
        .first<{ n: number }>();
      expect(events!.n).toBe(1);
      await checkBooks(own, row);
    }
  });

  it('a dispute against the release leaves the earning held, whichever came first', async () => {
    for (let round = 0; round < 5; round++) {
      const { pair: own, row } = await mintScene({ holdDays: 1 });
      await inBatch((ctx) => chargeIn(ctx, [row.id]));
      const later = clock.now() + 2 * DAY_MS;
      const [answer] = await Promise.all([
        decideOn(own, row.id, 'dispute', reason),
        releasePayments(systemCtx(later)),
        releasePayments(systemCtx(later)),
      ]);
      expect(answer.status).toBe(200);
      expect(await sidesOf(own)).toMatchObject(both('held'));
      await checkBooks(own, row);
    }
  });

  it('the staff and the brand: one of them ends the dispute', async () => {
    const { pair: own, row } = await mintScene();
    await inBatch((ctx) => chargeIn(ctx, [row.id]));
    await decideOn(own, row.id, 'dispute', reason);
    const [award, refund, resolve] = await Promise.allSettled([
      inBatch((ctx) => resolveDispute(ctx, row.id, 'creator')),
      inBatch((ctx) => resolveDispute(ctx, row.id, 'refund')),
      decideOn(own, row.id, 'resolve'),
    ]);
    const won = [
      award.status === 'fulfilled',
      refund.status === 'fulfilled',
      resolve.status === 'fulfilled' && resolve.value.status === 200,
    ];
    expect(won.filter(Boolean)).toHaveLength(1);
    const expected = won[1] ? { brand: {}, creator: {}, partner: {} } : both('available');
    expect(await sidesOf(own)).toMatchObject(expected);
    await checkBooks(own, row);
  });
});
