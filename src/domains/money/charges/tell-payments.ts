// A charge can hold thousands of dues. What became of it is written at once; its payments are told afterwards, a portion
// at a time. Which have not been told is read from their dues, so that a run that dies loses nothing and tells none twice.

import type { SystemCtx } from '../../../context.ts';
import { withOwnWrites } from '../../../db/own-writes.ts';
import { log } from '../../../kit/log.ts';
import { setPayStatus } from '../../work/applications/interface.ts';
import { brandFeesCharged, brandFeesFailed, brandFeesRetried } from '../earnings/brand-fee-outcome.ts';
import { paymentsCharged, paymentsFailed, paymentsRetried } from '../payments/charge-outcome.ts';
import { type DueRow, type DueStatus, duesOfCharge, markDues } from './dues-store.ts';
import { makeCurrent } from './make-current.ts';
import { type ChargeRow, holdsCharge, updateCharge } from './store.ts';

const PORTION = 50;
const PORTIONS_A_RUN = 10;
const STATUSES: readonly DueStatus[] = ['due', 'failed', 'charged'];

/** What the payments of a charge are to know. */
function toldBy({ status }: ChargeRow): DueStatus {
  if (status === 'succeeded') return 'charged';
  return status === 'failed' ? 'failed' : 'due';
}

/**
 * Tells payments and brand fees what became of their charge.
 * @returns false when more are left for the next run. Throws when some could not be told; the others were.
 */
export async function tellPayments(ctx: SystemCtx, charge: ChargeRow): Promise<boolean> {
  const told = toldBy(charge);
  let left = PORTIONS_A_RUN;
  let untold = 0;
  for (const status of STATUSES) {
    if (status === told) continue;
    let after = '';
    for (;;) {
      const dues = await duesOfCharge(ctx, charge.id, status, after, PORTION);
      if (dues.length === 0) break;
      if (left-- === 0) {
        await release(ctx, charge);
        return false;
      }
      untold += await tellPortion(ctx, charge, dues, told);
      after = dues.at(-1)!.id;
    }
  }
  if (untold > 0) throw new Error(`${untold} payments of ${charge.id} could not be told that it is ${told}`);
  return true;
}

async function release(ctx: SystemCtx, charge: ChargeRow): Promise<void> {
  const own = withOwnWrites(ctx);
  updateCharge(own, charge, { nextAt: ctx.now });
  await own.write.commit();
}

/** Tells a portion together, and if that fails one by one: a payment that refuses holds up no other. */
async function tellPortion(
  ctx: SystemCtx,
  charge: ChargeRow,
  dues: DueRow[],
  told: DueStatus,
): Promise<number> {
  try {
    await tell(ctx, charge, dues, told);
    return 0;
  } catch (error) {
    if (!(await holdsCharge(ctx, charge))) throw error;
    if (dues.length === 1) {
      log('error', { charge: charge.id, due: dues[0]!.id, error: `${error}` });
      return 1;
    }
  }
  let untold = 0;
  for (const due of dues) untold += await tellPortion(ctx, charge, [due], told);
  return untold;
}

async function tell(ctx: SystemCtx, charge: ChargeRow, dues: DueRow[], told: DueStatus): Promise<void> {
  const own = withOwnWrites(ctx);
  updateCharge(own, charge, {});
  const ids = dues.map((due) => due.id);
  markDues(own, ids, told);
  const payments = dues.filter((due) => due.kind === 'payment').map((due) => due.id);
  const fees = dues.filter((due) => due.kind === 'brand_fee').map((due) => due.id);
  const applications = [...new Set(dues.flatMap((due) => due.applicationId ?? []))];
  const message = charge.message ?? 'The card could not be charged.';
  if (told === 'charged') {
    await paymentsCharged(own, payments, charge.succeededAt!);
    await brandFeesCharged(own, fees);
    await makeCurrent(own, charge.accountId, applications, ids);
  } else if (told === 'failed') {
    await paymentsFailed(own, payments, message);
    await brandFeesFailed(own, fees, message);
    for (const id of applications) setPayStatus(own, id, 'past_due');
  } else {
    await paymentsRetried(own, payments);
    await brandFeesRetried(own, fees);
  }
  await Promise.allSettled(await own.write.commit());
}
