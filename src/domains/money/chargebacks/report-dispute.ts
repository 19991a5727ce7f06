// A charge that its cardholder disputes counts as failed: its applications show past_due until the dispute is
// won or settled with the brand.
import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { DAY_MS } from '../../../kit/time.ts';
import { setPayStatus } from '../../work/applications/interface.ts';
import { listApplicationsOfCharge } from '../receivables/interface.ts';
import type { ChargebackRow } from './interface.ts';
import { markCurrent } from './mark-current.ts';
import { saveChargeback } from './store.ts';

const PORTION = 50;

/**
 * Tells the applications of a disputed charge its outcome, unless they know it, and sets the next look. After
 * a run that died, the next one tells all of them again.
 * @returns false when something was noted since the row was read.
 */
export async function reportDispute(ctx: SystemCtx, row: ChargebackRow): Promise<boolean> {
  const told = row.status === 'won' || row.status === 'settled' ? 'current' : 'past_due';
  for (let after = ''; row.told !== told; ) {
    const applications = await listApplicationsOfCharge(ctx, row.chargeId, after, PORTION);
    if (applications.length === 0) break;
    if (!(await inOneBatch(ctx, (own) => tell(own, row, applications, told)))) return false;
    after = applications.at(-1)!;
  }
  return await inOneBatch(ctx, (own) => saveChargeback(own, row, { told, nextAt: nextLook(ctx, row) }));
}

async function tell(
  ctx: SystemCtx,
  row: ChargebackRow,
  applications: string[],
  told: 'current' | 'past_due',
): Promise<void> {
  saveChargeback(ctx, row, {});
  if (told === 'current') await markCurrent(ctx, row.accountId, applications);
  else for (const id of applications) setPayStatus(ctx, id, told);
}

/**
 * Webhooks can be lost, so it looks again. After a loss, or a win with the money given back, no more
 * movements follow.
 */
function nextLook(ctx: SystemCtx, { status, taken }: ChargebackRow): number | null {
  const isOver = status === 'lost' || status === 'settled' || (status === 'won' && taken === 0);
  return isOver ? null : ctx.now + DAY_MS;
}
