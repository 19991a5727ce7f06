// For every combination of program, campaign or retainer, partner share and limits, what people are told
// about pay adds up to the cent and over all pages.

import { describe, expect, it } from 'vitest';
import { recordAdSpend } from '../../../../src/domains/money/accruals/record-ad-spend.ts';
import { recordViews } from '../../../../src/domains/money/accruals/record-views.ts';
import {
  addCampaignSubmissions,
  setCampaignPay,
} from '../../../../src/domains/money/campaign-pay/interface.ts';
import { newId } from '../../../../src/kit/ids.ts';
import { DAY_MS, day } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import fc from '../../../harness/fc.ts';
import { mintApproved, paymentsFor, run, soon, tick, tomorrow } from '../../../harness/money/earnings.ts';
import { decideOn, mintPaid } from '../../../harness/money/payments.ts';
import {
  approvedSubmission,
  endOf,
  forgetDue,
  mintActive,
  passTime,
  paymentsOf,
} from '../../../harness/work/retainers.ts';
import { type Pair, read } from '../../../harness/work/submissions.ts';
import { call, testEnv } from '../../../harness/world.ts';

interface Step {
  step: string;
  text: string;
  amount: number | null;
}

const sum = (amounts: (number | null)[]) => amounts.reduce<number>((all, one) => all + (one ?? 0), 0);
const of = (steps: Step[], ...names: string[]) =>
  sum(steps.filter(({ step }) => names.includes(step)).map(({ amount }) => amount));
const one = (steps: Step[], name: string) => of(steps.filter(({ step }) => step === name).slice(0, 1), name);

/** An earning with its explanation, and the accruals on the pages after the first. */
async function explained(who: { key: string; as?: string }, id: string) {
  const path = `/v1/earnings/${id}?expand=explanation`;
  const { status, body } = await call('GET', path, who);
  expect(status, JSON.stringify(body)).toBe(200);
  const steps = body.data.explanation as Step[];
  // What a page gives as a sum, the later pages explain one by one.
  const more = (page: Step[]) =>
    sum(page.filter(({ text }) => /more of the kind/.test(text)).map(({ amount }) => amount));
  let untold = more(steps);
  for (let cursor = body.data.explanationCursor; cursor !== null; ) {
    const next = (await call('GET', `${path}&cursor=${cursor}`, who)).body.data;
    expect(of(next.explanation, 'rule')).toBe(untold);
    untold = more(next.explanation);
    cursor = next.explanationCursor;
  }
  expect(untold).toBe(0);
  for (const { text } of steps) expect(text).not.toMatch(/null|undefined|NaN|\s\s/);
  return { steps, earning: body.data as { amount: number; fee: number; net: number; status: string } };
}

async function checkEarnings(pair: Pair, payment: string): Promise<void> {
  const row = (await testEnv.DB.prepare('SELECT * FROM payments WHERE id = ?').bind(payment).first())!;
  const own = await explained(pair.creator, String(row.creator_earning_id));
  expect(of(own.steps, 'rule', 'limit'), JSON.stringify(own.steps)).toBe(row.amount);
  expect(one(own.steps, 'payment') + of(own.steps, 'share')).toBe(own.earning.net);
  expect(own.earning.amount - own.earning.fee).toBe(own.earning.net);
  expect(one(own.steps, 'hold')).toBe(own.earning.net);
  if (row.partner_earning_id === null) return;
  const partner = await explained({ key: pair.creator.key }, String(row.partner_earning_id));
  expect(one(partner.steps, 'payment') + of(partner.steps, 'share')).toBe(partner.earning.net);
  expect(own.earning.net + partner.earning.net).toBe(row.amount);
}

interface Earned {
  source: string;
  campaign: string | null;
  amount: number;
  due: number;
  paid: number;
  takenBack: number;
  cuts: { amount: number }[];
}

async function checkSubmission(pair: Pair, id: string): Promise<void> {
  const [mine, theirs] = [await read(pair.creator, id), await read(pair.brand, id)];
  const earned = mine.body.data.earned as Earned[];
  expect(theirs.body.data.earned).toEqual(earned);
  for (const { amount, due, paid, takenBack, cuts } of earned)
    expect(due + paid + takenBack + sum(cuts.map((cut) => cut.amount))).toBe(amount);
  const { results } = await testEnv.DB.prepare(
    'SELECT status, amount, closed_at AS back FROM payments WHERE submission_id = ?',
  )
    .bind(id)
    .all<{ amount: number; back: number | null }>();
  expect(sum(earned.map(({ paid }) => paid))).toBe(
    sum(results.map(({ amount, back }) => (back === null ? amount : 0))),
  );
  const off = (await testEnv.DB.prepare(
    'SELECT COALESCE(SUM(cut_by_cap + cut_by_budget), 0) AS cents FROM earned_payments WHERE submission_id = ?',
  )
    .bind(id)
    .first<{ cents: number }>())!.cents;
  const nothingLeft = sum(earned.flatMap(({ cuts }) => cuts.map(({ amount }) => amount))) - off;
  const told: { amount: number; explanation: Step[] }[] = [];
  let cursor: string | null = null;
  do {
    const query: string = `limit=7${cursor ? `&cursor=${cursor}` : ''}`;
    const page = await call('GET', `/v1/submissions/${id}/cut-pay?${query}`, pair.creator);
    told.push(...page.body.data);
    cursor = page.body.nextCursor;
  } while (cursor !== null);
  const whole = await call('GET', `/v1/submissions/${id}/cut-pay?limit=100`, pair.brand);
  expect(whole.body.data).toEqual(told);
  expect(sum(told.map(({ amount }) => amount))).toBe(nothingLeft);
  for (const { amount, explanation } of told) {
    expect(of(explanation, 'rule', 'limit')).toBe(0);
    expect(of(explanation, 'limit')).toBe(-amount);
  }
}

const cents = (most: number) => fc.integer({ min: 1, max: most });
const maybe = (most: number) => fc.option(cents(most), { nil: null });
const percent = (most: number) => fc.integer({ min: 1, max: most * 4 }).map((quarters) => quarters / 4);

const program = fc.record({
  rules: fc.record({ video: cents(9_000), views: cents(700), share: percent(60) }),
  take: percent(20),
  cap: maybe(12_000),
  budget: maybe(15_000),
  campaign: fc.option(fc.record({ creatorShare: percent(40), cap: maybe(3_000) }), { nil: null }),
  rejects: fc.boolean(),
  days: fc.array(
    fc.array(
      fc.record({ what: fc.constantFrom('views', 'spend', 'campaign'), pair: fc.nat(1), much: cents(9_999) }),
      { maxLength: 24 },
    ),
    { minLength: 1, maxLength: 3 },
  ),
});
type Program = typeof program extends fc.Arbitrary<infer T> ? T : never;

async function play(plan: Program): Promise<void> {
  const { rules, take, cap, budget, campaign, rejects } = plan;
  const pair = await mintPaid(take, {
    pay: {
      rules: [
        { type: 'per_video', amount: rules.video },
        { type: 'per_thousand_views', amount: rules.views },
        { type: 'ad_spend_share', percent: rules.share },
      ],
      approval: rejects ? 'manual' : 'automatic',
      cap,
    },
    limits: { budget },
  });
  const ids = [await mintApproved(pair), await mintApproved(pair)];
  const camp = newId('campaign', clock.now());
  if (campaign) {
    const none = { leadAmount: null, event: null, conversionId: null, currency: 'usd' };
    const terms = {
      campaignId: camp,
      accountId: pair.brand.id,
      model: 'ad_spend',
      counter: 'platform',
    } as const;
    await run(async (ctx) => {
      setCampaignPay(ctx, camp, { ...terms, ...none, ...campaign });
      addCampaignSubmissions(ctx, camp, ids);
    });
  }
  const views = [0, 0];
  await tick();
  for (const [n, acts] of plan.days.entries()) {
    const at = soon() + n * DAY_MS;
    for (const [i, { what, pair: which, much }] of acts.entries()) {
      const id = ids[which]!;
      if (what === 'views') {
        views[which]! += much;
        await run((ctx) => recordViews(ctx, id, views[which]!, at + i), at + i);
      } else {
        const of = { account: pair.brand.id, ad: `ad_${pair.brand.id}_${i}`, day: day(at), submission: id };
        const by = what === 'campaign' && campaign ? camp : null;
        await run((ctx) => recordAdSpend(ctx, { ...of, campaign: by, spend: much, currency: 'usd', at }), at);
      }
    }
    await tick(tomorrow() + n * DAY_MS);
  }
  if (rejects) {
    const [first] = await paymentsFor(ids[0]!);
    if (first) await decideOn(pair, first.id, 'reject', { reason: 'Not as agreed.' });
  }
  for (const id of ids) {
    await checkSubmission(pair, id);
    for (const payment of await paymentsFor(id)) {
      const gone = await testEnv.DB.prepare('SELECT closed_at AS at FROM payments WHERE id = ?')
        .bind(payment.id)
        .first<{ at: number | null }>();
      if (gone!.at === null) await checkEarnings(pair, payment.id);
    }
  }
}

describe('what is told adds up', () => {
  it('of whatever the rules of a program and the terms of a campaign pay, under any limits', async () => {
    // More accruals than three pages show, each a fraction of a cent, and a cap that ends among them.
    const spends = Array.from({ length: 45 }, (_, n) => ({ what: 'spend' as const, pair: 0, much: 101 + n }));
    const many: Program = {
      rules: { video: 4_000, views: 100, share: 12.25 },
      take: 7.5,
      cap: 4_500,
      budget: null,
      campaign: null,
      rejects: false,
      days: [spends, [{ what: 'views', pair: 1, much: 9_000 }]],
    };
    await fc.assert(fc.asyncProperty(program, play), {
      numRuns: 6,
      endOnFailure: true,
      examples: [[many]],
    });
  }, 120_000);

  it('of whatever a retainer pays', async () => {
    const deal = fc.record({
      base: cents(50_000),
      each: fc.nat(3_000),
      room: maybe(6_000),
      pair: fc.nat(3),
      take: percent(20),
    });
    await fc.assert(
      fc.asyncProperty(deal, async ({ base, each, room, pair: pieces, take }) => {
        const rules = each > 0 ? [{ type: 'per_video', amount: each }] : [];
        const cap = room === null ? null : base + room;
        const made = await mintActive({ pay: { base, rules, cap } }, await mintPaid(take));
        for (let n = 0; n < pieces; n++) await approvedSubmission(made.pair);
        await passTime(await endOf(made));
        const payments = await paymentsOf(made.id);
        expect(payments.length).toBeGreaterThan(0);
        for (const { id } of payments) await checkEarnings(made.pair, id);
        await forgetDue();
      }),
      { numRuns: 4, endOnFailure: true },
    );
  }, 60_000);
});
