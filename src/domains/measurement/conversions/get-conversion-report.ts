import type * as z from 'zod';
import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { DAY_MS, day, isoOrNull } from '../../../kit/time.ts';
import { eventsShardOf } from '../../accounts/accounts/interface.ts';
import type { ConversionReport, ReportQuery } from './conversion.ts';
import { listReportRows, type ReportRow, requireOwnConversion } from './store.ts';

const DEFAULT_DAYS = 30;
const MOST_DAYS = 400;

/** A conversion's counts, grouped by one dimension. Throws invalid_request for a range that is reversed or too long. */
export async function getConversionReport(
  ctx: Ctx,
  id: string,
  query: z.output<typeof ReportQuery>,
): Promise<ConversionReport> {
  const to = query.to ?? day(ctx.now);
  const from = query.from ?? day(Date.parse(to) - (DEFAULT_DAYS - 1) * DAY_MS);
  const problem = problemOf(from, to);
  // The rows are read in parallel with the conversion, and discarded if it belongs to another account.
  const rows = async () => {
    const shard = problem ? null : await eventsShardOf(ctx, actingAccount(ctx.actor).id);
    return shard === null ? [] : await listReportRows(ctx, shard, id, query.by, from, to);
  };
  const [found] = await Promise.all([rows(), requireOwnConversion(ctx, id)]);
  if (problem) throw new AppError('invalid_request', problem);
  return { conversion: id, by: query.by, from, to, rows: byKey(found) };
}

function problemOf(from: string, to: string): string | null {
  if (from > to) return '`from` lies after `to`.';
  const isTooLong = Date.parse(to) - Date.parse(from) >= MOST_DAYS * DAY_MS;
  return isTooLong ? `A report covers at most ${MOST_DAYS} days.` : null;
}

/** One row for each key, with all its currencies in it. */
function byKey(rows: ReportRow[]): ConversionReport['rows'] {
  const found = new Map<string | null, ConversionReport['rows'][number]>();
  for (const row of rows) {
    const entry = found.get(row.key) ?? {
      key: row.key,
      count: 0,
      values: [],
      credited: 0,
      paid: 0,
      selfPurchases: 0,
      codeStopped: 0,
      held: 0,
      heldUntil: null,
    };
    entry.count += row.count;
    entry.credited += row.credited;
    entry.paid += row.paid;
    entry.selfPurchases += row.selfPurchases;
    entry.codeStopped += row.codeStopped;
    entry.held += row.held;
    const until = isoOrNull(row.heldUntil);
    if (until !== null && until > (entry.heldUntil ?? '')) entry.heldUntil = until;
    const { currency, amount, returned, returnedLate } = row;
    if (currency !== null) entry.values.push({ currency, amount, returned, returnedLate });
    found.set(row.key, entry);
  }
  return [...found.values()];
}
