// Lists of records that lie between an account and a creator, within a program: applications and submissions.
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Ctx } from '../context.ts';
import type { IdRange } from '../resource/page.ts';
import { withinRange } from './list.ts';
import { eachValue, mergedIds } from './merged-list.ts';

export interface InvolvedColumns {
  id: AnySQLiteColumn;
  accountId: AnySQLiteColumn;
  programId: AnySQLiteColumn;
  creatorId: AnySQLiteColumn;
  status: AnySQLiteColumn;
  /** Of records that can belong to a submission. */
  submissionId?: AnySQLiteColumn;
}

export interface InvolvedFilter<S extends string> {
  program: string | undefined;
  creator: string | undefined;
  submission?: string | undefined;
  statuses: readonly S[];
  limit: number;
  range: IdRange;
}

/**
 * The IDs of a page of what the caller is a side of, newest first, with one more than the limit.
 * @param among what else a record must be; it takes no index.
 */
export function involvedIds(
  ctx: Ctx,
  table: SQL,
  columns: InvolvedColumns,
  filter: InvolvedFilter<string>,
  among?: SQL,
): SQL {
  const account = ctx.actor.account?.id;
  const creator = ctx.actor.creator ?? filter.creator;
  // The index of the narrowest that is given: a submission has few records, a creator more, a program fewer than its
  // account. The plus keeps SQLite from taking another's.
  const { submission, program } = filter;
  const by = Object.entries({ submission, creator, program, account }).find(
    ([, id]) => id !== undefined,
  )?.[0];
  const equals = (name: string, column: AnySQLiteColumn, value: string | undefined) =>
    value === undefined ? undefined : name === by ? eq(column, value) : sql`+${column} = ${value}`;
  const shared = and(
    columns.submissionId ? equals('submission', columns.submissionId, submission) : undefined,
    equals('creator', columns.creatorId, creator),
    equals('program', columns.programId, program),
    equals('account', columns.accountId, account),
    // A creator that asks for another's finds nothing.
    ctx.actor.creator !== null && filter.creator !== undefined && filter.creator !== ctx.actor.creator
      ? sql`0`
      : undefined,
    withinRange(columns.id, filter.range),
    among,
  );
  return mergedIds(eachValue(columns.id, table, columns.status, filter.statuses, shared), filter.limit + 1);
}
