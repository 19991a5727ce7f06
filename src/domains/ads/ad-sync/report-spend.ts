import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { AppError } from '../../../kit/error.ts';
import { inParallel } from '../../../kit/in-parallel.ts';
import { log } from '../../../kit/log.ts';
import { HOUR_MS } from '../../../kit/time.ts';
import { recordAdResult } from '../../money/accruals/record-ad-result.ts';
import { recordAdSpend } from '../../money/accruals/record-ad-spend.ts';
import { type AdDayRow, listUnreported, saveReported, saveReportedLater } from './store.ts';

/** How often spend and results are reported to the domains that calculate creators' pay. */
const EVERY_MS = HOUR_MS;
/** Each report costs about six subrequests. The next minute's run continues. */
const A_RUN = 50;
const AT_A_TIME = 5;
/**
 * Another report or an approval of the same submission may write first: then this is retried at once, and later by the
 * next run.
 */
const TRIES = 3;

/**
 * Reports to the money domains what the service's ads have spent, and their results where the campaign pays for those:
 * each day's totals, marked as reported in the same batch.
 * A report that conflicts with another change is repeated. Cron.
 */
export async function reportSpend(ctx: SystemCtx): Promise<void> {
  const rows = await listUnreported(ctx, ctx.now - EVERY_MS, A_RUN);
  // All days of one submission change the same totals, so they are reported one after another.
  const bySubmission = Map.groupBy(rows, ({ submissionId, ad }) => submissionId ?? ad);
  await inParallel([...bySubmission.values()], AT_A_TIME, async (days) => {
    for (const row of days) await report(ctx, row);
  });
}

async function report(ctx: SystemCtx, row: AdDayRow): Promise<void> {
  const { accountId: account, adId, day, submissionId, campaignId, currency, readAt: at } = row;
  const told = { account, ad: adId!, day, submission: submissionId, campaign: campaignId, currency, at };
  try {
    for (let tries = 0; tries < TRIES; tries++) {
      const written = await inOneBatch(ctx, async (own) => {
        await recordAdSpend(own, { ...told, spend: row.spend });
        if (submissionId !== null && campaignId !== null && row.result > row.reportedResult) {
          const brought = { submission: submissionId, campaign: campaignId, counted: row.result };
          await recordAdResult(own, { ...told, ...brought });
        }
        saveReported(own, row);
      });
      if (written) return;
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // The currency changed, or the submission no longer belongs to the account: a person has to look.
    log('error', { what: 'results of an ad were not taken', ad: adId, day, error: error.message });
    await saveReportedLater(ctx, row);
  }
}
