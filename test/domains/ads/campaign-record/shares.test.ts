// The shares of a campaign's ad sets: what is refused of them, and how they are calculated.
import { describe, expect, it } from 'vitest';
import {
  equalShares,
  shareProblems,
  withWholeShares,
} from '../../../../src/domains/ads/campaign-record/shares.ts';

const sets = (...shares: (number | null)[]) => shares.map((share) => ({ share }));
const said = (...given: Parameters<typeof shareProblems>) =>
  shareProblems(...given).map(({ path, code, message }) => [path, code, message]);

describe('shares', () => {
  it('add up to 100, each above 0; an ad set with a budget of its own has none', () => {
    expect(said(sets(5_000, 4_999), null)).toEqual([['/adSets', 'shares', 'The shares add up to 99.99.']]);
    expect(said(sets(5_000, 5_001), null)).toEqual([['/adSets', 'shares', 'The shares add up to 100.01.']]);
    expect(said(sets(10_000, 0), null)).toEqual([
      ['/adSets/1/budgetShare', 'too_small', 'The ad set has no share of the budget.'],
    ]);
    for (const right of [sets(), sets(10_000), sets(7_000, 3_000), sets(10_000, null)])
      expect(said(right, null)).toEqual([]);
  });

  it('are equal where the ad sets spend one budget, but for what rounding leaves', () => {
    const one = { platform: 'meta', called: 'Meta' };
    expect(said(sets(7_000, 3_000), one)).toEqual([
      [
        '/adSets',
        'equal_shares',
        'The ad sets share one campaign budget on Meta, so their shares must be equal.',
      ],
    ]);
    expect(said(sets(...equalShares(3)), one)).toEqual([]);
  });

  it('are scaled to 100, each at least the minimum where that is enough', () => {
    expect(withWholeShares(sets(1_000, 3_000)).map(({ share }) => share)).toEqual([2_500, 7_500]);
    const least = withWholeShares(sets(100, 9_900), 1_000).map(({ share }) => share!);
    expect([least[0]! >= 1_000, least[0]! + least[1]!]).toEqual([true, 10_000]);
  });
});
