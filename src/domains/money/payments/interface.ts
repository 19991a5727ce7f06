// What other domains may ask of payments besides its verbs, and what payments reports to higher domains.
import { and, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { accounts } from '../../../db/accounts-table.ts';
import { mainDb } from '../../../db/client.ts';
import { creators, feePartnerOf } from '../../work/creator-consent/table.ts';
import { type PaymentRow, payments } from './table.ts';

export { netOf } from './split.ts';

/**
 * Called when a payment's earnings were taken back for good; it adds the consequences to the same batch. The
 * table in src/reactions.ts lists the domains that implement it.
 */
export type PaymentTakenBack = (ctx: SystemCtx, payment: string) => void;

/** Called in the batch that makes a payment or moves it, with the payment as it is after the batch. */
export type PaymentMoved = (ctx: SystemCtx, payment: PaymentRow) => void;

/** SQL for the partner's take of what an account pays a creator, in basis points. */
export const takeBpsOf = (accountId: SQL, creatorId: SQL): SQL =>
  sql`coalesce((SELECT coalesce(tr.take_rate_bps, tm.partner_take_rate_bps) FROM accounts tm
    LEFT JOIN creator_relationships tr ON tr.account_id = tm.id AND tr.creator_id = ${creatorId}
    WHERE tm.id = (SELECT m.id FROM ${feePartnerOf(creatorId)}) AND tm.id <> ${accountId}), 0)`;

/** A payment, without a check of who asks. */
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

/**
 * The sum of a brand's payments that it has yet to approve, with the service fee, in cents. None of that is
 * owed yet.
 */
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
 * Whether a creator that no person has taken over was ever paid by its own side: by the account that manages
 * the record, or by one of that account's client brands.
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
