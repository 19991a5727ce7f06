// Agreements that were accepted, and those that creators still have to accept for applications and offered
// retainers.
import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { newestFirst, withinRange } from '../../../db/list.ts';
import type { IdRange } from '../../../resource/list-page.ts';
import type { AcceptanceRow, OpenRow, VersionRow } from '../agreement-rules/agreement.ts';
import {
  agreementAcceptances,
  agreements,
  agreementVersions,
  isNewest,
  openAgreements,
  openForRelationship,
  openForRetainer,
  withNewest,
} from '../agreement-rules/table.ts';

/** An agreement that a creator has to accept before an application can proceed. */
export interface OpenApplicationRow extends OpenRow {
  programId: string;
  accountId: string;
  accountName: string;
  /** Whether the program names the agreement itself. */
  named: boolean;
  /** When the application was made. */
  since: number;
  applicationStatus: 'pending' | 'approved';
}

export interface OpenOfferRow extends OpenRow {
  retainerId: string;
  accountId: string;
  accountName: string;
  /** When the retainer was offered. */
  since: number;
}

/** An agreement that a creator has to accept because it works with the account. */
export interface OpenRelationshipRow extends OpenRow {
  accountId: string;
  accountName: string;
  /** When the relationship began. */
  since: number;
}

/** The agreements that a creator still has to accept, in a row for each agreement and open application. */
export async function listOpenForCreator(ctx: SystemCtx, creatorId: string): Promise<OpenApplicationRow[]> {
  const rows = await mainDb(ctx.env)
    .select({
      ...withNewest,
      programId: sql<string>`p.id`,
      accountId: sql<string>`p.account_id`,
      accountName: sql<string>`b.name`,
      named: sql<number>`EXISTS (SELECT 1 FROM json_each(p.agreements) n WHERE n.value = ${agreements.id})`,
      since: sql<number>`a.created_at`,
      applicationStatus: sql<'pending' | 'approved'>`a.status`,
    })
    .from(agreements)
    .innerJoin(agreementVersions, isNewest)
    .innerJoin(sql`applications a`, sql`a.account_id = ${agreements.accountId}`)
    .innerJoin(sql`programs p`, sql`p.id = a.program_id`)
    .innerJoin(sql`accounts b`, sql`b.id = a.account_id`)
    .where(
      and(
        sql`a.creator_id = ${creatorId} AND a.status IN ('pending', 'approved')`,
        sql`${agreements.id} IN (SELECT g.id ${openAgreements(sql`p.account_id`, sql`a.creator_id`, sql`p.agreements`)})`,
      ),
    )
    .all();
  return rows.map((row) => ({ ...row, named: row.named === 1 }));
}

/**
 * The agreements that a creator has to accept with offered retainers, in a row for each agreement and offer.
 */
export async function listOpenInOffers(ctx: SystemCtx, creatorId: string): Promise<OpenOfferRow[]> {
  return await mainDb(ctx.env)
    .select({
      ...withNewest,
      retainerId: sql<string>`r.id`,
      accountId: sql<string>`b.id`,
      accountName: sql<string>`b.name`,
      since: sql<number>`r.created_at`,
    })
    .from(agreements)
    .innerJoin(agreementVersions, isNewest)
    .innerJoin(sql`retainers r`, sql`r.account_id = ${agreements.accountId}`)
    .innerJoin(sql`accounts b`, sql`b.id = r.account_id`)
    .where(
      and(
        sql`r.creator_id = ${creatorId} AND r.status = 'offered'`,
        sql`${agreements.id} IN (SELECT g.id ${openForRetainer(sql`r.account_id`, sql`r.creator_id`)})`,
      ),
    )
    .all();
}

/**
 * The agreements that a creator has to accept only because of its relationships, in a row for each agreement.
 */
export async function listOpenInRelationships(
  ctx: SystemCtx,
  creatorId: string,
): Promise<OpenRelationshipRow[]> {
  return await mainDb(ctx.env)
    .select({
      ...withNewest,
      accountId: sql<string>`b.id`,
      accountName: sql<string>`b.name`,
      since: sql<number>`r.created_at`,
    })
    .from(agreements)
    .innerJoin(agreementVersions, isNewest)
    .innerJoin(sql`creator_relationships r`, sql`r.account_id = ${agreements.accountId}`)
    .innerJoin(sql`accounts b`, sql`b.id = r.account_id`)
    .where(
      and(
        sql`r.creator_id = ${creatorId} AND r.status IN ('live', 'paused')`,
        sql`${agreements.id} IN (SELECT g.id ${openForRelationship(sql`r.account_id`, sql`r.creator_id`)})`,
      ),
    )
    .all();
}

/** A creator's name. */
export async function findCreatorName(ctx: SystemCtx, creatorId: string): Promise<string | null> {
  const row = await mainDb(ctx.env).get<{ name: string }>(
    sql`SELECT c.name FROM creators c WHERE c.id = ${creatorId}`,
  );
  return row?.name ?? null;
}

export interface FoundAcceptance {
  acceptance: AcceptanceRow;
  document: VersionRow;
  accountName: string;
  creatorName: string | null;
}

export async function listAcceptances(
  ctx: Ctx,
  filter: { agreement?: string | undefined; creator?: string | undefined; limit: number; range: IdRange },
): Promise<(FoundAcceptance & { id: string })[]> {
  const { account, creator } = ctx.actor;
  const narrow = filter.agreement !== undefined || (account !== null && filter.creator !== undefined);
  const plus = narrow ? sql`+` : sql``;
  const owner: SQL = account
    ? sql`${plus}${agreementAcceptances.accountId} = ${account.id}`
    : sql`${plus}${agreementAcceptances.creatorId} = ${creator}`;
  const rows = await mainDb(ctx.env)
    .select({
      acceptance: getTableColumns(agreementAcceptances),
      document: getTableColumns(agreementVersions),
      accountName: sql<string>`(SELECT b.name FROM accounts b WHERE b.id = ${agreementAcceptances.accountId})`,
      creatorName: sql<
        string | null
      >`(SELECT c.name FROM creators c WHERE c.id = ${agreementAcceptances.creatorId})`,
    })
    .from(agreementAcceptances)
    .innerJoin(
      agreementVersions,
      and(
        eq(agreementVersions.agreementId, agreementAcceptances.agreementId),
        eq(agreementVersions.number, agreementAcceptances.number),
      ),
    )
    .where(
      and(
        owner,
        filter.agreement ? eq(agreementAcceptances.agreementId, filter.agreement) : undefined,
        filter.creator ? eq(agreementAcceptances.creatorId, filter.creator) : undefined,
        withinRange(agreementAcceptances.id, filter.range),
      ),
    )
    .orderBy(newestFirst(agreementAcceptances.id))
    .limit(filter.limit + 1)
    .all();
  return rows.map((row) => ({ ...row, id: row.acceptance.id }));
}
