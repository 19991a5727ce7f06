// The split of a payment, to the cent: nothing is lost, and a requested net is exactly what the creator gets.

import { describe, expect, it } from 'vitest';
import { amountFor, MAX_TAKE_BPS, splitPayment } from '../../../../src/domains/money/payments/split.ts';
import { WHOLE_BPS } from '../../../../src/kit/money.ts';
import fc from '../../../harness/fc.ts';

/** Rounded half up, with exact integers. */
function exactShare(amount: number, bps: number): number {
  return Number((BigInt(amount) * BigInt(bps) * 2n + 10_000n) / 20_000n);
}

describe('splitPayment', () => {
  it('takes the take out of the amount and puts the fee on top, rounded half up', () => {
    expect(splitPayment(10_000, 1_000, 500)).toEqual({ partnerFee: 1_000, net: 9_000, serviceFee: 500 });
    expect(splitPayment(5, 1_000, 1_000)).toEqual({ partnerFee: 1, net: 4, serviceFee: 1 });
    expect(splitPayment(4, 1_000, 1_000)).toEqual({ partnerFee: 0, net: 4, serviceFee: 0 });
    expect(splitPayment(1, MAX_TAKE_BPS, 500)).toEqual({ partnerFee: 0, net: 1, serviceFee: 0 });
  });

  it('never takes more than 20 %, whatever rate is stored', () => {
    expect(splitPayment(100, 9_000, 0)).toMatchObject({ partnerFee: 20, net: 80 });
    expect(amountFor(80, 9_000)).toBe(100);
  });

  // All 20,010,000 pairs. The exact share is added up amount by amount, so it cannot be wrong in the way a
  // product can. The side that pays a share keeps what rounding leaves: the creator pays the take, and the
  // brand pays the fee.
  it('is exact and adds up for every amount from 1 to 10,000 and every rate from 0 to 20 %: take, net and fee', () => {
    let wrong = 0;
    for (let bps = 0; bps <= MAX_TAKE_BPS; bps++) {
      let whole = 0;
      let rest = 0;
      for (let amount = 1; amount <= 10_000; amount++) {
        rest += bps;
        if (rest >= WHOLE_BPS) {
          rest -= WHOLE_BPS;
          whole++;
        }
        const share = rest * 2 >= WHOLE_BPS ? whole + 1 : whole;
        const { partnerFee, net, serviceFee } = splitPayment(amount, bps, bps);
        if (partnerFee !== share || serviceFee !== share || net !== amount - share || net <= 0) wrong++;
      }
    }
    expect(wrong).toBe(0);
  }, 60_000);

  it('always adds up, leaves the creator something and is the exact share', () => {
    const amounts = fc.integer({ min: 1, max: 1_000_000_000_000 });
    const rates = fc.integer({ min: 0, max: MAX_TAKE_BPS });
    fc.assert(
      fc.property(amounts, rates, rates, (amount, take, fee) => {
        const { partnerFee, net, serviceFee } = splitPayment(amount, take, fee);
        expect(partnerFee + net).toBe(amount);
        expect(net).toBeGreaterThan(0);
        expect([partnerFee, serviceFee]).toEqual([exactShare(amount, take), exactShare(amount, fee)]);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([0, -1, 1.5, Number.NaN, 2 ** 53, Number.MAX_SAFE_INTEGER])('refuses %d cents', (amount) => {
    expect(() => splitPayment(amount, 1_000, 500)).toThrow(RangeError);
  });
});

describe('amountFor', () => {
  it('finds the smallest amount that leaves exactly the net: every net to 10,000 at rates up to 20 %', () => {
    const wrong: string[] = [];
    for (let bps = 0; bps <= MAX_TAKE_BPS; bps += 25) {
      // Calculated in reverse: what each amount leaves, in order.
      const smallest: number[] = [];
      const most = Math.ceil((10_001 * WHOLE_BPS) / (WHOLE_BPS - bps)) + 1;
      for (let amount = 1; amount <= most; amount++) {
        const { net } = splitPayment(amount, bps, 0);
        smallest[net] ??= amount;
      }
      for (let net = 1; net <= 10_000; net++) {
        if (amountFor(net, bps) !== smallest[net]) wrong.push(`${net} at ${bps}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('does so for every whole percent and for large nets', () => {
    const nets = fc.integer({ min: 1, max: 1_000_000_000 });
    fc.assert(
      fc.property(nets, fc.integer({ min: 0, max: MAX_TAKE_BPS }), (net, bps) => {
        const amount = amountFor(net, bps);
        expect(splitPayment(amount, bps, 0).net).toBe(net);
        if (amount > 1) expect(splitPayment(amount - 1, bps, 0).net).toBe(net - 1);
      }),
      { numRuns: 5_000 },
    );
  });
});
