import type { SystemCtx } from '../../context.ts';

export interface AdSpendReport {
  account: string;
  /** What is reported on, unique for the account: our ID of the ad. */
  ad: string;
  /** UTC, YYYY-MM-DD. */
  day: string;
  /** The work that the ad shows; null for an ad without a creator. */
  submission: string | null;
  campaign: string | null;
  /** All that the ad spent on the day, in cents, as known at `at` (milliseconds). */
  spend: number;
  currency: string;
  at: number;
}

/** Adds to ctx.write what an ad spent on a day. Less than before, or a report older than the last, changes nothing. */
export async function recordAdSpend(_ctx: SystemCtx, _report: AdSpendReport): Promise<void> {
  throw new Error('not built yet');
}
