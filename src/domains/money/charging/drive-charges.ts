// Takes each charge as far as it can go now. A run that works on a charge holds its claim, and every write
// needs that claim. What the processor is asked is stored first, so a run that dies is followed by one that
// asks the same again.

import type { SystemCtx } from '../../../context.ts';
import { withOwnWrites } from '../../../db/own-writes.ts';
import { inParallel } from '../../../kit/in-parallel.ts';
import { MINUTE_MS } from '../../../kit/time.ts';
import { cardOf } from '../cards/interface.ts';
import { finishAttempt } from './finish-attempt.ts';
import type { ChargeRow } from './interface.ts';
import { recordProcessorFee } from './record-processor-fee.ts';
import { reportChargeOutcome } from './report-charge-outcome.ts';
import { claimCharge, holdsCharge, insertAttempt, listDueCharges, saveCharge } from './store.ts';

const CHARGES_A_RUN = 100;
const AT_A_TIME = 5;
/** After this time a run counts as dead and another may take over: no cron run lives longer. */
const LEASE_MS = 15 * MINUTE_MS;

/** The cron's part: continues every charge that is due. One that fails or waits does not delay the others. */
export async function driveCharges(ctx: SystemCtx): Promise<void> {
  await inParallel(await listDueCharges(ctx, CHARGES_A_RUN), AT_A_TIME, (id) => driveCharge(ctx, id));
}

/** Continues a charge if it is due. Throws when a person has to look at it; it is tried again afterwards. */
export async function driveCharge(ctx: SystemCtx, id: string): Promise<void> {
  const claimed = await claimCharge(ctx, id, LEASE_MS);
  if (!claimed) return;
  try {
    await goOn(ctx, claimed);
  } catch (error) {
    // If another run took the charge over, as a new card does, that run continues it.
    if (await holdsCharge(ctx, claimed)) throw error;
  }
}

async function goOn(ctx: SystemCtx, claimed: ChargeRow): Promise<void> {
  if (!(await reportChargeOutcome(ctx, claimed))) return;
  let row = claimed;
  if (row.status === 'due') row = await beginAttempt(ctx, row);
  if (row.status === 'asked' || row.status === 'processing') row = await finishAttempt(ctx, row);
  if (row.status !== 'succeeded' && row.status !== 'failed') return;
  if (!(await reportChargeOutcome(ctx, row))) return;
  const own = withOwnWrites(ctx);
  saveCharge(own, row, row.status === 'succeeded' ? await recordProcessorFee(own, row) : { nextAt: null });
  await Promise.allSettled(await own.write.commit());
}

async function beginAttempt(ctx: SystemCtx, row: ChargeRow): Promise<ChargeRow> {
  const onFile = await cardOf(ctx, row.accountId);
  const asked = { status: 'asked', attempt: row.attempt + 1, card: onFile?.card ?? null } as const;
  const own = withOwnWrites(ctx);
  saveCharge(own, row, asked);
  insertAttempt(own, {
    chargeId: row.id,
    n: asked.attempt,
    customer: onFile?.customer ?? null,
    card: asked.card,
    firstSentAt: ctx.now,
  });
  await own.write.commit();
  return { ...row, ...asked };
}
