// What the connected accounts hold, and what they must hold: everything a holder could withdraw, and what is on its
// way to their bank. What lies there beyond that, from clawbacks and the fees of withdrawals, is used up first.
import { and, eq, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { ledgerOf } from '../ledger/ledger-client.ts';
import { processorBalances } from './table.ts';

/**
 * How many cents have to be sent to the holder's connected account so that it holds what it must once `paying` more
 * has been paid into the payout balance. The ledger is read first, and a withdrawal that was paid leaves our record of
 * what is there before it leaves the ledger: whatever happens between the two reads, too much is sent and not too
 * little, and the next payout sends so much less. Throws when the ledger can't be reached.
 */
export async function centsToSend(
  ctx: SystemCtx,
  holder: string,
  currency: string,
  paying: number,
): Promise<number> {
  const balances = await ledgerOf(ctx.env, holder).balances();
  const { withdrawable = 0, in_transit = 0, owed = 0 } = balances[currency] ?? {};
  const there = await findCents(ctx, holder, currency);
  return Math.max(0, withdrawable + in_transit - owed + paying - there);
}

/** Adds to ctx.write that the connected account holds `cents` more; less when below zero. */
export function moveProcessorBalance(ctx: SystemCtx, holder: string, currency: string, cents: number): void {
  if (cents === 0) return;
  ctx.write.add(
    mainDb(ctx.env)
      .insert(processorBalances)
      .values({ holder, currency, cents, updatedAt: ctx.now })
      .onConflictDoUpdate({
        target: [processorBalances.holder, processorBalances.currency],
        set: { cents: sql`${processorBalances.cents} + ${cents}`, updatedAt: ctx.now },
      }),
  );
}

/**
 * Adds to ctx.write that the holder's account holds nothing: it has another from now on.
 * @returns what the old one held by our books, in cents by currency.
 */
export async function clearProcessorBalance(ctx: SystemCtx, holder: string): Promise<Record<string, number>> {
  const db = mainDb(ctx.env);
  const rows = await db.select().from(processorBalances).where(eq(processorBalances.holder, holder)).all();
  for (const { currency, cents } of rows) moveProcessorBalance(ctx, holder, currency, -cents);
  return Object.fromEntries(rows.map(({ currency, cents }) => [currency, cents]));
}

async function findCents(ctx: SystemCtx, holder: string, currency: string): Promise<number> {
  const row = await mainDb(ctx.env)
    .select({ cents: processorBalances.cents })
    .from(processorBalances)
    .where(and(eq(processorBalances.holder, holder), eq(processorBalances.currency, currency)))
    .get();
  return row?.cents ?? 0;
}
