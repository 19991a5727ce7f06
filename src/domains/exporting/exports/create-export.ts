import type * as z from 'zod';
import { actingId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { spendQuota } from '../../../db/quota.ts';
import { randomBase62 } from '../../../kit/crypto.ts';
import { AppError } from '../../../kit/error.ts';
import { newId } from '../../../kit/ids.ts';
import { readAs } from '../../../resource/field-issues.ts';
import type { Export, ExportCreate } from './export.ts';
import { presentExport } from './present-export.ts';
import { queryOfList } from './query-of-list.ts';
import { type ExportRow, insertExport } from './store.ts';
import { beginExport } from './write-exports.ts';

const A_DAY = 20;

/**
 * Begins to write a list, as the caller may read it, as a file. Throws permission_denied for a list that the caller may not
 * read, validation_failed for filters that it does not have, conflict while another export is written, and rate_limited
 * after 20 in a day.
 */
export async function createExport(
  ctx: Ctx,
  { list, filters }: z.output<typeof ExportCreate>,
): Promise<Export> {
  const { actor } = ctx;
  if (actor.by === 'embed') throw new AppError('permission_denied', 'Embeds make no exports.');
  checkFilters(await queryOfList(ctx, list), filters);
  const row: ExportRow = {
    id: newId('export', ctx.now),
    ownerId: actingId(actor),
    by: actor.by,
    callerId: actor.callerId,
    ...{ list, filters },
    ...{ status: 'running', failure: null, rows: 0, bytes: 0, parts: 0, cursor: null, truncated: false },
    urlKey: randomBase62(32),
    tries: 0,
    ...{ dueAt: ctx.now, createdAt: ctx.now },
  };
  insertExport(ctx, row);
  spendQuota(ctx, ctx.write, {
    ...{ account: row.ownerId, what: 'exports', amount: 1, most: A_DAY },
    message: `${A_DAY} exports a day are the most.`,
  });
  ctx.write.afterCommit(() => beginExport(ctx, row.id));
  return await presentExport(ctx, row);
}

/** By the list's own schema, as if a request had sent them. */
function checkFilters(query: z.ZodType, filters: Record<string, string>): void {
  const paging = ['limit', 'cursor'].filter((name) => Object.hasOwn(filters, name));
  const details = paging.map((name) => ({
    path: `/filters/${name}`,
    message: 'An export has all rows.',
    code: 'unrecognized_keys',
  }));
  const read = readAs(query, filters);
  if (details.length === 0 && 'data' in read) return;
  const issues = 'issues' in read ? read.issues : [];
  throw new AppError('validation_failed', 'The list does not take these filters.', {
    details: [...details, ...issues.map((issue) => ({ ...issue, path: `/filters${issue.path}` }))],
  });
}
