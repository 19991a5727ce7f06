import { and, asc, eq, sql } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { newestFirst, withinRange } from '../../../db/list.ts';
import { eachValue, mergedIds } from '../../../db/merged-list.ts';
import type { IdRange } from '../../../resource/list-page.ts';
import { brandFees } from '../brand-fees/table.ts';
import { cards } from '../cards/table.ts';
import type { ChargeRow } from '../charging/interface.ts';
import { charges } from '../charging/table.ts';
import { payments } from '../payments/table.ts';
import { dues } from '../receivables/table.ts';
import type { FoundCharge } from './charge.ts';

const WITH_CARD = { charge: charges, card: { brand: cards.brand, last4: cards.last4 } };

/** The card of the last attempt. A card that was added since has not been tried. */
const ASKED = sql`${charges.attempt} > 0 AND ${cards.id} = (SELECT a.card FROM charge_attempts a
  WHERE a.charge_id = ${charges.id} AND a.n = ${charges.attempt})`;

/** A charge of the acting account; null for any other. */
export async function findOwnCharge(ctx: Ctx, id: string): Promise<FoundCharge | null> {
  const row = await mainDb(ctx.env)
    .select(WITH_CARD)
    .from(charges)
    .leftJoin(cards, ASKED)
    .where(and(eq(charges.id, id), eq(charges.accountId, ctx.actor.account!.id)))
    .get();
  return row ?? null;
}

export interface ChargeFilter {
  states: readonly ChargeRow['status'][];
  currency: string | undefined;
  limit: number;
  range: IdRange;
}

export async function listOwnCharges(ctx: Ctx, filter: ChargeFilter): Promise<FoundCharge[]> {
  const { currency } = filter;
  const mine = and(
    eq(charges.accountId, ctx.actor.account!.id),
    // The plus keeps SQLite from using the index by day, which is not in the order of IDs.
    currency === undefined ? undefined : sql`+${charges.currency} = ${currency}`,
    withinRange(charges.id, filter.range),
  );
  const branches = eachValue(charges.id, sql`${charges}`, charges.status, filter.states, mine);
  return await mainDb(ctx.env)
    .select(WITH_CARD)
    .from(charges)
    .leftJoin(cards, ASKED)
    .where(sql`${charges.id} IN (${mergedIds(branches, filter.limit + 1)})`)
    .orderBy(newestFirst(charges.id))
    .all();
}

/**
 * The items that a charge of the acting account collects, by ID; at most `limit`, each with the total count.
 */
export async function listOwnItems(ctx: Ctx, chargeId: string, limit: number) {
  return await mainDb(ctx.env)
    .select({
      id: dues.id,
      kind: dues.kind,
      total: dues.amount,
      creator: payments.creatorId,
      program: payments.programId,
      serviceFee: payments.serviceFee,
      status: payments.status,
      day: brandFees.day,
      count: sql<number>`(SELECT COUNT(*) FROM ${dues} d WHERE d.charge_id = ${chargeId})`,
    })
    .from(dues)
    .leftJoin(payments, eq(payments.id, dues.id))
    .leftJoin(brandFees, eq(brandFees.id, dues.id))
    .where(and(eq(dues.chargeId, chargeId), eq(dues.accountId, ctx.actor.account!.id)))
    .orderBy(asc(dues.id))
    .limit(limit)
    .all();
}

export type ItemRow = Awaited<ReturnType<typeof listOwnItems>>[number];

/** Everything that is not charged yet, whether or not it is part of a charge, and what of it no charge has taken up. */
export async function sumOwed(
  ctx: Ctx,
  account: string,
): Promise<{ currency: string; amount: number; unbilled: number }[]> {
  return await mainDb(ctx.env).all(sql`
    SELECT currency, sum(amount) AS amount, sum(unbilled) AS unbilled FROM (
      SELECT ${dues.currency} AS currency, ${dues.amount} AS amount, ${dues.amount} AS unbilled FROM ${dues}
        WHERE ${dues.accountId} = ${account} AND ${dues.chargeId} IS NULL
      UNION ALL
      SELECT ${charges.currency}, ${charges.amount}, 0 FROM ${charges} WHERE ${charges.accountId} = ${account}
        AND ${charges.status} IN ('due', 'asked', 'processing', 'failed', 'review'))
    GROUP BY currency ORDER BY currency`);
}
