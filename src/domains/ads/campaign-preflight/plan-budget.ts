// Divides a campaign's budget among its platforms and their ad sets.

import type { Capabilities } from '../../../integrations/ads/platform.ts';
import type { AdBudget } from '../../../integrations/ads/steps.ts';
import { DAY_MS } from '../../../kit/time.ts';
import { divide } from '../campaign-record/shares.ts';
import type { CampaignTerms } from '../campaign-terms/terms.ts';

/** With neither a daily budget nor an end date, the billing limit is spread over about a month. */
const DAYS_A_LIMIT_LASTS = 30;

export interface PlatformBudget {
  /** The budget of the whole campaign on this platform. */
  budget: AdBudget;
  /** The lifetime spending cap there, on platforms that support one. */
  cap: number | null;
  /** The budget of each ad set, in the order of the shares. */
  adSets: AdBudget[];
}

/**
 * A platform's part of the budget. All platforms get equal parts. @param floor the minimum daily budget of one ad set,
 * or of the whole campaign on platforms where the campaign has the budget. @param shares the shares of the ad sets
 * there.
 */
export function planBudget(
  { budget, schedule }: Pick<CampaignTerms, 'budget' | 'schedule'>,
  { at, of }: { at: number; of: number },
  shares: readonly number[],
  floor: number,
): PlatformBudget {
  const part = (amount: number) => divide(amount, new Array<number>(of).fill(1))[at]!;
  const cap = budget.billingLimit === null ? null : part(budget.billingLimit);
  const whole = wholeOf(
    budget.daily === null ? null : part(budget.daily),
    cap,
    schedule,
    floor * shares.length,
  );
  const [kind, amount] =
    'daily' in whole ? (['daily', whole.daily] as const) : (['lifetime', whole.lifetime] as const);
  const each = divide(amount, shares);
  return {
    budget: whole,
    cap,
    adSets: each.map((value) => (kind === 'daily' ? { daily: value } : { lifetime: value })),
  };
}

/**
 * A platform's part of the budget, with the ad sets' budgets by ID. A copy is not included, since it has a budget of
 * its own.
 */
export function budgetsOf(
  terms: Pick<CampaignTerms, 'budget' | 'schedule'>,
  place: { at: number; of: number },
  sets: readonly { id: string; share: number | null }[],
  floor: number,
): Omit<PlatformBudget, 'adSets'> & { of: (id: string) => AdBudget | null } {
  const sharing = sets.filter(({ share }) => share !== null);
  const shares = sharing.map(({ share }) => share!);
  const { adSets, ...whole } = planBudget(terms, place, shares, floor);
  const byId = new Map(sharing.map(({ id }, n) => [id, adSets[n]!]));
  return { ...whole, of: (id) => byId.get(id) ?? null };
}

/** Whether the platforms get a daily budget rather than a lifetime budget. */
export const isDaily = ({ budget, schedule }: Pick<CampaignTerms, 'budget' | 'schedule'>): boolean =>
  budget.daily !== null || budget.billingLimit === null || schedule.endDate === null;

function wholeOf(
  daily: number | null,
  cap: number | null,
  { endDate }: CampaignTerms['schedule'],
  least: number,
): AdBudget {
  if (daily !== null) return { daily };
  if (cap === null) return { daily: 0 };
  if (endDate !== null) return { lifetime: cap };
  return { daily: Math.max(Math.floor(cap / DAYS_A_LIMIT_LASTS), least) };
}

/** The budget per day for a campaign of `days` days. */
export const aDay = (budget: AdBudget, days: number): number =>
  'daily' in budget ? budget.daily : Math.floor(budget.lifetime / Math.max(1, days));

/** Whether the budget is set on the campaign rather than on its ad sets. */
export const isOneBudget = (
  { budget }: Pick<Capabilities, 'budget'>,
  { settings }: Pick<CampaignTerms, 'settings'>,
): boolean => budget === 'campaign' || settings.budgetOptimization === 'campaign';

/** How many days a campaign runs; 1 without an end date. */
export function daysOf({ schedule: { startDate, endDate } }: CampaignTerms): number {
  if (endDate === null) return 1;
  return Math.max(1, Math.round((Date.parse(endDate) - Date.parse(startDate)) / DAY_MS) + 1);
}
