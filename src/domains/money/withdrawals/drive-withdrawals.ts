// Goes on with a withdrawal from wherever it is.

import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { log } from '../../../kit/log.ts';
import { MINUTE_MS } from '../../../kit/time.ts';
import { askProcessor } from './refresh-withdrawal.ts';
import { sendWithdrawal } from './send-withdrawal.ts';
import { claimWithdrawal, endRequest, findWithdrawal, lookAgain, openWithdrawals } from './store.ts';
import { takeMoney } from './take-money.ts';
import type { WithdrawalRow } from './withdrawal.ts';

const AT_ONCE = 50;
const AT_A_TIME = 5;
/** Longer than the processor may take for all that is asked of it in one go. */
const LEASE_MS = 3 * MINUTE_MS;

/** The cron's part: goes on with withdrawals that were left, and asks the processor about those it has. */
export async function driveWithdrawals(ctx: SystemCtx): Promise<void> {
  const open = await openWithdrawals(ctx, AT_ONCE);
  for (let i = 0; i < open.length; i += AT_A_TIME) {
    await Promise.all(open.slice(i, i + AT_A_TIME).map((row) => tryToDrive(ctx, row)));
  }
}

/** Goes on with one withdrawal at once, unless somebody has it. Never throws: the cron finds what was left. */
export async function driveWithdrawal(ctx: SystemCtx, id: string): Promise<void> {
  const row = await findWithdrawal(ctx, id);
  if (row) await tryToDrive(ctx, row);
}

async function tryToDrive(ctx: SystemCtx, open: WithdrawalRow): Promise<void> {
  try {
    const claimed = await claimWithdrawal(ctx, open, ctx.now + LEASE_MS);
    if (claimed) await drive(ctx, claimed);
  } catch (error) {
    log('error', { withdrawal: open.id, error: String(error) });
  }
}

async function drive(ctx: SystemCtx, row: WithdrawalRow): Promise<void> {
  if (row.status === 'requested') {
    const taken = await takeMoney(ctx, row);
    await inOneBatch(ctx, (own) => endRequest(own, row, taken?.line ?? null));
    // Its next look is at once.
    return await driveWithdrawal(ctx, row.id);
  }
  if (row.status === 'pending') return await sendWithdrawal(ctx, row);
  if (row.status === 'in_transit' || row.status === 'paid') return await askProcessor(ctx, row);
  await lookAgain(ctx, row.id, null);
}
