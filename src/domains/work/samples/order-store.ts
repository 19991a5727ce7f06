import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { AppError } from '../../../kit/error.ts';
import { MINUTE_MS } from '../../../kit/time.ts';
import { isTogether } from '../creator-consent/interface.ts';
import { type Problem, UNDECIDED } from './problem.ts';
import type { SampleRow } from './sample.ts';
import { sampleOrders } from './table.ts';

export type SampleOrderRow = typeof sampleOrders.$inferSelect;

/** How long a shop's index may take to find a draft that was just stored. */
export const INDEX_LAG_MS = 2 * MINUTE_MS;

/** Adds the intent to have a shop send the sample, in the batch that approves it. */
export function insertSampleOrder(
  ctx: SystemCtx,
  { id }: SampleRow,
  { catalogue, variant }: Pick<SampleOrderRow, 'catalogue' | 'variant'>,
): void {
  ctx.write.add(
    mainDb(ctx.env)
      .insert(sampleOrders)
      .values({ sampleId: id, catalogue, variant, state: 'due', dueAt: ctx.now }),
  );
}

/** Whether the shop may be making the order of a sample. What became of one that is undecided is for people to say. */
export const isOrdering = ({ state, problem }: Pick<SampleOrderRow, 'state' | 'problem'>): boolean =>
  state === 'completing' && !(UNDECIDED as readonly (Problem | null)[]).includes(problem);

/** SQL for whether the shop is making no order of a sample. */
export const isUnmade = (id: SQLWrapper): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM ${sampleOrders} WHERE ${sampleOrders.sampleId} = ${id}
    AND ${sampleOrders.state} = 'completing'
    AND coalesce(${sampleOrders.problem}, '') NOT IN (SELECT value FROM json_each(${JSON.stringify(UNDECIDED)})))`;

function requireSure(ctx: SystemCtx, id: string): void {
  ctx.write.require(
    isUnmade(sql`${id}`),
    async () => new AppError('conflict', "The shop's order of this sample is being made. Try again later."),
  );
}

/** Lets no order of a sample be made any more. The batch fails with a conflict while one may have been made. */
export function saveOrderWithdrawn(ctx: SystemCtx, id: string): void {
  requireSure(ctx, id);
  ctx.write.add(
    mainDb(ctx.env)
      .update(sampleOrders)
      .set({
        state: 'withdrawn',
        problem: null,
        dueAt: sql`MAX(${ctx.now}, COALESCE(${sampleOrders.askedAt}, 0) + ${INDEX_LAG_MS})`,
      })
      .where(and(eq(sampleOrders.sampleId, id), sql`${sampleOrders.state} IN ('due', 'completing')`)),
  );
}

/** Has the order made with another address. The batch fails with a conflict while one may have been made. */
export function saveOrderChanged(ctx: SystemCtx, id: string): void {
  requireSure(ctx, id);
  ctx.write.add(
    mainDb(ctx.env)
      .update(sampleOrders)
      .set({ problem: null, dueAt: ctx.now })
      .where(and(eq(sampleOrders.sampleId, id), eq(sampleOrders.state, 'due'))),
  );
}

/** States of orders that the shop has made, and of which it is asked what becomes of them. */
const FOLLOWED = sql.raw("('made', 'left')");

/** Claims orders that are due, until `until` (milliseconds), longest waiting first. @param made those that exist already. */
export async function claimSampleOrders(
  ctx: SystemCtx,
  { until, limit, made }: { until: number; limit: number; made: boolean },
): Promise<SampleOrderRow[]> {
  const due = sql`SELECT sample_id FROM sample_orders WHERE due_at <= ${ctx.now} AND lease_until <= ${ctx.now}
    AND (state IN ${FOLLOWED}) = ${made ? 1 : 0} ORDER BY due_at LIMIT ${limit}`;
  return await mainDb(ctx.env)
    .update(sampleOrders)
    .set({ leaseUntil: until })
    .where(sql`${sampleOrders.sampleId} IN (${due})`)
    .returning();
}

const held = ({ sampleId, leaseUntil, state }: SampleOrderRow) =>
  and(
    eq(sampleOrders.sampleId, sampleId),
    eq(sampleOrders.leaseUntil, leaseUntil),
    eq(sampleOrders.state, state),
  );

/** Saves a step of a claimed order; null when another run has it, or it was withdrawn meanwhile. */
export async function saveOrderStep(
  ctx: SystemCtx,
  before: SampleOrderRow,
  changes: Partial<SampleOrderRow>,
): Promise<SampleOrderRow | null> {
  const rows = await mainDb(ctx.env).update(sampleOrders).set(changes).where(held(before)).returning();
  return rows[0] ?? null;
}

/**
 * Gives a claimed order back whose shop could not be asked, whatever its state is by now.
 * @param problem what is known to be wrong; null leaves what was known before.
 * @param refused whether the shop has stored no draft at the last request.
 */
export async function saveOrderPutOff(
  ctx: SystemCtx,
  { sampleId, leaseUntil }: SampleOrderRow,
  {
    tries,
    dueAt,
    problem,
    refused,
  }: Pick<SampleOrderRow, 'tries' | 'problem'> & { dueAt: number; refused: boolean },
): Promise<void> {
  const lag = sql`CASE WHEN ${sampleOrders.draftId} IS NULL
    THEN COALESCE(${sampleOrders.askedAt}, 0) + ${INDEX_LAG_MS} ELSE 0 END`;
  await mainDb(ctx.env)
    .update(sampleOrders)
    .set({
      ...{ leaseUntil: 0, tries },
      // What a person has decided meanwhile waits for nothing but its drafts.
      problem: sql`CASE WHEN ${sampleOrders.state} = 'withdrawn' THEN NULL
        ELSE coalesce(${problem}, ${sampleOrders.problem}) END`,
      dueAt: refused ? dueAt : sql`MAX(${dueAt}, ${lag})`,
      ...(refused && { askedAt: null }),
    })
    .where(and(eq(sampleOrders.sampleId, sampleId), eq(sampleOrders.leaseUntil, leaseUntil)));
}

/**
 * Says that the shop is asked for the order from now on; null when the sample has changed since its draft was stored, or
 * the two no longer work together.
 */
export async function saveOrderCompleting(
  ctx: SystemCtx,
  before: SampleOrderRow,
): Promise<SampleOrderRow | null> {
  const unchanged = sql`EXISTS (SELECT 1 FROM samples s WHERE s.id = ${before.sampleId} AND s.status = 'approved'
    AND s.version = ${before.draftVersion} AND ${isTogether(sql`s.account_id`, sql`s.creator_id`)})`;
  const rows = await mainDb(ctx.env)
    .update(sampleOrders)
    .set({ state: 'completing', completingAt: ctx.now, problem: null })
    .where(and(held(before), unchanged))
    .returning();
  return rows[0] ?? null;
}

/** Changes a claimed order in the batch. The batch fails with a conflict when another run was first. */
export function saveOrderIn(ctx: SystemCtx, before: SampleOrderRow, changes: Partial<SampleOrderRow>): void {
  ctx.write.guarded(
    mainDb(ctx.env).update(sampleOrders).set(changes).where(held(before)),
    async () => new AppError('conflict', 'Somebody else was first.'),
  );
}

/** Has parcels looked at now of which the shop has told something. @param orders the shops' numbers. */
export function saveParcelsDue(
  ctx: SystemCtx,
  orders: readonly { catalogue: number; order: string }[],
): void {
  const named = JSON.stringify(orders.map(({ catalogue, order }) => [catalogue, order]));
  ctx.write.addSql(sql`UPDATE sample_orders SET due_at = ${ctx.now} WHERE state IN ${FOLLOWED} AND due_at > ${ctx.now}
    AND (catalogue, order_id) IN (SELECT value ->> 0, value ->> 1 FROM json_each(${named}))`);
}

/** Ends the orders of a catalogue that is erased, and takes out what its shop calls them. */
export function saveOrdersErased(ctx: SystemCtx, accountId: string, catalogue: number): void {
  const unsent = sql`CASE WHEN order_id IS NOT NULL THEN NULL WHEN state = 'completing' THEN 'order_unknown' ELSE 'product_gone' END`;
  ctx.write.add(
    mainDb(ctx.env)
      .update(sampleOrders)
      .set({
        ...{ state: 'over', dueAt: null, leaseUntil: 0, problem: unsent },
        ...{ draftId: null, draftVersion: null, orderId: null, orderName: null },
      })
      .where(ofCatalogue(accountId, catalogue)),
  );
}

/** The orders of an account's catalogue, by way of the account's samples. */
const ofCatalogue = (accountId: string, catalogue: number) =>
  sql`sample_id IN (SELECT id FROM samples WHERE account_id = ${accountId}) AND catalogue = ${catalogue}`;
