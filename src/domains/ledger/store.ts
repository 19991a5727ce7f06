import { and, asc, eq, lte } from 'drizzle-orm';
import type { SystemCtx } from '../../context.ts';
import { mainDb } from '../../db/client.ts';
import { ledgerTransfers } from './table.ts';
import type { Transfer, TransferOutcome } from './transfer.ts';

/** Writes a transfer down unless it is there already. */
export function insertTransfer(ctx: SystemCtx, transfer: Transfer): void {
  ctx.write.add(
    mainDb(ctx.env)
      .insert(ledgerTransfers)
      .values({
        id: transfer.id,
        source: transfer.source.holder,
        destination: transfer.destination.holder,
        currency: transfer.currency,
        amount: transfer.amount,
        body: JSON.stringify(transfer),
        status: 'open',
        createdAt: ctx.now,
        updatedAt: ctx.now,
      })
      .onConflictDoNothing(),
  );
}

/** Notes how a transfer ended. Once noted it stays. */
export async function closeTransfer(ctx: SystemCtx, id: string, outcome: TransferOutcome): Promise<void> {
  if (outcome.state === 'reserved') return;
  await mainDb(ctx.env)
    .update(ledgerTransfers)
    .set({ status: outcome.state, reason: outcome.refusal?.reason ?? null, updatedAt: ctx.now })
    .where(and(eq(ledgerTransfers.id, id), eq(ledgerTransfers.status, 'open')));
}

/** Transfers that are open and were last touched at `before` or earlier (milliseconds), the oldest first. */
export async function openTransferIds(ctx: SystemCtx, before: number, limit: number): Promise<string[]> {
  const rows = await mainDb(ctx.env)
    .select({ id: ledgerTransfers.id })
    .from(ledgerTransfers)
    .where(and(eq(ledgerTransfers.status, 'open'), lte(ledgerTransfers.updatedAt, before)))
    .orderBy(asc(ledgerTransfers.updatedAt))
    .limit(limit)
    .all();
  return rows.map((row) => row.id);
}

/** Puts an open transfer behind the others: one that can't end must not keep them waiting. */
export async function touchTransfer(ctx: SystemCtx, id: string): Promise<void> {
  await mainDb(ctx.env)
    .update(ledgerTransfers)
    .set({ updatedAt: ctx.now })
    .where(and(eq(ledgerTransfers.id, id), eq(ledgerTransfers.status, 'open')));
}

/** A transfer as it was written down; null when it never was. */
export async function findTransfer(ctx: SystemCtx, id: string): Promise<Transfer | null> {
  const row = await mainDb(ctx.env)
    .select({ body: ledgerTransfers.body })
    .from(ledgerTransfers)
    .where(eq(ledgerTransfers.id, id))
    .get();
  return row ? (JSON.parse(row.body) as Transfer) : null;
}
