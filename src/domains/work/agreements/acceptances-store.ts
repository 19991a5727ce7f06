// Agreements that were accepted.
import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { newestFirst, withinRange } from '../../../db/list.ts';
import type { IdRange } from '../../../resource/list-page.ts';
import type { AcceptanceRow, VersionRow } from '../agreement-rules/agreement.ts';
import { agreementAcceptances, agreementVersions } from '../agreement-rules/table.ts';

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
