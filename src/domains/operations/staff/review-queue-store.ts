// Reads the records that wait for a person from their tables. Each condition repeats its partial index word
// for word: SQLite uses a partial index only for the same condition.
import { and, asc, count, eq, inArray, min, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { SystemCtx } from '../../../context.ts';
import { accounts } from '../../../db/accounts-table.ts';
import { mainDb } from '../../../db/client.ts';
import { deadLetters } from '../../accounts/webhooks/table.ts';
import { chargebacks } from '../../money/chargebacks/table.ts';
import { charges } from '../../money/charging/table.ts';
import { PROPOSED_FOR_MS } from '../../money/corrections/correction.ts';
import { corrections } from '../../money/corrections/table.ts';
import { differences } from '../../money/differences/table.ts';
import { findFirstOpenInstruction } from '../../money/ledger-instructions/interface.ts';
import { ledgerInstructions } from '../../money/ledger-instructions/table.ts';
import { payments } from '../../money/payments/table.ts';
import { processorEvents } from '../../money/processor-events/table.ts';
import { refunds } from '../../money/refunds/table.ts';
import { creators } from '../../work/creator-consent/table.ts';

type InstructionRow = typeof ledgerInstructions.$inferSelect;

export interface Waiting<R> {
  count: number;
  oldest: R[];
}

export interface ReviewFilter {
  limit: number;
  /** Only records of this account or creator; kinds that name neither are left out. */
  account?: string | undefined;
}

/** A record, and whether it waits for a person. */
export interface Reviewed<R> {
  row: R;
  waits: boolean;
}

/**
 * A kind of record that can wait for a person.
 * @param columns its ID, its age, and its owner.
 */
function source<T extends SQLiteTable>(
  table: T,
  columns: { id: SQLiteColumn; oldestFirst: SQLiteColumn; account: SQLiteColumn | null },
  waits: (ctx: SystemCtx) => SQL,
) {
  const listed = async (ctx: SystemCtx, filter: ReviewFilter): Promise<Waiting<T['$inferSelect']>> => {
    if (filter.account !== undefined && columns.account === null) return NOTHING;
    const db = mainDb(ctx.env);
    const condition = and(
      waits(ctx),
      filter.account === undefined ? undefined : eq(columns.account!, filter.account),
    );
    const [counted, oldest] = await Promise.all([
      db.select({ count: count() }).from(table).where(condition).get(),
      db
        .select()
        .from(table as SQLiteTable)
        .where(condition)
        .orderBy(asc(columns.oldestFirst))
        .limit(filter.limit)
        .all(),
    ]);
    return { count: counted?.count ?? 0, oldest };
  };
  const found = async (ctx: SystemCtx, id: string): Promise<Reviewed<T['$inferSelect']> | null> => {
    const one = await mainDb(ctx.env)
      .select({ row: table as SQLiteTable, waits: sql<number>`(${waits(ctx)})` })
      .from(table as SQLiteTable)
      .where(eq(columns.id, id))
      .get();
    return one ? { row: one.row as T['$inferSelect'], waits: Boolean(one.waits) } : null;
  };
  return { list: listed, find: found };
}

const NOTHING = { count: 0, oldest: [] };

export const disputedPayments = source(
  payments,
  { id: payments.id, oldestFirst: payments.disputedAt, account: payments.accountId },
  () => sql`status = 'disputed' AND closed_at IS NULL`,
);

export const chargesInReview = source(
  charges,
  { id: charges.id, oldestFirst: charges.id, account: charges.accountId },
  () => sql`status = 'review'`,
);

export const openChargebacks = source(
  chargebacks,
  { id: chargebacks.id, oldestFirst: chargebacks.createdAt, account: chargebacks.accountId },
  () => sql`status IN ('open', 'lost')`,
);

export const refundsToDecide = source(
  refunds,
  { id: refunds.id, oldestFirst: refunds.id, account: refunds.accountId },
  () => sql`status IN ('review', 'outside', 'returned') AND decided_at IS NULL`,
);

export const proposedCorrections = source(
  corrections,
  { id: corrections.id, oldestFirst: corrections.createdAt, account: corrections.holder },
  (ctx) => sql`approved_at IS NULL AND created_at > ${ctx.now - PROPOSED_FOR_MS}`,
);

export const openDifferences = source(
  differences,
  { id: differences.id, oldestFirst: differences.id, account: differences.subject },
  () => sql`closed_at IS NULL`,
);

export const failedProcessorEvents = source(
  processorEvents,
  { id: processorEvents.id, oldestFirst: processorEvents.receivedAt, account: null },
  () => sql`status = 'failed'`,
);

export const keptDeadLetters = source(
  deadLetters,
  { id: deadLetters.id, oldestFirst: deadLetters.createdAt, account: null },
  () => sql`TRUE`,
);

/**
 * The first blocked instruction of each subject: the instructions that wait behind it have the same reason.
 */
async function listBlockedInstructions(
  ctx: SystemCtx,
  { limit, account }: ReviewFilter,
): Promise<Waiting<InstructionRow>> {
  if (account !== undefined) return NOTHING;
  const db = mainDb(ctx.env);
  const condition = sql`status = 'open' AND blocked IS NOT NULL`;
  const firsts = db
    .select({ subject: ledgerInstructions.subject, n: min(ledgerInstructions.n).as('n') })
    .from(ledgerInstructions)
    .where(condition)
    .groupBy(ledgerInstructions.subject);
  const [counted, oldest] = await Promise.all([
    db
      .select({ count: sql<number>`COUNT(DISTINCT ${ledgerInstructions.subject})` })
      .from(ledgerInstructions)
      .where(condition)
      .get(),
    db
      .select()
      .from(ledgerInstructions)
      .where(sql`(subject, n) IN ${firsts}`)
      .orderBy(asc(ledgerInstructions.createdAt))
      .limit(limit)
      .all(),
  ]);
  return { count: counted?.count ?? 0, oldest };
}

/** The first instruction of a subject that has not ended. */
async function findOpenInstruction(
  ctx: SystemCtx,
  subject: string,
): Promise<Reviewed<InstructionRow> | null> {
  const row = await findFirstOpenInstruction(ctx, subject);
  return row ? { row, waits: row.blocked !== null } : null;
}

export const blockedInstructions = { list: listBlockedInstructions, find: findOpenInstruction };

/** The names of those accounts and creators that exist. */
export async function listHolders(
  ctx: SystemCtx,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  const wanted = sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  const db = mainDb(ctx.env);
  return await db
    .select({ id: accounts.id, name: accounts.name })
    .from(accounts)
    .where(inArray(accounts.id, wanted))
    .unionAll(
      db.select({ id: creators.id, name: creators.name }).from(creators).where(inArray(creators.id, wanted)),
    )
    .all();
}
