// What the creator's cap and the program's budget leave of the earned pay.
import { describe, expect, it } from 'vitest';
import { countApprovals } from '../../../../src/domains/money/accruals/count-approvals.ts';
import { payEarned } from '../../../../src/domains/money/accruals/pay-earned.ts';
import { recordViews } from '../../../../src/domains/money/accruals/record-views.ts';
import { DAY_MS, HOUR_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import {
  mintApproved,
  mintRuled,
  paidFor,
  paymentsFor,
  run,
  soon,
  tick,
  tomorrow,
} from '../../../harness/money/earnings.ts';
import { overtakenBy } from '../../../harness/money/payments.ts';
import { enroll, mintCreator } from '../../../harness/work/creators.ts';
import { mintSubmission, mintVideo, type Pair, patch, read } from '../../../harness/work/submissions.ts';
import { call, mintAccount, systemCtx, testEnv } from '../../../harness/world.ts';

const PER_VIDEO = { type: 'per_video', amount: 5_000 };

describe('the cap and the budget', () => {
  const spent = async (pair: Pair) =>
    (await testEnv.DB.prepare('SELECT spent FROM programs WHERE id = ?').bind(pair.program).first<{
      spent: number;
    }>())!.spent;

  it('cut the last payment of a creator to what the cap leaves, and then pay nothing', async () => {
    const pair = await mintRuled([PER_VIDEO], { cap: 12_000 });
    const ids = [];
    for (let i = 0; i < 4; i++) ids.push(await mintApproved(pair));
    await Promise.all([tick(), tick()]);
    await tick();
    const all = (await Promise.all(ids.map(paidFor))).flat().map(([, amount]) => amount as number);
    expect(all.sort()).toEqual([2_000, 5_000, 5_000]);
    await tick(tomorrow());
    expect(await spent(pair)).toBe(12_000);
  });

  it.each([
    ['cap', { cap: 7_000 }],
    ['budget', { limits: { budget: 7_000 } }],
  ])('hold when another run pays what is left of the %s between look and payment', async (_, pay) => {
    const pair = await mintRuled([PER_VIDEO], pay);
    const ids = [await mintApproved(pair), await mintApproved(pair)];
    const at = soon();
    await countApprovals(systemCtx(at));
    const due = (sql: string) =>
      testEnv.DB.prepare(`UPDATE running_pay SET due_at = ${sql} WHERE submission_id = ?`);
    await due('NULL').bind(ids[1]!).run();
    // This run has only found the first; while it works, the second becomes due, and another run pays that.
    const env = overtakenBy(async () => {
      await testEnv.DB.batch([due('NULL').bind(ids[0]!), due(`${at}`).bind(ids[1]!)]);
      await payEarned(systemCtx(at));
      await due(`${at}`).bind(ids[0]!).run();
    });
    await payEarned({ ...systemCtx(at), env });
    expect(await paidFor(ids[1]!)).toEqual([['submission', 5_000]]);
    expect(await paidFor(ids[0]!)).toEqual([['submission', 2_000]]);
    expect(await spent(pair)).toBe(7_000);
  });

  it("are never exceeded by two payments for the program's last cents", async () => {
    const pair = await mintRuled([PER_VIDEO], { limits: { budget: 7_000 } });
    const second = await mintCreator(pair.creator.key, { visibility: 'network' });
    await enroll(pair.brand.key, { key: pair.creator.key, as: second.id }, pair.program);
    const twin = { ...pair, creator: { key: pair.creator.key, as: second.id } };
    await mintVideo(twin);
    const ids = [await mintApproved(pair), await mintApproved(twin)];
    await Promise.all([tick(), tick(), tick()]);
    await tick();
    const all = (await Promise.all(ids.map(paidFor))).flat().map(([, amount]) => amount as number);
    expect(all.sort()).toEqual([2_000, 5_000]);
    expect(await spent(pair)).toBe(7_000);
  });

  it('leave room again when a payment is rejected', async () => {
    const pair = await mintRuled([PER_VIDEO], { cap: 5_000, approval: 'manual' });
    const first = await mintApproved(pair);
    await tick();
    const [payment] = await paymentsFor(first);
    const rejected = await call('PATCH', `/v1/payments/${payment!.id}`, {
      ...pair.brand,
      body: { decision: 'reject', reason: 'Not agreed.' },
    });
    expect(rejected.status).toBe(200);
    const second = await mintApproved(pair);
    await tick();
    expect(await paidFor(second)).toEqual([['submission', 5_000]]);
  });
});

describe("an approval's answer", () => {
  const answered = async (pair: Pair, id: string) => {
    const answer = await patch(pair.brand, id, { status: 'approved' });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.data.approvalPay;
  };
  const shown = async (who: { key: string; as?: string }, id: string) =>
    (await read(who, id)).body.data.approvalPay;
  const submitted = async (pair: Pair) => (await mintSubmission(pair)).id as string;

  it('says what it will pay and what the cap cuts off it, and both sides read what came of it', async () => {
    const pair = await mintRuled([PER_VIDEO], { cap: 7_000 });
    const [first, second, third] = [await submitted(pair), await submitted(pair), await submitted(pair)];
    expect(await shown(pair.brand, first)).toEqual({
      status: 'expected',
      amount: 5_000,
      currency: 'usd',
      cuts: [],
    });
    // What the limits would leave is the brand's to know.
    expect(await shown(pair.creator, first)).toBeNull();
    expect(await answered(pair, first)).toEqual({ status: 'due', amount: 5_000, currency: 'usd', cuts: [] });
    await tick();
    const paid = { status: 'paid', amount: 5_000, currency: 'usd', cuts: [] };
    for (const side of [pair.brand, pair.creator]) expect(await shown(side, first)).toEqual(paid);
    const cut = { by: 'cap', amount: 3_000, message: expect.stringMatching(/\$70\.00.*\$30\.00/) };
    expect(await shown(pair.brand, second)).toMatchObject({ status: 'expected', amount: 2_000, cuts: [cut] });
    expect(await answered(pair, second)).toMatchObject({ status: 'due', amount: 2_000, cuts: [cut] });
    await tick();
    expect(await shown(pair.creator, second)).toMatchObject({ status: 'paid', amount: 2_000, cuts: [cut] });
    const all = [{ by: 'cap', amount: 5_000 }];
    expect(await answered(pair, third)).toMatchObject({ status: 'due', amount: 0, cuts: all });
    await tick();
    expect(await shown(pair.creator, third)).toMatchObject({ status: 'nothing', amount: 0, cuts: all });
    expect((await read(pair.creator, third)).body.data.paid).toBeNull();
    const list = await call('GET', '/v1/submissions', pair.creator);
    for (const one of list.body.data) expect(one).not.toHaveProperty('approvalPay');
  });

  it('says the same of the budget, and waits with the payment when the program pays by the week', async () => {
    const weekly = { schedule: { cadence: 'weekly', holdDays: 0 } };
    const pair = await mintRuled([PER_VIDEO], { limits: { budget: 4_000 }, ...weekly });
    const [first, second] = [await submitted(pair), await submitted(pair)];
    const cut = { by: 'budget', amount: 1_000, message: expect.stringContaining("program's budget") };
    const due = { status: 'due', amount: 4_000, cuts: [cut] };
    expect(await answered(pair, first)).toMatchObject(due);
    await tick();
    // Counted, but not in a payment yet.
    expect(await shown(pair.creator, first)).toMatchObject(due);
    await tick(clock.now() + 8 * DAY_MS);
    expect(await shown(pair.creator, first)).toMatchObject({ ...due, status: 'paid' });
    await answered(pair, second);
    await tick(clock.now() + 8 * DAY_MS);
    await tick(clock.now() + 16 * DAY_MS);
    expect(await shown(pair.brand, second)).toMatchObject({
      status: 'nothing',
      amount: 0,
      cuts: [{ by: 'budget', amount: 5_000 }],
    });
  });

  it('says nothing where no rule pays for an approval', async () => {
    const pair = await mintRuled([{ type: 'ad_spend_share', percent: 5 }]);
    const id = await submitted(pair);
    expect(await shown(pair.brand, id)).toBeNull();
    expect(await answered(pair, id)).toBeNull();
    const ruled = await mintRuled([PER_VIDEO]);
    const back = await submitted(ruled);
    await patch(ruled.brand, back, { status: 'revision', note: 'Again.' });
    expect(await shown(ruled.brand, back)).toBeNull();
  });
});

describe('what a submission earned', () => {
  it('is told with what became of it, also where the cap and the budget left nothing, reason by reason', async () => {
    const rules = [PER_VIDEO, { type: 'per_thousand_views', amount: 300 }];
    const pair = await mintRuled(rules, { cap: 5_700, limits: { budget: 6_000 } });
    const id = await mintApproved(pair);
    await run((ctx) => recordViews(ctx, id, 4_000, soon()));
    await tick();
    await tick(tomorrow());
    // A bonus takes the rest of the budget, and the cap is used up: both leave nothing of this.
    await call('POST', '/v1/payments', {
      ...pair.brand,
      body: { creator: pair.creator.as, program: pair.program, amount: 300, currency: 'usd' },
      headers: { 'Idempotency-Key': 'rest' },
    });
    await run((ctx) => recordViews(ctx, id, 5_000, soon() + 1));
    await tick(tomorrow() + DAY_MS);
    const { earned } = (await read(pair.creator, id)).body.data;
    expect(earned).toHaveLength(2);
    expect(earned).toContainEqual({
      source: 'organic',
      campaign: null,
      amount: 1_500,
      due: 0,
      paid: 700,
      takenBack: 0,
      currency: 'usd',
      waiting: null,
      selfPurchases: null,
      cuts: [
        {
          by: 'cap',
          amount: 800,
          message: "The program's cap per creator ($57.00) reduces it by $8.00.",
        },
      ],
    });
    const cut = async (who: { key: string; as?: string }) =>
      await call('GET', `/v1/submissions/${id}/cut-pay`, who);
    for (const side of [pair.creator, pair.brand])
      expect((await cut(side)).body).toMatchObject({
        data: [
          {
            source: 'organic',
            amount: 300,
            cutBy: 'cap',
            explanation: [{}, { amount: 300 }, { amount: -300 }],
          },
        ],
        nextCursor: null,
      });
    expect((await cut(pair.brand)).body.data[0].explanation[2].text).toBe(
      "The program's cap per creator ($57.00) reduced it to nothing.",
    );
    for (const stranger of [await mintAccount(), { key: pair.creator.key }])
      expect((await cut(stranger)).status).toBe(404);
  });

  it('names both limits where neither alone left nothing of it', async () => {
    const pair = await mintRuled([PER_VIDEO, { type: 'per_thousand_views', amount: 1_000 }], {
      cap: 5_400,
      limits: { budget: 5_000 },
    });
    const id = await mintApproved(pair);
    await tick();
    await run((ctx) => recordViews(ctx, id, 1_000, soon()));
    await tick(tomorrow());
    const { body } = await call('GET', `/v1/submissions/${id}/cut-pay`, pair.creator);
    expect(body.data).toMatchObject([{ amount: 1_000, cutBy: 'both' }]);
    expect((await read(pair.brand, id)).body.data.earned).toContainEqual(
      expect.objectContaining({
        cuts: [
          { by: 'cap', amount: 600, message: expect.any(String) },
          { by: 'budget', amount: 400, message: "The program's budget reduces it by $4.00." },
        ],
      }),
    );
  });
});

describe('a payment that fails', () => {
  it('keeps no other from being made, is told, and is tried again an hour later', async () => {
    const pair = await mintRuled([PER_VIDEO]);
    const [broken, sound] = [await mintApproved(pair), await mintApproved(pair)];
    const at = soon();
    await countApprovals(systemCtx(at));
    const earned = (cents: number) =>
      testEnv.DB.prepare('UPDATE running_pay SET unpaid = ?2 WHERE submission_id = ?1').bind(broken, cents);
    // It is the first that is due, and not a whole number of cents.
    await testEnv.DB.batch([
      earned(0.5),
      testEnv.DB.prepare('UPDATE running_pay SET due_at = 1 WHERE submission_id = ?').bind(broken),
    ]);
    await expect(payEarned(systemCtx(at))).rejects.toThrow(RangeError);
    expect(await paidFor(sound)).toEqual([['submission', 5_000]]);
    await earned(5_000).run();
    await payEarned(systemCtx(at + HOUR_MS - 1));
    expect(await paidFor(broken)).toEqual([]);
    await payEarned(systemCtx(at + HOUR_MS));
    expect(await paidFor(broken)).toEqual([['submission', 5_000]]);
  });
});
