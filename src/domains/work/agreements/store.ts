import { and, eq, getTableColumns, lt, ne, type SQL, sql } from 'drizzle-orm';
import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { newestFirst, withinRange } from '../../../db/list.ts';
import { eachValue, mergedIds } from '../../../db/merged-list.ts';
import { saveVersioned } from '../../../db/save-versioned.ts';
import { notFound } from '../../../kit/error.ts';
import type { IdRange } from '../../../resource/list-page.ts';
import { files } from '../../platform/files/table.ts';
import type { AgreementRow, VersionRow } from '../agreement-rules/agreement.ts';
import { agreements, agreementVersions, appliesTo, isNewest, withNewest } from '../agreement-rules/table.ts';
import type { FoundAgreement, FoundVersion } from './agreement-record.ts';
import { pendingCount } from './pending-store.ts';

/** Joins a version's PDF, unless it is deleted. */
export const isDocument = and(eq(files.id, agreementVersions.file), ne(files.status, 'deleted'));

const found = {
  ...withNewest,
  document: getTableColumns(files),
  accepted: sql<number>`(SELECT COUNT(*) FROM agreement_acceptances x
    WHERE x.agreement_id = ${agreements.id} AND x.number = ${agreements.latest})`,
  // This walks the account's roster: a list of agreements is short and seldom read.
  pending: pendingCount,
};

function selectFound(ctx: SystemCtx) {
  return mainDb(ctx.env)
    .select(found)
    .from(agreements)
    .innerJoin(agreementVersions, isNewest)
    .leftJoin(files, isDocument);
}

/** An agreement of the acting account, with its newest document. Throws not_found. */
export async function requireAgreement(ctx: Ctx, id: string): Promise<FoundAgreement> {
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

/** The active agreements that creators accept for a program of the acting account, by name. */
export async function listForProgram(ctx: Ctx, programId: string): Promise<{ id: string; title: string }[]> {
  return await mainDb(ctx.env).all(
    sql`SELECT g.id, g.title FROM programs p JOIN agreements g ON g.account_id = p.account_id AND g.status = 'active'
      WHERE p.id = ${programId} AND p.account_id = ${actingAccount(ctx.actor).id} AND (${appliesTo(sql`p.agreements`)})
      ORDER BY g.title, g.id`,
  );
}

/** Versions of an agreement of the acting account that match `where`, newest first. Throws not_found. */
async function requireVersions(
  ctx: Ctx,
  agreementId: string,
  where: SQL | undefined,
  limit: number,
): Promise<FoundVersion[]> {
  // The agreement's own row is returned even if none of its versions matches.
  const rows = await mainDb(ctx.env)
    .select({ version: getTableColumns(agreementVersions), document: getTableColumns(files) })
    .from(agreements)
    .leftJoin(agreementVersions, and(eq(agreementVersions.agreementId, agreements.id), where))
    .leftJoin(files, isDocument)
    .where(and(eq(agreements.id, agreementId), eq(agreements.accountId, actingAccount(ctx.actor).id)))
    .orderBy(newestFirst(agreementVersions.number))
    .limit(limit)
    .all();
  if (rows.length === 0) throw notFound('agreement');
  return rows.flatMap(({ version, document }) => (version ? [{ version, document }] : []));
}

/** Throws not_found when the acting account has no such agreement. */
export async function listVersions(
  ctx: Ctx,
  agreementId: string,
  filter: { below: number | null; after: number | null; before: number | null; limit: number },
): Promise<FoundVersion[]> {
  const where = and(
    filter.below === null ? undefined : lt(agreementVersions.number, filter.below),
    filter.before === null ? undefined : lt(agreementVersions.createdAt, filter.before),
    filter.after === null ? undefined : sql`${agreementVersions.createdAt} > ${filter.after}`,
  );
  return await requireVersions(ctx, agreementId, where, filter.limit + 1);
}

/** One version of an agreement of the acting account. Throws not_found, also for number null. */
export async function requireVersion(ctx: Ctx, id: string, number: number | null): Promise<FoundVersion> {
  const where = number === null ? sql`0` : eq(agreementVersions.number, number);
  const [found] = await requireVersions(ctx, id, where, 1);
  if (!found) throw notFound('version');
  return found;
}

export function insertAgreement(ctx: SystemCtx, row: AgreementRow): void {
  ctx.write.add(mainDb(ctx.env).insert(agreements).values(row));
}

export function insertVersion(ctx: SystemCtx, row: VersionRow): void {
  ctx.write.add(mainDb(ctx.env).insert(agreementVersions).values(row));
}

/** Writes a change, provided that the row has not changed since it was read. */
export function saveAgreement(ctx: SystemCtx, before: AgreementRow, changes: Partial<AgreementRow>): void {
  saveVersioned(ctx, agreements, 'agreement', before, changes);
}
