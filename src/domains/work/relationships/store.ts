import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { accounts } from '../../../db/accounts-table.ts';
import { mainDb } from '../../../db/client.ts';
import { isCallers } from '../../../db/involved-list.ts';
import { newestFirst, withinRange } from '../../../db/list.ts';
import { eachValue, mergedIds } from '../../../db/merged-list.ts';
import { notFound } from '../../../kit/error.ts';
import type { IdRange } from '../../../resource/list-page.ts';
import { versionConflict } from '../../../resource/version.ts';
import { agreementsMoved } from '../agreement-rules/table.ts';
import type { Consent } from '../creator-consent/consent.ts';
import type { RelationshipRow } from '../creator-consent/creator.ts';
import { creatorRelationships, creators, feePartnerOf } from '../creator-consent/table.ts';
import { type FoundRelationship, relationshipVersion } from './relationship.ts';

const { id } = creatorRelationships;

function selectFound(ctx: SystemCtx) {
  return mainDb(ctx.env)
    .select({
      row: getTableColumns(creatorRelationships),
      accountName: accounts.name,
      accountType: accounts.type,
      creatorVersion: creators.version,
      refusedAt: creators.refusedAt,
      agreementsMoved: agreementsMoved(sql`${creatorRelationships.accountId}`),
      represented: sql<number>`EXISTS (SELECT 1 FROM ${feePartnerOf(creators.id)})`,
    })
    .from(creatorRelationships)
    .innerJoin(accounts, eq(accounts.id, creatorRelationships.accountId))
    .innerJoin(creators, eq(creators.id, creatorRelationships.creatorId));
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectFound>['all']>>[number];

const found = (one: Selected): FoundRelationship => ({
  ...one,
  id: one.row.id,
  represented: one.represented === 1,
});

async function find(ctx: SystemCtx, where: SQL | undefined): Promise<FoundRelationship | null> {
  const one = await selectFound(ctx).where(where).get();
  return one ? found(one) : null;
}

/** A relationship of the acting account or creator. Throws not_found. */
export async function requireRelationship(ctx: Ctx, wanted: string): Promise<FoundRelationship> {
  const one = await find(ctx, and(eq(id, wanted), isCallers(ctx, creatorRelationships)));
  if (!one) throw notFound('relationship');
  return one;
}

/** What an account and a creator said; null when neither said anything. */
export async function findRelationshipWith(
  ctx: Ctx,
  accountId: string,
  creatorId: string,
): Promise<FoundRelationship | null> {
  return await find(
    ctx,
    and(eq(creatorRelationships.accountId, accountId), eq(creatorRelationships.creatorId, creatorId)),
  );
}

export interface RelationshipFilter {
  account: string | undefined;
  creator: string | undefined;
  statuses: readonly Consent[];
  limit: number;
  range: IdRange;
}

export async function listRelationships(ctx: Ctx, filter: RelationshipFilter): Promise<FoundRelationship[]> {
  const of = (column: AnySQLiteColumn, value: string | undefined) =>
    value === undefined ? undefined : sql`+${column} = ${value}`;
  const shared = and(
    isCallers(ctx, creatorRelationships),
    of(creatorRelationships.accountId, filter.account),
    of(creatorRelationships.creatorId, filter.creator),
    withinRange(id, filter.range),
  );
  const branches = eachValue(
    id,
    sql`${creatorRelationships}`,
    creatorRelationships.consent,
    filter.statuses,
    shared,
  );
  const rows = await selectFound(ctx)
    .where(sql`${id} IN (${mergedIds(branches, filter.limit + 1)})`)
    .orderBy(newestFirst(id))
    .all();
  return rows.map(found);
}

/** Writes an answer, provided that the relationship has not changed since it was read. */
export function saveRelationship(
  ctx: SystemCtx,
  { id: at }: FoundRelationship,
  after: RelationshipRow,
  before: RelationshipRow,
): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(creatorRelationships)
      .set(after)
      .where(and(eq(id, at), eq(creatorRelationships.version, before.version))),
    async () => {
      const now = await find(ctx, eq(id, at));
      if (!now) return notFound('relationship');
      return now.row.version === before.version ? null : versionConflict(relationshipVersion(now));
    },
  );
}

/**
 * Makes the batch fail if the account's agreements have changed since they were read, or if the two have not
 * agreed.
 */
export function requireSameAgreements(
  ctx: SystemCtx,
  { id: at, row, agreementsMoved: moved }: FoundRelationship,
): void {
  ctx.write.require(
    sql`EXISTS (SELECT 1 FROM creator_relationships r WHERE r.id = ${at} AND r.consent = 'agreed')
      AND ${agreementsMoved(sql`${row.accountId}`)} = ${moved}`,
    async () => {
      const now = await find(ctx, eq(id, at));
      if (!now) return notFound('relationship');
      const same = now.row.consentVersion === row.consentVersion && now.agreementsMoved === moved;
      return same ? null : versionConflict(relationshipVersion(now));
    },
  );
}
