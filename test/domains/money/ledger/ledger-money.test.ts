import { describe, expect, it } from 'vitest';
import { percentOf, split, toBasisPoints, WHOLE_BPS } from '../../../../src/kit/money.ts';
import fc from '../../../harness/fc.ts';

/** Rounded half up on the absolute value, with exact integers of any size. */
function exactly(amount: bigint, bps: bigint): bigint {
  const size = amount < 0n ? -amount : amount;
  const share = (2n * size * bps + 10_000n) / 20_000n;
  return amount < 0n ? -share : share;
}

describe('a percentage', () => {
  // The expected values are added up amount by amount: without a product of amount and rate, they cannot be
  // wrong in the same way. Refunds are rounded like the original. payments-split.test.ts tries all 20,010,000
  // pairs with every rate.
  it('is exact for every amount from 1 to 10,000, taken and given back, and rates up to 20 %', () => {
    let wrong = 0;
    for (let rate = 0; rate <= 2000; rate += 23) {
      let whole = 0;
      let rest = 0;
      for (let amount = 1; amount <= 10_000; amount++) {
        rest += rate;
        if (rest >= 10_000) {
          rest -= 10_000;
          whole++;
        }
        const share = percentOf(amount, rate);
        if (share !== (rest >= 5000 ? whole + 1 : whole) || share > amount) wrong++;
        if (percentOf(-amount, rate) + share !== 0) wrong++;
      }
    }
    expect(wrong).toBe(0);
  }, 60_000);

  it('is exact for every safe integer and any rate', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.integer({ min: 0, max: WHOLE_BPS }), (amount, bps) => {
        expect(BigInt(percentOf(amount, bps))).toBe(exactly(BigInt(amount), BigInt(bps)));
      }),
      { numRuns: 2000 },
    );
  });

  it('of what is given back is what was taken', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.integer({ min: 0, max: WHOLE_BPS }), (amount, bps) => {
        expect(percentOf(-amount, bps) + percentOf(amount, bps)).toBe(0);
      }),
    );
  });

  it('rounds a half away from zero and is never minus zero', () => {
    expect(percentOf(50, 100)).toBe(1);
    expect(percentOf(49, 100)).toBe(0);
    expect(percentOf(-50, 100)).toBe(-1);
    expect(Object.is(percentOf(-1, 1), 0)).toBe(true);
    expect(Object.is(percentOf(0, 2000), 0)).toBe(true);
  });

  it('refuses what is no whole number of cents or basis points, or too large', () => {
    for (const amount of [0.5, Number.NaN, 2 ** 53, Number.POSITIVE_INFINITY]) {
      expect(() => percentOf(amount, 100)).toThrow(RangeError);
    }
    for (const bps of [1.5, -1, Number.NaN]) expect(() => percentOf(100, bps)).toThrow(RangeError);
    expect(() => percentOf(Number.MAX_SAFE_INTEGER, 20_000)).toThrow(RangeError);
  });

  it('takes every rate with two decimals as the basis points it says', () => {
    for (let bps = 0; bps <= WHOLE_BPS; bps++) {
      expect(toBasisPoints(Number(`${Math.floor(bps / 100)}.${String(bps % 100).padStart(2, '0')}`))).toBe(
        bps,
      );
    }
  });
});

describe('a split', () => {
  // The share and the rest add up to the amount, and neither is below zero.
  it('of one rate adds up for every amount from 1 to 10,000 and rates up to 20 %', () => {
    let wrong = 0;
    for (let rate = 0; rate <= 2000; rate += 23) {
      const rates = [rate];
      for (let amount = 1; amount <= 10_000; amount++) {
        const { parts, remainder } = split(amount, rates);
        if (parts[0]! + remainder !== amount || parts[0]! < 0 || remainder < 0) wrong++;
      }
    }
    expect(wrong).toBe(0);
  }, 60_000);

  it('of several rates adds up, takes each share as if alone but for the cut, and never changes sign', () => {
    const rates = fc
      .array(fc.integer({ min: 0, max: WHOLE_BPS }), { maxLength: 6 })
      .filter((all) => all.reduce((a, b) => a + b, 0) <= WHOLE_BPS);
    fc.assert(
      fc.property(fc.maxSafeInteger(), rates, (amount, all) => {
        const { parts, remainder } = split(amount, all);
        const total = [...parts, remainder].reduce((sum, part) => sum + BigInt(part), 0n);
        expect(total).toBe(BigInt(amount));
        for (const part of [...parts, remainder]) expect(part === 0 || part > 0 === amount > 0).toBe(true);
        parts.forEach((part, i) => {
          expect(Math.abs(part)).toBeLessThanOrEqual(Math.abs(percentOf(amount, all[i]!)));
        });
      }),
      { numRuns: 1000 },
    );
  });

  it('hands out no cent that is not there', () => {
    expect(split(1, [5000, 5000])).toEqual({ parts: [1, 0], remainder: 0 });
    expect(split(-1, [5000, 5000])).toEqual({ parts: [-1, 0], remainder: 0 });
    expect(() => split(100, [6000, 4001])).toThrow(RangeError);
  });
});
