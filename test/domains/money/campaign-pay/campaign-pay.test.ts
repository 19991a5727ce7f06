// A campaign's pay replaces the program's: exact to the cent, never both, for reports in any order.

import { beforeAll, describe, expect, it } from 'vitest';
import { addCreditTarget } from '../../../../src/domains/measurement/credit-targets/interface.ts';
import { insertPayableConversions } from '../../../../src/domains/money/accruals/conversion-store.ts';
import { payTakenBack } from '../../../../src/domains/money/accruals/interface.ts';
import { payEarned } from '../../../../src/domains/money/accruals/pay-earned.ts';
import { recordAdResult } from '../../../../src/domains/money/accruals/record-ad-result.ts';
import { recordAdSpend } from '../../../../src/domains/money/accruals/record-ad-spend.ts';
import type { CampaignPay } from '../../../../src/domains/money/campaign-pay/campaign-pay.ts';
import {
  addCampaignSubmissions,
  setCampaignPay,
} from '../../../../src/domains/money/campaign-pay/interface.ts';
import { newId } from '../../../../src/kit/ids.ts';
import { percentOf } from '../../../../src/kit/money.ts';
import { DAY_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import fc from '../../../harness/fc.ts';
import {
  approve,
  mintApproved,
  mintTill,
  paidFor,
  paymentsFor,
  run,
  sell,
  setPay,
  soon,
  type Till,
  tick,
  tomorrow,
} from '../../../harness/money/earnings.ts';
import { overtakenBy } from '../../../harness/money/payments.ts';
import { mintPair, mintSubmission, type Pair } from '../../../harness/work/submissions.ts';
import { call, systemCtx, testEnv } from '../../../harness/world.ts';

const DAY = '2026-11-01';
const PROGRAM = { spend: 50, revenue: 10, each: 300 };

let pair: Pair;
let till: Till;
beforeAll(async () => {
  pair = await mintPair();
  till = await mintTill(pair);
  const rules = [
    { type: 'ad_spend_share', percent: PROGRAM.spend },
    { type: 'revenue_share', percent: PROGRAM.revenue, conversion: till.conversion },
    { type: 'per_conversion', amount: PROGRAM.each, conversion: till.conversion },
  ];
  await setPay(pair, { rules, approval: 'automatic' });
});

/** A campaign of the brand that shows these submissions. */
async function campaign(pay: Partial<CampaignPay> | null, shows: string[]): Promise<string> {
  const id = newId('campaign', clock.now());
  const none = { creatorShare: null, leadAmount: null, cap: null, event: null, conversionId: null };
  const terms = { campaignId: id, accountId: pair.brand.id, model: 'ad_spend', counter: 'service' } as const;
  await run(async (ctx) => {
    addCreditTarget(ctx, { accountId: pair.brand.id, kind: 'campaign', key: id, creatorId: null });
    if (pay) setCampaignPay(ctx, id, { ...terms, ...none, currency: 'usd', ...pay });
    addCampaignSubmissions(ctx, id, shows);
  });
  return id;
}

const REVENUE = { model: 'attributed_revenue', creatorShare: 20, event: 'purchase' } as const;
const told = (submission: string, of: string | null, ad: string, day = DAY) => ({
  account: pair.brand.id,
  ad,
  day,
  submission,
  campaign: of,
  currency: 'usd',
  at: clock.now(),
});
const spend = (submission: string, of: string | null, ad: string, amount: number, day = DAY) =>
  run((ctx) => recordAdSpend(ctx, { ...told(submission, of, ad, day), spend: amount }));
const result = (submission: string, of: string, ad: string, counted: number, day = DAY) =>
  run((ctx) => recordAdResult(ctx, { ...told(submission, of, ad, day), campaign: of, counted }));

let days = 0;
/** Pays everything that is due, on a later day. */
const payAll = async () => {
  await tick();
  await tick(tomorrow() + ++days * DAY_MS);
};
const sums = async (submission: string) => {
  const all: Record<string, number> = {};
  for (const [source, amount] of await paidFor(submission))
    all[source as string] = (all[source as string] ?? 0) + (amount as number);
  return all;
};

describe("a campaign's own terms", () => {
  it('take the place of the rules for its spend and its sales, and leave all else to them', async () => {
    const id = await mintApproved(pair);
    const [own, others] = [await campaign({ creatorShare: 12.5 }, [id]), await campaign(null, [id])];
    await spend(id, own, 'ad_1', 1_001);
    await spend(id, own, 'ad_1', 900);
    await spend(id, own, 'ad_1', 2_001);
    await spend(id, own, 'ad_1', 2_001);
    await spend(id, others, 'ad_2', 500);
    await sell(pair, till, { serviceId: id, campaign: own, value: 9_000 });
    await sell(pair, till, { serviceId: id, campaign: others, value: 1_000 });
    await sell(pair, till, { serviceId: id, value: 1_000 });
    await payAll();
    // 12.5 % of 2001 and 50 % of 500; 10 % of 2000 and twice 300.
    expect((await paidFor(id)).sort()).toEqual([
      ['paid_ads', 250],
      ['paid_ads', 250],
      ['program', 800],
    ]);
  });

  it('share revenue of what they name, once however many conversions count it, and only of work they show', async () => {
    const [id, other] = [await mintApproved(pair), await mintApproved(pair)];
    const every = await mintTill(pair, { name: 'All', eventName: 'purchase' });
    const leads = await mintTill(pair, { name: 'Leads', eventName: 'lead' });
    const all = await campaign(REVENUE, [id]);
    await sell(pair, till, { serviceId: id, campaign: all, value: 1_003 });
    await sell(pair, till, { serviceId: id, campaign: all, value: 700, name: 'lead' });
    await spend(id, all, 'ad_3', 80_000);
    // A link that names a campaign beside a submission that the campaign does not show.
    await sell(pair, till, { serviceId: other, campaign: all, value: 50_000 });
    await payAll();
    expect([await sums(id), await sums(other)]).toEqual([{ paid_ads: 201 }, { program: 5_300 }]);
    const narrow = await campaign({ ...REVENUE, event: null, conversionId: leads.conversion }, [id]);
    await sell(pair, till, { serviceId: id, campaign: narrow, value: 10_000 });
    await sell(pair, till, { serviceId: id, campaign: narrow, value: 500, name: 'lead' });
    await payAll();
    expect(await sums(id)).toEqual({ paid_ads: 301 });
    for (const conversion of [every.conversion, leads.conversion])
      await call('PATCH', `/v1/conversions/${conversion}`, { ...pair.brand, body: { status: 'archived' } });
  });

  it('pay for what the platform counts, when the platform is to count, also of before the approval', async () => {
    const { id } = await mintSubmission(pair);
    const pay = { model: 'lead', leadAmount: 333, counter: 'platform', event: 'lead' } as const;
    const [leads, spent] = [await campaign(pay, [id]), await campaign({ creatorShare: 10 }, [id])];
    await result(id, leads, 'ad_4', 2);
    await result(id, spent, 'ad_5', 9);
    await spend(id, leads, 'ad_4', 70_000);
    await spend(id, spent, 'ad_5', 400);
    await payAll();
    expect(await sums(id)).toEqual({});
    await approve(pair, id);
    await payAll();
    expect(await sums(id)).toEqual({ paid_ads: 666 + 40 });
    await result(id, leads, 'ad_4', 1);
    await result(id, leads, 'ad_4', 5);
    await sell(pair, till, { serviceId: id, campaign: leads, value: 9_000 });
    await payAll();
    expect(await sums(id)).toEqual({ paid_ads: 5 * 333 + 40 });
  });

  it('keep to their cap for each creator, and what is taken back leaves room', async () => {
    const [one, two] = [await mintApproved(pair), await mintApproved(pair)];
    const capped = await campaign({ creatorShare: 100, cap: 1_000 }, [one, two]);
    await spend(one, capped, 'ad_6', 700);
    await spend(two, capped, 'ad_7', 700);
    await Promise.all([payAll(), payAll()]);
    await payAll();
    const paid = [...(await paymentsFor(one)), ...(await paymentsFor(two))];
    expect(paid.map(({ amount }) => amount).sort()).toEqual([300, 700]);
    await run(async (ctx) => payTakenBack(ctx, paid.find(({ amount }) => amount === 300)!.id));
    await spend(one, capped, 'ad_6', 5_000);
    await payAll();
    expect([(await sums(one)).paid_ads! + (await sums(two)).paid_ads!]).toEqual([1_300]);
    // The program's own cap and rules do not count it.
    await sell(pair, till, { serviceId: one, value: 1_000 });
    await payAll();
    expect(await sums(one)).toMatchObject({ program: 400 });
  });

  it('keep to their cap when another run pays what is left of it between look and payment', async () => {
    const [one, two] = [await mintApproved(pair), await mintApproved(pair)];
    const capped = await campaign({ creatorShare: 100, cap: 1_000 }, [one, two]);
    await spend(one, capped, 'ad_11', 700);
    await spend(two, capped, 'ad_12', 700);
    const at = soon();
    const due = (id: string, when: number | null) =>
      testEnv.DB.prepare('UPDATE running_pay SET due_at = ?2 WHERE submission_id = ?1').bind(id, when);
    await testEnv.DB.batch([due(one, at), due(two, null)]);
    // This run has only found the first; while it works, the second becomes due, and another run pays that.
    const env = overtakenBy(async () => {
      await testEnv.DB.batch([due(one, null), due(two, at)]);
      await payEarned(systemCtx(at));
      await due(one, at).run();
    });
    await payEarned({ ...systemCtx(at), env });
    expect([await sums(two), await sums(one)]).toEqual([{ paid_ads: 700 }, { paid_ads: 300 }]);
  });

  it('are named where the earning is explained, and the numbers add up', async () => {
    const id = await mintApproved(pair);
    const own = await campaign({ ...REVENUE, counter: 'platform', cap: 150 }, [id]);
    await result(id, own, 'ad_8', 1_003);
    await payAll();
    const [payment] = await paymentsFor(id);
    const path = `/v1/earnings/${payment!.creator_earning_id}?expand=explanation`;
    const { data } = (await call('GET', path, pair.creator)).body;
    const steps = data.explanation as { step: string; text: string; amount: number; records: string[] }[];
    expect(steps.slice(0, 4).map(({ step, amount }) => [step, amount])).toEqual([
      ...[
        ['event', 1_003],
        ['rule', 201],
        ['limit', -51],
      ],
      ['payment', 150],
    ]);
    expect(steps[0]).toMatchObject({ records: ['ad_8', own] });
    expect(steps[1]!.text).toContain(`The pay of campaign ${own}`);
    expect(steps[1]!.text).toContain('20% of the value of each conversion. The exact amount is $2.006');
    expect(steps[1]!.records).toEqual([id, own]);
    expect(steps[2]!.text).toContain("The campaign's cap per creator");
    expect(data).toMatchObject({ source: 'paid_ads', amount: 150 });
    for (const caller of [pair.creator, pair.brand]) {
      const lines = (await call('GET', '/v1/balance/transactions', caller)).body.data as {
        campaign: string | null;
      }[];
      expect(lines.filter((line) => line.campaign === own).length).toBeGreaterThan(0);
    }
  });
});

/** One report to the area money. */
type Told = { by: 'spend' | 'result'; of: number; ad: number; day: number; total: number } | Sale;
type Sale = { by: 'sale'; of: number; event: number; value: number; twice: boolean };

const TOLD: fc.Arbitrary<Told> = fc.oneof(
  fc.record({
    by: fc.constantFrom('spend' as const, 'result' as const),
    of: fc.nat(4),
    ad: fc.nat(1),
    day: fc.nat(2),
    total: fc.nat(9_999),
  }),
  fc.record({
    by: fc.constant('sale' as const),
    of: fc.nat(4),
    event: fc.nat(40),
    value: fc.integer({ min: 1, max: 9_999 }),
    twice: fc.boolean(),
  }),
);

describe('whatever is told', () => {
  it('is paid by the campaign or by the program, never by both, to the same sum in any order', async () => {
    const plan = fc.sample(fc.array(TOLD, { minLength: 60, maxLength: 60 }), { numRuns: 1, seed: 22 })[0]!;
    const other = await mintTill(pair, { name: 'Twice', eventName: 'purchase' });
    const expected = expectedOf(plan);
    for (const order of [plan, [...plan].reverse(), [...plan, ...plan]]) {
      const id = await mintApproved(pair);
      const campaigns = await Promise.all(
        PAYS.map((pay) => (pay === undefined ? null : campaign(pay, [id]))),
      );
      const keyed = (n: number) => `pev_${id.slice(4)}${n}`;
      const seen = new Set<number>();
      for (const one of order) {
        const of = campaigns[one.of]!;
        if (one.by !== 'sale') {
          const [ad, day] = [`ad_${id}_${one.of}_${one.ad}`, `2026-10-0${one.day + 1}`];
          if (one.by === 'spend') await spend(id, of, ad, one.total, day);
          else if (of !== null) await result(id, of, ad, one.total, day);
          continue;
        }
        // An event's value and link are those of its first report.
        const first = plan.find((each) => each.by === 'sale' && each.event === one.event) as Sale;
        if (seen.has(one.event)) continue;
        seen.add(one.event);
        const sale = {
          eventId: keyed(first.event),
          accountId: pair.brand.id,
          creatorId: pair.creator.as,
          submissionId: id,
          campaignId: campaigns[first.of]!,
          valueCents: first.value,
          currency: 'usd',
          rule: 'own_link',
          source: 'server' as const,
          occurredAt: soon(),
          payableAt: soon(),
          soldCents: first.value,
          maturedAt: soon(),
          valueBy: 'server' as const,
          creditBy: 'server' as const,
          unreadSince: null,
          occurrenceId: keyed(first.event),
        };
        const named = [till.conversion, ...(first.twice ? [other.conversion] : [])];
        for (let times = 0; times < 2; times++)
          await run(async (ctx) =>
            insertPayableConversions(
              ctx,
              named.map((conversionId) => ({ ...sale, conversionId })),
            ),
          );
        if (first.event % 7 === 0) await tick();
      }
      await payAll();
      expect(await sums(id)).toEqual(expected);
    }
    const { results } = await testEnv.DB.prepare(
      `SELECT a.key FROM accruals a JOIN accruals b ON b.submission_id = a.submission_id
       WHERE a.campaign_id <> '' AND b.campaign_id = '' AND a.evidence ->> 'event' = b.evidence ->> 'event'`,
    ).all();
    expect(results).toEqual([]);
  });
});

/** The plan's campaigns: undefined for no campaign, null for one that leaves the pay to the program. */
const PAYS: (Partial<CampaignPay> | null | undefined)[] = [
  undefined,
  null,
  { creatorShare: 33.33, cap: 4_321 },
  { ...REVENUE, creatorShare: 7.77 },
  { model: 'lead', leadAmount: 7, counter: 'platform', event: 'lead' },
];

/** The result of a plan: the largest total of each ad and day, and each event once. */
function expectedOf(plan: readonly Told[]): Record<string, number> {
  const totals = new Map<string, { by: string; of: number; total: number }>();
  const sales = new Map<number, Sale>();
  for (const one of plan) {
    if (one.by === 'sale') {
      if (!sales.has(one.event)) sales.set(one.event, one);
      continue;
    }
    const key = `${one.by} ${one.of} ${one.ad} ${one.day}`;
    totals.set(key, { ...one, total: Math.max(one.total, totals.get(key)?.total ?? 0) });
  }
  const sum = (by: string, ...of: number[]) =>
    [...totals.values()].reduce(
      (all, one) => all + (one.by === by && of.includes(one.of) ? one.total : 0),
      0,
    );
  const sold = (...of: number[]) => [...sales.values()].filter((one) => of.includes(one.of));
  const worth = (all: Sale[]) => all.reduce((total, { value }) => total + value, 0);
  const program = sold(0, 1);
  return {
    paid_ads:
      percentOf(sum('spend', 0, 1), PROGRAM.spend * 100) +
      Math.min(percentOf(sum('spend', 2), 3_333), 4_321) +
      percentOf(worth(sold(3)), 777) +
      7 * sum('result', 4),
    program: percentOf(worth(program), PROGRAM.revenue * 100) + PROGRAM.each * program.length,
  };
}
