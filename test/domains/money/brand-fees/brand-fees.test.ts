// A partner's fee on its brand's confirmed sales or ad spend: once for each day and currency, to the cent.

import { describe, expect, it } from 'vitest';
import { importConversions } from '../../../../src/domains/money/accruals/import-conversions.ts';
import { recordAdSpend } from '../../../../src/domains/money/accruals/record-ad-spend.ts';
import { brandFeeOutcomes } from '../../../../src/domains/money/brand-fees/brand-fee-outcome.ts';
import { chargeBrandFees } from '../../../../src/domains/money/brand-fees/charge-brand-fees.ts';
import { markCommissionsPayable } from '../../../../src/domains/money/brand-fees/mark-commissions-payable.ts';
import { verifyLedger } from '../../../../src/domains/money/ledger/verify-ledger.ts';
import { DAY_MS, day } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import {
  mature,
  midnightAfter,
  mintApproved,
  mintTill,
  run,
  sell,
  soon,
} from '../../../harness/money/earnings.ts';
import { stepsOf } from '../../../harness/money/ledger.ts';
import { bucketsOf } from '../../../harness/money/payments.ts';
import { mintPair, type Pair } from '../../../harness/work/submissions.ts';
import { call, mintAccount, systemCtx, testEnv } from '../../../harness/world.ts';

interface Managed {
  pair: Pair;
  partner: { id: string; key: string };
}

/** A brand that a partner manages, with its own fee or the partner's default. */
async function mintManaged(fee: object | null, standard: object | null): Promise<Managed> {
  const partner = await mintAccount('partner');
  const pair = await mintPair();
  await testEnv.DB.prepare('UPDATE accounts SET managed_by = ? WHERE id = ?')
    .bind(partner.id, pair.brand.id)
    .run();
  if (standard) {
    const answer = await call('PATCH', '/v1/account', { key: partner.key, body: { brandFee: standard } });
    expect(answer.status).toBe(200);
  }
  if (fee) {
    const answer = await call('PATCH', `/v1/brands/${pair.brand.id}`, {
      key: partner.key,
      body: { brandFee: fee },
    });
    expect(answer.status).toBe(200);
  }
  return { pair, partner };
}

const night = (days = 1) => midnightAfter(soon()) + (days - 1) * DAY_MS + 3 * 3_600_000;
const charge = (at = night()) => chargeBrandFees(systemCtx(at));

async function feesOf({ pair }: Managed) {
  const { results } = await testEnv.DB.prepare(
    'SELECT id, day, currency, base, amount, status, failure_message, earning_id FROM brand_fees WHERE account_id = ? ORDER BY currency',
  )
    .bind(pair.brand.id)
    .all<{
      id: string;
      day: string;
      currency: string;
      base: number;
      amount: number;
      status: string;
      earning_id: string;
    }>();
  return results;
}

async function sales({ pair }: Managed, amounts: [number, string][]) {
  const till = await mintTill(pair);
  const id = await mintApproved(pair);
  for (const [value, currency] of amounts) await sell(pair, till, { serviceId: id, value, currency });
  // Not credited to a creator, so the partner gets no fee for it.
  await sell(pair, till, { value: 99_999 });
  await mature(till);
  await importConversions(systemCtx());
  return { till, id };
}

const spend = ({ pair }: Managed, cents: number, at = soon()) =>
  run((ctx) =>
    recordAdSpend(ctx, {
      account: pair.brand.id,
      ad: 'ad_1',
      day: day(at),
      submission: null,
      campaign: null,
      spend: cents,
      currency: 'usd',
      at,
    }),
  );

describe('a brand fee', () => {
  it('is the share of the confirmed sales of a day, once for each currency', async () => {
    const managed = await mintManaged({ of: 'gmv', percent: 2.5 }, { of: 'gmv', percent: 9 });
    await sales(managed, [
      [1_000, 'usd'],
      [1_019, 'usd'],
      [5_000, 'eur'],
    ]);
    await charge(midnightAfter(soon()) - 1);
    expect(await feesOf(managed)).toEqual([]);
    await Promise.all([charge(), charge()]);
    await charge();
    await charge(night(2));
    expect(await feesOf(managed)).toMatchObject([
      { day: day(clock.now()), currency: 'eur', base: 5_000, amount: 125, status: 'processing' },
      { day: day(clock.now()), currency: 'usd', base: 2_019, amount: 50, status: 'processing' },
    ]);
    expect(await bucketsOf(managed.pair.brand.id)).toMatchObject({ receivable: 50 });
    expect(await bucketsOf(managed.partner.id)).toEqual({ pending: 50 });
    expect(await bucketsOf(managed.partner.id, 'eur')).toEqual({ pending: 125 });
  });

  it("is the partner's default, of ad spend as it becomes known, where the brand has none", async () => {
    const managed = await mintManaged(null, { of: 'ad_spend', percent: 10 });
    await sales(managed, [[1_000, 'usd']]);
    await spend(managed, 4_000);
    await spend(managed, 4_005);
    await charge();
    expect(await feesOf(managed)).toMatchObject([{ base: 4_005, amount: 401 }]);
  });

  it('counts a sale once however many conversions it is', async () => {
    const managed = await mintManaged({ of: 'gmv', percent: 10 }, null);
    const { till, id } = await sales(managed, [[1_000, 'usd']]);
    await call('POST', '/v1/conversions', {
      ...managed.pair.brand,
      body: { name: 'Large', eventName: 'purchase' },
    });
    await sell(managed.pair, till, { serviceId: id, value: 3_000 });
    await mature(till);
    await importConversions(systemCtx());
    await charge();
    expect(await feesOf(managed)).toMatchObject([{ base: 4_000, amount: 400 }]);
    // One of the sales is also counted as another conversion the next day, which adds nothing new.
    await testEnv.DB.prepare(
      `INSERT INTO payable_conversions (conversion_id, event_id, account_id, creator_id, submission_id, campaign_id,
        occurrence_id, value_cents, currency, credit, source, occurred_at, payable_at, harvested_at, state)
      SELECT 'conv_later', event_id, account_id, creator_id, submission_id, campaign_id,
        occurrence_id, value_cents, currency, credit, source, occurred_at, payable_at, harvested_at + ?1, 'done'
      FROM payable_conversions WHERE account_id = ?2 LIMIT 1`,
    )
      .bind(DAY_MS, managed.pair.brand.id)
      .run();
    await charge(night(2));
    expect(await feesOf(managed)).toMatchObject([{ base: 4_000, amount: 400 }]);
  });

  it('reaches back to no day that has ended without one, and is none without a partner', async () => {
    const managed = await mintManaged(null, null);
    await sales(managed, [[1_000, 'usd']]);
    await charge();
    await call('PATCH', `/v1/brands/${managed.pair.brand.id}`, {
      key: managed.partner.key,
      body: { brandFee: { of: 'gmv', percent: 10 } },
    });
    await charge(night(2));
    expect(await feesOf(managed)).toMatchObject([{ amount: 0, status: 'none' }]);
    expect(await bucketsOf(managed.partner.id)).toEqual({});
  });

  it('is none of a brand that is not active any more', async () => {
    const managed = await mintManaged({ of: 'gmv', percent: 10 }, null);
    await sales(managed, [[1_000, 'usd']]);
    await testEnv.DB.prepare("UPDATE accounts SET status = 'ended' WHERE id = ?")
      .bind(managed.pair.brand.id)
      .run();
    await charge();
    expect(await feesOf(managed)).toMatchObject([{ base: 0, amount: 0, status: 'none' }]);
    expect(await bucketsOf(managed.pair.brand.id)).toEqual({});
  });

  it('is made up for when a night was missed', async () => {
    const managed = await mintManaged({ of: 'gmv', percent: 10 }, null);
    await sales(managed, [[1_000, 'usd']]);
    await charge(night(3));
    expect(await feesOf(managed)).toMatchObject([{ day: day(clock.now()), amount: 100 }]);
  });

  it('is owed to the charge of the next day, once', async () => {
    const managed = await mintManaged({ of: 'gmv', percent: 10 }, null);
    await sales(managed, [[1_000, 'usd']]);
    await charge();
    const [fee] = await feesOf(managed);
    const { results } = await testEnv.DB.prepare('SELECT kind, currency, amount FROM dues WHERE id = ?')
      .bind(fee!.id)
      .all();
    expect(results).toEqual([{ kind: 'brand_fee', currency: 'usd', amount: 100 }]);
  });
});

describe("the partner's commission", () => {
  it('is pending until the brand was charged, then available, whatever comes twice', async () => {
    const managed = await mintManaged({ of: 'gmv', percent: 10 }, null);
    await sales(managed, [[1_000, 'usd']]);
    await charge();
    const [fee] = await feesOf(managed);
    const ids = [fee!.id];
    const statusOf = async () => (await feesOf(managed))[0]!.status;
    for (let i = 0; i < 2; i++) await run((ctx) => brandFeeOutcomes.failed(ctx, ids, 'Declined.'));
    expect(await statusOf()).toBe('failed');
    expect(await bucketsOf(managed.partner.id)).toEqual({ pending: 100 });
    for (let i = 0; i < 2; i++) await run((ctx) => brandFeeOutcomes.retried(ctx, ids));
    expect(await statusOf()).toBe('processing');
    for (let i = 0; i < 2; i++) await run((ctx) => brandFeeOutcomes.charged(ctx, ids, ctx.now));
    await run((ctx) => brandFeeOutcomes.failed(ctx, ids, 'Late.'));
    expect(await statusOf()).toBe('charged');
    expect(await bucketsOf(managed.partner.id)).toEqual({ available: 100 });
    // What was requested twice was done once: the fee itself, and the one step that makes it available.
    expect(await stepsOf(fee!.id)).toHaveLength(2);
    await markCommissionsPayable(systemCtx());
    const due = await testEnv.DB.prepare('SELECT currency FROM payout_due WHERE holder = ?')
      .bind(managed.partner.id)
      .all();
    expect(due.results).toEqual([{ currency: 'usd' }]);
    for (const holder of [managed.partner.id, managed.pair.brand.id])
      expect(await verifyLedger(systemCtx(), holder)).toMatchObject({ done: true, ok: true });
  });

  it('shows in the statements of both, and is explained', async () => {
    const managed = await mintManaged({ of: 'gmv', percent: 10 }, null);
    await sales(managed, [[1_000, 'usd']]);
    await charge();
    const [fee] = await feesOf(managed);
    const lines = async (key: string) =>
      (await call('GET', '/v1/balance/transactions?type=brand_fee', { key })).body.data;
    // The brand's debt is negative until the card is charged.
    expect(await lines(managed.pair.brand.key)).toMatchObject([
      { amount: -100, balance: -100, source: fee!.id },
    ]);
    expect(await lines(managed.partner.key)).toMatchObject([{ amount: 100, source: fee!.id }]);
    const earning = await call('GET', `/v1/earnings/${fee!.earning_id}?expand=explanation`, {
      key: managed.partner.key,
    });
    expect(earning.body.data).toMatchObject({ source: 'partner_commission', amount: 100, status: 'pending' });
    const steps = earning.body.data.explanation as { step: string; text: string; amount: number }[];
    expect(steps.map(({ step, amount }) => [step, amount])).toEqual([
      ['event', 1_000],
      ['rule', 100],
      ['payment', 100],
      ['hold', 100],
      ['payout', 0],
    ]);
    expect(steps[1]!.text).toBe('The brand fee is 10% of sales.');
  });
});
