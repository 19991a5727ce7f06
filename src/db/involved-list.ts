// Lists of records between an account and a creator, within a program: applications and submissions.
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Ctx } from '../context.ts';
import type { IdRange } from '../resource/list-page.ts';
import { withinRange } from './list.ts';
import { eachValue, mergedIds } from './merged-list.ts';

export interface InvolvedColumns {
  id: AnySQLiteColumn;
  accountId: AnySQLiteColumn;
  programId: AnySQLiteColumn;
  creatorId: AnySQLiteColumn;
  status: AnySQLiteColumn;
  /** For records that can belong to a submission. */
  submissionId?: AnySQLiteColumn;
  /** For records that belong to an application. */
  applicationId?: AnySQLiteColumn;
  /** A further column that comes before the status in the indexes by program and by account. */
  kind?: AnySQLiteColumn;
  /** Whether there is only the index by account. */
  byAccountOnly?: boolean;
}

/**
 * The one account whose records a brand's frame shows; undefined for a partner's frame, and for all other credentials.
 * What a creator earned is one purse whoever paid: a frame of earnings shows it whole, and the programs in it.
 */
export const shownAccount = ({ actor: { frame } }: Ctx): string | undefined =>
  frame?.ofBrand && frame.component !== 'earnings' ? frame.account : undefined;

/**
 * Whether a record is the acting account's, or the acting creator's. A brand's frame shows the creator nothing of
 * other accounts.
 */
export function isCallers(ctx: Ctx, columns: Pick<InvolvedColumns, 'accountId' | 'creatorId'>): SQL {
  const { account, creator } = ctx.actor;
  if (account) return eq(columns.accountId, account.id);
  const only = shownAccount(ctx);
  const own = eq(columns.creatorId, creator!);
  return only === undefined ? own : sql`${own} AND +${columns.accountId} = ${only}`;
}

export interface InvolvedFilter<S extends string> {
  program: string | undefined;
  creator: string | undefined;
  submission?: string | undefined;
  application?: string | undefined;
  kind?: string | undefined;
  statuses: readonly S[];
  limit: number;
  range: IdRange;
  /** Other accounts whose records to list instead of the acting account's, as a SELECT of their IDs. */
  accounts?: SQL | undefined;
  /** A further condition, on columns that should not decide the index. */
  where?: SQL | undefined;
}

/** The IDs of a list page of the caller's records, one more than the limit. */
export function involvedIds(
  ctx: Ctx,
  table: SQL,
  columns: InvolvedColumns,
  filter: InvolvedFilter<string>,
): SQL {
  const account = ctx.actor.account?.id;
  const only = shownAccount(ctx);
  const creator = ctx.actor.creator ?? filter.creator;
  // Uses the index of the narrowest filter: an application or a submission has few records, a creator more,
  // and a program fewer than its account. The plus keeps SQLite from using another index.
  const { submission, application, program } = filter;
  const ways = columns.byAccountOnly ? { account } : { submission, application, creator, program, account };
  const by = Object.entries(ways).find(([, id]) => id !== undefined)?.[0];
  const equals = (name: string, column: AnySQLiteColumn | undefined, value: string | undefined) => {
    if (value === undefined || column === undefined) return undefined;
    return name === by ? eq(column, value) : sql`+${column} = ${value}`;
  };
  const shared = and(
    equals('submission', columns.submissionId, submission),
    equals('application', columns.applicationId, application),
    equals('creator', columns.creatorId, creator),
    equals('program', columns.programId, program),
    // Several accounts are read one by one, below.
    filter.accounts ? undefined : equals('account', columns.accountId, account),
    equals(by === 'program' || by === 'account' ? by : 'kind', columns.kind, filter.kind),
    // A creator that filters by another creator finds nothing.
    ctx.actor.creator !== null && filter.creator !== undefined && filter.creator !== ctx.actor.creator
      ? sql`0`
      : undefined,
    only === undefined ? undefined : sql`+${columns.accountId} = ${only}`,
    filter.where,
    withinRange(columns.id, filter.range),
  );
  const rows = filter.limit + 1;
  const branches = (own: SQL | undefined) =>
    eachValue(columns.id, table, columns.status, filter.statuses, own);
  const merged = (parts: SQL[]) => mergedIds(parts, rows, filter.range.oldestFirst);
  if (!filter.accounts) return merged(branches(shared));
  if (by !== 'account') {
    const theirs = and(shared, sql`+${columns.accountId} IN (${filter.accounts})`);
    return merged(branches(theirs));
  }
  // Merges a list page of each account: the cost grows with the number of accounts, not with their records.
  const each = merged(branches(and(shared, eq(columns.accountId, sql`several.id`))));
  const all = sql`SELECT page.value AS id FROM (${filter.accounts}) several,
    json_each((SELECT json_group_array(one.id) FROM (${each}) one)) page`;
  return merged([all]);
}
