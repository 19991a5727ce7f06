// Writes exports part by part. A run may die anywhere: the next one takes up what is written.
import type { Ctx, SystemCtx } from '../../../context.ts';
import { withOwnWrites } from '../../../db/own-writes.ts';
import { beginningOf, linesOf } from '../../../kit/csv.ts';
import { AppError } from '../../../kit/error.ts';
import { describeError, log } from '../../../kit/log.ts';
import { iso, MINUTE_MS } from '../../../kit/time.ts';
import { findMaker } from './find-maker.ts';
import { deleteParts, findPart, putPart } from './parts.ts';
import { expiryOf } from './present-export.ts';
import { claimExport, deleteExport, type ExportRow, listExpired, saveExport } from './store.ts';
import { cellsOf, nameOf, TABLES } from './tables.ts';

const MOST_TRIES = 5;
const LEASE_MS = 5 * MINUTE_MS;
const EXPIRED_A_RUN = 100;

/** How much is written at once. Tests take less. */
export interface Sizes {
  /** The largest page of a list. */
  rowsAPage: number;
  rowsAPart: number;
  /** Characters after which a part ends, since it is in memory as a whole. */
  charsAPart: number;
  partsARun: number;
  mostRows: number;
}
const SIZES: Sizes = {
  rowsAPage: 100,
  rowsAPart: 2_500,
  charsAPart: 4_000_000,
  partsARun: 4,
  mostRows: 1_000_000,
};

/** Writes the next parts, those that waited longest first, and deletes what is old. Cron. */
export async function writeExports(ctx: SystemCtx, sizes = SIZES): Promise<void> {
  for (let part = 0; part < sizes.partsARun; part++) {
    const row = await claimExport(ctx, ctx.now + LEASE_MS);
    if (!row) break;
    await writeNext(ctx, row, sizes);
  }
  for (const { id } of await listExpired(ctx, EXPIRED_A_RUN)) {
    await deleteParts(ctx, id);
    await deleteExport(ctx, id);
  }
}

/** Writes the first part of an export at once, so that a short list need not wait for the cron. */
export async function beginExport(ctx: SystemCtx, id: string): Promise<void> {
  const row = await claimExport(ctx, ctx.now + LEASE_MS, id);
  if (row) await writeNext(ctx, row, SIZES);
}

async function writeNext(ctx: SystemCtx, row: ExportRow, sizes: Sizes): Promise<void> {
  try {
    // More tries were begun than failed where runs died in the middle of this part.
    const failure = row.tries > MOST_TRIES ? 'unreadable' : await writePart(ctx, row, sizes);
    if (failure) await saveExport(ctx, row, { status: 'failed', failure, dueAt: expiryOf(row) });
  } catch (error) {
    log('error', { export: row.id, part: row.parts, error: describeError(error) });
    const over = row.tries >= MOST_TRIES;
    await saveExport(
      ctx,
      row,
      over
        ? { status: 'failed', failure: 'unreadable', dueAt: expiryOf(row) }
        : { dueAt: ctx.now + MINUTE_MS },
    );
  }
}

/** Writes and records the part that is due. @returns why the export has failed; null if it has not. */
async function writePart(ctx: SystemCtx, row: ExportRow, sizes: Sizes): Promise<ExportRow['failure']> {
  // Asked first: who may not read the list gets nothing, also of what was written before.
  const actor = await findMaker(ctx, row);
  if (!actor) return 'no_access';
  const asMaker: Ctx = { ...withOwnWrites(ctx), actor, requestId: row.id };
  let part = await findPart(ctx, row.id, row.parts);
  try {
    part ??= await putPart(ctx, row.id, row.parts, await readPart(asMaker, row, sizes));
  } catch (error) {
    // What may pass is tried again.
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    return error.code === 'permission_denied' ? 'no_access' : 'unreadable';
  }
  const rows = row.rows + part.rows;
  const isFull = rows >= sizes.mostRows;
  const isDone = part.next === null || isFull;
  await saveExport(ctx, row, {
    ...{ rows, bytes: row.bytes + part.bytes, parts: row.parts + 1, cursor: part.next, tries: 0 },
    ...(isDone
      ? { status: 'ready', truncated: part.next !== null, dueAt: expiryOf(row) }
      : { dueAt: ctx.now }),
  });
  return null;
}

/** The lines of the next rows, read as the export's maker. Throws the API's errors. */
async function readPart(ctx: Ctx, row: ExportRow, sizes: Sizes) {
  const { list, parts } = row;
  const { rowsAPage, rowsAPart, charsAPart, mostRows } = sizes;
  const { route, columns } = TABLES[list];
  const lists = await ctx.reactions.apiLists();
  const filters = filtersAtItsMoment(row);
  const most = Math.min(rowsAPart, mostRows - row.rows);
  const lines = parts === 0 ? [beginningOf(columns.map(nameOf))] : [];
  let rows = 0;
  let chars = 0;
  let next = row.cursor;
  do {
    const limit = String(Math.min(rowsAPage, most - rows));
    const query = { ...filters, limit, ...(next !== null && { cursor: next }) };
    const { items, nextCursor } = await lists.read(ctx, route, query);
    const written = items.length === 0 ? '' : linesOf(items.map((item) => cellsOf(columns, item)));
    lines.push(written);
    rows += items.length;
    chars += written.length;
    next = nextCursor;
  } while (next !== null && rows < most && chars < charsAPart);
  return { text: lines.join(''), rows, next };
}

/** Records that were made after the moment that the export shows are in none of its parts. */
function filtersAtItsMoment({ filters, createdAt }: ExportRow): Record<string, string> {
  const asked = filters.createdBefore;
  if (asked !== undefined && Date.parse(asked) <= createdAt) return filters;
  return { ...filters, createdBefore: iso(createdAt + 1) };
}
