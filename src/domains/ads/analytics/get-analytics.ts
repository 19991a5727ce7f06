import type { Ctx } from '../../../context.ts';
import { DAY_MS, day, isoOrNull } from '../../../kit/time.ts';
import { dayIn } from '../../../kit/zone.ts';
import {
  type AdAccountRead,
  listAdAccountsRead,
  listResults,
  type ResultRow,
  type ResultsAsked,
} from '../ad-sync/interface.ts';
import type { Analytics, AnalyticsQuery, Numbers, Row } from './analytics.ts';
import { askedOf, refused } from './asked-of.ts';

const MOST_ROWS = 10_000;

/** The results of ads by day. Throws invalid_request for what the caller may not ask, or for too many rows. */
export async function getAnalytics(ctx: Ctx, query: AnalyticsQuery): Promise<Analytics> {
  const asked = askedOf(ctx, query);
  const [found, read] = await Promise.all([
    listResults(ctx, asked, MOST_ROWS + 1),
    listAdAccountsRead(ctx, asked.of, asked.platform),
  ]);
  if (found.length > MOST_ROWS)
    throw refused('group', `The answer has more than ${MOST_ROWS} rows. Ask for fewer days or groups.`);
  const { from, to, mode, source } = query;
  return { from, to, mode, source, ...howFar(ctx, asked, read), currencies: byCurrency(asked, found, read) };
}

/** Up to when everything was read, and whether each day was read after it had ended. */
function howFar(ctx: Ctx, { from, to, source }: ResultsAsked, read: readonly AdAccountRead[]) {
  const times = read.map(({ readAt }) => readAt);
  const readAt = times.length === 0 || times.includes(null) ? null : Math.min(...(times as number[]));
  const complete = read.every(
    (one) =>
      one.readAt !== null &&
      dayIn(one.timezone, one.readAt) > to &&
      // An ad account had no ads of ours before it was connected.
      (source === 'service' || (one.firstDay !== null && one.firstDay <= from)),
  );
  return { readAt: isoOrNull(readAt), complete: complete && (read.length > 0 || day(ctx.now) > to) };
}

function byCurrency(
  asked: ResultsAsked,
  found: readonly ResultRow[],
  read: readonly AdAccountRead[],
): Analytics['currencies'] {
  const rows = Map.groupBy(found, ({ currency }) => currency);
  // An account without results still has the currencies of its ad accounts.
  if (rows.size === 0) for (const { currency } of read) rows.set(currency, []);
  return [...rows]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, some]) => ({
      currency,
      totals: totalsOf(some),
      rows: (asked.group.length === 0 ? withZeros(asked, some) : some).map(present),
    }));
}

const NOTHING: Numbers = { spend: 0, impressions: 0, clicks: 0, installs: 0, purchases: 0, revenue: 0 };
const NAMES = Object.keys(NOTHING) as (keyof Numbers)[];

function totalsOf(rows: readonly Numbers[]): Numbers {
  const totals = { ...NOTHING };
  for (const row of rows) for (const name of NAMES) totals[name] += row[name];
  return totals;
}

function withZeros({ from, to }: ResultsAsked, rows: readonly ResultRow[]): Omit<ResultRow, 'currency'>[] {
  const byDay = new Map(rows.map((row) => [row.date, row]));
  const days: Omit<ResultRow, 'currency'>[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS)
    days.push(byDay.get(day(at)) ?? { date: day(at), ...NOTHING });
  return days;
}

function present(row: Omit<ResultRow, 'currency'> & { currency?: string }): Row {
  const { currency: _, ...rest } = row;
  return rest as Row;
}
