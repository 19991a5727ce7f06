import type { SystemCtx } from '../../context.ts';
import { notFound } from '../../kit/error.ts';
import { MINUTE_MS } from '../../kit/time.ts';
import { ledgerOf } from './ledger-client.ts';
import { refusalError } from './refusal-error.ts';
import { closeTransfer, findTransfer, openTransferIds, touchTransfer } from './store.ts';
import type { TransferOutcome } from './transfer.ts';

const SWEPT_AT_ONCE = 100;
const AT_A_TIME = 5;

/**
 * Begins or goes on with a transfer as D1 has it, and notes there how it ended.
 * Throws not_found when it was never written down.
 */
export async function driveTransfer(ctx: SystemCtx, id: string): Promise<TransferOutcome> {
  const transfer = await findTransfer(ctx, id);
  if (!transfer) throw notFound('transfer');
  const outcome = await ledgerOf(ctx.env, transfer.source.holder).start(transfer);
  if (!outcome.ok) throw refusalError(outcome.refusal);
  await closeTransfer(ctx, transfer.id, outcome.value);
  return outcome.value;
}

/** The cron's part: drives again what has been open for a minute. One that fails is logged and moves to the end. */
export async function driveOpenTransfers(ctx: SystemCtx): Promise<void> {
  const open = await openTransferIds(ctx, ctx.now - MINUTE_MS, SWEPT_AT_ONCE);
  for (let i = 0; i < open.length; i += AT_A_TIME) {
    await Promise.all(open.slice(i, i + AT_A_TIME).map((id) => tryToEnd(ctx, id)));
  }
}

async function tryToEnd(ctx: SystemCtx, id: string): Promise<void> {
  try {
    const { state } = await driveTransfer(ctx, id);
    if (state !== 'reserved') return;
  } catch (error) {
    console.error(JSON.stringify({ level: 'error', transfer: id, error: String(error) }));
  }
  await touchTransfer(ctx, id);
}
