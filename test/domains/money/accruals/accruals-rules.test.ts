// What each pay rule earns, and on which day it is paid.
import { describe, expect, it } from 'vitest';
import type { RuleTotals } from '../../../../src/domains/money/accruals/accrual.ts';
import { limitPay } from '../../../../src/domains/money/accruals/limit-pay.ts';
import {
  earnAdSpend,
  earnApproval,
  earnConversion,
  earnViews,
  MOST_EARNED,
  worth,
} from '../../../../src/domains/money/accruals/rules.ts';
import { dueAt } from '../../../../src/domains/money/accruals/schedule.ts';
import type { Pay, PayRule } from '../../../../src/domains/work/program-terms/pay.ts';
import { percentOf } from '../../../../src/kit/money.ts';

const pay = (...rules: PayRule[]): Pay => ({
  rules,
  cap: null,
  currency: 'usd',
  schedule: { cadence: 'on_approval', holdDays: 0 },
  approval: 'automatic',
  viewDays: 30,
});
const CONVERSION = 'conv_1';
const sale = (event: number, valueCents: number | null, currency: string | null = 'usd') => ({
  conversionId: CONVERSION,
  eventId: `pev_${event}`,
  occurrenceId: `pev_${event}`,
  campaignId: null,
  credit: 'own_link',
  source: 'server',
  soldCents: null,
  maturedAt: null,
  valueBy: 'server',
  creditBy: 'server',
  unreadSince: null,
  occurredAt: 1,
  valueCents,
  currency,
});
const share = (percent: number): PayRule => ({
  number: 1,
  type: 'revenue_share',
  percent,
  conversion: CONVERSION,
});
const total = (rules: RuleTotals) => rules[1]?.accrued ?? 0;

describe('a rule', () => {
  it('per_video pays an approval once, however often it is approved', () => {
    const terms = pay(
      { number: 1, type: 'per_video', amount: 5_000 },
      { number: 4, type: 'per_video', amount: 700 },
    );
    const first = earnApproval(terms, {}, 'sub_1', 9);
    expect(first.accruals.map(({ key, amount }) => [key, amount])).toEqual([
      ['approval:sub_1:1', 5_000],
      ['approval:sub_1:4', 700],
    ]);
    expect(earnApproval(terms, first.rules, 'sub_1', 10).accruals).toEqual([]);
  });

  it('per_thousand_views pays by the view, from minViews on, up to maxAmount', () => {
    const rule = (minViews: number | null, maxAmount: number | null): PayRule => ({
      number: 1,
      type: 'per_thousand_views',
      amount: 250,
      minViews,
      maxAmount,
    });
    expect(worth(rule(null, null), 1_000)).toBe(250);
    expect(worth(rule(null, null), 2)).toBe(1);
    expect(worth(rule(null, null), 1)).toBe(0);
    expect(worth(rule(5_000, null), 4_999)).toBe(0);
    expect(worth(rule(5_000, null), 5_000)).toBe(1_250);
    expect(worth(rule(null, 900), 3_600)).toBe(900);
    expect(worth(rule(null, 900), 1_000_000_000_000)).toBe(900);
  });

  it('of views never takes back, and pays what many reports bring as one would', () => {
    const terms = pay({
      number: 1,
      type: 'per_thousand_views',
      amount: 333,
      minViews: null,
      maxAmount: null,
    });
    let rules: RuleTotals = {};
    let paid = 0;
    for (const views of [1, 2, 3, 500, 400, 500, 777, 1_001, 2_500]) {
      const earned = earnViews(terms, rules, 'sub_1', { views, reportedAt: 1 });
      for (const { amount } of earned.accruals) expect(amount).toBeGreaterThan(0);
      paid += earned.accruals.reduce((sum, one) => sum + one.amount, 0);
      rules = earned.rules;
    }
    expect([paid, total(rules)]).toEqual([833, 833]);
  });

  it('view_milestone pays once when the views are reached', () => {
    const terms = pay({ number: 1, type: 'view_milestone', views: 10_000, amount: 2_000 });
    expect(earnViews(terms, {}, 'sub_1', { views: 9_999, reportedAt: 1 }).accruals).toEqual([]);
    expect(total(earnViews(terms, {}, 'sub_1', { views: 10_000, reportedAt: 1 }).rules)).toBe(2_000);
    const there = earnViews(terms, {}, 'sub_1', { views: 10_500, reportedAt: 1 });
    expect(there.accruals).toMatchObject([{ amount: 2_000, evidence: { from: 0, to: 10_500 } }]);
    expect(earnViews(terms, there.rules, 'sub_1', { views: 99_999, reportedAt: 2 }).accruals).toEqual([]);
  });

  it('of shares gives exactly the share of the sum, in whatever parts it came', () => {
    for (const percent of [0.01, 3.33, 12.5, 100]) {
      let rules: RuleTotals = {};
      let sum = 0;
      let paid = 0;
      for (let i = 0; i < 300; i++) {
        const value = 1 + ((i * 7919) % 40);
        const earned = earnConversion(pay(share(percent)), rules, sale(i, value));
        sum += value;
        paid += earned.accruals[0]!.amount;
        rules = earned.rules;
        expect(paid).toBe(percentOf(sum, Math.round(percent * 100)));
      }
    }
  });

  it('per_conversion pays any currency and value, revenue_share only its own, and says why not', () => {
    const terms = pay(share(10), { number: 2, type: 'per_conversion', amount: 300, conversion: CONVERSION });
    const of = (value: number | null, currency: string | null) =>
      earnConversion(terms, {}, sale(1, value, currency)).accruals.map(({ amount, evidence }) => [
        amount,
        'nothing' in evidence ? evidence.nothing : null,
      ]);
    expect(of(5_000, 'usd')).toEqual([
      [500, null],
      [300, null],
    ]);
    expect(of(5_000, 'eur')).toEqual([
      [0, 'other_currency'],
      [300, null],
    ]);
    expect(of(null, null)).toEqual([
      [0, 'no_value'],
      [300, null],
    ]);
    expect(of(Number.MAX_SAFE_INTEGER, 'usd')[0]).toEqual([0, 'too_large']);
    expect(earnConversion(terms, {}, { ...sale(1, 100), conversionId: 'conv_2' }).accruals).toEqual([]);
  });

  it('ad_spend_share pays what was spent since, in its own currency', () => {
    const terms = pay({ number: 1, type: 'ad_spend_share', percent: 5 });
    const more = { accountId: 'acct_1', ad: 'ad_1', campaignId: null, day: '2026-11-20' };
    const one = earnAdSpend(terms, {}, { ...more, spend: 1_000, shared: 0, currency: 'usd' });
    const two = earnAdSpend(terms, one.rules, { ...more, spend: 1_500, shared: 1_000, currency: 'usd' });
    expect([one.accruals[0]!.amount, two.accruals[0]!.amount]).toEqual([50, 25]);
    const other = earnAdSpend(terms, {}, { ...more, spend: 1_000, shared: 0, currency: 'eur' });
    expect(other.accruals).toMatchObject([{ amount: 0, evidence: { nothing: 'other_currency' } }]);
  });

  it('stays a safe number of cents whatever was reported', () => {
    const rules: PayRule[] = [
      { number: 1, type: 'per_thousand_views', amount: 1_000_000_000, minViews: null, maxAmount: null },
      { number: 1, type: 'per_conversion', amount: 1_000_000_000, conversion: CONVERSION },
      share(100),
    ];
    for (const rule of rules) expect(worth(rule, 1_000_000_000_000_000)).toBe(MOST_EARNED);
    expect(worth(rules[1]!, 3)).toBe(3_000_000_000);
  });
});

describe('the schedule', () => {
  const at = (time: string) => Date.parse(time);
  it.each([
    ['on_approval', 'submission', '2026-11-21T12:00:00Z', '2026-11-21T12:00:00Z'],
    ['on_approval', 'program', '2026-11-21T12:00:00Z', '2026-11-22T00:00:00Z'],
    ['on_approval', 'organic', '2026-11-22T00:00:00Z', '2026-11-23T00:00:00Z'],
    // 23 November 2026 is a Monday.
    ['weekly', 'submission', '2026-11-21T12:00:00Z', '2026-11-23T00:00:00Z'],
    ['weekly', 'program', '2026-11-22T23:59:59Z', '2026-11-23T00:00:00Z'],
    ['weekly', 'program', '2026-11-23T00:00:00Z', '2026-11-30T00:00:00Z'],
    ['monthly', 'submission', '2026-11-21T12:00:00Z', '2026-12-01T00:00:00Z'],
    ['monthly', 'program', '2026-11-30T23:59:59Z', '2026-12-01T00:00:00Z'],
    ['monthly', 'program', '2026-12-01T00:00:00Z', '2027-01-01T00:00:00Z'],
  ] as const)('%s pays a %s that accrued at %s at %s', (cadence, source, now, due) => {
    expect(dueAt(cadence, source, at(now))).toBe(at(due));
  });
});

describe('the limits', () => {
  it.each([
    [{ cap: null, paid: 9, budget: null, spent: 9 }, 100, 0, 0, 0],
    [{ cap: 150, paid: 100, budget: null, spent: 0 }, 50, 50, 0, 0],
    [{ cap: 150, paid: 200, budget: null, spent: 0 }, 0, 100, 0, 0],
    [{ cap: 150, paid: 100, budget: 1_020, spent: 1_000 }, 20, 50, 30, 0],
    [{ cap: null, paid: 0, budget: 1_000, spent: 2_000 }, 0, 0, 100, 0],
    [{ cap: 95, paid: 0, budget: null, spent: 0, greatest: 60 }, 60, 5, 0, 35],
  ])('%o leave %i of 100 cents', (limits, amount, cutByCap, cutByBudget, rest) => {
    expect(limitPay(100, { greatest: 1_000, ...limits })).toEqual({ amount, cutByCap, cutByBudget, rest });
  });
});
