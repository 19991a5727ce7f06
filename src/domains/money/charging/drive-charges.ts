// Takes each charge as far as it goes now. Whoever works on a charge holds its claim, and every write needs it. What the
// processor is asked is stored first: a run that dies is followed by one that asks the same again.

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
/** A run that died is followed by another after this: no run of a cron lives longer. */
const LEASE_MS = 15 * MINUTE_MS;

/** The cron's part: goes on with every charge that has something to do. One that fails or waits holds up no other. */
export async function driveCharges(ctx: SystemCtx): Promise<void> {
  await inParallel(await listDueCharges(ctx, CHARGES_A_RUN), AT_A_TIME, (id) => driveCharge(ctx, id));
}

/** Goes on with a charge if something is due. Throws for what a person must look at, after which it is tried again. */
export async function driveCharge(ctx: SystemCtx, id: string): Promise<void> {
  const claimed = await claimCharge(ctx, id, LEASE_MS);
  if (!claimed) return;
  try {
    await goOn(ctx, claimed);
  } catch (error) {
    // Somebody took it over, as a new card does, and goes on.
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
