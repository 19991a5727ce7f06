// Continues a withdrawal from its current state.

import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { inParallel } from '../../../kit/in-parallel.ts';
import { log } from '../../../kit/log.ts';
import { MINUTE_MS } from '../../../kit/time.ts';
import { findHead, saveHeads } from '../ledger/interface.ts';
import { debitLedger } from './debit-ledger.ts';
import { askProcessor } from './refresh-withdrawal.ts';
import { sendWithdrawal } from './send-withdrawal.ts';
import { claimWithdrawal, findWithdrawal, listOpenWithdrawals, saveDecision, saveNextLook } from './store.ts';
import type { WithdrawalRow } from './withdrawal.ts';

const AT_ONCE = 50;
const AT_A_TIME = 5;
/** Longer than all requests to the processor in one run may take. */
const LEASE_MS = 3 * MINUTE_MS;

/** The cron's part: continues unfinished withdrawals, and asks the processor about those that it has. */
export async function driveWithdrawals(ctx: SystemCtx): Promise<void> {
  await driveAll(ctx, await listOpenWithdrawals(ctx, AT_ONCE));
}

/**
 * Continues one withdrawal at once, unless another run has it. Never throws: the cron continues what fails.
 */
export async function driveWithdrawal(ctx: SystemCtx, id: string): Promise<void> {
  const row = await findWithdrawal(ctx, id);
  if (row) await driveAll(ctx, [row]);
}

async function driveAll(ctx: SystemCtx, open: WithdrawalRow[]): Promise<void> {
  await inParallel(
    open,
    AT_A_TIME,
    async (row) => {
      const claimed = await claimWithdrawal(ctx, row, ctx.now + LEASE_MS);
      if (claimed) await drive(ctx, claimed);
    },
    (row, error) => log('error', { withdrawal: row.id, error: String(error) }),
  );
}

async function drive(ctx: SystemCtx, row: WithdrawalRow): Promise<void> {
  if (row.status === 'requested') {
    const taken = await debitLedger(ctx, row, await findHead(ctx, row.holder));
    await inOneBatch(ctx, (own) => {
      saveDecision(own, row, taken?.line ?? null);
      if (taken) saveHeads(own, { [row.holder]: taken.head });
    });
    // Take its next step at once.
    return await driveWithdrawal(ctx, row.id);
  }
  if (row.status === 'pending') return await sendWithdrawal(ctx, row);
  if (row.status === 'in_transit' || row.status === 'paid') return await askProcessor(ctx, row);
  await saveNextLook(ctx, row.id, null);
}
