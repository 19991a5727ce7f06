// What other domains may ask of payments besides its verbs, and what payments tells those above it.
import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { accounts } from '../../../db/accounts-table.ts';
import { mainDb } from '../../../db/client.ts';
import { creators } from '../../work/creator-consent/table.ts';
import { type PaymentRow, payments } from './table.ts';

/**
 * Hears that a payment's earnings were taken back for good, and adds to the same batch what follows from that. Which
 * domains hear stands in src/reactions.ts.
 */
export type PaymentTakenBack = (ctx: SystemCtx, payment: string) => void;

/** A payment, whoever asks. */
export async function findPayment(ctx: SystemCtx, id: string): Promise<PaymentRow | null> {
  return (await mainDb(ctx.env).select().from(payments).where(eq(payments.id, id)).get()) ?? null;
}

/** Payments by their IDs; those that do not exist are left out. */
export async function findPayments(ctx: SystemCtx, ids: string[]): Promise<PaymentRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(payments)
    .where(sql`${payments.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`)
    .all();
}

/** What a brand's payments come to that it has yet to approve, with the service's fee: nothing of that is owed. Cents. */
export async function sumUnapproved(ctx: SystemCtx, accountId: string, currency: string): Promise<number> {
  const row = await mainDb(ctx.env)
    .select({ sum: sql<number>`COALESCE(SUM(${payments.amount} + ${payments.serviceFee}), 0)` })
    .from(payments)
    .where(
      and(
        eq(payments.accountId, accountId),
        inArray(payments.status, ['pending_approval', 'disputed']),
        eq(payments.currency, currency),
        isNull(payments.approvedAt),
        isNull(payments.closedAt),
      ),
    )
    .get();
  return row!.sum;
}

/**
 * Whether a creator that nobody has taken over was ever paid by its own side: by the account that answers for the record, or
 * by a client brand of it.
 */
export async function isPaidByItself(ctx: SystemCtx, creatorId: string): Promise<boolean> {
  const row = await mainDb(ctx.env)
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(creators, eq(creators.id, payments.creatorId))
    .innerJoin(accounts, eq(accounts.id, payments.accountId))
    .where(
      and(
        eq(payments.creatorId, creatorId),
        isNull(creators.claimedAt),
        ne(payments.status, 'failed'),
        or(eq(accounts.id, creators.managedBy), eq(accounts.managedBy, creators.managedBy)),
      ),
    )
    .limit(1)
    .get();
  return row !== undefined;
}
