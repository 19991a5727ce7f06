import { and, asc, eq, getTableColumns, isNotNull, lte, type SQL, sql } from 'drizzle-orm';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { type InvolvedFilter, involvedIds, isCallers } from '../../../db/involved-list.ts';
import { newestFirst } from '../../../db/list.ts';
import { saveVersioned } from '../../../db/save-versioned.ts';
import { AppError, notFound, rejected } from '../../../kit/error.ts';
import { versionConflict } from '../../../resource/version.ts';
import type { RetainerRow } from './retainer.ts';
import { retainers } from './table.ts';
import type { Facts, State } from './transitions.ts';

export interface FoundRetainer {
  retainer: RetainerRow;
  facts: Facts;
}

function selectFound(ctx: SystemCtx) {
  return mainDb(ctx.env)
    .select({
      retainer: getTableColumns(retainers),
      together: sql<number>`EXISTS (SELECT 1 FROM accounts b WHERE b.id = retainers.account_id AND b.status = 'active')
        AND EXISTS (SELECT 1 FROM creator_relationships r WHERE r.account_id = retainers.account_id
          AND r.creator_id = retainers.creator_id AND r.consent NOT IN ('ended', 'declined'))`,
    })
    .from(retainers);
}

async function find(ctx: SystemCtx, where: SQL): Promise<FoundRetainer | null> {
  const row = await selectFound(ctx).where(where).get();
  if (!row) return null;
  const { retainer } = row;
  const { canceledAt, currentPeriodEndAt: end } = retainer;
  const cancelledLater = canceledAt !== null && end !== null && canceledAt >= end;
  return { retainer, facts: { together: row.together === 1, cancelledLater } };
}

/** A retainer of the acting account or creator. Throws not_found. */
export async function requireRetainer(ctx: Ctx, id: string): Promise<FoundRetainer> {
  const row = await find(ctx, and(eq(retainers.id, id), isCallers(ctx, retainers))!);
  if (!row) throw notFound('retainer');
  return row;
}

export async function findRetainer(ctx: SystemCtx, id: string): Promise<FoundRetainer | null> {
  return await find(ctx, eq(retainers.id, id));
}

export type RetainerFilter = InvolvedFilter<State>;

/** The query of a list, apart from its columns. */
export function retainerListIds(ctx: Ctx, filter: RetainerFilter): SQL {
  return involvedIds(ctx, sql`${retainers}`, retainers, filter);
}

export async function listRetainers(ctx: Ctx, filter: RetainerFilter): Promise<RetainerRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(retainers)
    .where(sql`${retainers.id} IN (${retainerListIds(ctx, filter)})`)
    .orderBy(newestFirst(retainers.id))
    .all();
}

/** A creator's retainers with all accounts that are running or still to come. */
export async function listOpenOf(ctx: SystemCtx, creatorId: string): Promise<RetainerRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(retainers)
    .where(
      and(
        eq(retainers.creatorId, creatorId),
        sql`${retainers.status} IN ('offered', 'accepted', 'active', 'canceling')`,
      ),
    )
    .all();
}

const OVERLAPS = (account: string, creator: string, start: number) =>
  sql`SELECT 1 FROM retainers o WHERE o.creator_id = ${creator} AND o.account_id = ${account}
    AND o.status = 'canceling' AND o.current_period_end_at > ${start}`;

/**
 * Adds an offer, provided that the pair has no other one, and that none being cancelled runs past its start.
 */
export function insertRetainer(ctx: SystemCtx, row: RetainerRow): void {
  const db = mainDb(ctx.env);
  const overlaps = OVERLAPS(row.accountId, row.creatorId, row.startsAt);
  ctx.write
    .add(db.insert(retainers).values(row))
    .onDuplicate(
      'retainers.account_id',
      () => new AppError('conflict', 'The creator has a retainer with this account already.'),
    )
    .guarded(
      db
        .update(retainers)
        .set({ version: row.version })
        .where(and(eq(retainers.id, row.id), sql`NOT EXISTS (${overlaps})`)),
      async () => rejected('retainer_overlaps', 'The retainer that is being cancelled runs until later.'),
    );
}

/** Guards the due step by its time: neither taking it nor setting a later one changes the version. */
const sameDueAt = (before: RetainerRow) => sql`${retainers.dueAt} IS ${before.dueAt}`;

/** Writes a change, provided that the row has not changed since it was read. */
export function saveRetainer(ctx: SystemCtx, before: RetainerRow, changes: Partial<RetainerRow>): void {
  saveVersioned(ctx, retainers, 'retainer', before, changes, {
    where: sameDueAt(before),
    refusal: (now) => (now.dueAt === before.dueAt ? null : versionConflict(now.version)),
  });
}

/** Retainers with a step that is due, longest waiting first. */
export async function listDueRetainers(ctx: SystemCtx, limit: number): Promise<string[]> {
  const rows = await mainDb(ctx.env)
    .select({ id: retainers.id })
    .from(retainers)
    .where(and(isNotNull(retainers.dueAt), lte(retainers.dueAt, ctx.now)))
    .orderBy(asc(retainers.dueAt))
    .limit(limit)
    .all();
  return rows.map((row) => row.id);
}

/** Saves a step of a retainer that has ended. The API shows no change, so the version stays the same. */
export function saveLatePaid(
  ctx: SystemCtx,
  before: RetainerRow,
  changes: Pick<RetainerRow, 'dueAt' | 'lastPaid'>,
): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(retainers)
      .set(changes)
      .where(
        and(
          eq(retainers.id, before.id),
          eq(retainers.version, before.version),
          sameDueAt(before),
          eq(retainers.lastPaid, before.lastPaid),
        ),
      ),
    async () => versionConflict(before.version),
  );
}
