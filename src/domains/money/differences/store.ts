import { and, asc, eq, gt, gte, inArray, isNull, or, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { overtaken } from '../../../db/one-batch.ts';
import { newId } from '../../../kit/ids.ts';
import { HOUR_MS } from '../../../kit/time.ts';
import { chargeAttempts, charges } from '../charging/table.ts';
import { payoutAccounts } from '../payout-accounts/table.ts';
import { payouts } from '../payouts/table.ts';
import { processorBalances } from '../processor-balances/table.ts';
import { refunds } from '../refunds/table.ts';
import { withdrawals } from '../withdrawals/table.ts';
import type { DifferenceRow, Found } from './difference.ts';
import { atRest } from './record-store.ts';
import { differenceRounds, differences } from './table.ts';

export type Round = typeof differenceRounds.$inferSelect;

export async function findRound(ctx: SystemCtx, part: string): Promise<Round | null> {
  const found = await mainDb(ctx.env)
    .select()
    .from(differenceRounds)
    .where(eq(differenceRounds.part, part))
    .get();
  return found ?? null;
}

export function saveRound(ctx: SystemCtx, { part, ...round }: Round): void {
  ctx.write.add(
    mainDb(ctx.env)
      .insert(differenceRounds)
      .values({ part, ...round })
      .onConflictDoUpdate({ target: differenceRounds.part, set: round }),
  );
}

/**
 * Adds differences to the batch. A known one is marked as seen; a closed one reopens only if its details have
 * changed.
 */
export function insertDifferences(ctx: SystemCtx, found: Found[]): void {
  for (const { kind, subject, details } of found) {
    const text = JSON.stringify(details);
    ctx.write.addSql(sql`INSERT INTO differences (id, kind, subject, details, found_at, seen_at)
      VALUES (${newId('difference', ctx.now)}, ${kind}, ${subject}, ${text}, ${ctx.now}, ${ctx.now})
      ON CONFLICT (kind, subject) DO UPDATE SET seen_at = excluded.seen_at,
        closed_at = CASE WHEN details = excluded.details THEN closed_at END, details = excluded.details`);
  }
}

export async function findDifference(ctx: SystemCtx, id: string): Promise<DifferenceRow | null> {
  return (await mainDb(ctx.env).select().from(differences).where(eq(differences.id, id)).get()) ?? null;
}

/**
 * Adds a closure to the batch, which fails as a whole when the difference is not open or its details have
 * changed.
 */
export function saveClosed(ctx: SystemCtx, row: DifferenceRow): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(differences)
      .set({ closedAt: ctx.now })
      .where(
        and(eq(differences.id, row.id), isNull(differences.closedAt), eq(differences.details, row.details)),
      ),
    overtaken,
  );
}

/**
 * The sum of these holders' withdrawals that have left the balance but have not arrived, without holders
 * where something moved in the last hour.
 */
export async function listInTransit(
  ctx: SystemCtx,
  holders: string[],
): Promise<{ holder: string; currency: string; cents: number }[]> {
  return await mainDb(ctx.env).all(sql`SELECT holder, currency,
      SUM(CASE WHEN status IN ('pending', 'in_transit') THEN amount ELSE 0 END) AS cents FROM withdrawals
    WHERE holder IN (SELECT value FROM json_each(${JSON.stringify(holders)})) GROUP BY holder, currency
    HAVING MAX(updated_at) < ${ctx.now - HOUR_MS} AND NOT EXISTS (SELECT 1 FROM ledger_instructions s JOIN withdrawals w
      ON w.id = s.subject WHERE w.holder = withdrawals.holder AND s.status = 'open')`);
}

/** Refunds that the processor made for us, with their amounts. */
export async function listMadeRefunds(ctx: SystemCtx, after: string, limit: number) {
  const { id, amount, currency, processorRefund } = refunds;
  return await mainDb(ctx.env)
    .select({ id, amount, currency, processorRefund: sql<string>`${processorRefund}` })
    .from(refunds)
    .where(
      and(
        gt(id, after),
        inArray(refunds.status, ['succeeded', 'outside']),
        sql`${processorRefund} IS NOT NULL`,
        atRest(ctx, id, refunds.updatedAt),
      ),
    )
    .orderBy(asc(id))
    .limit(limit)
    .all();
}

/**
 * The charges that these payments of the processor, or these attempts of ours, belong to. At most 40 of each.
 */
export async function listAttempts(ctx: SystemCtx, intents: string[], chargeIds: string[]) {
  return await mainDb(ctx.env)
    .select({
      chargeId: chargeAttempts.chargeId,
      n: chargeAttempts.n,
      intent: chargeAttempts.intent,
      outcome: chargeAttempts.outcome,
      accountId: charges.accountId,
      status: charges.status,
      chargeIntent: charges.intent,
    })
    .from(chargeAttempts)
    .innerJoin(charges, eq(charges.id, chargeAttempts.chargeId))
    .where(or(inArray(chargeAttempts.intent, intents), inArray(chargeAttempts.chargeId, chargeIds)))
    .all();
}

/** At most 90. */
export async function listPayoutsById(ctx: SystemCtx, ids: string[]) {
  return await mainDb(ctx.env).select().from(payouts).where(inArray(payouts.id, ids)).all();
}

/** At most 90. */
export async function listWithdrawalsById(ctx: SystemCtx, ids: string[]) {
  return await mainDb(ctx.env).select().from(withdrawals).where(inArray(withdrawals.id, ids)).all();
}

/** Accounts at the processor, by holder after `after`. */
export async function listAccounts(ctx: SystemCtx, after: string, limit: number) {
  const { holder, kind, processorAccount } = payoutAccounts;
  return await mainDb(ctx.env)
    .select({ holder, kind, account: sql<string>`${processorAccount}` })
    .from(payoutAccounts)
    .where(and(gt(holder, after), sql`${processorAccount} IS NOT NULL`))
    .orderBy(asc(holder))
    .limit(limit)
    .all();
}

/**
 * The expected balances of a holder's account; null while money of it is under way or moved in the last hour.
 */
export async function listBalancesAtRest(
  ctx: SystemCtx,
  holder: string,
): Promise<{ currency: string; cents: number }[] | null> {
  const db = mainDb(ctx.env);
  const hour = ctx.now - HOUR_MS;
  const [rows, moving] = await Promise.all([
    db.select().from(processorBalances).where(eq(processorBalances.holder, holder)).all(),
    db.get(sql`SELECT 1 FROM payouts WHERE holder = ${holder} AND (status IN ('planned', 'pending') OR updated_at >= ${hour})
      UNION ALL SELECT 1 FROM withdrawals WHERE holder = ${holder} AND (status = 'pending' OR updated_at >= ${hour})`),
  ]);
  const old = rows.every(({ updatedAt }) => updatedAt <= hour);
  return moving || !old ? null : rows;
}

/** Charges that succeeded at `since` or later and have nothing under way, by ID after `after`. */
export async function listBookedCharges(ctx: SystemCtx, since: number, after: string, limit: number) {
  const { id, intent, amount, currency } = charges;
  return await mainDb(ctx.env)
    .select({ id, intent: sql<string>`${intent}`, amount, currency })
    .from(charges)
    .where(
      and(
        gt(id, after),
        eq(charges.status, 'succeeded'),
        gte(charges.succeededAt, since),
        sql`${intent} IS NOT NULL`,
        atRest(ctx, id, charges.updatedAt),
      ),
    )
    .orderBy(asc(id))
    .limit(limit)
    .all();
}

/**
 * Refunds of ours with one of these IDs at the processor, or with one of these IDs of our own. At most 40 of
 * each.
 */
export async function listKnownRefunds(ctx: SystemCtx, processorRefunds: string[], ids: string[]) {
  return await mainDb(ctx.env)
    .select({
      id: refunds.id,
      processorRefund: refunds.processorRefund,
      asked: sql<number>`${refunds.status} = 'asked'`,
    })
    .from(refunds)
    .where(or(inArray(refunds.processorRefund, processorRefunds), inArray(refunds.id, ids)))
    .all();
}

/** The expected balances of all connected accounts, in cents by currency. */
export async function sumConnected(ctx: SystemCtx): Promise<Record<string, number>> {
  const { currency, cents } = processorBalances;
  const rows = await mainDb(ctx.env)
    .select({ currency, cents: sql<number>`SUM(${cents})` })
    .from(processorBalances)
    .groupBy(currency)
    .all();
  return Object.fromEntries(rows.map((row) => [row.currency, row.cents]));
}

/**
 * For each currency, how many cents may be booked on one side only at the moment, and by how much the
 * platform's balance last exceeded the books. Everything that changed in the last hour counts as under way.
 */
export async function listMoving(
  ctx: SystemCtx,
): Promise<{ currency: string; moving: number; lastFound: number }[]> {
  const hour = ctx.now - HOUR_MS;
  // D1 allows at most five terms in a compound SELECT.
  return await mainDb(ctx.env).all(sql`WITH
      brands AS (SELECT currency, 2 * amount AS cents FROM charges
          WHERE status IN ('asked', 'processing', 'review') OR (status = 'succeeded' AND fee IS NULL)
            OR updated_at >= ${hour}
        UNION ALL SELECT currency, amount FROM refunds
          WHERE status IN ('due', 'asked', 'review') OR updated_at >= ${hour}
        UNION ALL SELECT currency, 2 * amount FROM chargebacks WHERE message IS NOT NULL OR updated_at >= ${hour}),
      earners AS (SELECT currency, amount AS cents FROM payouts
          WHERE status IN ('planned', 'pending') OR updated_at >= ${hour}
        UNION ALL SELECT currency, amount FROM withdrawals WHERE status = 'pending' OR updated_at >= ${hour}
          OR (status = 'in_transit' AND kind = 'recipient')),
      steps AS (SELECT body ->> '$.transfer.currency' AS currency, body ->> '$.transfer.amount' AS cents
        FROM ledger_instructions WHERE status = 'open' AND body ->> '$.transfer.amount' IS NOT NULL),
      found AS (SELECT subject, details ->> '$.more' AS more FROM differences WHERE kind = 'platform_balance')
    SELECT currency, SUM(cents) AS moving, SUM(more) AS lastFound FROM (
      SELECT currency, cents, 0 AS more FROM brands UNION ALL SELECT currency, cents, 0 FROM earners
      UNION ALL SELECT currency, cents, 0 FROM steps UNION ALL SELECT subject, 0, more FROM found)
    GROUP BY currency`);
}
