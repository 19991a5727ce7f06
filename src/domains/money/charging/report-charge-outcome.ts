// A charge can hold thousands of dues. Its outcome is written at once; its payments are told afterwards, a
// portion at a time. The status of each due shows whether it was told, so a run that dies loses none and
// tells none twice.

import type { SystemCtx } from '../../../context.ts';
import { withOwnWrites } from '../../../db/own-writes.ts';
import { log } from '../../../kit/log.ts';
import { setPayStatus } from '../../work/applications/interface.ts';
import { markCurrent } from '../chargebacks/mark-current.ts';
import {
  type DueKind,
  type DueRow,
  type DueStatus,
  dueOutcomesOf,
  listDuesOfCharge,
  saveDueStatus,
} from '../receivables/interface.ts';
import type { ChargeRow } from './interface.ts';
import { holdsCharge, saveCharge } from './store.ts';

const PORTION = 50;
const PORTIONS_A_RUN = 10;
const STATUSES: readonly DueStatus[] = ['due', 'failed', 'charged'];

/** The status that a charge's dues should have. */
function toldBy({ status }: ChargeRow): DueStatus {
  if (status === 'succeeded') return 'charged';
  return status === 'failed' ? 'failed' : 'due';
}

/**
 * Tells those who added a charge's dues, and their applications, the outcome of the charge.
 * @returns false when more are left for the next run. Throws when some could not be told; the others were.
 */
export async function reportChargeOutcome(ctx: SystemCtx, charge: ChargeRow): Promise<boolean> {
  const told = toldBy(charge);
  let left = PORTIONS_A_RUN;
  let untold = 0;
  for (const status of STATUSES) {
    if (status === told) continue;
    let after = '';
    for (;;) {
      const dues = await listDuesOfCharge(ctx, charge.id, status, after, PORTION);
      if (dues.length === 0) break;
      if (left-- === 0) {
        await release(ctx, charge);
        return false;
      }
      untold += await tellPortion(ctx, charge, dues, told);
      after = dues.at(-1)!.id;
    }
  }
  if (untold > 0) throw new Error(`${untold} dues of ${charge.id} could not be told that it is ${told}`);
  return true;
}

async function release(ctx: SystemCtx, charge: ChargeRow): Promise<void> {
  const own = withOwnWrites(ctx);
  saveCharge(own, charge, { nextAt: ctx.now });
  await own.write.commit();
}

/**
 * Tells a portion together, and one by one if that fails, so that one that refuses does not stop the others.
 */
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
  saveCharge(own, charge, {});
  const ids = dues.map((due) => due.id);
  saveDueStatus(own, ids, told);
  for (const kind of new Set(dues.map((due) => due.kind))) {
    await tellKind(own, charge, kind, idsOf(dues, kind), told);
  }
  const applications = [...new Set(dues.flatMap((due) => due.applicationId ?? []))];
  if (told === 'charged') await markCurrent(own, charge.accountId, applications, ids);
  if (told === 'failed') for (const id of applications) setPayStatus(own, id, 'past_due');
  await Promise.allSettled(await own.write.commit());
}

const idsOf = (dues: DueRow[], kind: DueKind): string[] =>
  dues.filter((due) => due.kind === kind).map((due) => due.id);

async function tellKind(
  ctx: SystemCtx,
  charge: ChargeRow,
  kind: DueKind,
  ids: string[],
  told: DueStatus,
): Promise<void> {
  const outcomes = await dueOutcomesOf(ctx, kind);
  if (told === 'charged') return await outcomes.charged(ctx, ids, charge.succeededAt!);
  if (told === 'due') return await outcomes.retried(ctx, ids);
  await outcomes.failed(ctx, ids, charge.message ?? 'The card could not be charged.');
}
