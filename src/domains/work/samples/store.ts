import { and, eq, getTableColumns, isNotNull, lte, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { type InvolvedFilter, involvedIds, isCallers } from '../../../db/involved-list.ts';
import { newestFirst } from '../../../db/list.ts';
import { PRUNED_AT_ONCE } from '../../../db/prune.ts';
import { saveVersioned } from '../../../db/save-versioned.ts';
import type { Explain } from '../../../db/write-set.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import { findProduct, isSampleable } from '../../catalog/products/interface.ts';
import { isApprovedIn } from '../applications/interface.ts';
import { isTogether } from '../creator-consent/interface.ts';
import { isUnmade, type SampleOrderRow } from './order-store.ts';
import type { SampleRow } from './sample.ts';
import { sampleOrders, samples } from './table.ts';
import type { State } from './transitions.ts';

export interface FoundSample {
  row: SampleRow;
  /** How its shop sends it; null for what the brand sends itself. */
  order: SampleOrderRow | null;
  /** Whether both have agreed to work together, and the brand's account is active. */
  together: boolean;
}

function selectFound(ctx: SystemCtx) {
  const together = isTogether(sql`${samples.accountId}`, sql`${samples.creatorId}`);
  return mainDb(ctx.env)
    .select({
      row: getTableColumns(samples),
      order: getTableColumns(sampleOrders),
      together: sql<number>`${together}`,
    })
    .from(samples)
    .leftJoin(sampleOrders, eq(sampleOrders.sampleId, samples.id));
}

type Selected = Omit<FoundSample, 'together'> & { together: number };
const found = (one: Selected): FoundSample => ({ ...one, together: one.together === 1 });

/** Any sample; null when there is none. */
export async function findSample(ctx: SystemCtx, id: string): Promise<FoundSample | null> {
  const one = await selectFound(ctx).where(eq(samples.id, id)).get();
  return one ? found(one) : null;
}

/** A sample of the acting account or creator. Throws not_found. */
export async function requireSample(ctx: Ctx, id: string): Promise<FoundSample> {
  const row = await selectFound(ctx)
    .where(and(eq(samples.id, id), isCallers(ctx, samples)))
    .get();
  if (!row) throw notFound('sample');
  return found(row);
}

/** The product of any sample; null without one. */
export async function findProductOf(ctx: SystemCtx, id: string) {
  const of = (column: SQLWrapper) => sql`(SELECT ${column} FROM ${samples} WHERE ${samples.id} = ${id})`;
  return await findProduct(ctx, of(samples.accountId), of(samples.productId));
}

export type SampleFilter = InvolvedFilter<State>;

/** The query of a list, apart from its columns. */
export function sampleListIds(ctx: Ctx, filter: SampleFilter): SQL {
  return involvedIds(ctx, sql`${samples}`, samples, filter);
}

export async function listSamples(ctx: Ctx, filter: SampleFilter): Promise<(FoundSample & { id: string })[]> {
  const rows = await selectFound(ctx)
    .where(sql`${samples.id} IN (${sampleListIds(ctx, filter)})`)
    .orderBy(newestFirst(samples.id))
    .all();
  return rows.map((one) => ({ ...found(one), id: one.row.id }));
}

/** A creator's sample of a product that is still to be sent; null without one. */
export async function findOpenOf(
  ctx: SystemCtx,
  creatorId: string,
  productId: string,
): Promise<string | null> {
  const open = sql`${samples.status} IN ('pending', 'approved')`;
  const row = await mainDb(ctx.env)
    .select({ id: samples.id })
    .from(samples)
    .where(and(eq(samples.creatorId, creatorId), eq(samples.productId, productId), open))
    .get();
  return row?.id ?? null;
}

/** Whether both have agreed to work together, and the brand's account is active. */
export async function findTogether(ctx: SystemCtx, accountId: string, creatorId: string): Promise<boolean> {
  const row = await mainDb(ctx.env).get<{ found: number }>(
    sql`SELECT ${isTogether(sql`${accountId}`, sql`${creatorId}`)} AS found`,
  );
  return row.found === 1;
}

/** How many samples of an account a creator has asked for that were not sent yet. */
const openAsks = (accountId: string, creatorId: string): SQL<number> =>
  sql`(SELECT COUNT(*) FROM ${samples} WHERE ${samples.creatorId} = ${creatorId}
    AND ${samples.status} IN ('pending', 'approved')
    AND +${samples.accountId} = ${accountId} AND ${samples.offered} = 0)`;

export async function countOpenAsks(ctx: SystemCtx, accountId: string, creatorId: string): Promise<number> {
  const row = await mainDb(ctx.env).get<{ count: number }>(
    sql`SELECT ${openAsks(accountId, creatorId)} AS count`,
  );
  return row.count;
}

/**
 * Adds a sample, provided that in the batch, too, the product is sampleable, both work together, whoever asks has an
 * approved application and at most `most` open ones, and the creator has no other open one of the product.
 */
export function insertSample(ctx: SystemCtx, row: SampleRow, most: number, explain: Explain): void {
  const { accountId, creatorId, productId, programId, offered } = row;
  const asks = sql`${isApprovedIn(accountId, creatorId, programId)}
    AND ${openAsks(accountId, creatorId)} <= ${most}`;
  ctx.write
    .add(mainDb(ctx.env).insert(samples).values(row))
    .onDuplicate(
      'samples.creator_id',
      () => new AppError('conflict', 'The creator has a sample of this product that was not sent yet.'),
    )
    .require(
      sql`${isSampleable(productId, accountId)} AND ${isTogether(sql`${accountId}`, sql`${creatorId}`)}
        AND ${offered ? sql`1` : asks}`,
      explain,
    );
}

/** Writes a change, provided that the row has not changed since it was read. */
export function saveSample(ctx: SystemCtx, before: SampleRow, changes: Partial<SampleRow>): void {
  saveVersioned(ctx, samples, 'sample', before, changes);
}

const UNSENT = sql`+${samples.status} IN ('pending', 'approved')`;

const UNMADE = isUnmade(samples.id);

/** A creator's samples that are still to be sent. @param accountId of one account; null for all. */
export async function listOpenSamples(
  ctx: SystemCtx,
  accountId: string | null,
  creatorId: string,
): Promise<SampleRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(samples)
    .where(
      and(
        eq(samples.creatorId, creatorId),
        sql`${samples.status} IN ('pending', 'approved')`,
        accountId === null ? undefined : sql`+${samples.accountId} = ${accountId}`,
        UNMADE,
      ),
    )
    .all();
}

/**
 * Looks through so many samples that are still to be sent, in the order of the index of these.
 * @param after where the step before ended; empty at first.
 * @returns those of two that no longer work together, and where to go on; null at the end.
 */
export async function listPartedSamples(
  ctx: SystemCtx,
  after: string,
  limit: number,
): Promise<{ parted: SampleRow[]; next: string | null }> {
  const [creator = '', product = ''] = after.split(' ');
  const together = isTogether(sql`p.account_id`, sql`p.creator_id`);
  const page = await mainDb(ctx.env).get<{ ids: string; seen: number; last: string }>(sql`
    SELECT json_group_array(p.id) FILTER (WHERE NOT ${together}) AS ids, count(*) AS seen,
      max(p.creator_id || ' ' || p.product_id) AS last
    FROM (SELECT id, account_id, creator_id, product_id FROM samples INDEXED BY samples_open
      WHERE status IN ('pending', 'approved') AND (creator_id, product_id) > (${creator}, ${product})
      ORDER BY creator_id, product_id LIMIT ${limit}) p`);
  const parted = await mainDb(ctx.env)
    .select()
    .from(samples)
    .where(and(sql`${samples.id} IN (SELECT value FROM json_each(${page.ids}))`, UNMADE))
    .all();
  return { parted, next: page.seen < limit ? null : page.last };
}

/** Samples that are still to be sent though the time of their address or offer is over, at most `limit`. */
export async function listUnsentSamples(ctx: SystemCtx, limit: number): Promise<SampleRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(samples)
    .where(and(isNotNull(samples.eraseAt), lte(samples.eraseAt, ctx.now), UNSENT, UNMADE))
    .limit(limit)
    .all();
}

/**
 * Erases addresses whose time has come, at most PRUNED_AT_ONCE. What is still to be sent keeps the time, so that it is
 * rejected once no order of it is being made. @returns how many.
 */
export async function deleteDueAddresses(ctx: SystemCtx): Promise<number> {
  const due = sql`SELECT id FROM samples
    WHERE ${and(isNotNull(samples.eraseAt), lte(samples.eraseAt, ctx.now), isNotNull(samples.address))}
    LIMIT ${PRUNED_AT_ONCE}`;
  const { meta } = await mainDb(ctx.env)
    .update(samples)
    .set({
      ...{ address: null, eraseAt: sql`CASE WHEN ${UNSENT} THEN ${samples.eraseAt} END` },
      ...{ version: sql`${samples.version} + 1`, updatedAt: ctx.now },
    })
    .where(sql`${samples.id} IN (${due})`);
  return meta.changes;
}

/** Erases where the samples went that a shop has sent whose catalogue is erased. */
export function saveSentErased(ctx: SystemCtx, accountId: string, catalogue: number): void {
  const sent = sql`EXISTS (SELECT 1 FROM sample_orders o WHERE o.sample_id = samples.id AND o.catalogue = ${catalogue}
    AND o.order_id IS NOT NULL)`;
  ctx.write.add(
    mainDb(ctx.env)
      .update(samples)
      .set({
        ...{ address: null, eraseAt: null, trackingUrl: null },
        ...{ version: sql`${samples.version} + 1`, updatedAt: ctx.now },
      })
      .where(and(eq(samples.accountId, accountId), sent)),
  );
}
