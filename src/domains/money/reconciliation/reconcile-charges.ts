// Refunds are made at the processor too, banks take charges back, and webhooks can be lost. So each day all recent charges
// are looked at, a few a minute.
import type { SystemCtx } from '../../../context.ts';
import { lowestId } from '../../../kit/ids.ts';
import { inParallel } from '../../../kit/in-parallel.ts';
import { DAY_MS, day } from '../../../kit/time.ts';
import { listChargesWithMoney } from '../charging/interface.ts';
import { refreshCharge } from './refresh-charge.ts';
import { findRound, saveRound } from './store.ts';

/** How old a charge is when nobody looks for new refunds and disputes of it any more. */
const WINDOW_MS = 120 * DAY_MS;
/** 28,800 a day. */
const CHARGES_A_RUN = 20;
const AT_A_TIME = 5;

/**
 * The cron's part: goes on with the day's round, or begins the next. A charge that can't be looked at now is logged and
 * has its turn again in the next round.
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
