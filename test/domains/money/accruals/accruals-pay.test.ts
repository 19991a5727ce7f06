// From approved submissions, views and ad spend to payments: each is paid once, on its day.

import { describe, expect, it } from 'vitest';
import { recordAdSpend } from '../../../../src/domains/money/accruals/record-ad-spend.ts';
import { recordViews } from '../../../../src/domains/money/accruals/record-views.ts';
import { verifyLedger } from '../../../../src/domains/money/ledger/verify-ledger.ts';
import { DAY_MS, day } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import {
  approve,
  midnightAfter,
  mintApproved,
  mintRuled,
  paidFor,
  paymentsFor,
  run,
  setPay,
  soon,
  tick,
  tomorrow,
} from '../../../harness/money/earnings.ts';
import { mintSubmission, type Pair, patch, read } from '../../../harness/work/submissions.ts';
import { call, systemCtx, testEnv } from '../../../harness/world.ts';

const PER_VIDEO = { type: 'per_video', amount: 5_000 };
const PER_VIEW = { type: 'per_thousand_views', amount: 200 };
const monday = () => {
  let at = midnightAfter(soon());
  while (new Date(at).getUTCDay() !== 1) at += DAY_MS;
  return at + 1_000;
};

describe('an approval', () => {
  it('pays at once, and the submission shows it', async () => {
    const pair = await mintRuled([PER_VIDEO]);
    const id = await mintApproved(pair);
    await tick();
    const [payment] = await paymentsFor(id);
    expect(payment).toMatchObject({ source: 'submission', amount: 5_000, status: 'processing' });
    expect((await read(pair.brand, id)).body.data.paid).toEqual({
      amount: 5_000,
      currency: 'usd',
      payment: payment!.id,
    });
    await tick();
    await tick(tomorrow());
    expect(await paymentsFor(id)).toHaveLength(1);
    expect((await patch(pair.brand, id, { status: 'review' })).status).toBe(409);
    expect(await verifyLedger(systemCtx(), pair.creator.as)).toMatchObject({ done: true, ok: true });
  });

  it('is paid by the pay that was in force when the work was sent in', async () => {
    const pair = await mintRuled([PER_VIDEO]);
    const { id } = await mintSubmission(pair);
    await setPay(pair, { rules: [{ type: 'per_video', amount: 1 }], approval: 'manual' });
    await approve(pair, id);
    await tick();
    expect(await paymentsFor(id)).toMatchObject([{ amount: 5_000, status: 'processing' }]);
  });

  it('waits for a person where the pay says so', async () => {
    const pair = await mintRuled([PER_VIDEO], { approval: 'manual' });
    const id = await mintApproved(pair);
    await tick();
    expect(await paymentsFor(id)).toMatchObject([{ status: 'pending_approval' }]);
  });

  it('pays nothing once it is taken back, and once when it is given again', async () => {
    const pair = await mintRuled([PER_VIDEO]);
    const id = await mintApproved(pair);
    await patch(pair.brand, id, { status: 'review' });
    await tick();
    expect(await paymentsFor(id)).toEqual([]);
    await approve(pair, id);
    await tick();
    await tick();
    expect(await paidFor(id)).toEqual([['submission', 5_000]]);
  });

  it('pays nothing when it is taken back after it was counted, until it is given again', async () => {
    const pair = await mintRuled([PER_VIDEO], { schedule: { cadence: 'weekly' } });
    const id = await mintApproved(pair);
    await tick();
    expect((await patch(pair.brand, id, { status: 'review' })).status).toBe(200);
    const at = monday();
    await tick(at);
    expect(await paymentsFor(id)).toEqual([]);
    // It is postponed, so that it does not displace what can be paid in every run.
    const due = await testEnv.DB.prepare('SELECT due_at FROM running_pay WHERE submission_id = ?')
      .bind(id)
      .first<{ due_at: number }>();
    expect(due!.due_at).toBe(at + DAY_MS);
    await approve(pair, id);
    await tick(at);
    await tick(at + DAY_MS);
    expect(await paidFor(id)).toEqual([['submission', 5_000]]);
  });

  it('is either paid or taken back, whoever is first', async () => {
    const pair = await mintRuled([PER_VIDEO], { limits: {} });
    const ids = [];
    for (let i = 0; i < 6; i++) ids.push(await mintApproved(pair));
    const [, ...answers] = await Promise.all([
      tick(),
      ...ids.map(async (id) => ({ id, status: (await patch(pair.brand, id, { status: 'review' })).status })),
    ]);
    await tick();
    for (const { id, status } of answers) {
      const { data } = (await read(pair.brand, id)).body;
      const count = (await paymentsFor(id)).length;
      expect([data.status, count, data.paid !== null]).toEqual(
        status === 200 ? ['review', 0, false] : ['approved', 1, true],
      );
    }
  });

  it('is paid once by two runs at a time', async () => {
    const pair = await mintRuled([PER_VIDEO]);
    const id = await mintApproved(pair);
    await Promise.all([tick(), tick(), tick()]);
    await tick();
    expect(await paidFor(id)).toEqual([['submission', 5_000]]);
  });

  it('that rules pay nothing for may still be taken back', async () => {
    const pair = await mintRuled([PER_VIEW]);
    const id = await mintApproved(pair);
    await tick();
    expect((await patch(pair.brand, id, { status: 'review' })).status).toBe(200);
  });
});

describe("a creator's performance", () => {
  it('counts approvals on the day they were given, and no longer when they are taken back', async () => {
    const pair = await mintRuled([PER_VIDEO], { currency: 'eur' });
    const ids = [await mintApproved(pair), await mintApproved(pair)];
    const shown = async () =>
      (await call('GET', `/v1/creators/${pair.creator.as}`, pair.brand)).body.data.performance;
    expect(await shown()).toMatchObject({
      currency: 'eur',
      days: [{ date: day(clock.now()), approvedSubmissions: 2, spend: 0 }],
    });
    await patch(pair.brand, ids[0]!, { status: 'review' });
    expect(await shown()).toMatchObject({ days: [{ approvedSubmissions: 1 }] });
  });
});

describe('views', () => {
  const report = (id: string, views: number, at: number) => run((ctx) => recordViews(ctx, id, views, at));

  it('are paid the day after, for what came since', async () => {
    const pair = await mintRuled([PER_VIEW, { type: 'view_milestone', views: 3_000, amount: 900 }]);
    const id = await mintApproved(pair);
    const at = soon();
    await report(id, 1_000, at);
    await report(id, 1_500, at + 1);
    await tick(at + 2);
    expect(await paymentsFor(id)).toEqual([]);
    await tick(tomorrow());
    expect(await paidFor(id)).toEqual([['organic', 300]]);
    await report(id, 3_000, tomorrow());
    await tick(tomorrow() + DAY_MS);
    expect(await paidFor(id)).toEqual([
      ['organic', 300],
      ['organic', 1_200],
    ]);
  });

  it('that are fewer, repeated or from an older report change nothing', async () => {
    const pair = await mintRuled([PER_VIEW]);
    const id = await mintApproved(pair);
    const at = soon();
    for (const [views, when] of [
      [1_000, at],
      [1_000, at + 5],
      [400, at + 6],
      [9_000, at - 1],
    ] as const)
      await report(id, views, when);
    await tick(tomorrow());
    expect(await paidFor(id)).toEqual([['organic', 200]]);
  });

  it('that came before the approval are paid after it', async () => {
    const pair = await mintRuled([PER_VIEW]);
    const { id } = await mintSubmission(pair);
    await report(id, 2_000, soon());
    await tick(tomorrow());
    expect(await paymentsFor(id)).toEqual([]);
    await approve(pair, id);
    await tick(soon());
    await tick(tomorrow());
    expect(await paidFor(id)).toEqual([['organic', 400]]);
  });

  it('that were read as before the approval and come after it are refused, and paid once reported again', async () => {
    const pair = await mintRuled([PER_VIEW]);
    const { id } = await mintSubmission(pair);
    const ctx = systemCtx(soon());
    await recordViews(ctx, id, 2_000, ctx.now);
    await approve(pair, id);
    await tick();
    await expect(ctx.write.commit()).rejects.toMatchObject({ code: 'conflict' });
    await report(id, 2_000, ctx.now);
    await tick(tomorrow());
    expect(await paidFor(id)).toEqual([['organic', 400]]);
  });

  it('that come while an approval is taken back wait for the next one', async () => {
    const pair = await mintRuled([PER_VIEW]);
    const { id } = await mintSubmission(pair);
    const ctx = systemCtx(soon());
    await recordViews(ctx, id, 2_000, ctx.now);
    await approve(pair, id);
    await patch(pair.brand, id, { status: 'review' });
    await ctx.write.commit();
    await approve(pair, id);
    await tick();
    await tick(tomorrow());
    expect(await paidFor(id)).toEqual([['organic', 400]]);
  });

  it('are counted once when two reports meet', async () => {
    const pair = await mintRuled([PER_VIEW]);
    const id = await mintApproved(pair);
    const at = soon();
    await Promise.allSettled([report(id, 1_000, at), report(id, 2_000, at), report(id, 2_000, at)]);
    await report(id, 2_000, at + 1).catch(() => {});
    await report(id, 2_001, at + 2);
    await tick(tomorrow());
    expect(await paidFor(id)).toEqual([['organic', 400]]);
  });

  it('are counted by the newer of two reports that were read at once, or again', async () => {
    const pair = await mintRuled([PER_VIEW]);
    const id = await mintApproved(pair);
    const early = systemCtx(soon());
    await recordViews(early, id, 1_000, early.now);
    await report(id, 2_000, early.now);
    await expect(early.write.commit()).rejects.toMatchObject({ code: 'conflict' });
    await tick(tomorrow());
    expect(await paidFor(id)).toEqual([['organic', 400]]);
  });

  it('of work under a retainer earn nothing by the rules', async () => {
    const pair = await mintRuled([PER_VIEW, { type: 'ad_spend_share', percent: 10 }]);
    const id = await mintApproved(pair);
    await testEnv.DB.prepare("UPDATE submissions SET retainer_id = 'ret_1' WHERE id = ?").bind(id).run();
    await report(id, 2_000, soon());
    await tick(tomorrow());
    expect(await paidFor(id)).toEqual([]);
  });

  it('below a cent wait', async () => {
    const pair = await mintRuled([{ type: 'per_thousand_views', amount: 1 }]);
    const id = await mintApproved(pair);
    await report(id, 499, soon());
    await tick(tomorrow());
    expect(await paymentsFor(id)).toEqual([]);
    await report(id, 500, tomorrow());
    await tick(tomorrow() + DAY_MS);
    expect(await paidFor(id)).toEqual([['organic', 1]]);
  });
});

describe('ad spend', () => {
  const report = (pair: Pair, submission: string | null, cents: number, more: object = {}) => ({
    account: pair.brand.id,
    ad: 'ad_1',
    day: '2026-11-20',
    submission,
    campaign: null,
    spend: cents,
    currency: 'usd',
    at: soon(),
    ...more,
  });
  const spend = (...given: Parameters<typeof report>) => run((ctx) => recordAdSpend(ctx, report(...given)));

  it('gives the share of what was spent in all, once', async () => {
    const pair = await mintRuled([{ type: 'ad_spend_share', percent: 2.5 }]);
    const id = await mintApproved(pair);
    await spend(pair, id, 1_000);
    await spend(pair, id, 1_000);
    await spend(pair, id, 700);
    await spend(pair, id, 3_000);
    await spend(pair, id, 500, { day: '2026-11-19' });
    await spend(pair, id, 9_999, { at: 5 });
    await tick(tomorrow());
    expect(await paidFor(id)).toEqual([['paid_ads', 88]]);
  });

  it('of work in review is shared once it is approved', async () => {
    const pair = await mintRuled([{ type: 'ad_spend_share', percent: 10 }]);
    const { id } = await mintSubmission(pair);
    await spend(pair, id, 1_000);
    await approve(pair, id);
    await tick(soon());
    await spend(pair, id, 1_500);
    await tick(tomorrow());
    expect(await paidFor(id)).toEqual([['paid_ads', 150]]);
  });

  it('that was read as before the approval and comes after it is refused, and shared once reported again', async () => {
    const pair = await mintRuled([{ type: 'ad_spend_share', percent: 10 }]);
    const { id } = await mintSubmission(pair);
    const ctx = systemCtx(soon());
    await recordAdSpend(ctx, report(pair, id, 1_500));
    await approve(pair, id);
    await tick();
    await expect(ctx.write.commit()).rejects.toMatchObject({ code: 'conflict' });
    await spend(pair, id, 1_500);
    await tick(tomorrow());
    expect(await paidFor(id)).toEqual([['paid_ads', 150]]);
  });

  it('that two reports read at once is shared by the one that was written first', async () => {
    const pair = await mintRuled([{ type: 'ad_spend_share', percent: 10 }]);
    const { id } = await mintSubmission(pair);
    await spend(pair, id, 500);
    const early = systemCtx(soon());
    await recordAdSpend(early, report(pair, id, 2_000));
    await spend(pair, id, 1_000);
    await expect(early.write.commit()).rejects.toMatchObject({ code: 'conflict' });
    await approve(pair, id);
    await tick();
    await tick(tomorrow());
    expect(await paidFor(id)).toEqual([['paid_ads', 100]]);
  });

  it("is refused for another account's work and in another currency than before", async () => {
    const pair = await mintRuled([]);
    const other = await mintRuled([]);
    const id = await mintApproved(other);
    await expect(spend(pair, id, 100)).rejects.toMatchObject({ code: 'not_found' });
    await spend(pair, null, 100);
    await expect(spend(pair, null, 200, { currency: 'eur' })).rejects.toMatchObject({ code: 'conflict' });
  });
});
