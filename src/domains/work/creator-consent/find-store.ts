// The reading half of the SQL: identities with one account's relationship, one by one and in lists.
import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { addressVerified } from '../../../auth/reach.ts';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { accounts } from '../../../db/accounts-table.ts';
import { mainDb } from '../../../db/client.ts';
import { newestFirst, withinRange } from '../../../db/list.ts';
import { eachValue, mergedIds } from '../../../db/merged-list.ts';
import type { IdRange } from '../../../resource/list-page.ts';
import type { CreatorRow, CreatorStatus, FoundCreator, RelationshipRow } from './creator.ts';
import { primaryOf } from './person-store.ts';
import { afterPrefix } from './search-words.ts';
import { creatorPrograms, creatorRelationships, creators, creatorWords, feePartnerOf } from './table.ts';
import type { Viewer } from './viewer.ts';

type Detailed<D> = FoundCreator & { details: D };

/** A creator with one account's relationship, and its managing partner's rate. */
const merged = {
  creator: getTableColumns(creators),
  relationship: getTableColumns(creatorRelationships),
  feePartner: sql<string | null>`(SELECT m.id FROM ${feePartnerOf(creators.id)})`,
  feeBps: sql<
    number | null
  >`(SELECT COALESCE(mr.take_rate_bps, m.partner_take_rate_bps) FROM ${feePartnerOf(creators.id)})`,
};

/** @param details a column over `creators` with what the caller also reads of each creator. */
function selectMerged<D>(ctx: SystemCtx, viewer: Viewer, details: SQL<D>) {
  return mainDb(ctx.env)
    .select({
      ...merged,
      details,
      verified: sql<number>`${sql.raw(addressVerified('creators'))}`,
      hidden: viewer.kind === 'creator' ? sql<number>`0` : sql<number>`${hiddenFrom(viewer.id)}`,
      ownRateBps: sql<
        number | null
      >`(SELECT o.partner_take_rate_bps FROM accounts o WHERE o.id = ${viewer.id} AND o.type = 'partner')`,
    })
    .from(creators)
    .leftJoin(
      creatorRelationships,
      and(eq(creatorRelationships.accountId, viewer.id), eq(creatorRelationships.creatorId, creators.id)),
    );
}

const hiddenFrom = (accountId: string) =>
  sql`EXISTS (SELECT 1 FROM creator_hidden h WHERE h.creator_id = ${creators.id} AND h.account_id = ${accountId})`;

const shownTo = (accountId: string) =>
  sql`${creators.visibility} = 'network' AND NOT ${hiddenFrom(accountId)}`;

/** A database row with the types that the code uses. */
function found<D>(row: unknown): Detailed<D> {
  const one = row as Detailed<D>;
  return { ...one, hidden: Boolean(one.hidden), verified: Boolean(one.verified) };
}

/** A creator that the viewer may see: itself, one on its roster, or one that the marketplace shows it. */
export async function findVisible<D>(
  ctx: SystemCtx,
  viewer: Viewer,
  id: string,
  details: SQL<D>,
): Promise<Detailed<D> | null> {
  const may =
    viewer.kind === 'creator'
      ? sql`${creators.id} = ${viewer.id}`
      : sql`(${creatorRelationships.accountId} IS NOT NULL OR ${shownTo(viewer.id)})`;
  const row = await selectMerged(ctx, viewer, details)
    .where(and(eq(creators.id, id), may))
    .get();
  return row ? found(row) : null;
}

/** The creators among `ids` that the account may see. */
export async function listVisible(
  ctx: SystemCtx,
  viewer: Viewer,
  ids: readonly string[],
): Promise<FoundCreator[]> {
  const rows = await selectMerged(ctx, viewer, sql`NULL`)
    .where(
      sql`${creators.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
        AND (${creatorRelationships.accountId} IS NOT NULL OR ${shownTo(viewer.id)})`,
    )
    .all();
  return rows.map((row) => found(row));
}

/**
 * The creator that an account means by an address: one that it added, asked by this address, or works with;
 * otherwise the person who verified the address. Null if there is none, even if other accounts have added the
 * address.
 */
export async function findByAddress<D>(
  ctx: SystemCtx,
  viewer: Viewer,
  email: string,
  details: SQL<D>,
): Promise<Detailed<D> | null> {
  const row = await selectMerged(ctx, viewer, details)
    .where(
      sql`${creators.id} = (SELECT id FROM (
        SELECT c.id, 1 AS rank FROM creators c WHERE c.managed_by = ${viewer.id} AND c.email = ${email}
        UNION ALL SELECT r.creator_id, 2 FROM creator_relationships r
          WHERE r.account_id = ${viewer.id} AND r.entered_email = ${email}
        UNION ALL SELECT c.id, 3 FROM creators c JOIN creator_relationships r
            ON r.creator_id = c.id AND r.account_id = ${viewer.id} AND r.consent = 'agreed'
          WHERE c.email = ${email}
        UNION ALL SELECT (${primaryOf(sql`v.person_id`)}), 4 FROM verified_emails v WHERE v.email = ${email}
      ) WHERE id IS NOT NULL ORDER BY rank, id LIMIT 1)`,
    )
    .get();
  return row ? found(row) : null;
}

/** A partner's default rate in basis points; null for a brand, and for a partner that set none. */
export async function findDefaultRate(ctx: SystemCtx, accountId: string): Promise<number | null> {
  const row = await mainDb(ctx.env)
    .select({ bps: accounts.partnerTakeRateBps })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .get();
  return row?.bps ?? null;
}

export async function findRelationship(
  ctx: SystemCtx,
  accountId: string,
  creatorId: string,
): Promise<RelationshipRow | null> {
  const row = await mainDb(ctx.env)
    .select()
    .from(creatorRelationships)
    .where(and(eq(creatorRelationships.accountId, accountId), eq(creatorRelationships.creatorId, creatorId)))
    .get();
  return row ?? null;
}

export async function findCreator(ctx: SystemCtx, id: string): Promise<CreatorRow | null> {
  const row = await mainDb(ctx.env).select().from(creators).where(eq(creators.id, id)).get();
  return row ?? null;
}

export interface CreatorFilter {
  terms: string[] | null;
  statuses: readonly CreatorStatus[];
  program: string | undefined;
  relationship: 'direct' | 'represented' | undefined;
  visibility: 'private' | 'network' | undefined;
  /** Lists the whole marketplace instead of the roster. */
  marketplace: boolean;
  limit: number;
  range: IdRange;
}

/** The query of a list, apart from its columns. Exported for the tests that look at its plan. */
export function creatorListIds(accountId: string, filter: CreatorFilter): SQL {
  if (filter.terms) return searchIds(accountId, filter, filter.terms);
  const rows = filter.limit + 1;
  if (filter.marketplace) {
    return mergedIds(
      [
        sql`SELECT ${creators.id} AS id FROM ${creators} WHERE ${shownTo(accountId)}${andRange(creators.id, filter)}`,
      ],
      rows,
    );
  }
  if (filter.program !== undefined) {
    const shared = and(
      eq(creatorPrograms.accountId, accountId),
      eq(creatorPrograms.programId, filter.program),
      withinRange(creatorPrograms.creatorId, filter.range),
      rosterRest(sql`${creatorPrograms.creatorId}`, accountId, filter),
    );
    return mergedIds(
      eachValue(
        creatorPrograms.creatorId,
        sql`${creatorPrograms}`,
        creatorPrograms.status,
        filter.statuses,
        shared,
      ),
      rows,
    );
  }
  const shared = and(
    eq(creatorRelationships.accountId, accountId),
    filter.relationship ? eq(creatorRelationships.relationship, filter.relationship) : undefined,
    withinRange(creatorRelationships.creatorId, filter.range),
    visible(sql`${creatorRelationships.creatorId}`, accountId, filter),
  );
  return mergedIds(
    eachValue(
      creatorRelationships.creatorId,
      sql`${creatorRelationships}`,
      creatorRelationships.status,
      filter.statuses,
      shared,
    ),
    rows,
  );
}

function andRange(id: Parameters<typeof withinRange>[0], filter: CreatorFilter): SQL {
  const range = withinRange(id, filter.range);
  return range ? sql` AND ${range}` : sql``;
}

/**
 * Filters by the visibility that the account sees (stage.ts): a creator that is hidden from the account is
 * private to it.
 */
function visible(id: SQL, accountId: string, { visibility }: CreatorFilter): SQL | undefined {
  if (visibility === undefined) return undefined;
  const network = sql`EXISTS (SELECT 1 FROM creators v WHERE v.id = ${id} AND v.visibility = 'network'
    AND (NOT EXISTS (SELECT 1 FROM creator_hidden h WHERE h.creator_id = v.id AND h.account_id = ${accountId})
      OR (v.managed_by = ${accountId} AND v.claimed_at IS NULL)
      OR EXISTS (SELECT 1 FROM creator_relationships c WHERE c.account_id = ${accountId} AND c.creator_id = v.id
        AND c.consent IN ('agreed', 'requested'))))`;
  return visibility === 'network' ? network : sql`NOT ${network}`;
}

function rosterRest(id: SQL, accountId: string, filter: CreatorFilter): SQL | undefined {
  return and(
    visible(id, accountId, filter),
    filter.relationship === undefined
      ? undefined
      : sql`EXISTS (SELECT 1 FROM creator_relationships k WHERE k.account_id = ${accountId}
          AND k.creator_id = ${id} AND k.relationship = ${filter.relationship})`,
  );
}

/**
 * Searches by words: the longest term selects the candidates, and each is checked against the other terms and
 * filters.
 */
function searchIds(accountId: string, filter: CreatorFilter, terms: string[]): SQL {
  const scope = filter.marketplace ? 'network' : accountId;
  const [first, ...others] = terms;
  const id = creatorWords.creatorId;
  const conditions = and(
    eq(creatorWords.accountId, scope),
    sql`${creatorWords.word} >= ${first} AND ${creatorWords.word} < ${afterPrefix(first!)}`,
    withinRange(id, filter.range),
    ...others.map(
      (
        term,
      ) => sql`EXISTS (SELECT 1 FROM creator_words o WHERE o.creator_id = ${id} AND o.account_id = ${scope}
        AND o.word >= ${term} AND o.word < ${afterPrefix(term)})`,
    ),
    filter.marketplace
      ? sql`NOT EXISTS (SELECT 1 FROM creator_hidden h WHERE h.creator_id = ${id} AND h.account_id = ${accountId})`
      : sql`EXISTS (SELECT 1 FROM creator_relationships s WHERE s.account_id = ${accountId} AND s.creator_id = ${id}
          AND s.status IN (SELECT value FROM json_each(${JSON.stringify(filter.statuses)})))`,
    filter.program === undefined
      ? undefined
      : sql`EXISTS (SELECT 1 FROM creator_programs p WHERE p.creator_id = ${id} AND p.account_id = ${accountId}
          AND p.program_id = ${filter.program})`,
    filter.marketplace ? undefined : rosterRest(sql`${id}`, accountId, filter),
  );
  return sql`SELECT DISTINCT ${id} AS id FROM ${creatorWords} WHERE ${conditions} ORDER BY 1 DESC LIMIT ${filter.limit + 1}`;
}

export async function listMerged<D>(
  ctx: Ctx,
  viewer: Viewer,
  filter: CreatorFilter,
  details: SQL<D>,
): Promise<(Detailed<D> & { id: string })[]> {
  return await listSelected(ctx, viewer, creatorListIds(viewer.id, filter), details);
}

/** The creators whose IDs a SELECT finds on the account's roster, newest first. */
export async function listSelected<D>(
  ctx: SystemCtx,
  viewer: Viewer,
  ids: SQL,
  details: SQL<D>,
): Promise<(Detailed<D> & { id: string })[]> {
  const rows = await selectMerged(ctx, viewer, details)
    .where(sql`${creators.id} IN (${ids})`)
    .orderBy(newestFirst(creators.id))
    .all();
  return rows.map((row) => ({ ...found<D>(row), id: row.creator.id }));
}
