import { and, asc, eq, exists, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { actingId } from '../../../auth/actor.ts';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { newestFirst, withinRange } from '../../../db/list.ts';
import { eachValue, mergedIds } from '../../../db/merged-list.ts';
import { overtaken } from '../../../db/one-batch.ts';
import { notFound } from '../../../kit/error.ts';
import { MINUTE_MS } from '../../../kit/time.ts';
import type { IdRange } from '../../../resource/list-page.ts';
import type { PayoutAccountRow } from '../payout-accounts/payout-account.ts';
import { withdrawals } from './table.ts';
import { WITHDRAWAL_STATUSES, type WithdrawalRow, type WithdrawalStatus } from './withdrawal.ts';

export type NewWithdrawal = typeof withdrawals.$inferInsert;

async function findOne(ctx: SystemCtx, where: SQL | undefined): Promise<WithdrawalRow | null> {
  return (await mainDb(ctx.env).select().from(withdrawals).where(where).get()) ?? null;
}

export async function findWithdrawal(ctx: SystemCtx, id: string): Promise<WithdrawalRow | null> {
  return await findOne(ctx, eq(withdrawals.id, id));
}

export async function findByKey(ctx: SystemCtx, holder: string, key: string): Promise<WithdrawalRow | null> {
  return await findOne(ctx, and(eq(withdrawals.holder, holder), eq(withdrawals.idempotencyKey, key)));
}

export async function findByPayout(ctx: SystemCtx, processorPayout: string): Promise<WithdrawalRow | null> {
  return await findOne(ctx, eq(withdrawals.processorPayout, processorPayout));
}

const unlessKnown = ({ env }: SystemCtx, row: NewWithdrawal) =>
  mainDb(env).insert(withdrawals).values(row).onConflictDoNothing();

/** Writes a row at once, unless the holder's key has one. Returns the key's row. */
export async function insertWithdrawalAtOnce(ctx: SystemCtx, row: NewWithdrawal): Promise<WithdrawalRow> {
  const { holder, idempotencyKey } = row;
  const ofKey = and(eq(withdrawals.holder, holder), eq(withdrawals.idempotencyKey, idempotencyKey));
  const db = mainDb(ctx.env);
  const [, [kept]] = await db.batch([unlessKnown(ctx, row), db.select().from(withdrawals).where(ofKey)]);
  return kept!;
}

/** Adds a row to ctx.write, unless the holder's key has one. */
export function insertWithdrawal(ctx: SystemCtx, row: NewWithdrawal): void {
  ctx.write.add(unlessKnown(ctx, row));
}

/**
 * Writes the ledger's decision, unless there is one: the ID of the statement's line, or null for a refusal.
 */
export function saveDecision(ctx: SystemCtx, { id }: WithdrawalRow, line: string | null): void {
  const changes =
    line === null
      ? { status: 'refused' as const, nextAt: null }
      : { status: 'pending' as const, line, nextAt: ctx.now + MINUTE_MS };
  ctx.write.add(
    mainDb(ctx.env)
      .update(withdrawals)
      .set({ ...changes, updatedAt: ctx.now })
      .where(and(eq(withdrawals.id, id), eq(withdrawals.status, 'requested'))),
  );
}

/** Changes a withdrawal. The batch fails when its state has changed since it was read. */
export function saveWithdrawal(ctx: SystemCtx, before: WithdrawalRow, changes: Partial<WithdrawalRow>): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(withdrawals)
      .set({ ...changes, updatedAt: ctx.now })
      .where(
        and(
          eq(withdrawals.id, before.id),
          eq(withdrawals.status, before.status),
          eq(withdrawals.attempt, before.attempt),
          eq(withdrawals.topUp, before.topUp),
          sql`${withdrawals.topUpAmount} IS ${before.topUpAmount}`,
        ),
      ),
    overtaken,
  );
}

/** Sets only the time of the next look. */
export async function saveNextLook(ctx: SystemCtx, id: string, at: number | null): Promise<void> {
  await mainDb(ctx.env).update(withdrawals).set({ nextAt: at }).where(eq(withdrawals.id, id));
}

/** Withdrawals that are due for another step or look, longest waiting first. */
export async function listOpenWithdrawals(ctx: SystemCtx, limit: number): Promise<WithdrawalRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(withdrawals)
    .where(lte(withdrawals.nextAt, ctx.now))
    .orderBy(asc(withdrawals.nextAt))
    .limit(limit)
    .all();
}

/** Claims a withdrawal until `until` (milliseconds); null when another run has it. */
export async function claimWithdrawal(
  ctx: SystemCtx,
  { id, nextAt }: WithdrawalRow,
  until: number,
): Promise<WithdrawalRow | null> {
  if (nextAt === null) return null;
  const row = await mainDb(ctx.env)
    .update(withdrawals)
    .set({ nextAt: until })
    .where(and(eq(withdrawals.id, id), eq(withdrawals.nextAt, nextAt)))
    .returning()
    .get();
  return row ?? null;
}

/** A withdrawal of the acting creator or account. Throws not_found. */
export async function requireWithdrawal(ctx: Ctx, id: string): Promise<WithdrawalRow> {
  const row = await findOne(
    ctx,
    and(
      eq(withdrawals.id, id),
      eq(withdrawals.holder, actingId(ctx.actor)),
      inArray(withdrawals.status, [...WITHDRAWAL_STATUSES]),
    ),
  );
  if (!row) throw notFound('withdrawal');
  return row;
}

/** IDs of the account's banks that an earlier withdrawal was sent to. */
export async function listBanksPaidTo(
  { env }: SystemCtx,
  { holder, processorAccount, banks }: PayoutAccountRow,
): Promise<string[]> {
  const db = mainDb(env);
  const bank = sql<string>`json_each.value`;
  const sent = db
    .select({ id: withdrawals.id })
    .from(withdrawals)
    .where(
      and(
        eq(withdrawals.holder, holder),
        inArray(withdrawals.status, ['pending', 'in_transit', 'paid']),
        eq(withdrawals.processorAccount, processorAccount),
        sql`${withdrawals}.bank = ${bank}`,
      ),
    );
  const rows = await db
    .select({ bank })
    .from(sql`json_each(${JSON.stringify(banks.map(({ id }) => id))})`)
    .where(exists(sent))
    .all();
  return rows.map((row) => row.bank);
}

export interface WithdrawalFilter {
  statuses: readonly WithdrawalStatus[];
  limit: number;
  range: IdRange;
}

export async function listOwnWithdrawals(ctx: Ctx, filter: WithdrawalFilter): Promise<WithdrawalRow[]> {
  const mine = and(eq(withdrawals.holder, actingId(ctx.actor)), withinRange(withdrawals.id, filter.range));
  const branches = eachValue(withdrawals.id, sql`${withdrawals}`, withdrawals.status, filter.statuses, mine);
  return await mainDb(ctx.env)
    .select()
    .from(withdrawals)
    .where(sql`${withdrawals.id} IN (${mergedIds(branches, filter.limit + 1)})`)
    .orderBy(newestFirst(withdrawals.id))
    .all();
}
