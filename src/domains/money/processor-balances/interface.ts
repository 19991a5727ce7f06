// What connected accounts hold, and what they must hold: everything that a holder can withdraw, and what is
// on its way to the bank. Any excess, from clawbacks and withdrawal fees, is used up first.
import { and, eq, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { ledgerOf } from '../ledger/ledger-client.ts';
import { processorBalances } from './table.ts';

/**
 * How many cents to send to the holder's connected account so that it covers the payout balance after
 * `paying` more is added to it. The ledger is read first, and a paid withdrawal lowers our record of the
 * account before it lowers the ledger. So if something changes between the two reads, too much is sent and
 * never too little, and the next payout sends less. Throws when the ledger cannot be reached.
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

/** Adds to ctx.write that the connected account's balance changes by `cents`. */
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
 * Adds to ctx.write that the holder's account holds nothing, because the holder gets a new account.
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
