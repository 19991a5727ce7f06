// Looks at all recent charges each day, a few a minute: refunds can be made at the processor, banks take
// charges back, and webhooks can be lost.
import type { SystemCtx } from '../../../context.ts';
import { lowestId } from '../../../kit/ids.ts';
import { inParallel } from '../../../kit/in-parallel.ts';
import { DAY_MS, day } from '../../../kit/time.ts';
import { listChargesWithMoney } from '../charging/interface.ts';
import { refreshCharge } from './refresh-charge.ts';
import { findRound, saveRound } from './store.ts';

/** Charges that are older than this are no longer checked for new refunds and disputes. */
const WINDOW_MS = 120 * DAY_MS;
/** 28,800 a day. */
const CHARGES_A_RUN = 20;
const AT_A_TIME = 5;

/**
 * The cron's part: continues the day's round, or begins the next. A charge that cannot be read now is logged,
 * and is looked at again in the next round.
 */
export async function reconcileCharges(ctx: SystemCtx): Promise<void> {
  if (!ctx.vars.STRIPE_SECRET_KEY) return;
  const today = day(ctx.now);
  const last = await findRound(ctx);
  if (last?.after === null && last.day === today) return;
  const first = lowestId('charge', ctx.now - WINDOW_MS);
  const round = last?.after ? { day: last.day, after: last.after } : { day: today, after: first };
  const found = await listChargesWithMoney(ctx, round.after, CHARGES_A_RUN);
  await inParallel(
    found.flatMap(({ intents }) => intents),
    AT_A_TIME,
    (intent) => refreshCharge(ctx, intent),
  );
  await saveRound(ctx, round.day, found.length < CHARGES_A_RUN ? null : found.at(-1)!.id);
}
