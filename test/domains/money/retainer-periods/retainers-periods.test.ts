// When periods end, and what they pay: only arithmetic.
import { describe, expect, it } from 'vitest';
import { periodEnd } from '../../../../src/domains/money/retainer-periods/period-end.ts';
import { payOf, type StoredPay, shares, summaryOf } from '../../../../src/domains/work/retainers/pay.ts';

const ends = (start: string, cadence: 'weekly' | 'monthly', counts: number[]) =>
  counts.map((count) => new Date(periodEnd(Date.parse(start), cadence, count)).toISOString());

describe('the end of a period', () => {
  it("is the start's day of the month, or the month's last day where it has none", () => {
    expect(ends('2027-01-31T10:30:00.123Z', 'monthly', [0, 1, 2, 3, 4, 12, 13])).toEqual([
      '2027-01-31T10:30:00.123Z',
      '2027-02-28T10:30:00.123Z',
      '2027-03-31T10:30:00.123Z',
      '2027-04-30T10:30:00.123Z',
      '2027-05-31T10:30:00.123Z',
      '2028-01-31T10:30:00.123Z',
      '2028-02-29T10:30:00.123Z',
    ]);
    expect(ends('2028-02-29T00:00:00Z', 'monthly', [1, 12, 48])).toEqual([
      '2028-03-29T00:00:00.000Z',
      '2029-02-28T00:00:00.000Z',
      '2032-02-29T00:00:00.000Z',
    ]);
  });

  it('crosses years, and knows no summer time', () => {
    expect(ends('2026-11-15T23:59:59.999Z', 'monthly', [1, 2, 5])).toEqual([
      '2026-12-15T23:59:59.999Z',
      '2027-01-15T23:59:59.999Z',
      '2027-04-15T23:59:59.999Z',
    ]);
    expect(ends('2026-12-28T08:00:00Z', 'weekly', [1, 13, 53])).toEqual([
      '2027-01-04T08:00:00.000Z',
      '2027-03-29T08:00:00.000Z',
      '2028-01-03T08:00:00.000Z',
    ]);
  });

  it('lies in the next month for every day that a month can begin on, over ten years', () => {
    for (let start = Date.UTC(2026, 0, 1, 12); start < Date.UTC(2027, 0, 1); start += 86_400_000) {
      const from = new Date(start);
      for (let count = 1; count <= 120; count++) {
        const end = new Date(periodEnd(start, 'monthly', count));
        const months =
          (end.getUTCFullYear() - from.getUTCFullYear()) * 12 + end.getUTCMonth() - from.getUTCMonth();
        const nextDay = new Date(end.getTime() + 86_400_000);
        const last = nextDay.getUTCMonth() !== end.getUTCMonth();
        expect(months).toBe(count);
        expect(end.getUTCDate() === from.getUTCDate() || (last && end.getUTCDate() < from.getUTCDate())).toBe(
          true,
        );
      }
    }
  });
});

const pay = (more: Partial<Parameters<typeof payOf>[0]> = {}): StoredPay =>
  payOf({ base: 50_000, rules: [{ type: 'per_video', amount: 2_000 }], ...more });

describe('what a period pays', () => {
  it('is each piece of work in full until the cap, then what is left of it, then nothing', () => {
    expect(shares(pay(), 50_000, 3)).toEqual([2_000, 2_000, 2_000]);
    expect(shares(pay({ cap: 53_000 }), 50_000, 4)).toEqual([2_000, 1_000, 0, 0]);
    expect(shares(pay({ cap: 50_000 }), 50_000, 1)).toEqual([0]);
    expect(shares(pay({ cap: 50_000 }), 52_000, 1)).toEqual([0]);
    expect(shares(pay({ rules: [] }), 50_000, 2)).toEqual([0, 0]);
    const two = [
      { type: 'per_video' as const, amount: 2_000 },
      { type: 'per_video' as const, amount: 500 },
    ];
    expect(shares(pay({ rules: two }), 0, 1)).toEqual([2_500]);
  });

  it('is said in one sentence', () => {
    expect(summaryOf(pay({ rules: [] }), 'usd')).toBe('$500.00 a month.');
    expect(summaryOf(pay({ cap: 80_005, schedule: { cadence: 'weekly' } }), 'eur')).toBe(
      '€500.00 a week, plus €20.00 for each approved video, at most €800.05 a week.',
    );
  });

  it('is monthly, at once and without a person unless said otherwise', () => {
    expect(pay()).toEqual({
      base: 50_000,
      rules: [{ type: 'per_video', number: 1, amount: 2_000 }],
      cap: null,
      schedule: { cadence: 'monthly', holdDays: 0 },
      approval: 'automatic',
    });
  });
});
