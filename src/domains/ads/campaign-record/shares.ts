// Redistributes the shares of a platform's ad sets when some of them are gone.
import * as z from 'zod';
import type { AdBudget } from '../../../integrations/ads/steps.ts';
import { toPercent } from '../../../kit/money.ts';
import { id } from '../../../resource/fields.ts';
import { type AdSetRow, isThere } from './campaign-row.ts';
import { sharesBy } from './pack-ad-sets.ts';

export const ShareChange = z
  .object({
    adSet: id('adSet').describe('Whose share changed.'),
    name: z.string().describe('What it is called now.'),
    before: z.number().describe('Percent of the budget.'),
    after: z.number().describe('Percent of the budget; 0 for one that is gone.'),
  })
  .meta({ id: 'ShareChange' });

export type ShareChange = z.output<typeof ShareChange>;

type Sharing = Pick<AdSetRow, 'id' | 'share' | 'budget'>;

/** New shares after ad sets were archived here: in proportion to the remaining ones' shares. */
export const sharesTakenOver = (left: readonly Sharing[]): ReadonlyMap<string, number> =>
  dividedOver(left, ({ share, budget }) => share ?? amountOf(budget) ?? 1);

/** New shares after ad sets were deleted at the platform: in proportion to the remaining ones' budgets there. */
export function sharesLeftThere(left: readonly Sharing[]): ReadonlyMap<string, number> {
  const known = left.every(({ share, budget }) => share === null || budget !== null);
  return known ? dividedOver(left, ({ budget }) => amountOf(budget) ?? 1) : sharesTakenOver(left);
}

/** A copy has a budget of its own and takes no share, unless only copies are left. */
function dividedOver(left: readonly Sharing[], weigh: (one: Sharing) => number): ReadonlyMap<string, number> {
  const sharing = left.filter(({ share }) => share !== null);
  const those = sharing.length > 0 ? sharing : left;
  const shares = sharesBy(those.map(weigh));
  return new Map(those.map(({ id }, n) => [id, shares[n]!]));
}

const amountOf = (budget: AdBudget | null) => budget && ('daily' in budget ? budget.daily : budget.lifetime);

/** The shares that changed on a platform. An ad set that is gone has a share of zero. */
export function shareChanges(
  platform: string,
  before: readonly AdSetRow[],
  after: readonly AdSetRow[],
): ShareChange[] {
  const were = new Map(before.map((one) => [one.id, shareOf(one)]));
  return after
    .filter((one) => one.platform === platform)
    .map((one) => ({
      adSet: one.id,
      name: one.name,
      before: toPercent(were.get(one.id) ?? 0),
      after: toPercent(shareOf(one)),
    }))
    .filter((one) => one.before !== one.after);
}

const shareOf = (one: AdSetRow) => (isThere(one) ? (one.share ?? 0) : 0);
