import { and, eq, getTableColumns, lt, type SQL, sql } from 'drizzle-orm';
import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { newestFirst, withinRange } from '../../../db/list.ts';
import { eachValue, mergedIds } from '../../../db/merged-list.ts';
import { notFound } from '../../../kit/error.ts';
import type { IdRange } from '../../../resource/page.ts';
import { versionConflict } from '../../../resource/version.ts';
import type { AcceptanceRow, AgreementRow, FoundAgreement, VersionRow } from './agreement.ts';
import {
  agreementAcceptances,
  agreements,
  agreementVersions,
  openAgreements,
  openForRetainer,
} from './table.ts';

const found = {
  agreement: getTableColumns(agreements),
  latest: getTableColumns(agreementVersions),
  accepted: sql<number>`(SELECT COUNT(*) FROM agreement_acceptances x
    WHERE x.agreement_id = ${agreements.id} AND x.number = ${agreements.latest})`,
  // Walks the account's open applications and offers: a list of agreements is short and seldom read.
  pending: sql<number>`(SELECT COUNT(*) FROM (
    SELECT a.creator_id FROM applications a JOIN programs p ON p.id = a.program_id
      WHERE a.account_id = ${agreements.accountId} AND a.status IN ('pending', 'approved')
        AND ${agreements.id} IN (SELECT g.id ${openAgreements(sql`a.account_id`, sql`a.creator_id`, sql`p.agreements`)})
    UNION SELECT r.creator_id FROM retainers r
      WHERE r.account_id = ${agreements.accountId} AND r.status = 'offered'
        AND ${agreements.id} IN (SELECT g.id ${openForRetainer(sql`r.account_id`, sql`r.creator_id`)})))`,
};

function selectFound(ctx: SystemCtx) {
  return mainDb(ctx.env)
    .select(found)
    .from(agreements)
    .innerJoin(
      agreementVersions,
      and(eq(agreementVersions.agreementId, agreements.id), eq(agreementVersions.number, agreements.latest)),
    );
}

export async function getAgreement(ctx: Ctx, id: string): Promise<FoundAgreement> {
  const row = await selectFound(ctx)
    .where(and(eq(agreements.id, id), eq(agreements.accountId, actingAccount(ctx.actor).id)))
    .get();
  if (!row) throw notFound('agreement');
  return row;
}

export async function listAgreements(
  ctx: Ctx,
  filter: { statuses: readonly string[]; limit: number; range: IdRange },
): Promise<(FoundAgreement & { id: string })[]> {
  const shared = and(
    eq(agreements.accountId, actingAccount(ctx.actor).id),
    withinRange(agreements.id, filter.range),
  );
  const ids = mergedIds(
    eachValue(agreements.id, sql`${agreements}`, agreements.status, filter.statuses, shared),
    filter.limit + 1,
  );
  const rows = await selectFound(ctx)
    .where(sql`${agreements.id} IN (${ids})`)
    .orderBy(newestFirst(agreements.id))
    .all();
  return rows.map((row) => ({ ...row, id: row.agreement.id }));
}

export async function listVersions(
  ctx: Ctx,
  agreementId: string,
  filter: { below: number | null; after: number | null; before: number | null; limit: number },
): Promise<VersionRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(agreementVersions)
    .where(
      and(
        eq(agreementVersions.agreementId, agreementId),
        filter.below === null ? undefined : lt(agreementVersions.number, filter.below),
        filter.before === null ? undefined : lt(agreementVersions.createdAt, filter.before),
        filter.after === null ? undefined : sql`${agreementVersions.createdAt} > ${filter.after}`,
      ),
    )
    .orderBy(newestFirst(agreementVersions.number))
    .limit(filter.limit + 1)
    .all();
}

export async function findVersion(ctx: SystemCtx, id: string, number: number): Promise<VersionRow | null> {
  const row = await mainDb(ctx.env)
    .select()
    .from(agreementVersions)
    .where(and(eq(agreementVersions.agreementId, id), eq(agreementVersions.number, number)))
    .get();
  return row ?? null;
}

export function insertAgreement(ctx: SystemCtx, row: AgreementRow): void {
  ctx.write.add(mainDb(ctx.env).insert(agreements).values(row));
}

export function insertVersion(ctx: SystemCtx, row: VersionRow): void {
  ctx.write.add(mainDb(ctx.env).insert(agreementVersions).values(row));
}

export function updateAgreement(ctx: SystemCtx, before: AgreementRow, changes: Partial<AgreementRow>): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(agreements)
      .set({ ...changes, version: before.version + 1, updatedAt: ctx.now })
      .where(and(eq(agreements.id, before.id), eq(agreements.version, before.version))),
    async () => {
      const now = await mainDb(ctx.env)
        .select({ version: agreements.version })
        .from(agreements)
        .where(eq(agreements.id, before.id))
        .get();
      if (!now) return notFound('agreement');
      return now.version === before.version ? null : versionConflict(now.version);
    },
  );
}

/** An agreement that a creator has to accept, in its newest version. */
export interface OpenRow {
  agreement: AgreementRow;
  latest: VersionRow;
}

export interface OpenProgramRow extends OpenRow {
  programId: string;
  accountId: string;
  accountName: string;
  /** Whether the program names the agreement itself. */
  named: boolean;
}

export interface OpenApplicationRow extends OpenProgramRow {
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

const newest = {
  agreement: getTableColumns(agreements),
  latest: getTableColumns(agreementVersions),
};

const openColumns = {
  ...newest,
  programId: sql<string>`p.id`,
  accountId: sql<string>`p.account_id`,
  accountName: sql<string>`b.name`,
  named: sql<number>`EXISTS (SELECT 1 FROM json_each(p.agreements) n WHERE n.value = ${agreements.id})`,
};

const isLatest = and(
  eq(agreementVersions.agreementId, agreements.id),
  eq(agreementVersions.number, agreements.latest),
);

const isOpen = (creatorId: SQL) =>
  sql`${agreements.id} IN (SELECT g.id ${openAgreements(sql`p.account_id`, creatorId, sql`p.agreements`)})`;

/** What a creator still has to accept for one program. */
export async function openForProgram(
  ctx: SystemCtx,
  programId: string,
  creatorId: string,
): Promise<OpenProgramRow[]> {
  const rows = await mainDb(ctx.env)
    .select(openColumns)
    .from(agreements)
    .innerJoin(agreementVersions, isLatest)
    .innerJoin(sql`programs p`, sql`p.account_id = ${agreements.accountId}`)
    .innerJoin(sql`accounts b`, sql`b.id = p.account_id`)
    .where(and(sql`p.id = ${programId}`, isOpen(sql`${creatorId}`)))
    .orderBy(agreements.id)
    .all();
  return rows.map((row) => ({ ...row, named: row.named === 1 }));
}

/** What a creator still has to accept, one row for each agreement and open application. */
export async function openForCreator(ctx: SystemCtx, creatorId: string): Promise<OpenApplicationRow[]> {
  const rows = await mainDb(ctx.env)
    .select({
      ...openColumns,
      since: sql<number>`a.created_at`,
      applicationStatus: sql<'pending' | 'approved'>`a.status`,
    })
    .from(agreements)
    .innerJoin(agreementVersions, isLatest)
    .innerJoin(sql`applications a`, sql`a.account_id = ${agreements.accountId}`)
    .innerJoin(sql`programs p`, sql`p.id = a.program_id`)
    .innerJoin(sql`accounts b`, sql`b.id = a.account_id`)
    .where(
      and(
        sql`a.creator_id = ${creatorId} AND a.status IN ('pending', 'approved')`,
        isOpen(sql`a.creator_id`),
      ),
    )
    .all();
  return rows.map((row) => ({ ...row, named: row.named === 1 }));
}

/** What a creator has to accept with a retainer of an account. */
export async function openWithRetainer(
  ctx: SystemCtx,
  accountId: string,
  creatorId: string,
): Promise<OpenRow[]> {
  return await mainDb(ctx.env)
    .select(newest)
    .from(agreements)
    .innerJoin(agreementVersions, isLatest)
    .where(sql`${agreements.id} IN (SELECT g.id ${openForRetainer(sql`${accountId}`, sql`${creatorId}`)})`)
    .orderBy(agreements.id)
    .all();
}

/** What a creator has to accept with retainers that it is offered, one row for each agreement and offer. */
export async function openInOffers(ctx: SystemCtx, creatorId: string): Promise<OpenOfferRow[]> {
  return await mainDb(ctx.env)
    .select({
      ...newest,
      retainerId: sql<string>`r.id`,
      accountId: sql<string>`b.id`,
      accountName: sql<string>`b.name`,
      since: sql<number>`r.created_at`,
    })
    .from(agreements)
    .innerJoin(agreementVersions, isLatest)
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

/** Adds acceptances; one that is there (through another program or retainer) stays as it is. */
export function insertAcceptances(ctx: SystemCtx, rows: AcceptanceRow[]): void {
  const db = mainDb(ctx.env);
  for (const row of rows) ctx.write.add(db.insert(agreementAcceptances).values(row).onConflictDoNothing());
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
