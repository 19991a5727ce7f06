import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { AppError } from '../../../kit/error.ts';
import { inParallel } from '../../../kit/in-parallel.ts';
import { log } from '../../../kit/log.ts';
import { HOUR_MS } from '../../../kit/time.ts';
import { recordAdResult } from '../../money/accruals/record-ad-result.ts';
import { recordAdSpend } from '../../money/accruals/record-ad-spend.ts';
import { type AdDayRow, listUnreported, saveReported, saveReportedLater } from './store.ts';

/** What ads spent and brought is told to those who are paid by it so often. */
const EVERY_MS = HOUR_MS;
/** Each costs some six subrequests; the rest comes with the next minute. */
const A_RUN = 50;
const AT_A_TIME = 5;
/** Another report or an approval of the same work may be first: then once more, and later again. */
const TRIES = 3;

/**
 * Tells money what ads of the service have spent, and what they brought where their campaign pays for that: each day's
 * totals, with the note that they were told in the same batch.
 * What meets another change is told again. Cron.
 */
export async function reportSpend(ctx: SystemCtx): Promise<void> {
  const rows = await listUnreported(ctx, ctx.now - EVERY_MS, A_RUN);
  // The days of one ad's work touch the same totals: they are told one after another.
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
    // Another currency than before, or work that is no longer the account's: a person must look.
    log('error', { what: 'results of an ad were not taken', ad: adId, day, error: error.message });
    await saveReportedLater(ctx, row);
  }
}
