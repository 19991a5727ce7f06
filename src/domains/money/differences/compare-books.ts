import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { describeError, log } from '../../../kit/log.ts';
import { day, HOUR_MS } from '../../../kit/time.ts';
import { saveHeads } from '../ledger/interface.ts';
import { checkAccounts } from './check-accounts.ts';
import { checkCharges } from './check-charges.ts';
import { checkChargesThere } from './check-charges-there.ts';
import { checkEarnings } from './check-earnings.ts';
import { checkFeeDays } from './check-fee-days.ts';
import { checkLedgers } from './check-ledgers.ts';
import { checkPlatform } from './check-platform.ts';
import {
  checkBrandFees,
  checkCommissions,
  checkPayments,
  checkPayouts,
  checkWithdrawals,
} from './check-records.ts';
import { checkRefunds } from './check-refunds.ts';
import { checkRefundsThere } from './check-refunds-there.ts';
import { checkTransfers } from './check-transfers.ts';
import { type Part, sinceOf } from './part.ts';
import { findRound, insertDifferences, saveRound } from './store.ts';

const PARTS: readonly Part[] = [
  checkLedgers,
  checkPayments,
  checkCommissions,
  checkBrandFees,
  checkFeeDays,
  checkEarnings,
  checkPayouts,
  checkWithdrawals,
  checkCharges,
  checkChargesThere,
  checkRefunds,
  checkRefundsThere,
  checkTransfers,
  checkAccounts,
  checkPlatform,
];

/**
 * The cron's part: takes each part of the day's comparison one portion further. Differences are written
 * together with the position, so a run that dies is repeated, and a difference that is found twice stays one
 * row.
 */
export async function compareBooks(ctx: SystemCtx): Promise<void> {
  for (const part of PARTS) {
    if (part.atProcessor && !ctx.vars.STRIPE_SECRET_KEY) continue;
    try {
      await goOn(ctx, part);
    } catch (error) {
      log('error', { compared: part.name, error: describeError(error) });
    }
  }
}

async function goOn(ctx: SystemCtx, part: Part): Promise<void> {
  const today = day(ctx.now);
  const last = await findRound(ctx, part.name);
  if (last?.after === null && last.day >= today) return;
  const open = last?.after && !(part.hourly && last.day < today) ? last : null;
  const { since, next = 0, ...summed } = open ? JSON.parse(open.sums) : { since: sinceOf(last?.day) };
  if (next > ctx.now) return;
  const round = { day: open?.day ?? today, after: open?.after ?? '', since: since ?? 0 };
  const { after, sums = {}, found, heads = {} } = await part.look(ctx, { ...round, sums: summed });
  for (const difference of found) log('error', { difference });
  await inOneBatch(ctx, (own) => {
    insertDifferences(own, found);
    saveHeads(own, heads);
    const again = part.hourly && { next: ctx.now + HOUR_MS };
    const kept = JSON.stringify({ since: round.since, ...again, ...(sums as object) });
    saveRound(own, { part: part.name, day: round.day, after, sums: kept });
  });
}
