// Agreements that were accepted.
import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { newestFirst, withinRange } from '../../../db/list.ts';
import type { IdRange } from '../../../resource/list-page.ts';
import { files } from '../../platform/files/table.ts';
import type { AcceptanceRow } from '../agreement-rules/agreement.ts';
import { agreementAcceptances, agreementVersions } from '../agreement-rules/table.ts';
import { listSelected } from '../creator-consent/interface.ts';
import { shownName } from '../creator-consent/stage.ts';
import { viewerOf } from '../creator-consent/viewer.ts';
import type { FoundVersion } from './agreement-record.ts';
import { isDocument } from './store.ts';

export interface FoundAcceptance extends FoundVersion {
  acceptance: AcceptanceRow;
  accountName: string;
  creatorName: string | null;
}

interface AcceptanceFilter {
  agreement?: string | undefined;
  creator?: string | undefined;
  limit: number;
  range: IdRange;
}

/** Acceptances of the caller, newest first, with the name that the caller may know of each creator. */
export async function listAcceptances(
  ctx: Ctx,
  filter: AcceptanceFilter,
): Promise<(FoundAcceptance & { id: string })[]> {
  const { account, creator } = ctx.actor;
  const narrow = filter.agreement !== undefined || (account !== null && filter.creator !== undefined);
  const plus = narrow ? sql`+` : sql``;
  const owner: SQL = account
    ? sql`${plus}${agreementAcceptances.accountId} = ${account.id}`
    : sql`${plus}${agreementAcceptances.creatorId} = ${creator}`;
  const listed = and(
    owner,
    filter.agreement ? eq(agreementAcceptances.agreementId, filter.agreement) : undefined,
    filter.creator ? eq(agreementAcceptances.creatorId, filter.creator) : undefined,
    withinRange(agreementAcceptances.id, filter.range),
  );
  const [rows, names] = await Promise.all([
    mainDb(ctx.env)
      .select({
        acceptance: getTableColumns(agreementAcceptances),
        version: getTableColumns(agreementVersions),
        document: getTableColumns(files),
        accountName: sql<string>`(SELECT b.name FROM accounts b WHERE b.id = ${agreementAcceptances.accountId})`,
      })
      .from(agreementAcceptances)
      .innerJoin(
        agreementVersions,
        and(
          eq(agreementVersions.agreementId, agreementAcceptances.agreementId),
          eq(agreementVersions.number, agreementAcceptances.number),
        ),
      )
      .leftJoin(files, isDocument)
      .where(listed)
      .orderBy(newestFirst(agreementAcceptances.id))
      .limit(filter.limit + 1)
      .all(),
    namesOf(
      ctx,
      sql`SELECT ${agreementAcceptances.creatorId} FROM ${agreementAcceptances} WHERE ${listed}
        ORDER BY ${newestFirst(agreementAcceptances.id)} LIMIT ${filter.limit + 1}`,
    ),
  ]);
  return rows.map((row) => ({
    ...row,
    id: row.acceptance.id,
    creatorName: names.get(row.acceptance.creatorId) ?? null,
  }));
}

/** What the caller may call creators. @param ids a SELECT of their IDs. */
async function namesOf(ctx: Ctx, ids: SQL): Promise<ReadonlyMap<string, string>> {
  const viewer = viewerOf(ctx.actor);
  const found = await listSelected(ctx, viewer, ids, sql`NULL`);
  return new Map(found.map((one) => [one.id, shownName(one, viewer)]));
}
